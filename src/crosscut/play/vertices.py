"""How points and colours are named in GTP, the Go Text Protocol, whichever side of it we are on.

GTP names points of square boards by letters without I, rows counted from the bottom, as ours are
apart from the letter; after Z come AA, AB and so on. HTP, its dialect for Hex, keeps I and counts
from the top, as we do there. Other boards have no convention and keep our names.
"""

import re
from functools import cache

from crosscut.core.errors import BadNotation
from crosscut.core.text import shown
from crosscut.rules.boards.board import FourSided
from crosscut.rules.boards.grid import Grid
from crosscut.rules.game import Game

COLOURS = "black", "white"
"""What GTP calls the colours 0 and 1."""
COLOUR_WORDS = {word: i for i, name in enumerate(COLOURS) for word in (name, name[0])}
"""The colours by all their names."""
LETTERS = "abcdefghjklmnopqrstuvwxyz"
POINT = re.compile(r"\b[a-z]+\d+\b")
FLIP = "x"
"""What may stand before a point, in games that flip stones."""


def to_gtp(game: Game, text: str) -> str:
    """Return the text of one of our turns as an external engine expects it."""
    return renamed(text, vertices(game.board)) if isinstance(game.board, Grid) else text


def from_gtp(game: Game, text: str) -> str:
    """Return an external engine's text of a turn as we write it."""
    if not isinstance(game.board, Grid):
        return text.lower()
    return renamed(text.lower(), {theirs: ours for ours, theirs in vertices(game.board).items()})


@cache
def vertices(board: FourSided) -> dict[str, str]:
    """Return the names that GTP gives the points of a board of rows and columns, by our names."""
    found = {}
    for row, cells in enumerate(board.rows):
        for column, cell in enumerate(cells):
            found[board.name(cell)] = f"{column_letters(column)}{board.height - row}"
    return found


def column_letters(column: int) -> str:
    """Return the letters of a column, counted from 0."""
    last = LETTERS[column % len(LETTERS)]
    return column_letters(column // len(LETTERS) - 1) + last if column >= len(LETTERS) else last


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a text in which every point has another name; what is no point is no turn either."""

    def other(found: re.Match) -> str:
        point = found[0]
        if point in names:
            return names[point]
        if point.startswith(FLIP) and point[1:] in names:
            return FLIP + names[point[1:]]
        raise BadNotation(f"{shown(point)} is no point of this board")

    return POINT.sub(other, text)
