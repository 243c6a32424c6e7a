"""What random play can tell at scale: who wins, how long games are, where pieces stand, and how
many positions there are.

Games are played move by move, because a game's own rollout shows no positions; they are the same
games. Positions are too many to keep. Of all of them those are kept whose hash is small enough,
which one position in 2**k is, whoever finds it and how often: what is true of them is true of all,
and k is as small as room allows. So neither the device nor how games are dealt out to threads and
slices changes a figure.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core import packing
from crosscut.core.atomics import add, settle
from crosscut.core.bits import count
from crosscut.core.devices.kernel import Kernel
from crosscut.core.jit import jitable
from crosscut.core.rng import stream_state
from crosscut.rules import game_state as table
from crosscut.rules.game import DRAW, Game
from crosscut.rules.game_state import occupied
from crosscut.rules.move_code import STUCK
from crosscut.rules.state_packing import hash_of
from crosscut.search.playout import begin_run, one_move, playout_limit, seat_that_won

WON_0, WON_1, DRAWN, UNFINISHED, MOVES, TURNS, EVER, LAST = range(8)
"""What is summed up over games: results, moves, turns, and the cells that were occupied at some
time and in the end."""
SQUARED = 4
"""How much further the squares of the last four are summed up."""
SUMS = LAST + SQUARED + 1
PLANES = 8
"""Bits of the counters of cells that a thread keeps to itself."""
MOST_HELD = (1 << PLANES) - 1
FOUND, LOST = range(2)
"""Distinct positions that were kept, and such for which there was no room."""
BUCKET = 1 << 48
"""What the first bucket of a position is multiplied by before its occurrences are added."""


class Survey(NamedTuple):
    """What is gathered from random games."""

    sums: Any
    """[SUMS]"""
    lengths: Any
    """[limit + 1] how many games took so many moves."""
    cells: Any
    """[2 * width] in how many games each cell was occupied at some time; then, in the end."""
    planes: Any
    """[threads, 2 * PLANES * _set_words] the same, not yet added, of each thread: the i-th set
    holds the cells whose count has bit i."""
    hashes: Any
    """[slots] a hash table of positions; 0 is an empty slot."""
    counts: Any
    """[slots] how often each position occurred, and `BUCKET` times the bucket it was first in."""
    places: Any
    """[2] how many slots are taken: see `FOUND`."""
    greatest: Any
    """[1] the greatest hash of a position that is kept."""
    seed: int
    first: int
    last: int
    """Games number ``first`` to ``last`` of the seed are played,"""
    bucket: int
    """all of them in this bucket."""
    limit: int
    """Moves after which a game is given up."""


@jitable
def first_run(game, given, number, rng, work):
    """Return the run of a random game from the game's own start."""
    rng[0] = stream_state(given.seed, number)
    work.trace[0] = 0
    return begin_run(table.begin(game, game.deal(rng), work), STUCK)


@jitable
def survey_games(game, thread, threads, given, rng, work):
    """Play every ``threads``-th game from number ``thread`` on and gather what it shows."""
    number = given.first + thread
    if number >= given.last:
        return
    planes = given.planes[thread]
    won_0, won_1, drawn, unfinished, moves, turns = 0, 0, 0, 0, 0, 0
    ever, last, held = 0, 0, 0
    moves_squared, turns_squared, ever_squared, last_squared = 0, 0, 0, 0
    run = first_run(game, given, number, rng, work)
    seen = occupied(game, run.now.state)
    while True:
        if not run.over:
            before = run.moves
            run = one_move(game, run, False, given.limit, rng, work)
            if run.moves > before:
                seen = seen | occupied(game, run.now.state)
                keep_position(given, hash_of(game, run.now, work.stack[0]))
            continue
        winner = seat_that_won(run)
        if winner == 0:
            won_0 += 1
        elif winner == 1:
            won_1 += 1
        elif winner == DRAW:
            drawn += 1
        else:
            unfinished += 1
        moves += run.moves
        turns += run.turns
        moves_squared += run.moves * run.moves
        turns_squared += run.turns * run.turns
        add(given.lengths, min(run.moves, given.limit), 1)
        stand = occupied(game, run.now.state)
        n, m = count(seen), count(stand)
        ever += n
        ever_squared += n * n
        last += m
        last_squared += m * m
        count_cells(game, planes, 0, seen)
        count_cells(game, planes, PLANES, stand)
        held += 1
        if held == MOST_HELD:
            add_cells(game, thread, given)
            held = 0
        number += threads
        if number >= given.last:
            break
        run = first_run(game, given, number, rng, work)
        seen = occupied(game, run.now.state)
    add_cells(game, thread, given)
    add(given.sums, WON_0, won_0)
    add(given.sums, WON_1, won_1)
    add(given.sums, DRAWN, drawn)
    add(given.sums, UNFINISHED, unfinished)
    add(given.sums, MOVES, moves)
    add(given.sums, TURNS, turns)
    add(given.sums, EVER, ever)
    add(given.sums, LAST, last)
    add(given.sums, MOVES + SQUARED, moves_squared)
    add(given.sums, TURNS + SQUARED, turns_squared)
    add(given.sums, EVER + SQUARED, ever_squared)
    add(given.sums, LAST + SQUARED, last_squared)


@jitable
def count_cells(game, planes, plane, cells):
    """Add 1 to the counters of some cells, all at once: a carry goes from plane to plane."""
    while cells:
        at = plane * game._set_words
        held = packing.get_set(game, planes, at)
        packing.put_set(game, held ^ cells, planes, at)
        cells = held & cells
        plane += 1


@jitable
def add_cells(game, thread, given):
    """Add the counters of a thread to those of all, and clear them."""
    planes = given.planes[thread]
    for kind in range(2):
        for i in range(game.width):
            cell = (i + thread) % game.width  # so that neighbours do not wait for each other
            total = 0
            for plane in range(PLANES):
                at = (kind * PLANES + plane) * game._set_words
                if packing.get_set(game, planes, at) & game.board.bit(cell):
                    total += 1 << plane
            if total:
                add(given.cells, kind * game.width + cell, total)
    for plane in range(2 * PLANES):
        packing.put_set(game, game.board.none, planes, plane * game._set_words)


@jitable
def keep_position(given, mark):
    """Count a position, if its hash is one of those that are kept."""
    if mark > given.greatest[0]:
        return
    slots = len(given.hashes)
    at = packing.get_index(mark, slots)
    for _ in range(slots):
        there = given.hashes[at]
        if there == 0:  # perhaps no longer
            there = settle(given.hashes, at, mark)
        if there == 0:
            add(given.places, FOUND, 1)
            add(given.counts, at, given.bucket * BUCKET + 1)
            return
        if there == mark:
            add(given.counts, at, 1)
            return
        at = (at + 1) % slots
    add(given.places, LOST, 1)


SURVEY = Kernel(survey_games)


def gathering(game: Game, device, threads: int, slots: int, seed: int) -> Survey:
    """Return room on a device for all that so many threads gather."""
    limit = playout_limit(game)
    return Survey(
        device.array(SUMS, np.int64),
        device.array(limit + 1, np.int64),
        device.array(2 * game.width, np.int64),
        device.array((threads, 2 * PLANES * game._set_words), np.uint64),
        device.array(slots, np.uint64),
        device.array(slots, np.int64),
        device.array(2, np.int64),
        device.array(1, np.uint64),
        seed=seed,
        first=0,
        last=0,
        bucket=0,
        limit=limit,
    )
