"""The work of a quick report: so many simulations, shared out among the stages.

It is counted in simulations and not in seconds, so the same command plays the same games on every
machine. How many make two minutes of a processor is known for the games of the package
(``search_speeds.json``) and measured once, coarsely, for others; the folder keeps what was
measured.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from crosscut.core.jit import interpreting
from crosscut.core.rng import stream_state
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.lab.report.search_speeds import known_speed, measured_speed
from crosscut.lab.report.stages import NAMES, stage
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.replay import Replayer

LOG = "budget"
"""The log that keeps the budget of a folder."""
SECONDS = 110
"""Seconds of a processor that the simulations of a quick report take, by the known speeds."""
GAMES = 32
"""Random games by which the length of games and the number of moves are estimated."""


@dataclass(frozen=True)
class Budget:
    """What a quick report may spend, and what games are like."""

    speed: float
    """Simulations a second."""
    turns: float
    """Of a game, on average over random games, which are longer than others."""
    moves: float
    """To choose from at a turn."""

    @property
    def simulations(self) -> float:
        """In all."""
        return SECONDS * self.speed

    def a_turn(self, plan: Plan) -> float:
        """Return the simulations of a turn at the limit of the plan."""
        limits = plan.limits
        if limits.simulations is not None:
            return limits.simulations
        return (limits.seconds or 0.0) * self.speed

    def a_game(self, plan: Plan) -> float:
        """Return the simulations of a game at the limit of the plan."""
        return self.turns * self.a_turn(plan)


def budget_of(plan: Plan) -> dict:
    """Return the budget of a report as plain data; this plays random games."""
    game, replayer = plan.rules, Replayer(plan.rules)
    games = []
    for number in range(GAMES):
        start = game.position(seed=stream_state(plan.seed, number) >> 1 if game.has_deal else None)
        games.append((start, replayer.random_game(start, plan.seed, number)[1]))
    stories = [
        replayer.story(start, taps, f"random game {number}")
        for number, (start, taps) in enumerate(games)
    ]
    first, taps = games[0]
    return asdict(
        Budget(
            speed=speed_of(game, [first, half_way(first, taps)]),
            turns=fmean(story.turns for story in stories),
            moves=fmean(float(story.branching.mean()) for story in stories if story.length),
        )
    )


def speed_of(game: Game, positions: list[Position]) -> float:
    """Return the simulations a second: those known, or those measured from some positions.

    What is known is the speed of compiled code, some hundred times that of the interpreter.
    """
    known = None if interpreting() else known_speed(game)
    return known or measured_speed(positions)


def half_way(start: Position, taps: list[int]) -> Position:
    """Return the position after half of the taps of a game, or a little later."""
    here = start
    for number, tap in enumerate(taps):
        if 2 * number >= len(taps) and not here.mid_turn:
            break
        here = here.tap(tap)
    return here if not here.over else start


def left_out(name: str) -> bool:
    """Tell whether a quick report plays nothing of a stage."""
    return not hasattr(stage(name), "PART")


def affordable(
    name: str, plan: Plan, logs: Logs, budget: Budget, items: dict[Key, Any]
) -> dict[Key, Any]:
    """Return those of the next items of a stage that a quick report can afford, in their order."""
    if left_out(name):
        return {}
    module = stage(name)
    rest = module.PART * budget.simulations
    rest -= sum(module.cost(plan, budget, key) for key in logs[name].results)
    return dict(paid(plan, budget, module.cost, rest, items))


def paid(plan: Plan, budget: Budget, cost, rest: float, items: dict) -> Iterator[tuple[Key, Any]]:
    """Yield items until the next one costs more than the rest of the simulations."""
    for key, given in items.items():
        rest -= cost(plan, budget, key)
        if rest < 0:
            return
        yield key, given


def unplayed(plan: Plan, logs: Logs) -> list[str]:
    """Return the titles of stages that are not done, with how much of each there is."""
    open_stages = [name for name in NAMES if stage(name).items(plan, logs)]
    return [
        f"{stage(name).TITLE} ({len(logs[name])} so far)" if len(logs[name]) else stage(name).TITLE
        for name in open_stages
    ]
