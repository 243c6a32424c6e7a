"""Keys of positions: 128 bits that all symmetric images of a position have in common.

A key is the smallest of the hashes that a position has under the symmetries of its game. One word
of it finds the place in the table of known positions and the other is stored there whole. So two
positions are taken for one another only if more than 80 bits agree by chance: with a thousand
million positions and a thousand times as many questions, once in some million runs.

A hash is made of what decides how the game goes on. Whose turn it is in the sense of seats is not
among that, as numbers are kept from the view of the player to move.
"""

from crosscut.core import packing
from crosscut.core.bits import MASK, lowest, scramble
from crosscut.core.jit import jitable, separate
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.search.solver.arrays import DRAW_FOR, DRAWS, EXACT


@jitable
def hash_state(game, memory, row):
    """Hash the state in a row under every symmetry into the sums; return the rest of its hash."""
    sums = memory.sums
    colour = memory.colours[packing.get(row, memory.colour_at[0])]
    for i in range(len(sums)):
        sums[i] = colour[i]
    for k in range(len(memory.places)):
        cells = packing.get_set(game, row, memory.places[k])
        while cells:
            signs = memory.signs[k][lowest(cells)]
            cells = cells & (cells - 1)
            for i in range(len(sums)):
                sums[i] ^= signs[i]
    rest = memory.colours[0][0]
    for k in range(len(memory.numbers)):
        rest = scramble(rest ^ row[memory.numbers[k]])
    return rest


@jitable
def key_of(game, memory, row, history):
    """Return the two words of the key of the table in a row that is reached after some history."""
    separate()
    rest = hash_state(game, memory, row)
    now, sums, cursor = rows.unpack(game, row), memory.sums, memory.cursor
    if cursor[EXACT]:
        for i in range(len(sums)):
            sums[i] ^= scramble(history[i])
    low, high = sums[0], sums[1]
    if game.symmetric_taps or now.taps == 0:
        for i in range(2, len(sums), 2):
            if sums[i] < low:
                low, high = sums[i], sums[i + 1]
    about = now.passes << 4
    if now.taps > 0:
        about |= 1
    if table.swap_ahead(game, now):
        about |= (1 + now.turns) << 1
    if cursor[DRAWS] and table.seat_of(now, now.state.colour) == cursor[DRAW_FOR]:
        about |= 8
    packing.put(memory.word, 0, about)
    rest = scramble(rest ^ memory.word[0])
    return scramble(low ^ rest), high ^ scramble(rest ^ memory.colours[1][0])


@jitable
def add_to_history(game, memory, row, before, history):
    """Write the history after a turn that ended with the table in a row.

    It is a sum for each symmetry, so that the order of turns makes no difference.
    """
    rest = hash_state(game, memory, row)
    for i in range(len(history)):
        history[i] = (before[i] + scramble(memory.sums[i] ^ rest)) & MASK
