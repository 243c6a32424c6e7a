"""Words for what several games forbid."""

from crosscut.boards.board import Board


def bare_diagonals(board: Board, stones: int) -> str:
    """Say which diagonal pairs of these stones have no stone beside both."""
    pairs = [f"{board.name(low)} and {board.name(high)}" for low, high in board.bare_pairs(stones)]
    return f"leaves {', '.join(pairs)} diagonal with no stone beside both"
