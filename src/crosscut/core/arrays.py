"""Arrays that threads write to."""

import numpy as np

from crosscut.core.workspace import Room, Work

CACHE_LINES = 256
"""Bytes that a processor may move at once."""


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


def new_work(room: Room) -> Work:
    """Return working memory of some size, as arrays."""
    return Work(
        np.zeros(room.keys, np.uint64),
        np.zeros(room.path, np.int64),
        np.zeros(room.scratch, np.int64),
        np.zeros(room.stack, np.uint64),
        np.zeros(room.trace, np.int64),
    )
