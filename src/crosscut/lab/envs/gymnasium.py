"""Every game for Gymnasium: one seat learns, and the other is played by the environment.

Importing this registers ``crosscut/Hex-v1`` and all others. Even that is not needed if one makes
``crosscut.lab.envs.gymnasium:crosscut/Hex-v1``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from crosscut.core.arguments import as_int
from crosscut.core.errors import BadOption
from crosscut.core.optional import load
from crosscut.lab.envs.common import (
    METADATA,
    MOST_DEALS,
    check_mode,
    first_moment,
    is_dealt,
    observation_space,
    render,
    spaces,
    taps_allowed,
    unknown_options,
)
from crosscut.lab.envs.ids import OLD, check_version, games_to_register, gymnasium_id
from crosscut.lab.envs.opponents import find_opponent
from crosscut.lab.envs.state import Moment
from crosscut.play.position import Position
from crosscut.rules.game import NOBODY, Game
from crosscut.rules.registry import load_game
from crosscut.search.observation import VERSION
from crosscut.search.playout import tap_limit

gymnasium = load("gymnasium", "envs")

LOST = -1.0
"""The reward of a game that is lost, and of an illegal action, which loses it."""


class SeatEnv(gymnasium.Env):
    """One seat of a game; an illegal action ends the game and loses it."""

    metadata = METADATA

    def __init__(
        self,
        game: str | Game,
        size: int | None = None,
        variant: str | None = None,
        pie: bool | None = None,
        opponent: str | Callable[[Position], int] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        limit: int | None = None,
        deal: bool = True,
        version: int = VERSION,
    ):
        """Choose a game, or its name or file, its options, an opponent and a seat.

        The opponent is ``random``, a level such as ``beginner``, any other player as `crosscut
        match` knows them, or a function that returns an action for a position. A seat of None is
        drawn anew for each game. A game is truncated after ``limit`` actions of both. With
        ``deal``, games whose start can be drawn from a seed begin so; without, a player sets up.
        In version 0 observations are bytes.
        """
        if seat not in (None, 0, 1):
            raise BadOption(f"a seat is 0, 1 or None for one that is drawn, not {seat!r}")
        check_mode(render_mode)
        self.version = check_version(version)
        self.game = load_game(game, size, variant, pie)
        self.limit = taps_allowed(self.game, limit)
        self.opponent = find_opponent(opponent, self.game)
        self.wanted, self.deal, self.render_mode = seat, deal, render_mode
        self.observation_space = observation_space(self.game, version)
        self.action_space = spaces.Discrete(self.game.actions)
        self.seat = 0
        """The seat that learns, in the game that is being played."""
        self.moment: Moment | None = None
        self.done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game, up to the first choice of the seat that learns.

        ``options`` may have a diagram with who is to play, or a set-up.
        """
        super().reset(seed=seed)
        if words := unknown_options(options):
            raise BadOption(words)
        varies = self.wanted is None or is_dealt(self.game, self.deal, options)
        for _ in range(MOST_DEALS if varies or self.opponent.draws else 1):
            drawn = int(self.np_random.integers(2))
            self.seat = drawn if self.wanted is None else self.wanted
            first = first_moment(self.game, self.np_random, self.deal, options)
            self.opponent.new_game(first, int(self.np_random.integers(2**31)))
            self.moment = self.answered(first, tap_limit(self.game))
            self.done = not self.chooses()
            if not self.done:
                break
        else:
            raise BadOption(f"{self.game!r} is over before seat {self.seat} has a choice")
        self.show()
        return self.observation(), self.info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Make an action, let the opponent answer, and return what has become of it."""
        if self.done:
            raise gymnasium.error.ResetNeeded("the game is over; reset() begins another")
        tap = as_int(action)
        if tap not in self.moment.legal:
            self.done = True
            seen, info = self.observation(), self.info()
            return seen, LOST, True, False, {**info, "illegal": True}
        self.moment = self.answered(self.moment.after(tap), self.limit)
        over = self.moment.winner != NOBODY
        truncated = not over and self.moment.taps >= self.limit
        self.done = over or truncated
        self.show()
        reward = self.moment.rewards[self.seat]
        return self.observation(), reward, over, truncated, self.info()

    def observation(self) -> np.ndarray:
        """Return what the seat that learns sees."""
        return self.moment.observation(self.seat, self.version)

    def answered(self, moment: Moment, limit: int) -> Moment:
        """Return the next moment at which the seat that learns is to act.

        Or the one at which the game is over, or has taken ``limit`` actions.
        """
        while moment.winner == NOBODY and moment.to_play != self.seat and moment.taps < limit:
            moment = self.opponent.answer(moment)
        return moment

    def chooses(self) -> bool:
        """Tell whether the seat that learns is to act."""
        return self.moment.winner == NOBODY and self.moment.to_play == self.seat

    def info(self) -> dict[str, Any]:
        """Return the mask of legal actions, the seat that learns and the colour it plays."""
        colour = self.seat ^ self.moment.swapped
        return {"action_mask": self.mask(), "seat": self.seat, "colour": colour}

    def mask(self) -> np.ndarray:
        """Return 1 for each action that the seat that learns may choose, 0 for every other."""
        if self.chooses():
            return self.moment.mask()
        return np.zeros(self.game.actions, np.int8)

    def action_masks(self) -> np.ndarray:
        """Return whether each action is legal, as sb3-contrib's MaskablePPO asks for it."""
        return self.mask().astype(bool)

    def show(self) -> None:
        """Print the board if a human watches."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> np.ndarray | str | None:
        """Return how the game looks in the mode that was chosen; for a human, print it."""
        return render(self.moment, self.render_mode)

    def close(self) -> None:
        """Let the opponent go."""
        self.opponent.close()


def register(*names: str) -> list[str]:
    """Let Gymnasium know all games, or some by their names or files; return their ids."""
    games = games_to_register(names)
    for game in games:
        for version in (OLD, VERSION):
            name, options = gymnasium_id(game, version), {"game": game.id, "version": version}
            known = gymnasium.registry.get(name)
            if known is None or known.kwargs != options:
                place = "crosscut.lab.envs.gymnasium:SeatEnv"
                gymnasium.register(name, entry_point=place, kwargs=options)
    return [gymnasium_id(game) for game in games]


register()
