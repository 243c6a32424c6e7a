"""Playouts compiled for a GPU, without one being there: a guard against rules that drift away."""

from collections.abc import Callable
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
from numba import cuda, types
from numba.cuda import dispatcher

from crosscut import table
from crosscut.game import Game
from crosscut.rng import stream_state
from crosscut.sampled import STUCK
from crosscut.search.memory import DEEPEST_MOVE, keys_size, stack_words
from crosscut.search.random_play import playout, playout_limit
from crosscut.table import Work

CAPABILITY = (9, 0)
"""The generation of cards compiled for; any that a current compiler knows will do."""


@contextmanager
def pretended_device(capability: tuple[int, int]):
    """Let the compiler ask for the current device where there is none."""
    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real


def playout_kernel(game: Game) -> Callable:
    """Return a kernel, not yet compiled: thread i plays random game number i of a seed."""
    history = keys_size(game)
    scratch_size = max(1, game.scratch_size)
    stack_shape = (DEEPEST_MOVE, stack_words(game))
    limit = playout_limit(game)

    def kernel(winners, lengths, seed):
        i = cuda.grid(1)
        if i < winners.size:
            rng = cuda.local.array(1, np.uint64)
            keys = cuda.local.array(history, np.uint64)
            path = cuda.local.array(DEEPEST_MOVE, np.int64)
            scratch = cuda.local.array(scratch_size, np.int64)
            stack = cuda.local.array(stack_shape, np.uint64)
            rng[0] = stream_state(seed, i)
            trace = cuda.local.array(1, np.int64)
            work = Work(keys, path, scratch, stack, trace)
            start = table.begin(game, game.deal(rng), work)
            winner, moves, _ = playout(game, start, False, STUCK, limit, rng, work)
            winners[i] = winner
            lengths[i] = moves

    return kernel


def playout_ptx(game: Game, capability: tuple[int, int] = CAPABILITY) -> str:
    """Return the kernel of a game in the GPU's assembly language."""
    signature = types.void(types.int8[:], types.int32[:], types.uint64)
    with pretended_device(capability):
        text, _ = cuda.compile_ptx(playout_kernel(game), signature, cc=capability)
    return text
