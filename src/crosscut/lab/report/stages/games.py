"""The games: the engine plays itself, from the start, at the limit of the plan."""

from crosscut.lab.report.budget import Budget
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, play

TITLE = "games"
PART = 0.45


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the numbers of the games that are not there yet."""
    return {(number,): None for number in range(plan.games) if (number,) not in logs["games"]}


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a game."""
    return budget.a_game(plan)


def do(plan: Plan, key: Key, given: None) -> dict:
    """Play a game."""
    return play(plan.contest(f"{plan.player}:{plan.limit}"), key[0])
