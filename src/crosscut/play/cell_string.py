"""Positions as strings with a character a cell, for pages that draw boards by script.

Pieces are ``0`` and on in the order of the game's kinds, a piece in hand is ``a`` or ``b`` by its
colour, and an empty cell is a point. Cells come in the order of `Board.cells`.
"""

from crosscut.play.position import Position
from crosscut.rules.boards import members

EMPTY = "."
IN_HAND = "ab"

Layers = list[tuple[str, int]]


def layers(position: Position) -> Layers:
    """Return where each character stands, a piece on a cell counting for more than one in hand."""
    game = position.game
    stones = [(str(kind), set_) for kind, set_ in enumerate(game.pieces(position.state))]
    return [*stones, (IN_HAND[position.colour], game.in_hand(position.state))]


def frame(position: Position) -> str:
    """Return a position as one character for every cell."""
    shown: dict[int, str] = {}
    for char, cells in reversed(layers(position)):
        shown |= dict.fromkeys(members(cells), char)
    return "".join(shown.get(cell, EMPTY) for cell in position.game.board.cells)


def character(cell: int, shown: Layers) -> str:
    """Return the character of one cell."""
    return next((char for char, cells in shown if cells >> cell & 1), EMPTY)


def changes(before: Layers, after: Layers) -> dict[int, str]:
    """Return the cells on which something else stands after than before, and what."""
    touched = 0
    for (_, cells), (_, others) in zip(before, after, strict=True):
        touched |= cells ^ others
    found = {cell: character(cell, after) for cell in members(touched)}
    return {cell: char for cell, char in found.items() if char != character(cell, before)}
