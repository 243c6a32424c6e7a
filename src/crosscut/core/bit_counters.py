"""Crowds: cells that count several times, at most 15 each, as four sets of binary digits.

A cell that counts five times is in the sets of the ones and of the fours.
"""

from crosscut.core.bits import Bits, count, nth
from crosscut.core.jit import jitable

Crowd = tuple[Bits, Bits, Bits, Bits]


@jitable
def within(crowd: Crowd, cells: Bits) -> Crowd:
    """Return those of a crowd that are among some cells."""
    ones, twos, fours, eights = crowd
    return ones & cells, twos & cells, fours & cells, eights & cells


@jitable
def size(crowd: Crowd) -> int:
    """Return how often all cells count together."""
    ones, twos, fours, eights = crowd
    return count(ones) + 2 * count(twos) + 4 * count(fours) + 8 * count(eights)


@jitable
def member(crowd: Crowd, k: int) -> int:
    """Return the cell at place k < size, where every cell has as many places as it counts."""
    ones, twos, fours, eights = crowd
    cells, digit = ones, 0
    if k >= count(ones):
        k, cells, digit = k - count(ones), twos, 1
        if k >= 2 * count(twos):
            k, cells, digit = k - 2 * count(twos), fours, 2
            if k >= 4 * count(fours):
                k, cells, digit = k - 4 * count(fours), eights, 3
    return nth(cells, k >> digit)
