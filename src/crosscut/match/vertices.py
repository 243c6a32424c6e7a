"""How moves are written for an external engine.

GTP names points of square boards by letters without I, rows counted from the bottom, as ours are
apart from the letter. HTP, its dialect for Hex, keeps I and counts from the top, as we do there.
Other boards have no convention and keep our names.
"""

import re

from crosscut.boards.grid import Grid
from crosscut.game import Game

OURS = "abcdefghijklmnopqrstuvwxyz"
THEIRS = OURS.replace("i", "")


def to_gtp(game: Game, text: str) -> str:
    """Return the text of one of our turns as an external engine expects it."""
    return translated(game, text, OURS, THEIRS)


def from_gtp(game: Game, text: str) -> str:
    """Return an external engine's text of a turn as we write it."""
    return translated(game, text.lower(), THEIRS, OURS)


def translated(game: Game, text: str, from_letters: str, to_letters: str) -> str:
    """Return a text in which the letter of every point is that of the other alphabet."""
    if not isinstance(game.board, Grid):
        return text
    same = str.maketrans(from_letters[: len(THEIRS)], to_letters[: len(THEIRS)])
    return re.sub(r"\b[a-z](?=\d)", lambda found: found[0].translate(same), text)
