"""Swaps: the engine is asked after every opening that was tried whether it swaps."""

from dataclasses import replace

from crosscut.core.rng import stream_state
from crosscut.lab.report.balance.first_turns import openings_of
from crosscut.lab.report.budget import Budget
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.search.engine import Engine
from crosscut.search.options import PRESETS

TITLE = "swaps"
PART = 0.05
LONG = 10
"""How many times as long as in the games the engine thinks once about each opening."""
REFERENCE = 0
"""The number of that search; the others begin with 1."""
SEED = 20_000


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the questions that were not asked yet, the long ones first."""
    if not plan.pie:
        return {}
    openings = dict.fromkeys(key[0] for key in sorted(logs["openings"].results))
    numbers = range(1 + plan.effort.swap_asks)
    keys = ((opening, number) for number in numbers for opening in openings)
    return {key: None for key in keys if key not in logs["swaps"]}


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a search."""
    return budget.a_turn(plan) * (LONG if key[1] == REFERENCE else 1)


def do(plan: Plan, key: Key, given: None) -> dict:
    """Ask whether to swap, or what an opening is worth; after one that ends the game, nothing.

    ``chance`` is that of the first colour if nobody swaps, and ``proven`` the winning colour or
    `DRAW` where the long search proves one.
    """
    opening, number = key
    rules = plan.rules if number != REFERENCE else replace(plan.rules, pie=False)
    here = openings_of(plan.rules)[opening].start(rules)
    stream = stream_state(plan.seed, SEED + (1 + plan.effort.swap_asks) * opening + number)
    engine = Engine(PRESETS[plan.player], seed=stream >> 1)
    if here.over:
        return {"swap": None, "chance": None, "proven": None}
    if number != REFERENCE:
        after, _ = engine.choose_turn(here, plan.limits)
        return {"swap": bool(after.table.swapped)}
    thought = engine.think(here, plan.limits.part(LONG))
    chance = thought.win_chance if here.colour == 0 else 1 - thought.win_chance
    return {"chance": round(chance, 4), "proven": thought.proven}
