"""What is counted of positions: where pieces stand, and a number that tells them apart."""

from crosscut import rows
from crosscut.bits import scramble
from crosscut.kernel import jitable


@jitable
def occupied(game, state):
    """Return the cells on which a piece stands."""
    cells = game.board.none
    for stones in game.pieces(state):
        cells = cells | stones
    return cells


@jitable
def hash_of(game, now, row):
    """Return a number by which a table can be told from nearly all others; the row is overwritten.

    All its bits are as good as drawn at random.
    """
    rows.pack(game, now, row)
    mixed = scramble(row[0])
    for i in range(1, game._table_words):
        mixed = scramble(mixed ^ row[i]) ^ row[i]
    return mixed
