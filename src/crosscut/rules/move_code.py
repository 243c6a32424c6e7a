"""Moves that a game draws at random: the taps of a move in one integer."""

from crosscut.core.jit import jitable

STUCK = -1
"""What `sample` returns when there is no legal move."""
TAP_BITS = 12
"""The bits that a tap takes in a sampled move."""
TAP_MASK = (1 << TAP_BITS) - 1
MOST_TAPS = 5
"""The taps of a sampled move; of a longer one `sample` returns the first so many."""


@jitable
def then(first: int, second: int) -> int:
    """Return the sampled move that makes one tap and then another."""
    return and_then(first, 1, second)


@jitable
def and_then(move: int, taps: int, another: int) -> int:
    """Return a sampled move of some taps with another one added; there is room for `MOST_TAPS`."""
    return move | (another + 1) << TAP_BITS * taps
