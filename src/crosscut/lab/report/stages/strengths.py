"""Players of growing strength, each against himself: who wins, and how soon."""

from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, result

TITLE = "games by strength"
SEED = 100
"""The first of the seeds by which matches are told apart, one for each player."""


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the games that are not there yet: all players' first ones, then the second ones."""
    players, numbers = range(len(plan.effort.strengths)), range(plan.effort.strength_games)
    keys = ((player, number) for number in numbers for player in players)
    return {key: None for key in keys if key not in logs["strengths"]}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Play a game of one player against himself."""
    player, number = key
    simulations = plan.effort.strengths[player]
    spec = f"default:{simulations}" if simulations else "random"
    ended = result(plan.contest(spec, seed=SEED + player), number)
    return {"winner": ended["winner"], "moves": ended["moves"]}
