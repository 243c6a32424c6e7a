"""The grammar of GTP version 2: how a line is read and an answer written."""

import re
from typing import NamedTuple

from crosscut.core.errors import CrosscutError

LONGEST_LINE = 1 << 20
"""Characters of a line; games of thousands of moves fit in, and more is no command."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Failure(CrosscutError):
    """A command that is answered with a question mark; the text is the answer."""


class BadSyntax(Failure):
    """A command whose arguments are not those that it takes."""

    def __init__(self, wanted: str):
        super().__init__(f"syntax error: {wanted}")


class Request(NamedTuple):
    """What a line asks for."""

    id: str
    """The digits that the answer has to repeat, or nothing."""
    command: str
    words: list[str]


def read_line(line: str) -> Request | None:
    """Return what a line asks for; None if it is empty or a comment alone."""
    plain = CONTROL.sub("", line).replace("\t", " ").partition("#")[0]
    words = plain.split()
    if not words:
        return None
    number = words.pop(0) if re.fullmatch(r"[0-9]+", words[0]) else ""
    command = words.pop(0) if words else ""
    return Request(number, command, words)


def success(number: str, text: str) -> str:
    """Return the answer to a command that was carried out."""
    return f"={number} {body(text)}\n\n"


def failure(number: str, text: str) -> str:
    """Return the answer to a command that was not."""
    return f"?{number} {body(text)}\n\n"


def body(text: str) -> str:
    """Return a text without the empty lines that would end an answer; the first may be one."""
    first, *others = CONTROL.sub("", text).replace("\t", " ").rstrip().split("\n")
    return "\n".join([first, *(line.rstrip() for line in others if line.strip())])
