"""Working memory for compiled code, as arrays."""

import numpy as np

from crosscut.game import Game
from crosscut.play.position import Position
from crosscut.rows import pack
from crosscut.table import Work

REMEMBERED = 1024
"""Turns that a search or a playout adds to the history, in games that care; it forgets others."""
DEEPEST_MOVE = 32
"""The most taps of one move that are looked through."""

CACHE_LINES = 256
"""Bytes that a processor may move at once."""


def stack_words(game: Game) -> int:
    """Return the words in a row of the stack: a table, actions still to try, and notes."""
    return game._table_words + 2 * game._set_words + 3


def keys_size(game: Game, earlier: int = 0) -> int:
    """Return the room that a history needs after some earlier turns."""
    return 1 + (earlier + REMEMBERED if game.remembers else 1)


def new_work(
    game: Game, keys: list[int] | None = None, depth: int = DEEPEST_MOVE, trace: int = 0
) -> Work:
    """Return working memory for a search after the turns in ``keys`` that traces so many taps."""
    earlier = keys[: 1 + keys[0]] if keys and game.remembers else [0]
    room = np.zeros(keys_size(game, len(earlier) - 1), np.uint64)
    room[: len(earlier)] = earlier
    return Work(
        room,
        np.zeros(DEEPEST_MOVE, np.int64),
        np.zeros(max(1, game.scratch_size), np.int64),
        np.zeros((depth, stack_words(game)), np.uint64),
        np.zeros(1 + trace, np.int64),
    )


def apart(array: np.ndarray) -> np.ndarray:
    """Return a copy of an array that shares no line of the processor's cache with anything else.

    Threads that write to neighbours on one line slow each other down many times over.
    """
    room = np.zeros(array.nbytes + 2 * CACHE_LINES, np.uint8)
    begin = CACHE_LINES - room.ctypes.data % CACHE_LINES
    copy = room[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def new_rng(state: int = 0) -> np.ndarray:
    """Return room for the state of a random generator."""
    return np.full(1, state, np.uint64)


def packed_position(position: Position) -> np.ndarray:
    """Return the table of a position as a row of words."""
    row = np.zeros(position.game._table_words, np.uint64)
    pack(position.game, position.table, row)
    return row
