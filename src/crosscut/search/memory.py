"""Working memory for compiled code, as arrays."""

import numpy as np

from crosscut.bits import words
from crosscut.game import Game
from crosscut.play.position import Position
from crosscut.rows import pack
from crosscut.table import Table, Work

REMEMBERED = 1024
"""Turns of history that a search or a playout looks back on, in games that care."""
DEEPEST_MOVE = 32
"""The most taps that one move may take."""


def stack_words(game: Game) -> int:
    """Return the words in a row of the stack: a table, actions still to try, and notes."""
    return game.table_words + 2 * words(game.width) + 3


def new_work(game: Game, keys: list[int] | None = None, depth: int = DEEPEST_MOVE) -> Work:
    """Return working memory for a search that starts after the turns in ``keys``."""
    remembers = game.forbids_repeats or game.draws_repeats
    room = np.zeros(1 + (REMEMBERED if remembers else 1), np.uint64)
    if keys and remembers:
        recent = keys[1 : 1 + keys[0]][-REMEMBERED:]
        room[1 : 1 + len(recent)] = recent
        room[0] = len(recent)
    return Work(
        room,
        np.zeros(max(1, game.scratch_size), np.int64),
        np.zeros((depth, stack_words(game)), np.uint64),
    )


def new_rng(state: int = 0) -> np.ndarray:
    """Return room for the state of a random generator."""
    return np.full(1, state, np.uint64)


def packed(game: Game, table: Table) -> np.ndarray:
    """Return a table as a row of words."""
    row = np.zeros(game.table_words, np.uint64)
    pack(game, table, row)
    return row


def packed_position(position: Position) -> np.ndarray:
    """Return the table of a position as a row of words."""
    return packed(position.game, position.table)
