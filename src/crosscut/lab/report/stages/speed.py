"""How fast the game is played, searched and solved, beside random play of Connect Four.

All of it is measured in one go, by one process, while nothing else is played.
"""

from contextlib import suppress

from crosscut.core.errors import CrosscutError
from crosscut.lab.bench.playouts import ROUNDS, Playouts
from crosscut.lab.bench.search import Simulations
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.options import PRESETS
from crosscut.search.solver.solver import Solver

TITLE = "speed"
NEEDS = ("solver",)
REFERENCE = "connect_four"
SEARCHES = ("uct-plain", "default")
POSITIONS = 5
"""Searches are measured before each of so many first turns."""
CHOICE = 100
"""Simulations by which those turns are chosen."""
SOLVER_MEMORY = 0.1
"""Gigabytes."""


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the only item, unless it is there."""
    return {} if (0,) in logs["speed"] else {(0,): None}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Measure everything."""
    game, part = plan.rules, plan.effort.speed_seconds / 5  # two kinds of play, three of search
    reference = load_game(REFERENCE, pie=False)
    positions = first_positions(game, plan.seed)
    each = part / len(positions)
    searches = {name: searched(game, positions, name, plan.seed, each) for name in SEARCHES}
    return random_play(game, reference, plan.seed, part) | {
        "searches": searches | {"solver": solved(positions, each)}
    }


def random_play(game: Game, reference: Game, seed: int, seconds: float) -> dict:
    """Return the rates of random play of two games, each for some seconds, round by round."""
    runners = Playouts(game, seed=seed), Playouts(reference, seed=seed)
    rounds = [[each.run(seconds / ROUNDS) for each in runners] for _ in range(ROUNDS)]
    found = {}
    rates = zip(*rounds, strict=True)
    for name, runner, measured in zip(("playouts", "reference"), runners, rates, strict=True):
        length, spread = runner.lengths()
        found[name] = {"rates": measured, "games": runner.done, "length": length, "spread": spread}
    return found


def first_positions(game: Game, seed: int) -> list[Position]:
    """Return the positions before the first turns of a game, fewer if it ends before."""
    engine, here = Engine(seed=seed), game.position(seed=seed if game.has_deal else None)
    found = [here]
    while len(found) < POSITIONS:
        here, _ = engine.choose_turn(here, Limits(simulations=CHOICE))
        if here.over:
            break
        found.append(here)
    return found


def searched(
    game: Game, positions: list[Position], preset: str, seed: int, seconds: float
) -> dict[str, list[float]]:
    """Return the simulations and new nodes a second of a search, position by position."""
    found = {"rates": [], "nodes": []}
    for position in positions:
        runner = Simulations(game, seed=seed, options=PRESETS[preset], position=position)
        found["rates"].append(runner.run(seconds))
        found["nodes"].append(runner.nodes / runner.seconds)
    return found


def solved(positions: list[Position], seconds: float) -> dict[str, list[float]]:
    """Return the nodes a second of the solver, position by position."""
    found = {"rates": [], "nodes": []}
    with suppress(CrosscutError):  # a game that cannot be solved has no such speed
        for position in positions:
            solver = Solver(position, SOLVER_MEMORY, first_turns=False)
            solver.begin(solver.root)  # compiles, where that is still to be done
            solver.run(seconds)
            if solver.seconds:
                found["nodes"].append(solver.nodes / solver.seconds)
    return found
