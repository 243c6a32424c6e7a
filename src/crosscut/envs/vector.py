"""A vectorised environment: thousands of games of one kind, stepped in one compiled call.

Every step takes one action for each game and writes, for each game, what the next player sees, what
he may do and which seat he is. A game that ends begins anew in the same step: rewards and flags
tell of the one that ended, everything else of the one that has begun.
"""

import numpy as np

import crosscut
from crosscut.arguments import SEEDS, whole
from crosscut.envs.observation import shape
from crosscut.envs.stepping import (
    check_answer,
    deal_seed,
    draw_all,
    draw_moves,
    new_arrays,
    reset_all,
    step_all,
)
from crosscut.errors import BadOption
from crosscut.game import Game
from crosscut.kernel import announce
from crosscut.play.position import Position
from crosscut.rng import stream_state
from crosscut.search.memory import REMEMBERED, new_rng, new_work
from crosscut.search.random_play import playout_limit

MOST = 1 << 20
"""The largest batch, history and limit."""


class VectorEnv:
    """Many games of one kind, stepped together; finished ones begin anew by themselves.

    The arrays are the same ones after every step, with new contents; copy what is to be kept.
    """

    def __init__(
        self,
        game: Game | str,
        batch: int,
        seed: int = 0,
        history: int = REMEMBERED,
        limit: int | None = None,
        deal: bool = True,
    ):
        """Begin ``batch`` games of a kind, which may be named if all of its defaults will do.

        ``history`` is how many turns a game remembers, where repetition matters; ``limit`` the taps
        after which a game is truncated. With ``deal``, games whose start can be drawn from a seed
        begin so; without, a player sets them up.
        """
        self.game = game = crosscut.game(game)
        self.batch = whole("batch", batch, 1, MOST)
        self.history = whole("history", history, 1, MOST)
        self.limit = whole("limit", playout_limit(game) if limit is None else limit, 1, MOST)
        self.seed = whole("seed", seed, 0, SEEDS)
        self.dealt = deal and game.has_deal
        self.arrays = new_arrays(game, self.batch, self.history, self.limit, self.zeros)
        form = self.batch, *shape(game)
        self.observation = self.arrays.observation.reshape(form)
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
        self.final_observation = self.arrays.final_observation.reshape(form)
        """The last position of a game that ended in the last step; elsewhere what was there."""
        self.final_to_play = self.arrays.final_to_play
        """The seat from whose side that last position is seen."""
        self.taps = self.arrays.taps
        """How many actions were made in the game that is being played."""
        self.episodes = self.arrays.episodes
        """How many games have begun at this place of the batch since the last reset."""
        self.prepare()
        announce()
        self.reset()

    def zeros(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """Return a new array."""
        return np.zeros(shape, kind)

    def prepare(self) -> None:
        """Make what is needed for stepping beside the arrays."""
        self.actions = np.zeros(self.batch, np.int64)
        self.work, self.deals, self.choice = new_work(self.game), new_rng(), new_rng()

    def look(self, array, i: int) -> np.ndarray:
        """Return what an array says of game number i."""
        return array[i]

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Begin every game anew, from the same seed if none is given; return the observations."""
        if seed is not None:
            self.seed = whole("seed", seed, 0, SEEDS)
        self.choice[0] = stream_state(self.seed, self.batch)
        answer = reset_all(self.game, self.arrays, self.dealt, self.seed, self.deals, self.work)
        check_answer(answer, self.game, self.actions)
        return self.observation

    def step(self, actions) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Make one action in each game; return observation, rewards, terminated, truncated.

        If any action is not legal nothing is changed, and an error names the game and the action.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.batch,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"a step takes {self.batch} whole numbers, one action for each game")
        self.actions[:] = chosen
        answer = step_all(
            self.game,
            self.arrays,
            self.actions,
            self.limit,
            self.dealt,
            self.seed,
            self.deals,
            self.work,
        )
        check_answer(answer, self.game, self.actions)
        return self.observation, self.rewards, self.terminated, self.truncated

    def random_actions(self) -> np.ndarray:
        """Return a legal action for each game, each with the same chance, as an array to keep."""
        drawn = np.zeros(self.batch, np.int64)
        draw_all(self.game, self.arrays.legal, drawn, self.choice)
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
        i = whole("the number of a game", i, 0, self.batch - 1)
        here = Position.start(self.game, seed=self.seed_of(i) if self.dealt else None)
        made, taps = self.look(self.arrays.made, i), int(self.look(self.taps, i))
        for tap in made[:taps].tolist():
            here = here.step(tap)
        return here

    def seed_of(self, i: int) -> int:
        """Return the seed from which game number i was dealt, as ``game.position`` takes it."""
        i = whole("the number of a game", i, 0, self.batch - 1)
        return deal_seed(self.seed, i, int(self.look(self.episodes, i)) - 1)
