"""What symmetries of a game take to each other: cells in the same orbit, equal lines of play."""

from collections.abc import Sequence

import numpy as np

from crosscut.rules.game import Game

Line = tuple[tuple[int, ...], ...]
"""The taps of every move."""
EXPLAINED = (
    "Boards are turned and mirrored in all ways that the game declares to change nothing and that "
    "leave its start and its colours as they are; what such a way takes to each other is counted "
    "together"
)
"""For the formula of a measure that pools by symmetry."""


def ways(game: Game) -> list[np.ndarray]:
    """Return where each tap goes under every symmetry that keeps the start, the identity first.

    A start that is dealt is kept by none; nor is one counted where turned taps need not be legal in
    the same order.
    """
    kept = game.symmetries
    if game.has_deal or not game.symmetric_taps:
        kept = kept[:1]
    start = game.start()
    found = []
    for way in kept:
        if not way.exchange and way.state(game, start) == start:
            image = np.arange(game.actions)
            image[: len(way.image)] = way.image
            found.append(image)
    return found


def orbits(game: Game) -> list[tuple[int, ...]]:
    """Return the cells of the board in groups, each of those that symmetries take to each other."""
    images = ways(game)
    found = {tuple(sorted({int(image[cell]) for image in images})) for cell in game.board.cells}
    return sorted(found)


def canonical(taps: Sequence[int], move_ends: Sequence[int], images: Sequence[np.ndarray]) -> Line:
    """Return the least of all lines that symmetries make of one, move by move.

    Two lines with equal beginnings, but for a symmetry, have the same least beginning.
    """
    played = np.array(taps, int)
    begins = [0, *move_ends[:-1]]
    turned = (image[played].tolist() for image in images)
    return min(
        tuple(tuple(line[a:b]) for a, b in zip(begins, move_ends, strict=True)) for line in turned
    )
