"""Games of Little Golem: SGF of its own kind, for Hex and Havannah.

White begins there, the letters stay with the players when one swaps, and in Hex the stone is
mirrored then. Points of Hex are pairs of letters, column and row; those of Havannah are named as
ours. `crosscut.play.records.sgf` reads all that; here is how such files are known.
"""

import re

from crosscut.core.errors import BadRecord
from crosscut.play.records.game_tree import Check, GameTree
from crosscut.play.records.sgf.reader import read_sgf
from crosscut.play.records.sgf.start import LITTLE_GOLEM
from crosscut.rules.game import Game

SOURCE = re.compile(rf"\bSO\s*\[[^\]]*{LITTLE_GOLEM.pattern}", re.IGNORECASE)
EVENT = re.compile(r"\bEV\s*\[\s*([a-z]+)", re.IGNORECASE)
HEAD = 4000
"""Characters in which a file says where it is from."""


def claims(text: str) -> bool:
    """Tell whether a text is a file of Little Golem's."""
    return bool(SOURCE.search(text[:HEAD]))


def read_littlegolem(
    text: str, game: Game | None = None, check: Check | None = None, number: int | None = None
) -> GameTree:
    """Return the only game that a file of Little Golem's tells, or that of a number."""
    refuse_slither(text)
    return read_sgf(text, game, check, number)


def refuse_slither(text: str) -> None:
    """Refuse a file whose event is one of Slither."""
    event = EVENT.search(text[:HEAD])
    if event and event[1].lower() == "slither":
        raise BadRecord(
            "the format in which Little Golem writes Slither is not known here; "
            "write its moves as a list, such as d4 e5 d4-e4/c3"
        )
