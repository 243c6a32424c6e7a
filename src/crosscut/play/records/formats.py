"""The formats of records: which there are, and which one a text is in."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from crosscut.core.errors import BadOption, BadRecord
from crosscut.play.records import hexworld, littlegolem
from crosscut.play.records.abstractplay import read_abstractplay
from crosscut.play.records.aiai import read_aiai, write_aiai
from crosscut.play.records.game_tree import Check, GameTree, shortened
from crosscut.play.records.hexworld import read_hexworld, write_hexworld
from crosscut.play.records.json_format import read_json, write_json
from crosscut.play.records.littlegolem import read_littlegolem
from crosscut.play.records.move_list import read_moves, write_moves
from crosscut.play.records.sgf import read_sgf, write_sgf
from crosscut.play.records.sgf.grammar import GAME
from crosscut.rules.game import Game

HEAD = 4000
"""Characters from which a format is guessed."""
REPORT = re.compile(r'"header"\s*:')
"""What only reports of AbstractPlay have."""

ADDRESS = re.compile(r"https?://\S*", re.IGNORECASE)
"""A link of any site; there is only one site whose links are read."""
LIST = re.compile(r"Game:(?!\s*\()", re.IGNORECASE)
"""How the lists begin that we write; what people are called may look like anything."""


@dataclass(frozen=True)
class Format:
    """A format: what it is, what reads it, and what writes it, if anything does."""

    about: str
    read: Callable[..., GameTree]
    write: Callable[[GameTree], str] | None = None


FORMATS = {
    "json": Format("our own records, with everything there is", read_json, write_json),
    "sgf": Format("SGF, with everything there is, for every game", read_sgf, write_sgf),
    "moves": Format("a list of moves: the main line alone", read_moves, write_moves),
    "aiai": Format("Ai Ai's lists, such as d4,Swap,d5,d4-e5,e6", read_aiai, write_aiai),
    "abstractplay": Format("AbstractPlay's reports and lists", read_abstractplay),
    "hexworld": Format("links of HexWorld, for Hex", read_hexworld, write_hexworld),
    "littlegolem": Format("Little Golem's files, for Hex and Havannah", read_littlegolem),
}
COLLECTIONS = ("sgf", "littlegolem")
"""The formats that hold several games in a text."""


def read(
    text: str,
    game: Game | None = None,
    format: str | None = None,
    check: Check | None = None,
    number: int | None = None,
) -> GameTree:
    """Return the game that a text tells, of several that of a number, counted from 1.

    The format is guessed where none is named. ``game`` fills in what the text does not say;
    ``check`` is called with the number of positions before each turn.
    """
    text = trimmed(text)
    name = format.lower() if format else guess(text)
    found = format_named(name)
    if name in COLLECTIONS:
        return found.read(text, game, check, number)
    if number not in (None, 1):
        raise BadOption(f"there is no game number {number}; the file has 1")
    return found.read(text, game, check)


def write(tree: GameTree, format: str) -> str:
    """Return a game as text of a format."""
    found = format_named(format)
    if found.write is None:
        raise BadOption(f"{format} is read only; a game can be written as {', '.join(writable())}")
    return found.write(tree)


def writable() -> list[str]:
    """Return the formats that can be written."""
    return [name for name, each in FORMATS.items() if each.write]


def format_named(name: str) -> Format:
    """Return the format of a name."""
    found = FORMATS.get(name.lower())
    if found is None:
        raise BadOption(f"there is no format {shortened(name)!r}; there are {', '.join(FORMATS)}")
    return found


def trimmed(text: str) -> str:
    """Return a text without the blanks around it; without anything else, there is no game."""
    found = text.strip("\ufeff \t\r\n")
    if not found:
        raise BadRecord("there is nothing to read")
    return found


def guess(text: str) -> str:
    """Return the format in which a text seems to be.

    Records may speak of others, so a link is one only where it stands alone.
    """
    text = trimmed(text)
    if text[0] in "{[":
        return "abstractplay" if REPORT.search(text[:HEAD]) else "json"
    if LIST.match(text):
        return "moves"
    if GAME.search(text):
        return "littlegolem" if littlegolem.claims(text) else "sgf"
    link = hexworld.told_by(text) is not None or ADDRESS.fullmatch(text)
    return "hexworld" if link else "moves"
