"""Random games by the hundred million, from any batch of positions."""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core.atomics import add
from crosscut.core.devices.kernel import Kernel
from crosscut.core.jit import jitable
from crosscut.core.rng import stream_state
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.move_code import STUCK
from crosscut.search.playout import (
    DRAWN,
    MOVES,
    MOVES_SQUARED,
    SEAT_0,
    TALLY,
    TURNS,
    UNFINISHED,
    begin_run,
    played_out,
    seat_that_won,
)


class Games(NamedTuple):
    """What random games begin with and what becomes of them."""

    roots: Any
    """[positions, _table_words] the tables at which they begin, unless they are dealt."""
    keys: Any
    """[positions, room] the history of each: how many turns, then their keys."""
    tallies: Any
    """[positions * TALLY] what the games of each position came to."""
    lengths: Any
    """[moves] how many games took so many moves, the last place all longer ones; or empty."""
    owned: Any
    """[positions * kinds * width] in how many games a piece of each kind stood on each cell in the
    end; or empty."""
    seed: int
    first: int
    last: int
    """Games number ``first`` to ``last`` of the seed are played,"""
    each: int
    """so many from each position in turn,"""
    origin: int
    """of which this one is the first game of the first position."""
    dealt: int
    """1 if they start where the game does."""
    limit: int
    """Moves after which a game is given up."""


@jitable
def first_table(game, given, at, rng, work):
    """Return the table at which a random game begins, and restore its history."""
    work.trace[0] = 0
    if given.dealt:
        return table.begin(game, game.deal(rng), work)
    if game.remembers:
        history = given.keys[at]
        work.keys[0] = history[0]
        for i in range(int(history[0])):
            work.keys[i + 1] = history[i + 1]
    return rows.unpack(game, given.roots[at])


@jitable
def play_games(game, thread, threads, given, rng, work):
    """Play every ``threads``-th game from number ``thread`` on and count results and lengths."""
    at, won_0, won_1, drawn, unfinished, moves, turns, squares = -1, 0, 0, 0, 0, 0, 0, 0
    number = given.first + thread
    while number < given.last:
        at = (number - given.origin) // given.each
        rng[0] = stream_state(given.seed, number)
        run = begin_run(first_table(game, given, at, rng, work), STUCK)
        run = played_out(game, run, False, given.limit, rng, work)
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
        squares += run.moves * run.moves
        if len(given.lengths) > 0:
            add(given.lengths, min(run.moves, len(given.lengths) - 1), 1)
        number += threads
        if number >= given.last or (number - given.origin) // given.each != at:
            # what belongs to one position is added in one go: threads wait for each other here
            base = at * TALLY
            add(given.tallies, base + SEAT_0, won_0)
            add(given.tallies, base + SEAT_0 + 1, won_1)
            add(given.tallies, base + DRAWN, drawn)
            add(given.tallies, base + UNFINISHED, unfinished)
            add(given.tallies, base + MOVES, moves)
            add(given.tallies, base + TURNS, turns)
            add(given.tallies, base + MOVES_SQUARED, squares)
            won_0, won_1, drawn, unfinished, moves, turns, squares = 0, 0, 0, 0, 0, 0, 0


GAMES = Kernel(play_games)


@jitable
def own_cells(game, given, at, run, work):
    """Count the pieces on the board at the end of a game."""
    now = run.now
    for i in range(run.rolled):
        tap = work.scratch[i]
        now = table.follow(game, now, game.pass_action if tap < 0 else tap, work)
    kinds = len(game.kinds)
    for kind, cells in enumerate(game.pieces(now.state)):
        base = (at * kinds + kind) * game.width
        for cell in range(game.width):
            if cells & game.board.bit(cell):
                add(given.owned, base + cell, 1)


@jitable
def own_games(game, thread, threads, given, rng, work):
    """Do what `play_games` does, and count the pieces on the board at the end of every game."""
    for number in range(given.first + thread, given.last, threads):
        at = (number - given.origin) // given.each
        rng[0] = stream_state(given.seed, number)
        run = begin_run(first_table(game, given, at, rng, work), STUCK)
        run = played_out(game, run, False, given.limit, rng, work)
        winner = seat_that_won(run)
        place = SEAT_0 + winner
        if winner == DRAW:
            place = DRAWN
        elif winner == NOBODY:
            place = UNFINISHED
        base = at * TALLY
        add(given.tallies, base + place, 1)
        add(given.tallies, base + MOVES, run.moves)
        add(given.tallies, base + TURNS, run.turns)
        add(given.tallies, base + MOVES_SQUARED, run.moves * run.moves)
        if len(given.lengths) > 0:
            add(given.lengths, min(run.moves, len(given.lengths) - 1), 1)
        own_cells(game, given, at, run, work)


OWNED_GAMES = Kernel(own_games)


def sketch(game) -> Games:
    """Return what the kernel is given, with next to nothing in it: enough to compile it."""
    return Games(
        np.zeros((1, game._table_words), np.uint64),
        np.zeros((1, 2), np.uint64),
        np.zeros(TALLY, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.int64),
        seed=0,
        first=0,
        last=0,
        each=1,
        origin=0,
        dealt=1,
        limit=1,
    )
