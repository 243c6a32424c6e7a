"""Stepping many games in one compiled call: the arrays, and the entries that write them.

What happens to one game is a function of its own, which a GPU runs as well: first rows of words say
how the games stand (`reset_game`, `step_game`), then masks and images are written from these
(`show_game`).
"""

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np

from crosscut.core import packing
from crosscut.core.errors import BadOption, IllegalMove
from crosscut.core.jit import entry, jitable
from crosscut.core.rng import stream_state
from crosscut.core.workspace import Work
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.search.observation import kind, observe, planes, unseen
from crosscut.search.playout import one_of, random_tap

DONE, LIFELESS = -1, -2
"""What an entry answers if all went well, or if a game was over before it began; else the number of
the first game whose action is not legal."""
MOST_DEALS = 1000
"""Deals after which we believe that no game begins with a choice."""
MOST_BYTES = 1 << 36
"""The largest memory that the arrays of an environment may take: 64 GiB."""


class Batch(NamedTuple):
    """The arrays of an environment, one row a game; those with a meaning for others come first."""

    observation: Any
    mask: Any
    to_play: Any
    rewards: Any
    terminated: Any
    truncated: Any
    final_observation: Any
    final_to_play: Any
    taps: Any
    episodes: Any
    tables: Any
    """The table of each game, as a row of words."""
    finals: Any
    """The table in which the last game ended, likewise."""
    legal: Any
    """The cells that may be tapped and in the last word the extras: the mask as a set."""
    keys: Any
    """The history of each game, as `crosscut.core.workspace.Work` keeps it."""
    made: Any
    """The taps that were made in each game, as many as `taps` says."""
    fields: Any
    """What `crosscut.search.observation.unseen` returns."""


def forms(game: Game, history: int, limit: int) -> dict[str, tuple[tuple[int, ...], type]]:
    """Return the shape and the kind of a game's row in each array."""
    images = len(planes(game)), game.width
    return {
        "observation": (images, kind()),
        "mask": ((game.actions,), np.uint8),
        "to_play": ((), np.int8),
        "rewards": ((2,), np.float32),
        "terminated": ((), np.uint8),
        "truncated": ((), np.uint8),
        "final_observation": (images, kind()),
        "final_to_play": ((), np.int8),
        "taps": ((), np.int64),
        "episodes": ((), np.int64),
        "tables": ((game._table_words,), np.uint64),
        "finals": ((game._table_words,), np.uint64),
        "legal": ((game._set_words + 1,), np.uint64),
        "keys": ((1 + (history if game.remembers else 1),), np.uint64),
        "made": ((limit,), np.int16),
    }


def bytes_needed(game: Game, batch: int, history: int, limit: int) -> int:
    """Return the memory that the arrays of an environment take."""
    rows = forms(game, history, limit).values()
    return batch * sum(prod(form) * np.dtype(number).itemsize for form, number in rows)


def new_arrays(
    game: Game, batch: int, history: int, limit: int, zeros: Callable = np.zeros
) -> Batch:
    """Return the arrays of an environment, or say that they would take too much memory."""
    needed = bytes_needed(game, batch, history, limit)
    if needed > MOST_BYTES:
        raise BadOption(
            f"{batch:,} games with limit {limit:,} and history {history:,} would take "
            f"{needed / 2**30:,.0f} GiB of memory, and {MOST_BYTES >> 30} are the most"
        )
    rows = forms(game, history, limit).items()
    arrays = {name: zeros((batch, *form), number) for name, (form, number) in rows}
    return Batch(**arrays, fields=unseen(game))


@jitable
def work_of(batch, i, work):
    """Return working memory with the history of one game."""
    return Work(batch.keys[i], work.path, work.scratch, work.stack, work.trace)


@jitable
def deal_seed(seed, i, episode):
    """Return the seed from which an episode of game number i is dealt, below 2**63."""
    return stream_state(stream_state(seed, i), episode) >> 1


@jitable
def first_table(game, i, dealt, seed, episode, rng, work):
    """Return the table at which an episode of game number i starts."""
    if dealt:
        rng[0] = stream_state(deal_seed(seed, i, episode), 0)
        return table.begin(game, game.deal(rng), work)
    return table.begin(game, game.start(), work)


@jitable
def write(game, batch, i, now, cells, extras):
    """Write down where a game stands, who acts there and what they may do."""
    rows.pack(game, now, batch.tables[i])
    packing.put_set(game, cells, batch.legal[i], 0)
    packing.put(batch.legal[i], game._set_words, extras)
    batch.to_play[i] = table.seat_of(now, now.state.colour)


@jitable
def show_game(game, batch, i, part=None):
    """Write what may be done and what is seen where a game stands, and where one has just ended.

    With a ``part``, only that of every row is written; see `crosscut.core.packing.spread`.
    """
    mask, legal = batch.mask[i], batch.legal[i]
    packing.spread(game, packing.get_set(game, legal, 0), mask, part)
    extras = packing.get(legal, game._set_words)
    for number in range(game.actions - game.width):  # so few that every part writes them
        mask[game.width + number] = extras >> number & 1
    row = batch.tables[i]
    observe(game, rows.unpack(game, row), row, batch.fields, batch.observation[i], part)
    if batch.terminated[i] or batch.truncated[i]:
        row = batch.finals[i]
        observe(game, rows.unpack(game, row), row, batch.fields, batch.final_observation[i], part)


@jitable
def begin_anew(game, batch, i, dealt, seed, rng, work):
    """Begin the next episode of a game; return whether one begins with a choice."""
    for _ in range(MOST_DEALS):
        now = first_table(game, i, dealt, seed, batch.episodes[i], rng, work)
        cells, extras = table.choices(game, now, work)
        batch.episodes[i] += 1
        batch.taps[i] = 0
        if cells or extras != 0:
            write(game, batch, i, now, cells, extras)
            return True
    return False


@jitable
def nothing_won(batch, i):
    """Write down that the last step ended no game and brought nothing."""
    batch.rewards[i][0] = batch.rewards[i][1] = 0
    batch.terminated[i] = batch.truncated[i] = 0


@jitable
def reset_game(game, batch, i, dealt, seed, rng, work):
    """Begin a game from its first episode; return whether one begins with a choice."""
    batch.episodes[i] = 0
    nothing_won(batch, i)
    return begin_anew(game, batch, i, dealt, seed, rng, work_of(batch, i, work))


@entry
def reset_all(game, batch, dealt, seed, rng, work):
    """Begin every game from its first episode; return `DONE` or `LIFELESS`."""
    for i in range(len(batch.to_play)):
        if not reset_game(game, batch, i, dealt, seed, rng, work):
            return LIFELESS
        show_game(game, batch, i)
    return DONE


@jitable
def is_legal(game, legal, action):
    """Tell whether an action is among those that `write` has noted."""
    if action < 0 or action >= game.actions:
        return False
    if action < game.width:
        return bool(packing.get_set(game, legal, 0) & game.board.bit(action))
    return packing.get(legal, game._set_words) >> (action - game.width) & 1 == 1


@jitable
def step_game(game, batch, i, action, limit, dealt, seed, rng, work):
    """Make a legal action in a game; return whether it goes on, or if it ended the next one."""
    own = work_of(batch, i, work)
    now = table.follow(game, rows.unpack(game, batch.tables[i]), action, own)
    batch.made[i][batch.taps[i]] = action
    batch.taps[i] += 1
    cells, extras = table.choices(game, now, own)
    winner = now.winner
    if winner == NOBODY and extras == 0 and not cells:
        winner = table.stuck_winner(game, now)
    ended = winner != NOBODY
    given_up = not ended and batch.taps[i] >= limit
    batch.terminated[i], batch.truncated[i] = ended, given_up
    reward = 0
    if ended and winner != DRAW:
        reward = 1 - 2 * table.seat_of(now, winner)
    batch.rewards[i][0], batch.rewards[i][1] = reward, -reward
    if ended or given_up:
        rows.pack(game, now, batch.finals[i])
        batch.final_to_play[i] = table.seat_of(now, now.state.colour)
        return begin_anew(game, batch, i, dealt, seed, rng, own)
    write(game, batch, i, now, cells, extras)
    return True


@entry
def step_all(game, batch, actions, limit, dealt, seed, rng, work):
    """Make one action in every game; return `DONE`, or without a change which was not legal."""
    for i in range(len(actions)):
        if not is_legal(game, batch.legal[i], actions[i]):
            return i
    for i in range(len(actions)):
        if not step_game(game, batch, i, actions[i], limit, dealt, seed, rng, work):
            return LIFELESS
        show_game(game, batch, i)
    return DONE


@jitable
def draw_action(game, legal, rng):
    """Draw an action from those that `write` has noted, each with the same chance."""
    cells, extras = packing.get_set(game, legal, 0), packing.get(legal, game._set_words)
    return one_of(game, cells, extras, rng)


@jitable
def draw_move(game, batch, i, rng, work):
    """Draw a tap of a game with a chance in proportion to the moves that begin with it."""
    return random_tap(game, rows.unpack(game, batch.tables[i]), rng, work_of(batch, i, work))


@entry
def draw_all(game, legal, actions, rng):
    """Draw a legal action for every game, each with the same chance."""
    for i in range(len(actions)):
        actions[i] = draw_action(game, legal[i], rng)


@entry
def draw_moves(game, batch, actions, rng, work):
    """Draw a tap for every game with a chance in proportion to the moves that begin with it."""
    for i in range(len(actions)):
        actions[i] = draw_move(game, batch, i, rng, work)


def check_answer(answer: int, game: Game, actions: np.ndarray) -> None:
    """Raise the error that the answer of an entry stands for, if it stands for one."""
    if answer == LIFELESS:
        raise BadOption(f"{game!r} is over before anybody has a choice")
    if answer != DONE:
        action = int(actions[answer])
        named = f" ({game.tap_text(action)})" if has_name(game, action) else ""
        raise IllegalMove(f"game {answer}: action {action}{named} is not legal there")


def has_name(game: Game, action: int) -> bool:
    """Tell whether a number is that of an extra, or of a cell of the board."""
    on_board = 0 <= action < game.width and game.board.full >> action & 1
    return bool(on_board) or game.width <= action < game.actions
