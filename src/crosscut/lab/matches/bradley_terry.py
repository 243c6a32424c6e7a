"""Elo of several players from all their results together, the most likely one."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from crosscut.lab.stats import Z

PER_ELO = math.log(10) / 400
"""How much one Elo adds to the logarithm of the odds."""
STEPS = 100
LONGEST_STEP = 200.0


class Result(NamedTuple):
    """What one player got against another, by their places in a list; a draw is half a point."""

    player: int
    opponent: int
    points: float
    games: int


def ratings(players: int, results: Sequence[Result]) -> list[tuple[float, float]]:
    """Return Elo and half of its 95 % interval of each player, the first one being 0.

    That is the model of Bradley and Terry, by Newton's method. One drawn game is added to each
    result, without which a player who has won all his games would have no rating.
    """
    places = np.zeros(players)
    free = slice(1, None)
    for _ in range(STEPS):
        slope, curvature = derivatives(places, results)
        step = np.linalg.solve(curvature[free, free], slope[free])
        places[free] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
    variance = np.diag(np.linalg.inv(derivatives(places, results)[1][free, free]))
    spreads = [0.0, *(Z * np.sqrt(variance))]
    return [(float(place), float(spread)) for place, spread in zip(places, spreads, strict=True)]


def derivatives(places: np.ndarray, results: Sequence[Result]) -> tuple[np.ndarray, np.ndarray]:
    """Return the slope of the log-likelihood at some ratings, and its curvature downwards."""
    slope, curvature = np.zeros(len(places)), np.zeros((len(places), len(places)))
    for player, opponent, points, games in results:
        share = 1 / (1 + math.exp(-PER_ELO * (places[player] - places[opponent])))
        excess = PER_ELO * (points + 0.5 - (games + 1) * share)
        weight = PER_ELO**2 * (games + 1) * share * (1 - share)
        slope[player] += excess
        slope[opponent] -= excess
        for i, j, sign in (
            (player, player, 1),
            (opponent, opponent, 1),
            (player, opponent, -1),
            (opponent, player, -1),
        ):
            curvature[i, j] += sign * weight
    return slope, curvature
