"""Leaves of a tree played out on a GPU: many random games from each of many positions.

Leaves come in parts. The first row of words of a part tells how many there are and the number of
the first game. Each other row holds a leaf: its table, the last tap made, and in games that care
its history. What is found there is a row too: the points of the first seat (2 a win, 1 a draw),
then for every tap as `crosscut.rules.game_state.note` numbers it in how many games it was made, and
from bit 32 on what its seat won in them.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core import packing
from crosscut.core.atomics import add
from crosscut.core.bits import lowest
from crosscut.core.devices.kernel import Kernel
from crosscut.core.jit import jitable
from crosscut.core.rng import stream_state
from crosscut.rules import state_packing as rows
from crosscut.rules.game import Game
from crosscut.rules.game_state import seat_of
from crosscut.search.playout import (
    begin_run,
    one_move,
    points_of,
    roll_out,
    rolls_out,
    seat_that_won,
)

TAPS = 8
"""Taps of a move that are written down; more than a sampled move has."""
COUNT, FIRST = 0, 1
"""What stands in the first row."""
SEEN, POINTS = 1, 1 << 32
"""One game, and one point, in the word of a tap."""


class Leaves(NamedTuple):
    """What games begin with and what becomes of them."""

    rows: Any
    """[parts, 1 + leaves, `row_words`] how many there are, and the leaves."""
    found: Any
    """[parts * leaves * `found_words`] what their games came to."""
    seed: int
    each: int
    """Games from each leaf, one by each thread."""
    leaves: int
    """Leaves of each part, at most."""
    limit: int
    """Moves after which a game is given up."""


def row_words(game: Game, earlier: int = 0) -> int:
    """Return the words of a leaf that has so many turns behind it, at most."""
    return game._table_words + 1 + (1 + earlier if game.remembers else 0)


def found_words(game: Game) -> int:
    """Return the words of what is found at a leaf."""
    return 1 + 2 * game.actions


@jitable
def count_cells(given, base, cells, points):
    """Count a game for each of the cells that a seat has tapped in it."""
    while cells:
        add(given.found, base + lowest(cells), SEEN + points * POINTS)
        cells = cells & (cells - 1)


@jitable
def play_leaf(game, thread, threads, given, rng, work):
    """Play one random game from a leaf, and count who won and where both seats have tapped."""
    leaf = thread // given.each
    part, place = given.rows[leaf // given.leaves], leaf % given.leaves
    if place >= packing.get(part[0], COUNT):
        return
    row = part[1 + place]
    number = place * given.each + thread % given.each
    rng[0] = stream_state(given.seed, packing.get(part[0], FIRST) + number)
    work.keys[0] = 0
    if game.remembers:
        history = game._table_words + 1
        work.keys[0] = row[history]
        for i in range(1, int(row[history]) + 1):
            work.keys[i] = row[history + i]
    run = begin_run(rows.unpack(game, row), packing.get(row, game._table_words))
    firsts, seconds = game.board.none, game.board.none
    while not run.over:
        work.trace[0] = 0
        if rolls_out(game, run):
            run = roll_out(game, run, rng, work)
            seat = seat_of(run.now, run.now.state.colour)
            for i in range(run.rolled):
                tap = work.scratch[i]
                if tap >= 0:
                    if seat ^ i & 1:
                        seconds = seconds | game.board.bit(tap)
                    else:
                        firsts = firsts | game.board.bit(tap)
        else:
            run = one_move(game, run, False, given.limit, rng, work)
            for i in range(1, int(work.trace[0]) + 1):
                tap = work.trace[i]
                if tap < game.width:
                    firsts = firsts | game.board.bit(tap)
                elif game.actions <= tap < game.actions + game.width:
                    seconds = seconds | game.board.bit(tap - game.actions)
    winner, base = seat_that_won(run), leaf * (1 + 2 * game.actions)
    add(given.found, base, points_of(winner, 0))
    count_cells(given, base + 1, firsts, points_of(winner, 0))
    count_cells(given, base + 1 + game.actions, seconds, points_of(winner, 1))


LEAVES = Kernel(play_leaf, trace=lambda game: TAPS)


def sketch(game: Game) -> Leaves:
    """Return what the kernel is given, with next to nothing in it: enough to compile it."""
    return Leaves(
        np.zeros((1, 2, row_words(game)), np.uint64),
        np.zeros(found_words(game), np.int64),
        seed=0,
        each=1,
        leaves=1,
        limit=1,
    )
