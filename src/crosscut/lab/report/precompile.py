"""Compiling all that a report needs before anything is played, by several hands at once."""

from collections.abc import Callable

from crosscut.core.devices.discovery import devices
from crosscut.core.errors import NoGpu
from crosscut.lab.bench.playouts import Playouts
from crosscut.lab.matches.engine_player import EnginePlayer
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.stages.unique import start_of
from crosscut.lab.survey_results import survey
from crosscut.rules.registry import load_game
from crosscut.search.options import PRESETS
from crosscut.search.perft import deeper
from crosscut.search.replay import Replayer
from crosscut.search.shortest_game import short_game
from crosscut.search.solver import Solver
from crosscut.search.threats import Pressure

FEW = 16


def engine(plan: Plan) -> None:
    """Compile the search."""
    EnginePlayer(PRESETS[plan.player], plan.limits).warm(start_of(plan))


def replays(plan: Plan) -> None:
    """Compile what plays recorded games again."""
    start = start_of(plan)
    Replayer(plan.rules).story(start, start.actions()[:1])


def random_games(plan: Plan) -> None:
    """Compile random games, those of Connect Four too, by which speeds are measured."""
    Playouts(plan.rules)
    Playouts(load_game("connect_four"))


def positions(plan: Plan) -> None:
    """Compile the count of positions."""
    next(deeper(start_of(plan), True)).over()


def solver(plan: Plan) -> None:
    """Compile the solver."""
    Solver(start_of(plan), first_turns=False).run(nodes=FEW)


def threats(plan: Plan) -> None:
    """Compile the look for puzzles."""
    Pressure(start_of(plan), FEW)


def short_games(plan: Plan) -> None:
    """Compile the look for short games."""
    short_game(start_of(plan), FEW, plan.seed)


def surveys(plan: Plan) -> None:
    """Compile the survey of random games for what does it."""
    try:
        survey(plan.rules, 1, plan.seed, devices(plan.device))
    except NoGpu:  # people hear of it when it matters
        survey(plan.rules, 1, plan.seed, devices("cpu"))


TASKS: dict[str, Callable[[Plan], None]] = {
    task.__name__: task
    for task in (engine, replays, random_games, positions, solver, surveys, short_games, threats)
}
"""By name, as stages say what they need; threats come last because they need positions."""
ALWAYS = ("engine", "replays", "random_games")
"""What no report can do without."""
