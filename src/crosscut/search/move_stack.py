"""A stack of tables with the actions still to try at each: how compiled code goes through moves.

Rules and searches never recurse, so that they compile everywhere. A row of the stack holds a table,
the cells and extras still to try, cells to try after all others, and two notes of the searcher.
"""

from crosscut.core import packing
from crosscut.core.bits import lowest
from crosscut.core.jit import jitable
from crosscut.rules import state_packing as rows


@jitable
def take_first(game, cells, extras):
    """Return the first of some actions, and what is left of the two sets."""
    if cells:
        return lowest(cells), cells & (cells - 1), extras
    number = 0
    while not extras >> number & 1:
        number += 1
    return game.width + number, cells, extras & (extras - 1)


@jitable
def push(game, row, now, cells, later, extras):
    """Write a table and the actions to try there to a row."""
    rows.pack(game, now, row)
    keep(game, row, cells, extras)
    packing.put_set(game, later, row, game._table_words + game._set_words + 1)


@jitable
def keep(game, row, cells, extras):
    """Write the actions still to try to a row."""
    packing.put_set(game, cells, row, game._table_words)
    packing.put(row, game._table_words + game._set_words, extras)


@jitable
def pop_action(game, row):
    """Take the next action to try from a row and return it, or -1 if there is none left."""
    cells = packing.get_set(game, row, game._table_words)
    extras = packing.get(row, game._table_words + game._set_words)
    if extras == 0 and not cells:
        at = game._table_words + game._set_words + 1
        cells = packing.get_set(game, row, at)
        if not cells:
            return -1
        packing.put_set(game, game.board.none, row, at)
    action, cells, extras = take_first(game, cells, extras)
    keep(game, row, cells, extras)
    return action


@jitable
def note_place(game, number):
    """Return where in a row the searcher's note number 0 or 1 stands."""
    return game._table_words + 2 * game._set_words + 1 + number
