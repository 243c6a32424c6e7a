"""A table as a row of 64-bit words: how it crosses into compiled code and is stored in bulk.

First come the fields of the state in order, a set taking as many words as the board needs and an
integer one; then one word for all that the framework adds. With one form for every game, compiled
entry points mention no class of any game file.
"""

from crosscut.core.bits import scramble, words
from crosscut.core.jit import jitable, overload_modules
from crosscut.core.packing import get, get_set, put, put_set
from crosscut.rules.game_state import Table
from crosscut.rules.state_schema import layout

overload_modules.append("crosscut.rules.state_overloads")


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


@jitable
def hash_of(game, now, row):
    """Return a number by which a table can be told from nearly all others; the row is overwritten.

    All its bits are as good as drawn at random.
    """
    pack(game, now, row)
    mixed = scramble(row[0])
    for i in range(1, game._table_words):
        mixed = scramble(mixed ^ row[i]) ^ row[i]
    return mixed
