"""How much working memory a game needs."""

from crosscut.core.arrays import new_work
from crosscut.core.devices.kernel import Kernel
from crosscut.core.workspace import Room, Work
from crosscut.rules.game import Game

REMEMBERED = 1024
"""Turns that a search or a playout adds to the history, in games that care; it forgets others."""


DEEPEST_MOVE = 32
"""The most taps of one move that are looked through."""


def stack_words(game: Game) -> int:
    """Return the words in a row of the stack: a table, actions still to try, and notes."""
    return game._table_words + 2 * game._set_words + 3


def keys_size(game: Game, earlier: int = 0) -> int:
    """Return the room that a history needs after some earlier turns."""
    return 1 + (earlier + REMEMBERED if game.remembers else 1)


def search_work(
    game: Game, keys: list[int] | None = None, depth: int = DEEPEST_MOVE, trace: int = 0
) -> Work:
    """Return working memory for a search after the turns in ``keys`` that traces so many taps."""
    earlier = keys[: 1 + keys[0]] if keys and game.remembers else [0]
    work = new_work(
        Room(
            keys_size(game, len(earlier) - 1),
            DEEPEST_MOVE,
            max(1, game.scratch_size),
            (depth, stack_words(game)),
            1 + trace,
        )
    )
    work.keys[: len(earlier)] = earlier
    return work


ROUND = 256
"""Room for earlier turns is a multiple of this, so that few kernels serve all lengths of games."""


def room_for(game: Game, kernel: Kernel, earlier: int = 0) -> Room:
    """Return the working memory of a thread after so many earlier turns at most."""
    earlier = -(-earlier // ROUND) * ROUND
    return Room(
        keys_size(game, earlier),
        DEEPEST_MOVE,
        max(1, game.scratch_size),
        (DEEPEST_MOVE, stack_words(game)),
        1 + kernel.trace(game),
    )
