"""A vectorised environment: thousands of games of one kind, stepped in one compiled call.

Every step takes one action for each game and writes, for each game, what the next player sees, what
he may do and which seat he is. A game that ends begins anew in the same step: rewards and flags
tell of the one that ended, everything else of the one that has begun.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut import rows, table
from crosscut.envs.observation import observe, planes, shape, unseen
from crosscut.errors import BadOption, IllegalMove
from crosscut.game import DRAW, NOBODY, Game
from crosscut.kernel import entry, jitable
from crosscut.play.position import Position
from crosscut.rng import stream_state
from crosscut.search.memory import REMEMBERED, new_rng, new_work
from crosscut.search.random_play import one_of, playout_limit, random_tap
from crosscut.table import Work

DONE, LIFELESS = -1, -2
"""What an entry answers if all went well, or if a game was over before it began; else the number of
the first game whose action is not legal."""
MOST = 1 << 20
"""The largest batch, history and limit; more would not fit into anybody's memory."""
MOST_DEALS = 1000
"""Deals after which we believe that no game begins with a choice."""


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
    legal: Any
    """The cells that may be tapped and in the last word the extras: the mask as a set."""
    keys: Any
    """The history of each game, as `crosscut.table.Work` keeps it."""
    made: Any
    """The taps that were made in each game, as many as `taps` says."""
    fields: Any
    """What `crosscut.envs.observation.unseen` returns."""


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
    """Write down where a game stands, what may be done there and what is seen."""
    rows.pack(game, now, batch.tables[i])
    rows.put_set(game, cells, batch.legal[i], 0)
    rows.put(batch.legal[i], game.set_words, extras)
    mask = batch.mask[i]
    rows.spread(game, cells, mask)
    for number in range(game.actions - game.width):
        mask[game.width + number] = extras >> number & 1
    batch.to_play[i] = table.seat_of(now, now.state.colour)
    observe(game, now, batch.tables[i], batch.fields, batch.observation[i])


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


@entry
def reset_all(game, batch, dealt, seed, rng, work):
    """Begin every game from its first episode; return `DONE` or `LIFELESS`."""
    for i in range(len(batch.to_play)):
        batch.episodes[i] = 0
        batch.rewards[i][0] = batch.rewards[i][1] = 0
        batch.terminated[i] = batch.truncated[i] = 0
        if not begin_anew(game, batch, i, dealt, seed, rng, work_of(batch, i, work)):
            return LIFELESS
    return DONE


@jitable
def is_legal(game, legal, action):
    """Tell whether an action is among those that `write` has noted."""
    if action < 0 or action >= game.actions:
        return False
    if action < game.width:
        return bool(rows.get_set(game, legal, 0) & game.board.bit(action))
    return rows.get(legal, game.set_words) >> (action - game.width) & 1 == 1


@entry
def step_all(game, batch, actions, limit, dealt, seed, rng, work):
    """Make one action in every game; return `DONE`, or without a change which was not legal."""
    for i in range(len(actions)):
        if not is_legal(game, batch.legal[i], actions[i]):
            return i
    for i in range(len(actions)):
        own = work_of(batch, i, work)
        now = table.follow(game, rows.unpack(game, batch.tables[i]), actions[i], own)
        batch.made[i][batch.taps[i]] = actions[i]
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
            rows.pack(game, now, batch.tables[i])
            observe(game, now, batch.tables[i], batch.fields, batch.final_observation[i])
            batch.final_to_play[i] = table.seat_of(now, now.state.colour)
            if not begin_anew(game, batch, i, dealt, seed, rng, own):
                return LIFELESS
        else:
            write(game, batch, i, now, cells, extras)
    return DONE


@entry
def draw_all(game, batch, actions, rng):
    """Draw a legal action for every game, each with the same chance."""
    for i in range(len(actions)):
        legal = batch.legal[i]
        cells, extras = rows.get_set(game, legal, 0), rows.get(legal, game.set_words)
        actions[i] = one_of(game, cells, extras, rng)


@entry
def draw_moves(game, batch, actions, rng, work):
    """Draw a tap for every game with a chance in proportion to the moves that begin with it."""
    for i in range(len(actions)):
        now = rows.unpack(game, batch.tables[i])
        actions[i] = random_tap(game, now, rng, work_of(batch, i, work))


class VectorEnv:
    """Many games of one kind, stepped together; finished ones begin anew by themselves.

    The arrays are the same ones after every step, with new contents; copy what is to be kept.
    """

    def __init__(
        self,
        game: Game,
        batch: int,
        seed: int = 0,
        history: int = REMEMBERED,
        limit: int | None = None,
        deal: bool = True,
    ):
        """Begin ``batch`` games.

        ``history`` is how many turns a game remembers, where repetition matters; ``limit`` the taps
        after which a game is truncated. With ``deal``, games whose start can be drawn from a seed
        begin so; without, a player sets them up.
        """
        self.game, self.batch, self.history = game, batch, history
        self.limit = playout_limit(game) if limit is None else limit
        for name in ("batch", "history", "limit"):
            if not 1 <= getattr(self, name) <= MOST:
                raise BadOption(f"{name} is a whole number from 1 to {MOST:,}")
        self.dealt = deal and game.has_deal
        images = batch, len(planes(game)), game.width
        keys = 1 + (history if game.remembers else 1)
        self.arrays = Batch(
            observation=np.zeros(images, np.uint8),
            mask=np.zeros((batch, game.actions), np.uint8),
            to_play=np.zeros(batch, np.int8),
            rewards=np.zeros((batch, 2), np.float32),
            terminated=np.zeros(batch, np.uint8),
            truncated=np.zeros(batch, np.uint8),
            final_observation=np.zeros(images, np.uint8),
            final_to_play=np.zeros(batch, np.int8),
            taps=np.zeros(batch, np.int64),
            episodes=np.zeros(batch, np.int64),
            tables=np.zeros((batch, game.table_words), np.uint64),
            legal=np.zeros((batch, game.set_words + 1), np.uint64),
            keys=np.zeros((batch, keys), np.uint64),
            made=np.zeros((batch, self.limit), np.int16),
            fields=unseen(game),
        )
        whole = batch, *shape(game)
        self.observation = self.arrays.observation.reshape(whole)
        """What the player to move sees in each game: planes, rows and columns of bytes."""
        self.mask = self.arrays.mask.view(np.bool_)
        """Which of the game's actions are legal, by their numbers."""
        self.to_play = self.arrays.to_play
        """The seat that acts next, 0 or 1."""
        self.rewards = self.arrays.rewards
        """What the last step brought to seats 0 and 1: 1 for a win, -1 for a loss, else 0."""
        self.terminated = self.arrays.terminated.view(np.bool_)
        """Whether the last step ended the game by its rules."""
        self.truncated = self.arrays.truncated.view(np.bool_)
        """Whether the last step was the last one that `limit` allows."""
        self.final_observation = self.arrays.final_observation.reshape(whole)
        """The last position of a game that ended in the last step; elsewhere what was there."""
        self.final_to_play = self.arrays.final_to_play
        """The seat from whose side that last position is seen."""
        self.taps = self.arrays.taps
        """How many actions were made in the game that is being played."""
        self.episodes = self.arrays.episodes
        """How many games have begun at this place of the batch since the last reset."""
        self.actions = np.zeros(batch, np.int64)
        self.work, self.deals, self.choice = new_work(game), new_rng(), new_rng()
        self.reset(seed)

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Begin every game anew, from the same seed if none is given; return the observations."""
        if seed is not None:
            if not isinstance(seed, int) or not 0 <= seed < 2**63:
                raise BadOption(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
            self.seed = seed
        self.choice[0] = stream_state(self.seed, self.batch)
        self.refuse(reset_all(self.game, self.arrays, self.dealt, self.seed, self.deals, self.work))
        return self.observation

    def step(self, actions) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Make one action in each game; return observation, rewards, terminated, truncated.

        If any action is not legal nothing is changed, and an error names the game and the action.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.batch,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"a step takes {self.batch} whole numbers, one action for each game")
        self.actions[:] = chosen
        self.refuse(
            step_all(
                self.game,
                self.arrays,
                self.actions,
                self.limit,
                self.dealt,
                self.seed,
                self.deals,
                self.work,
            )
        )
        return self.observation, self.rewards, self.terminated, self.truncated

    def random_actions(self) -> np.ndarray:
        """Return a legal action for each game, each with the same chance, as an array to keep."""
        drawn = np.zeros(self.batch, np.int64)
        draw_all(self.game, self.arrays, drawn, self.choice)
        return drawn

    def random_moves(self) -> np.ndarray:
        """Return a tap for each game by which, tap by tap, every move has the same chance.

        That is how random play is meant elsewhere; all moves are gone through, so it takes longer.
        """
        drawn = np.zeros(self.batch, np.int64)
        draw_moves(self.game, self.arrays, drawn, self.choice, self.work)
        return drawn

    def position(self, i: int) -> Position:
        """Return where game number i stands, with all that was played in it, to look at."""
        here = Position.start(self.game, seed=self.seed_of(i) if self.dealt else None)
        for tap in self.arrays.made[i, : self.taps[i]].tolist():
            here = here.step(tap)
        return here

    def seed_of(self, i: int) -> int:
        """Return the seed from which game number i was dealt, as ``game.position`` takes it."""
        return deal_seed(self.seed, i, int(self.episodes[i]) - 1)

    def refuse(self, answer: int) -> None:
        """Raise the error that the answer of an entry stands for, if it stands for one."""
        if answer == LIFELESS:
            raise BadOption(f"{self.game!r} is over before anybody has a choice")
        if answer != DONE:
            action = int(self.actions[answer])
            known = 0 <= action < self.game.actions
            text = f" ({self.game.tap_text(action)})" if known and self.on_board(action) else ""
            raise IllegalMove(f"game {answer}: action {action}{text} is not legal there")

    def on_board(self, action: int) -> bool:
        """Tell whether an action has a name: it is an extra, or a cell of the board."""
        return action >= self.game.width or bool(self.game.board.full >> action & 1)
