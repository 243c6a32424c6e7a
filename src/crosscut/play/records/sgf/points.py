"""How others name points: by two letters, and rectangles of them by two corners."""

import re

from crosscut.core.errors import BadRecord
from crosscut.play.records.game_tree import shortened
from crosscut.play.records.sgf.grammar import unescaped
from crosscut.rules.game import Game

PAIR = re.compile(r"[a-z]{2}")
MOST_POINTS = 5000


def point(game: Game, text: str) -> str | None:
    """Return our name of the point that two letters mean: its column, and its row from the top."""
    word, rows = text.lower(), game.board.rows
    if not PAIR.fullmatch(word) or len({len(row) for row in rows}) > 1:
        return None
    column, row = (ord(letter) - ord("a") for letter in word)
    inside = row < len(rows) and column < len(rows[row])
    return game.board.name(rows[row][column]) if inside else None


def points(game: Game, values: list[str]) -> int:
    """Return the set of cells that a list of points and rectangles names."""
    found = 0
    for value in values:
        corners = [cell_of(game, corner) for corner in unescaped(value).split(":")]
        if len(corners) > 2:
            raise BadRecord(f"{shortened(value)!r} is no point and no rectangle")
        found |= rectangle(game, *corners) if len(corners) == 2 else 1 << corners[0]
    return found


def refuse_too_many(count: int) -> None:
    """Refuse to set up more points than any board has."""
    if count > MOST_POINTS:
        raise BadRecord(f"it sets up {count:,} points, which is more than any board has")


def cell_of(game: Game, text: str) -> int:
    """Return the cell that a point of a set-up names."""
    cell = game.board.names.get((point(game, text) or text).strip().lower())
    if cell is None:
        raise BadRecord(f"{shortened(text)!r} is no point of this board")
    return cell


def rectangle(game: Game, corner: int, opposite: int) -> int:
    """Return the cells of the rectangle between two corners."""
    rows = game.board.rows
    places = {cell: (i, j) for i, row in enumerate(rows) for j, cell in enumerate(row)}
    (top, left), (bottom, right) = places[corner], places[opposite]
    top, bottom, left, right = (
        min(top, bottom),
        max(top, bottom),
        min(left, right),
        max(left, right),
    )
    return sum(
        1 << cell for cell, (i, j) in places.items() if top <= i <= bottom and left <= j <= right
    )
