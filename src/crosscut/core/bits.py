"""Sets of cells as integers: bit ``c`` is set when cell ``c`` is in the set.

Interpreted, a set is a plain ``int`` and Python's own operators do the work. Compiled, the same
source runs on a row of 64-bit words (``crosscut.core.compiler.bits_type``), which knows every
operator of ``int`` that makes sense for a set: ``& | ^ ~ + - << >>``, comparisons and truth.

The two agree as long as a result that may reach beyond the board (``<<``, ``~``, ``-``) is masked
with the board before it is looked at, and beside a set stands another set or a written-out number
that is not negative: ``board.bit(cell)``, never ``1 << cell``. The functions below are those that
operators do not cover.
"""

from collections.abc import Callable

WORD = 64
MASK = (1 << WORD) - 1


class Bits(int):
    """Mark an integer as a set of cells, so that compiled code stores it as words.

    Constants of boards and games are made with it, and it annotates the fields of a state.
    Arithmetic on it gives plain integers, so it costs nothing in the interpreter.
    """

    __slots__ = ()


def words(width: int) -> int:
    """Return the number of 64-bit words that hold a set of ``width`` cells."""
    return max(1, -(-width // WORD))


def count(cells: int) -> int:
    """Return the number of cells in the set."""
    return cells.bit_count()


def lowest(cells: int) -> int:
    """Return the lowest cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def nth(cells: int, k: int) -> int:
    """Return the k-th cell of the set in ascending order, counting from 0, for k < count."""
    below = 0
    span = cells.bit_length()
    while span > 1:  # halve the stretch that holds the cell looked for
        half = span // 2
        low = cells & ((1 << half) - 1)
        found = low.bit_count()
        if k < found:
            cells, span = low, half
        else:
            cells, span, below, k = cells >> half, span - half, below + half, k - found
    return below


def bit(like: int, cell: int) -> int:
    """Return the set holding just ``cell``; ``like`` is any set of the same board."""
    return 1 << cell


def digest(cells: int) -> int:
    """Return a 64-bit hash of the set, or of any integer, that does not depend on its width."""
    total = 0
    weight = 1
    if cells < 0:
        cells &= MASK
    while cells:
        total += scramble(cells & MASK) * weight
        cells >>= WORD
        weight *= WEIGHT
    return total & MASK


def scramble(word: int) -> int:
    """Mix the bits of a 64-bit word so that every bit depends on all others; 0 stays 0."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


WEIGHT = 0x9E3779B97F4A7C15
"""The odd 64-bit number nearest to 2**64 divided by the golden ratio."""


def fingerprint(key: tuple) -> int:
    """Return a 64-bit hash of a tuple of sets and integers, the same compiled and interpreted."""
    total = 0
    for value in key:
        total = scramble((total + WEIGHT) & MASK)
        total = (total + digest(value)) & MASK
    return total


def least(pieces: int, holds: Callable[[int], bool]) -> int:
    """Return as few of some pieces as still do what is asked for; none if all do not."""
    if not holds(pieces):
        return 0
    rest = pieces
    while rest:
        piece = rest & -rest
        rest ^= piece
        if holds(pieces ^ piece):
            pieces ^= piece
    return pieces
