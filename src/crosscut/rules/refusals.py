"""Words for what games forbid."""

from crosscut.core.bits import lowest
from crosscut.rules.boards import Board, Hexagon
from crosscut.rules.games import _snakes as snakes


def crosscut(board: Board, pieces: tuple[int, ...]) -> str:
    """Say that there is a crosscut, and where the lower left point of the first is, or nothing."""
    stones = board.crosscut_stones(*pieces) | board.crosscut_stones(*pieces[::-1])
    return f"there is a crosscut up and right from {board.name(lowest(stones))}" if stones else ""


def bare_diagonals(board: Board, stones: int) -> str:
    """Say which diagonal pairs of these stones have no stone beside both."""
    pairs = [f"{board.name(low)} and {board.name(high)}" for low, high in board.bare_pairs(stones)]
    return f"leaves {', '.join(pairs)} diagonal with no stone beside both"


def chains(board: Hexagon, stones: int) -> str:
    """Return the cells of snakes and eggs, each from one end to the other."""
    groups = snakes.groups(board, stones)
    return " and ".join("-".join(map(board.name, snakes.in_order(board, g))) for g in groups)


def immobility(board: Hexagon, stones: int, free: int, stone: int) -> str:
    """Say why a stone cannot be lifted to let its snake crawl."""
    tails, other = snakes.tails(board, stones, free), snakes.other_end(board, stones, stone)
    if not stone & snakes.ways(board, stones, free)[0]:
        return "only the tail of a snake is lifted"
    if not other:
        return "an egg does not crawl"
    if stone & tails:
        return f"it finds no legal cell beside the head, {chains(board, other)}"
    if other & tails:
        return f"it is the head of its snake; the tail is {chains(board, other)}"
    return "its snake has no survival path, so it has neither head nor tail"
