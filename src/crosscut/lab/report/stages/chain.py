"""The chain: the engine against itself with half as many simulations, from Random upwards."""

from crosscut.lab.report.budget import Budget
from crosscut.lab.report.elo_by_effort import RANDOM
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, result

TITLE = "chain of simulations"
PART = 0.1
SEED = 300


def simulations(player: int) -> int:
    """Return how many simulations a player has for a turn."""
    return 2**player


def spec(player: int) -> str:
    """Return a player as matches name it."""
    return "random" if player == RANDOM else f"default:{simulations(player)}"


def label(player: int) -> str:
    """Return a player as people name it."""
    if player == RANDOM:
        return "Random"
    number = simulations(player)
    return f"{number:,} simulation" + ("" if number == 1 else "s")


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the games that are not there yet: one of every match, then another of every match.

    A key is the stronger player, the weaker one and the number of the game. Keys of two numbers are
    of a chain in which candidates were accepted and rejected; its games stay and are not counted.
    """
    players, numbers = range(plan.effort.chain_top + 1), range(plan.effort.chain_games)
    keys = ((player, player - 1, number) for number in numbers for player in players)
    return {key: None for key in keys if key not in logs["chain"]}


def cost(plan: Plan, budget: Budget, key: Key) -> float:
    """Return the simulations of a game, in which the weaker player thinks half as long."""
    return budget.turns * 0.75 * simulations(max(key[0], 0))


def do(plan: Plan, key: Key, given: None) -> dict:
    """Play a game of a player against the one with half as many simulations."""
    upper, lower, number = key
    return result(plan.contest(spec(upper), spec(lower), seed=SEED + upper), number)
