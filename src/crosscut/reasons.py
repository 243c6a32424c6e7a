"""Words for what several games forbid."""

from crosscut.boards.board import Board, members


def crosscut(board: Board, pieces: tuple[int, ...]) -> str:
    """Say that there is a crosscut, and where, or nothing."""
    black = members(board.crosscut_stones(*pieces))
    white = members(board.crosscut_stones(*pieces[::-1]))
    if not black:
        return ""
    names = ", ".join(board.name(cell) for cell in sorted(black + white))
    return f"there is a crosscut among {names}"


def bare_diagonals(board: Board, stones: int) -> str:
    """Say which diagonal pairs of these stones have no stone beside both."""
    pairs = [f"{board.name(low)} and {board.name(high)}" for low, high in board.bare_pairs(stones)]
    return f"leaves {', '.join(pairs)} diagonal with no stone beside both"
