"""Looking for a short game in which both sides help: what worked is tried again, and varied.

Taps are drawn by lot. At first every legal tap has one ticket. After every round of games the taps
of the shortest game so far get one ticket more, so that the next round plays variations of it.
Everything is whole numbers, so that a seed gives the same game everywhere.
"""

import numpy as np

from crosscut.core.arrays import new_rng
from crosscut.core.jit import entry, jitable
from crosscut.core.rng import below, stream_state
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY
from crosscut.rules.workspace_shape import search_work
from crosscut.search.move_stack import take_first
from crosscut.search.playout import LONG_MOVE, playout_limit

NO_TAP = -1
ROUNDS = 200
"""How often the games drawn so far are looked at, to see which one was shortest."""


@jitable
def row_of(now):
    """Return the row of tickets for who is to move; a turn that has begun has a row of its own."""
    return 2 * table.seat_of(now, now.state.colour) + (1 if now.taps > 0 else 0)


@jitable
def drawn_tap(game, now, tickets, rng, work):
    """Draw a legal tap, each with a chance in proportion to its tickets, or return `NO_TAP`."""
    legal, options = table.choices(game, now, work)
    mine, total = tickets[row_of(now)], 0
    cells, extras = legal, options
    while extras != 0 or cells:
        action, cells, extras = take_first(game, cells, extras)
        total += mine[action]
    if total == 0:
        return NO_TAP
    left = below(rng, total)
    action, cells, extras = take_first(game, legal, options)
    while left >= mine[action]:
        left -= mine[action]
        action, cells, extras = take_first(game, cells, extras)
    return action


@jitable
def drawn_game(game, root, tickets, most, taps, rng, work):
    """Draw a game and write its taps, their number first; return its moves, or more than ``most``.

    As soon as there are more than that it is given up.
    """
    now, moves, made = rows.unpack(game, root), 0, 0
    while now.winner == NOBODY:
        action = drawn_tap(game, now, tickets, rng, work)
        if action == NO_TAP:
            break  # being stuck has ended it
        made += 1
        if moves == most or made == len(taps):
            return most + 1
        taps[made] = action
        now = table.follow(game, now, action, work)
        if not table.mid_move(game, now):
            moves += 1
    taps[0] = made
    return moves


@jitable
def reward(game, root, taps, tickets, work):
    """Give one more ticket to each tap of a game."""
    now = rows.unpack(game, root)
    for i in range(1, 1 + taps[0]):
        mine = tickets[row_of(now)]
        mine[taps[i]] += 1
        now = table.follow(game, now, taps[i], work)


@entry
def shorten(game, root, tickets, most, games, best, tried, rng, work):
    """Draw some games of at most ``most`` moves and return the moves of the shortest, or ``most``.

    Its taps are in ``best``, their number first. It makes way for one that is as short, so that the
    search moves on.
    """
    history = work.keys[0]
    for _ in range(games):
        moves = drawn_game(game, root, tickets, most, tried, rng, work)
        work.keys[0] = history
        if moves <= most:
            most = moves
            for i in range(1 + tried[0]):
                best[i] = tried[i]
    reward(game, root, best, tickets, work)
    work.keys[0] = history
    return most


def short_game(position: Position, games: int, seed: int = 0) -> list[int]:
    """Return the taps of the shortest game in moves that was found among so many drawn ones.

    None are returned if not one of them came to an end.
    """
    game = position.game
    most = playout_limit(game)
    best, tried = np.zeros((2, 1 + LONG_MOVE * most), np.int64)
    tickets = np.ones((4, game.actions), np.int64)
    root, work = position.packed(), search_work(game, position.keys)
    rng = new_rng(stream_state(seed, 0))
    for _ in range(ROUNDS):
        most = shorten(game, root, tickets, most, -(-games // ROUNDS), best, tried, rng, work)
    return best[1 : 1 + best[0]].tolist()
