"""A vectorised environment: thousands of games of one kind, stepped in one compiled call.

Every step takes one action for each game and writes, for each game, what the next player sees, what
they may do and which seat they have. A game that ends begins anew in the same step: rewards and
flags tell of the one that ended, everything else of the one that has begun.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from crosscut.core.arguments import SEEDS, whole
from crosscut.core.arrays import new_rng
from crosscut.core.errors import BadOption
from crosscut.core.jit import Entry, announce
from crosscut.core.rng import stream_state
from crosscut.lab.envs.batch import (
    check_answer,
    deal_seed,
    draw_all,
    draw_moves,
    new_arrays,
    reset_all,
    step_all,
)
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game
from crosscut.rules.workspace_shape import REMEMBERED, search_work
from crosscut.search.observation import shape
from crosscut.search.playout import tap_limit

__all__ = ["VectorEnv"]

MOST = 1 << 20
"""The largest batch, history and limit."""


class VectorEnv:
    """Many games of one kind, stepped together; finished ones begin anew by themselves.

    The arrays are the same ones after every step, with new contents; copy what is to be kept. A
    copy of an environment, also one that was pickled, goes on as the original would, and keeps what
    a subclass has added.
    """

    game: Game
    """The game that is played."""
    batch: int
    """How many games are played at once."""
    history: int
    """How many turns each game remembers, where repetition matters."""
    limit: int
    """The taps after which a game is truncated."""
    seed: int
    """What deals and random actions are drawn from."""
    dealt: bool
    """Whether the start of each game is drawn from the seed."""
    observation: np.ndarray
    """What the player to move sees in each game: planes, rows and columns of float32."""
    mask: np.ndarray
    """Which of the game's actions are legal, by their numbers."""
    to_play: np.ndarray
    """The seat that acts next, 0 or 1."""
    rewards: np.ndarray
    """What the last step brought to seats 0 and 1: 1 for a win, -1 for a loss, else 0."""
    terminated: np.ndarray
    """Whether the last step ended the game by its rules."""
    truncated: np.ndarray
    """Whether the last step was the last one that `limit` allows."""
    final_observation: np.ndarray
    """The last position of a game that ended in the last step; elsewhere what was there."""
    final_to_play: np.ndarray
    """The seat from whose side that last position is seen."""
    taps: np.ndarray
    """How many actions were made in the game that is being played."""
    episodes: np.ndarray
    """How many games have begun at this place of the batch since the last reset."""

    _made: tuple[str, ...] = ()
    """What every copy makes for itself, by name: the arrays, and what is needed for stepping."""

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
        self.game = game = load_game(game)
        self.batch = whole("batch", batch, 1, MOST)
        self.history = whole("history", history, 1, MOST)
        self.limit = whole("limit", tap_limit(game) if limit is None else limit, 1, MOST)
        self.seed = whole("seed", seed, 0, SEEDS)
        self.dealt = deal and game.has_deal
        self._make()
        announce()
        self.reset()

    def _make(self) -> None:
        """Make all arrays, and note the names of what is made."""
        kept = vars(self).keys() - set(self._made)
        try:
            self._make_arrays()
        finally:  # where a GPU lacks the memory, the CPU begins anew
            self._made = tuple(name for name in vars(self) if name not in kept)  # in one order

    def _make_arrays(self) -> None:
        """Make all arrays, and the views of them that others see."""
        game = self.game
        self._arrays = new_arrays(game, self.batch, self.history, self.limit, self._zeros)
        form = self.batch, *shape(game)
        self.observation = self._arrays.observation.reshape(form)
        self.mask = self._arrays.mask.view(np.bool_)
        self.to_play = self._arrays.to_play
        self.rewards = self._arrays.rewards
        self.terminated = self._arrays.terminated.view(np.bool_)
        self.truncated = self._arrays.truncated.view(np.bool_)
        self.final_observation = self._arrays.final_observation.reshape(form)
        self.final_to_play = self._arrays.final_to_play
        self.taps = self._arrays.taps
        self.episodes = self._arrays.episodes
        self._info = {
            "action_mask": self.mask,
            "to_play": self.to_play,
            "final_obs": self.final_observation,
            "final_to_play": self.final_to_play,
        }
        self._prepare()

    def _zeros(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """Return a new array."""
        return np.zeros(shape, kind)

    def _prepare(self) -> None:
        """Make what is needed for stepping beside the arrays."""
        self._actions = np.zeros(self.batch, np.int64)
        self._work, self._deals, self._choice = search_work(self.game), new_rng(), new_rng()
        self._ready: dict[Entry, Callable] = {}

    def _fetch(self, array) -> np.ndarray:
        """Return a copy of an array."""
        return array.copy()

    def _write(self, array, contents: np.ndarray) -> None:
        """Write contents into an array."""
        array[...] = contents

    # A view that is copied along loses its base, so a copy makes its own and takes the contents.

    def _kept(self) -> list:
        """Return the arrays on which depends what comes next."""
        return [*self._arrays[:-1], self._choice]

    def __getstate__(self) -> tuple[dict[str, Any], list[np.ndarray]]:
        kept = {name: value for name, value in vars(self).items() if name not in self._made}
        return kept, [self._fetch(array) for array in self._kept()]

    def __setstate__(self, state: tuple[dict[str, Any], list[np.ndarray]]) -> None:
        kept, contents = state
        vars(self).update(kept)
        self._make()
        for array, written in zip(self._kept(), contents, strict=True):
            self._write(array, written)

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Begin every game anew, from the same seed if none is given; return observation, info.

        ``info`` is the one that `step` returns.
        """
        if seed is not None:
            self.seed = whole("seed", seed, 0, SEEDS)
        self._choice[0] = stream_state(self.seed, self.batch)
        answer = self._call(reset_all, self._arrays, self.dealt, self.seed, self._deals, self._work)
        check_answer(answer, self.game, self._actions)
        return self.observation, dict(self._info)

    def step(
        self, actions
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Make one action in each game; return observation, rewards, terminated, truncated, info.

        ``info`` has ``action_mask``, ``to_play``, ``final_obs`` and ``final_to_play``: `mask` and
        the others under the names that Gymnasium has for them, if any. The next step writes over
        all arrays that are returned, and leaves out what has not changed: copy what you want to
        change. If any action is not legal nothing is changed, and an error names the game and the
        action.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.batch,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"a step takes {self.batch} whole numbers, one action for each game")
        self._actions[:] = chosen
        answer = self._call(
            step_all,
            self._arrays,
            self._actions,
            self.limit,
            self.dealt,
            self.seed,
            self._deals,
            self._work,
        )
        check_answer(answer, self.game, self._actions)
        return self.observation, self.rewards, self.terminated, self.truncated, dict(self._info)

    def _call(self, entry: Entry, *args) -> Any:
        """Run an entry; the types of its arguments are always the same, and looked at once."""
        if entry.interprets(self.game):
            return entry.interpreted(self.game, *args)
        if entry not in self._ready:
            self._ready[entry] = entry.ready(self.game, *args)
        return self._ready[entry](self.game, *args)

    def random_actions(self) -> np.ndarray:
        """Return a legal action for each game, each with the same chance, as an array to keep."""
        drawn = np.zeros(self.batch, np.int64)
        self._call(draw_all, self._arrays.legal, drawn, self._choice)
        return drawn

    def random_moves(self) -> np.ndarray:
        """Return a tap for each game by which, tap by tap, every move has the same chance.

        That is how random play is meant elsewhere; all moves are gone through, so it takes longer.
        """
        drawn = np.zeros(self.batch, np.int64)
        self._call(draw_moves, self._arrays, drawn, self._choice, self._work)
        return drawn

    def position(self, i: int) -> Position:
        """Return where game number i stands, with all that was played in it, to look at."""
        i = whole("the number of a game", i, 0, self.batch - 1)
        here = Position.start(self.game, seed=self.seed_of(i) if self.dealt else None)
        made, taps = self._fetch(self._arrays.made[i]), int(self._fetch(self.taps[i]))
        for tap in made[:taps].tolist():
            here = here.step(tap)
        return here

    def seed_of(self, i: int) -> int:
        """Return the seed from which game number i was dealt, as ``game.position`` takes it."""
        i = whole("the number of a game", i, 0, self.batch - 1)
        return deal_seed(self.seed, i, int(self._fetch(self.episodes[i])) - 1)
