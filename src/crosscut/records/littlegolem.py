"""Games of Little Golem: SGF of its own kind, for Hex and Havannah.

White begins there, the letters stay with the players when one swaps, and in Hex the stone is
mirrored then. Points of Hex are pairs of letters, column and row; those of Havannah are named as
ours. `crosscut.records.sgf` reads all that; here is how such files are known.
"""

import re

from crosscut.errors import BadRecord
from crosscut.game import Game
from crosscut.records.naming import find_game
from crosscut.records.sgf.read import read_sgf
from crosscut.records.tree import Check, GameTree

SOURCE = re.compile(r"\bSO\s*\[[^\]]*little\s*golem", re.IGNORECASE)
EVENT = re.compile(r"\bEV\s*\[\s*([a-z]+)", re.IGNORECASE)
PAIRS = re.compile(r";\s*[BW]\s*\[[a-z]{2}\]")
NAMED = re.compile(r";\s*[BW]\s*\[[A-Z]\d{1,2}\]")
HEAD = 4000
"""Characters in which a file says where it is from."""


def claims(text: str) -> bool:
    """Tell whether a text is a file of Little Golem's."""
    return bool(SOURCE.search(text[:HEAD]))


def read_littlegolem(
    text: str, game: Game | None = None, check: Check | None = None, number: int | None = None
) -> GameTree:
    """Return the only game that a file of Little Golem's tells, or that of a number."""
    return read_sgf(text, game_for(text, game), check, number)


def game_for(text: str, game: Game | None) -> Game | None:
    """Return the game of a file whose event does not tell it: the given one, or a guess."""
    event = EVENT.search(text[:HEAD])
    name = event[1].lower() if event else ""
    if name == "slither":
        raise BadRecord(
            "the format in which Little Golem writes Slither is not known here; "
            "write its moves as a list, such as d4 e5 d4-e4/c3"
        )
    if game is None and PAIRS.search(text):
        return find_game("hex", None)
    if game is None and NAMED.search(text):
        return find_game("havannah", None)
    return game
