"""A table as a row of 64-bit words: how it crosses into compiled code and is stored in bulk.

First come the fields of the state in order, a set taking as many words as the board needs and an
integer one; then one word for all that the framework adds. With one form for every game, compiled
entry points mention no class of any game file.
"""

from crosscut.bits import MASK, WORD, words
from crosscut.layout import layout
from crosscut.table import Table

PARTS = 32
"""How many threads share the writing of a set where many do: as many as a GPU runs in step."""


def pack(game, table: Table, row) -> None:
    """Write a table into the beginning of a row."""
    _, sets = layout(type(game))
    at = 0
    for value, is_set in zip(table.state, sets, strict=True):
        if is_set:
            put_set(game, value, row, at)
        else:
            put(row, at, value)
        at += words(game.width) if is_set else 1
    put(row, at, framework_word(table))


def unpack(game, row) -> Table:
    """Read a table from the beginning of a row."""
    state_class, sets = layout(type(game))
    at, values = 0, []
    for is_set in sets:
        values.append(get_set(game, row, at) if is_set else get(row, at))
        at += words(game.width) if is_set else 1
    return framework_fields(state_class(*values), get(row, at))


HALF = (1 << 32) - 1
"""The lower half of a word."""


def framework_word(table: Table) -> int:
    """Return the word that holds what the framework adds to a state."""
    return (
        table.turns
        | table.passes << 8
        | table.swapped << 16
        | (table.winner + 1) << 24
        | table.taps << 32
    )


def framework_fields(state, word: int) -> Table:
    """Return the table of a state and the word that `framework_word` made."""
    return Table(
        state,
        word & 255,
        word >> 32,
        word >> 8 & 255,
        word >> 16 & 255,
        (word >> 24 & 255) - 1,
    )


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
