"""Openings: the games that follow when the first turn is forced and nobody may swap."""

from collections import Counter
from dataclasses import replace

from crosscut.lab.report.balance.first_turns import opening_of, openings_of
from crosscut.lab.report.balance.forced_openings import CHECK, FIRST, batches
from crosscut.lab.report.budget import Budget
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, recorded
from crosscut.lab.report.stages.reviews import evenly

TITLE = "forced openings"
PART = 0.2
SEED = 10_000
"""The first of the seeds by which matches are told apart, one for each opening."""
MOST = 64
"""Openings that are tried."""
OFTEN = 4
"""Of those that cannot all be tried, every so many-th is one that the games used most."""


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return what is missing of the first round that is not all played."""
    done, openings = logs["openings"].results, tried(plan, logs)
    if not openings:
        return {}
    least = FIRST * len(openings) + CHECK
    budget = min(plan.effort.opening_games, max(plan.games, least))
    for batch in batches(openings, done, budget):
        if missing := [key for key in batch if key not in done]:
            return dict.fromkeys(missing)
    return {}


def tried(plan: Plan, logs: Logs) -> list[int]:
    """Return the numbers of the openings that are tried, those that began most games first.

    These are all, or a choice spread evenly, with some of the most frequent. An effort too small to
    try one leaves this stage out.
    """
    most = min(
        MOST, max(plan.effort.opening_games - CHECK, plan.effort.opening_games // 2) // FIRST
    )
    numbers = list(range(len(openings_of(plan.rules)) if most > 0 else 0))
    begun = Counter(opening_of(plan.rules, record["taps"]) for record in logs["games"])
    begun.pop(None, None)
    used = sorted(begun, key=lambda number: (-begun[number], number))
    if len(numbers) > most:
        used = used[: most // OFTEN]
    others = [number for number in numbers if number not in used]
    return [*used, *evenly(others, min(len(numbers), most) - len(used))]


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a game."""
    return budget.a_game(plan)


def do(plan: Plan, key: Key, given: None) -> dict:
    """Play a game after an opening; the winner is a colour, and so is whose chance is told."""
    number, game = key
    contest = plan.contest(f"{plan.player}:{plan.limit}", seed=SEED + number)
    contest = replace(contest, pie=False)  # so that seats and colours are the same
    start = openings_of(plan.rules)[number].start(contest.rules)
    record = recorded(contest, game, start=start)
    chance = record["thoughts"][0]["win_chance"] if record["thoughts"] else None
    if chance is not None and start.colour == 1:
        chance = round(1 - chance, 4)
    return {
        "winner": record["winner"],
        "unfinished": record["unfinished"],
        "moves": record["moves"],
        "chance": chance,
    }
