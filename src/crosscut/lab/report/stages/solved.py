"""Small boards, solved exactly: one size after the other, until one is too large."""

from crosscut.core.errors import BadOption
from crosscut.core.jit import uncompiled
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.play.position import Position
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.registry import load_game
from crosscut.search.solver import Solver, solution

TITLE = "small boards"
NEEDS = ("solver",)

UNCOMPILED = 1500
"""Nodes for which the compiler is not worth waiting for."""
MEMORY = 0.1
"""GB for known positions."""
DRAWN = "draw"


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the smallest size that was not tried yet, unless the one before was too hard."""
    size = plan.rules.facts.smallest
    for result in logs["solved"]:
        if result["value"] is None:
            return {}
        size = result["key"][0] + 1
    return {(size,): None} if size <= plan.size else {}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Solve one size, within the nodes that the effort allows."""
    with uncompiled():
        solver = new_solver(small_start(plan, key[0]))
        if solver.run(nodes=UNCOMPILED):
            return found_out(solver)
    solver.run(nodes=plan.effort.solve_nodes)
    return found_out(solver)


def small_start(plan: Plan, size: int) -> Position:
    """Return the start of the game on another board; where it is dealt, one start."""
    rules = load_game(plan.game, size, plan.variant, plan.pie)
    return rules.position(seed=plan.seed if rules.has_deal else None)


def new_solver(position: Position) -> Solver:
    """Return a solver that asks about every first turn, unless there are too many."""
    try:
        return Solver(position, MEMORY)
    except BadOption:
        return Solver(position, MEMORY, first_turns=False)


def found_out(solver: Solver) -> dict:
    """Return what a solver has found out, as plain data.

    Values are the winning seat, "draw", or None if that is not known; ``taps`` are the cells of the
    first turns, where each is a stone on a cell of its own.
    """
    found = solution(solver, with_line=solver.done)  # else it might have to be found out again
    taps = found.first_taps
    single = len(set(taps.values())) == len(taps) and max(taps.values()) < solver.game.width
    return {
        "value": plain(found.value),
        "turns": {text: plain(value) for text, value in found.turns.items()},
        "taps": taps if single else {},
        "swap": found.to_swap(),
        "line": found.line,
        "nodes": found.nodes,
    }


def plain(value: int) -> int | str | None:
    """Return a value for a file."""
    return {DRAW: DRAWN, NOBODY: None}.get(value, value)
