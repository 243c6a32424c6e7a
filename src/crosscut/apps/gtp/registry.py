"""The table of all commands, and how an argument is read."""

from collections.abc import Callable, Iterator

from crosscut.apps.gtp.protocol import BadSyntax
from crosscut.apps.gtp.session import Session
from crosscut.play.records.game_tree import shortened
from crosscut.play.records.sgf.properties import read_seconds
from crosscut.play.vertices import COLOUR_WORDS

Answer = str | Iterator[str]
"""A text, or the lines of a stream."""
Command = Callable[[Session, list[str]], Answer]

COMMANDS: dict[str, Command] = {}
"""Every command by its name."""


def command(*names: str) -> Callable[[Command], Command]:
    """Add a function to the table; it gets the session and the words after its name."""

    def add(function: Command) -> Command:
        for name in names:
            COMMANDS[name] = function
        return function

    return add


def no_words(words: list[str]) -> None:
    """Refuse arguments of a command that takes none."""
    if words:
        raise BadSyntax("this command takes no arguments")


def read_colour(word: str) -> int:
    """Return the colour that a word names: 0 for black, 1 for white."""
    if word.lower() not in COLOUR_WORDS:
        raise BadSyntax(f"{shortened(word)!r} is no colour; say black or white")
    return COLOUR_WORDS[word.lower()]


def read_number(word: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """Return a whole number within bounds."""
    if not word.isascii() or not word.isdigit() or len(word) > 20:
        raise BadSyntax(f"{shortened(word)!r} is no whole number")
    if not least <= int(word) <= most:
        raise BadSyntax(f"{word} is not from {least} to {most}")
    return int(word)


def read_time(word: str) -> float:
    """Return a time in seconds."""
    found = read_seconds(word)
    if found is None or found < 0:
        raise BadSyntax(f"{shortened(word)!r} is no time in seconds")
    return found


def expect(words: list[str], count: int, wanted: str) -> list[str]:
    """Return the words of a command if there are as many as it takes."""
    if len(words) != count:
        raise BadSyntax(wanted)
    return words
