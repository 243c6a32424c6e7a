"""Integers and sets of cells in rows of 64-bit words, the one form in which data crosses into
compiled code.
"""

from crosscut.core.bits import MASK, WORD, words

PARTS = 32
"""How many threads share the writing of a set where many do: as many as a GPU runs in step."""


HALF = (1 << 32) - 1
"""The lower half of a word."""


def put_set(game, cells: int, row, at: int) -> None:
    """Write a set of cells to a row, from word ``at`` on."""
    for i in range(words(game.width)):
        row[at + i] = cells >> WORD * i & MASK


def get_set(game, row, at: int) -> int:
    """Read a set of cells from a row, from word ``at`` on."""
    return sum(int(row[at + i]) << WORD * i for i in range(words(game.width)))


def spread(game, cells: int, image, part: int | None = None) -> None:
    """Write a set of cells to the beginning of a row of numbers: 1 for each bit in it, else 0.

    With a ``part``, only that one of `PARTS` is written: every so many numbers from there on.
    """
    for i in places(game, part):
        image[i] = cells >> i & 1


def fill(game, value: float, image, part: int | None = None) -> None:
    """Write the same number for every bit of the grid, or for a part of them as `spread` does."""
    for i in places(game, part):
        image[i] = value


def places(game, part: int | None) -> range:
    """Return the bits of the grid, or those of one part."""
    return range(game.width) if part is None else range(part, game.width, PARTS)


def put(row, at: int, value: int) -> None:
    """Write an integer to a row, as two's complement."""
    row[at] = value & MASK


def get(row, at: int) -> int:
    """Read an integer from a row."""
    word = int(row[at])
    return word - (1 << WORD) if word >> (WORD - 1) else word


def get_index(word, size: int) -> int:
    """Return a place in a table of some size for a hash."""
    return int(word) % size


def add_halves(size: int, words, first: int, counts, at: int) -> None:
    """Add both halves of so many words, from word ``first`` on, to as many pairs of numbers."""
    for i in range(size):
        word = words[first + i]
        counts[at + 2 * i] += word & HALF
        counts[at + 2 * i + 1] += word >> 32
