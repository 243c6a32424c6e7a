"""Short games in which both sides help, each attempt by itself."""

from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.lab.report.stages.unique import start_of
from crosscut.search.shortest_game import short_game

TITLE = "short games"
NEEDS = ("short_games",)


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the attempts that were not made yet."""
    made = logs["shortest"]
    return {(i,): None for i in range(plan.effort.short_games) if (i,) not in made}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Look for a short game."""
    return {"taps": short_game(start_of(plan), plan.effort.short_tries, plan.seed + key[0])}
