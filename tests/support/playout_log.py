"""Random games written down move by move, compiled or interpreted."""

from typing import NamedTuple

import numpy as np

from crosscut.core.arrays import new_rng
from crosscut.core.bits import fingerprint
from crosscut.core.jit import entry, jitable
from crosscut.core.rng import stream_state
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY
from crosscut.rules.move_code import STUCK
from crosscut.rules.workspace_shape import search_work
from crosscut.search.move_stack import pop_action, push
from crosscut.search.playout import play_taps, random_move

NOTHING = -2
"""What stands in a row of moves behind the last one."""


class LogArrays(NamedTuple):
    """What is written down of every game, a row each."""

    moves: np.ndarray
    """[games, moves] the moves as `sample` draws them; `STUCK` ends a game too."""
    choices: np.ndarray
    """[games, moves] how many moves there were to draw from, if they are counted."""
    keys: np.ndarray
    """[games, moves] the hash of what must not come back, after each move."""
    last: np.ndarray
    """[games, words] the table at the end."""


@jitable
def count_moves(game, now, work):
    """Return how many moves there are."""
    found, level = 0, 0
    cells, extras = table.choices(game, now, work)
    push(game, work.stack[0], now, cells, game.board.none, extras)
    while level >= 0:
        row = work.stack[level]
        action = pop_action(game, row)
        if action < 0:
            level -= 1
            continue
        after = table.play(game, rows.unpack(game, row), action, work)
        if table.mid_move(game, after):
            cells, extras = table.choices(game, after, work)
            level += 1
            push(game, work.stack[level], after, cells, game.board.none, extras)
        else:
            found += 1
    return found


@entry
def log_games(game, root, deal, counting, games, seed, books, rng, work):
    """Play random games from a table, or from the game's own start, and write them down."""
    for i in range(games):
        rng[0] = stream_state(seed, i)
        work.keys[0] = 0
        now = rows.unpack(game, root)
        if deal:
            now = table.begin(game, game.deal(rng), work)
        moves, choices, keys = books.moves[i], books.choices[i], books.keys[i]
        made = 0
        while now.winner == NOBODY and made < len(moves):
            if counting:
                choices[made] = count_moves(game, now, work)
            move = random_move(game, now, rng, work)
            moves[made] = move
            if move == STUCK:
                break
            now = play_taps(game, now, move, work)
            keys[made] = fingerprint(game.key(now.state))
            made += 1
        rows.pack(game, now, books.last[i])


def playout_log(game, games, seed=0, deal=True, counting=False, interpreted=False):
    """Return random games written down."""
    longest = 3 * game.width
    books = LogArrays(
        np.full((games, longest), NOTHING, np.int64),
        np.zeros((games, longest), np.int64),
        np.zeros((games, longest), np.uint64),
        np.zeros((games, game._table_words), np.uint64),
    )
    call = log_games.interpreted if interpreted else log_games
    root = game.position().packed()
    call(game, root, deal, counting, games, seed, books, new_rng(), search_work(game))
    return books
