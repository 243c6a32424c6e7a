"""Every game for PettingZoo: ``env("slither", size=5)`` is an AEC environment of two agents.

An agent is a seat. Who has begun a turn and not ended it acts again, so the same agent may be
selected several times in a row.
"""

import warnings
from typing import Any

import numpy as np

from crosscut.core.errors import BadOption
from crosscut.core.optional import load
from crosscut.lab.envs.common import (
    METADATA,
    check_mode,
    first_moment,
    observation_space,
    render,
    spaces,
    taps_allowed,
    unknown_options,
)
from crosscut.lab.envs.ids import check_version, pettingzoo_id
from crosscut.lab.envs.state import Moment
from crosscut.rules.game import NOBODY, Game
from crosscut.rules.registry import load_game
from crosscut.search.observation import VERSION

AECEnv = load("pettingzoo", "envs").AECEnv
wrappers = load("pettingzoo.utils", "envs").wrappers
seeding = load("gymnasium.utils.seeding", "envs")

AGENTS = ("player_0", "player_1")
"""The agents, by seat."""
ILLEGAL_REWARD = -1
"""What an agent gets who chooses an illegal action; the game ends, and the other gets nothing."""


def env(game: str | Game, **options: Any) -> AECEnv:
    """Return the environment of a game, or of a name or file, with options as `raw_env` takes them.

    An illegal action ends the game, lost for who chose it.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class SeatsEnv(AECEnv):
    """One game, with nothing around it: an illegal action is an error that says which rule it is.

    An observation is a dictionary of ``observation``, the planes as the agent sees them, and
    ``action_mask``, which is also in the info of the agent to act.
    """

    def __init__(
        self,
        game: str | Game,
        size: int | None = None,
        variant: str | None = None,
        pie: bool | None = None,
        render_mode: str | None = None,
        limit: int | None = None,
        deal: bool = True,
        version: int = VERSION,
    ):
        """Choose a game, or its name or file, and its options.

        It is truncated after ``limit`` actions. With ``deal``, games whose start can be drawn from
        a seed begin so; without, a player sets them up. In version 0 observations are bytes.
        """
        check_mode(render_mode)
        self.version = check_version(version)
        self.game = load_game(game, size, variant, pie)
        self.limit = taps_allowed(self.game, limit)
        self.deal, self.render_mode = deal, render_mode
        self.metadata = {
            **METADATA,
            "name": pettingzoo_id(self.game, version),
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        parts = {
            "observation": observation_space(self.game, version),
            "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in AGENTS}
        self.random: np.random.Generator | None = None
        self.moment: Moment | None = None

    def observation_space(self, agent: str):
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        """Return what an agent may choose from: all actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Begin a game; ``options`` may have a diagram with who is to play, or a set-up."""
        if words := unknown_options(options):  # which PettingZoo's own suite wants to be borne
            warnings.warn(words, stacklevel=2)
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.show(first_moment(self.game, self.random, self.deal, options))

    def step(self, action: int | None) -> None:
        """Make an action of the agent who is selected."""
        if self.moment is None:
            raise BadOption("there is nothing to do before reset() has begun a game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moment = self.moment.after(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, moment.rewards, strict=True))
        over = moment.winner != NOBODY
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, not over and moment.taps >= self.limit)
        self._accumulate_rewards()
        self.show(moment)

    def show(self, moment: Moment) -> None:
        """Let everybody know where the game stands."""
        self.moment = moment
        self.agent_selection = AGENTS[moment.to_play]
        self.infos = {agent: {"action_mask": self.mask(agent)} for agent in AGENTS}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees and may do; who is not to act may do nothing."""
        seen = self.moment.observation(AGENTS.index(agent), self.version)
        return {"observation": seen, "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> np.ndarray:
        """Return 1 for each action that an agent may choose now, and 0 for every other."""
        if agent == AGENTS[self.moment.to_play]:
            return self.moment.mask()
        return np.zeros(self.game.actions, np.int8)

    def render(self) -> np.ndarray | str | None:
        """Return how the game looks in the mode that was chosen; for a human, print it."""
        return render(self.moment, self.render_mode)

    def close(self) -> None:
        """Do nothing: nothing was taken."""


raw_env = SeatsEnv
