"""Words for what several games forbid."""

from crosscut.bits import lowest
from crosscut.boards.board import Board


def crosscut(board: Board, pieces: tuple[int, ...]) -> str:
    """Say that there is a crosscut, and where the lower left point of the first is, or nothing."""
    stones = board.crosscut_stones(*pieces) | board.crosscut_stones(*pieces[::-1])
    return f"there is a crosscut up and right from {board.name(lowest(stones))}" if stones else ""


def bare_diagonals(board: Board, stones: int) -> str:
    """Say which diagonal pairs of these stones have no stone beside both."""
    pairs = [f"{board.name(low)} and {board.name(high)}" for low, high in board.bare_pairs(stones)]
    return f"leaves {', '.join(pairs)} diagonal with no stone beside both"
