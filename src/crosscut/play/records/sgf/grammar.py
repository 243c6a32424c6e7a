"""SGF as a tree of nodes with properties, nothing of it understood yet.

Strict where it matters and bounded everywhere: no recursion, and limits on everything that a file
can have much of. Other people's files may have text before and between their games, byte order
marks and property names in small letters, as older versions of SGF had them.
"""

import re
from collections.abc import Iterator, Sequence

from crosscut.core.errors import BadRecord

LARGEST = 20_000_000
"""Characters of a file that are read."""
MOST_NODES = 1_000_000
MOST_VALUES = 3_000_000
DEEPEST = 10_000
"""Variations within variations."""

GAME = re.compile(r"\(\s*;")
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[))")
VALUE_SIGN = re.compile(r"[\]\\]")
SOFT_BREAK = re.compile(r"\\(\r\n|\n\r|\n|\r)|\\(.)|\r\n|\n\r|\r", re.DOTALL)


class Raw:
    """A node: its properties, their values as they stand in the file, and where it began."""

    __slots__ = ("children", "earlier", "offset", "properties")

    def __init__(self, offset: int):
        self.offset = offset
        self.properties: dict[str, list[str]] = {}
        self.children: list[Raw] = []
        self.earlier: Sequence[dict[str, list[str]]] = ()
        """Set-ups of nodes that were joined into this one; they come before its own, in order."""


def parse(text: str) -> list[Raw]:
    """Return the first node of every game in a file."""
    if len(text) > LARGEST:
        raise BadRecord(f"it has {len(text):,} characters; {LARGEST:,} are read")
    games: list[Raw] = []
    at = next_game(text, 0)
    if at < 0:
        raise BadRecord("this is no SGF: nothing in it begins with (;")
    room = Room(text)
    while at >= 0:
        game, at = parse_game(text, at, room)
        games.append(game)
        at = next_game(text, at)
    return games


def next_game(text: str, at: int) -> int:
    """Return where the next game begins, or -1."""
    found = GAME.search(text, at)
    return found.start() if found else -1


class Room:
    """What may still come, so that no file takes all memory."""

    def __init__(self, text: str):
        self.text = text
        self.nodes, self.values = MOST_NODES, MOST_VALUES

    def take(self, nodes: int = 0, values: int = 0) -> None:
        """Count something that was read."""
        self.nodes -= nodes
        self.values -= values
        if self.nodes < 0:
            raise BadRecord(f"it has more than {MOST_NODES:,} nodes")
        if self.values < 0:
            raise BadRecord(f"it has more than {MOST_VALUES:,} values")


def parse_game(text: str, at: int, room: Room) -> tuple[Raw, int]:
    """Return the first node of the game that begins at a place, and where the game ends."""
    top = Raw(at)
    here, before, branches = top, "", []
    while True:
        found = TOKEN.match(text, at)
        sign, name = found.groups() if found else ("", "")
        if sign == "(" and before != "(":
            if len(branches) == DEEPEST:
                raise BadRecord(f"{place(text, at)}: it has variations in variations for ever")
            branches.append(here)
        elif sign == ";" and before != ")":
            room.take(nodes=1)
            node = Raw(found.start(1))
            here.children.append(node)
            here = node
        elif sign == ")" and before != "(":
            here = branches.pop()
            if not branches:
                return top.children[0], found.end()
        elif not name or before not in (";", "]"):
            there = text[at : at + 20].strip()
            what = f"{there!r} does not belong there" if there else "the file ends too early"
            raise BadRecord(f"{place(text, at)}: {what}")
        at = found.end()
        if name:
            at = read_values(text, at, here, name, room)
        before = sign or "]"


def read_values(text: str, at: int, node: Raw, name: str, room: Room) -> int:
    """Read the values of a property into a node, and return where they end."""
    capitals = name if name.isupper() else re.sub("[a-z]", "", name)  # Black is B in older files
    if not capitals:
        raise BadRecord(f"{place(text, at)}: {name[:20]!r} is no property")
    values = node.properties.setdefault(capitals, [])
    while text[at : at + 1] == "[":
        room.take(values=1)
        end = value_end(text, at + 1)
        values.append(text[at + 1 : end])
        at = end + 1
        while text[at : at + 1].isspace():
            at += 1
    return at


def value_end(text: str, start: int) -> int:
    """Return where the value that begins at a place is closed."""
    at = start
    while found := VALUE_SIGN.search(text, at):
        if found[0] == "]":
            return found.start()
        at = found.end() + 1
    raise BadRecord(f"{place(text, start)}: the value that begins there is never closed by ]")


def place(text: str, offset: int) -> str:
    """Say where something is in a file."""
    return f"line {1 + text.count(chr(10), 0, offset)}"


# Texts.


def unescaped(value: str) -> str:
    """Return the text that a value holds: escapes and soft line breaks resolved."""
    if "\\" not in value and "\r" not in value:
        return value

    def plain(found: re.Match) -> str:
        return "" if found[1] else found[2] if found[2] is not None else "\n"

    return SOFT_BREAK.sub(plain, value)


def escaped(text: str, composed: bool = False) -> str:
    """Return a text as a value; within a composed one, the colon is escaped too."""
    return re.sub(r"[\]\\:]" if composed else r"[\]\\]", r"\\\g<0>", text)


def halves(value: str) -> tuple[str, str]:
    """Return the two texts of a composed value; the second is empty if there is one only."""
    found = re.match(r"((?:[^\\:]|\\.)*+)(?::(.*))?", value, re.DOTALL)
    return unescaped(found[1]), unescaped(found[2] or "")


def whole(value: str) -> bool:
    """Tell whether a text can stand as a value as it is."""
    at = 0
    while found := VALUE_SIGN.search(value, at):
        if found[0] == "]" or found.end() == len(value):
            return False
        at = found.end() + 1
    return True


# Trees as text.


def written(top: Raw) -> str:
    """Return a game as text: a node a line, variations in parentheses."""
    return "".join(pieces(top)) + "\n"


def pieces(top: Raw) -> Iterator[str]:
    """Yield the text of a game piece by piece."""
    waiting: list[Raw | str] = [")", top, "("]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            yield here
            continue
        yield ";"
        for name, values in here.properties.items():
            yield name + "".join(f"[{value}]" for value in values)
        if len(here.children) == 1:
            waiting.extend((here.children[0], "\n"))
        else:
            for child in reversed(here.children):
                waiting.extend((")", child, "\n("))
