"""What each doubling of effort gains, in Elo: the curve under which results are most likely.

Players are numbered: player k thinks 2^k simulations a turn, and -1 is Random. Doubling k is from
player k - 1 to player k. The gain of a doubling is a polynomial of its number, so neighbours share
what their games tell; the step from Random to one simulation is a number of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from crosscut.lab.matches.bradley_terry import PER_ELO
from crosscut.lab.stats import Z

RANDOM = -1
DEGREE = 2
"""Of the polynomial: gains may grow, shrink, or rise to a peak and fall."""
EXPLAINED = (
    "In the model of Bradley and Terry a player who is d Elo stronger gets 1 / (1 + 10^(-d/400)) "
    "of the points. The gain of a doubling is taken to be a polynomial of degree "
    f"{DEGREE} in the number of doublings, and the step from Random to one simulation a number of "
    "its own; found are those under which all results are most likely. The likelihood has Firth's "
    "correction, which keeps a clean sweep finite and takes out the bias of small samples. "
    "Intervals are those of the likelihood (normal, from its curvature), made wider where matches "
    "differ from the curve by more than chance brings"
)


@dataclass(frozen=True)
class Result:
    """What a player got against a weaker one; a draw is half a point."""

    upper: int
    lower: int
    points: float
    games: int

    @property
    def swept(self) -> bool:
        """Whether the stronger player has won all games, so that the gap has no upper bound."""
        return self.points == self.games


@dataclass(frozen=True)
class Gain:
    """How many Elo lie between players, or are gained by a doubling on average."""

    elo: float
    error: float
    """The standard error."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true value lies with 95 % confidence."""
        return self.elo - Z * self.error, self.elo + Z * self.error


@dataclass(frozen=True)
class Curve:
    """Results, and the gains under which they are most likely."""

    results: Sequence[Result]

    @property
    def top(self) -> int:
        """The strongest player with a game."""
        return max(each.upper for each in self.results)

    @property
    def doublings(self) -> range:
        """All doublings that were tried."""
        return range(1, self.top + 1)

    @property
    def has_random(self) -> bool:
        """Whether Random has played."""
        return any(each.lower == RANDOM for each in self.results)

    @property
    def degree(self) -> int:
        """Of the polynomial: less than usual if there are few different matches."""
        pairs = {(each.upper, each.lower) for each in self.results if each.upper > 0}
        return min(DEGREE, len(pairs) - 1, self.top - 1)

    def row(self, upper: int, lower: int) -> np.ndarray:
        """Return the factors by which the parameters add up to the gap between two players."""
        doublings = np.arange(max(lower, 0) + 1, upper + 1)
        half = max(1, (self.top - 1) / 2)
        places = (doublings - (1 + self.top) / 2) / half
        steps = np.polynomial.legendre.legvander(places, max(self.degree, 0)).sum(axis=0)
        steps = steps[: self.degree + 1]  # nothing where no doubling was tried
        return np.concatenate([[float(lower == RANDOM)] * self.has_random, steps])

    @cached_property
    def fitted(self) -> tuple[np.ndarray, np.ndarray]:
        """The parameters, in logarithms of odds, and their covariance."""
        design = np.array([self.row(each.upper, each.lower) for each in self.results])
        points = np.array([each.points for each in self.results], float)
        games = np.array([each.games for each in self.results], float)
        return fit(design, points, games)

    def between(self, upper: int, lower: int) -> Gain:
        """Return the gap between two players."""
        return self.gain(self.row(upper, lower))

    def by_doubling(self, first: int, last: int) -> Gain:
        """Return the gain of a doubling, on average from one doubling to another."""
        return self.gain(self.row(last, first - 1 if first > 1 else 0) / (last - first + 1))

    def gain(self, factors: np.ndarray) -> Gain:
        """Return a sum of parameters in Elo."""
        parameters, covariance = self.fitted
        return Gain(
            float(factors @ parameters) / PER_ELO,
            float(np.sqrt(factors @ covariance @ factors)) / PER_ELO,
        )

    def swept(self, first: int, last: int) -> bool:
        """Tell whether the weaker player never got a point in any match over some doublings.

        Doubling 0 is the step from Random.
        """
        over = [each for each in self.results if each.lower < last and each.upper >= first]
        return all(each.swept for each in over)


def fit(design: np.ndarray, points: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the likeliest parameters of a logistic model, with Firth's correction, and covariance.

    Each row of ``design`` adds the parameters up to the logarithm of the odds of a match. The
    covariance grows with the dispersion (Pearson's chi-square by degree of freedom) above 1.
    """
    from scipy import optimize, special

    def information(chances: np.ndarray) -> np.ndarray:
        return design.T * (games * chances * (1 - chances)) @ design

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        odds = design @ parameters
        chances = special.expit(odds)
        weights = games * chances * (1 - chances)
        inner = information(chances)
        likelihood = points @ odds - games @ np.logaddexp(0, odds)
        leverage = weights * np.einsum("ij,jk,ik->i", design, np.linalg.inv(inner), design)
        slope = design.T @ (points - games * chances + leverage * (0.5 - chances))
        return -likelihood - np.linalg.slogdet(inner)[1] / 2, -slope

    found = optimize.minimize(loss, np.zeros(design.shape[1]), jac=True, method="BFGS").x
    chances = special.expit(design @ found)
    rest = len(points) - design.shape[1]
    misfits = (points - games * chances) ** 2 / (games * chances * (1 - chances))
    dispersion = max(1.0, misfits.sum() / rest) if rest > 0 else 1.0
    return found, dispersion * np.linalg.inv(information(chances))
