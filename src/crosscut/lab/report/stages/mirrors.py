"""Mirroring strategies against the engine, in half of the games from the first seat."""

from crosscut.lab.matches.mirror_player import STRATEGIES, Mirror, image_of
from crosscut.lab.report.budget import Budget
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, result

TITLE = "mirroring strategies"
PART = 0.05
SEED = 400


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the games that are not there yet, of the strategies that the board allows."""
    board = plan.rules.board
    possible = [each for each in range(len(STRATEGIES)) if image_of(board, each) is not None]
    numbers = range(plan.effort.mirror_games)
    keys = ((strategy, number) for number in numbers for strategy in possible)
    return {key: None for key in keys if key not in logs["mirrors"]}


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a game in which one side thinks."""
    return budget.turns / 2 * plan.effort.mirror_limit


def do(plan: Plan, key: Key, given: None) -> dict:
    """Play a game of a strategy, as player A, against the engine."""
    strategy, number = key
    # the mirror has no name as a player has; where it cannot copy it plays like Random
    contest = plan.contest("random", f"default:{plan.effort.mirror_limit}", seed=SEED + strategy)
    mirror = Mirror(image_of(plan.rules.board, strategy))
    ended = result(contest, number, contest.players() | {"A": mirror})
    return ended | {"asked": mirror.asked, "copied": mirror.copied}
