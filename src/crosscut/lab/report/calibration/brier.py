"""How good chances are against results: the Brier score, its parts, and how sure they are.

Turns of one game share their result, so all uncertainty is that of games: figures are sums over
games, and each game is left out in turn (the jackknife).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import stats

from crosscut.lab.stats import wilson

BINS = 10
"""Bins of chances, equally wide."""
COUNT, CHANCE, RESULT, CHANCE_2, PRODUCT, RESULT_2 = range(6)
"""What is summed over the turns of a game in a bin: 1, the chance f, the result o, ff, fo, oo."""
CONFIDENCE = 0.95
FEWEST = 8
"""Games below which nothing has an interval."""
NAMES = ("Brier score", "reliability", "resolution", "within bins", "uncertainty", "skill")
BIASED = ("reliability", "resolution", "uncertainty")
"""What is made of squares: chance alone makes the first two larger, and the last one smaller."""
SIGNED = ("within bins", "skill")
"""What may be below 0."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Pairs:
    """Chances of the first colour before turns, and the results of their games."""

    chances: np.ndarray
    """From 0 to 1."""
    results: np.ndarray
    """1 if the first colour won, 0 if it lost, 1/2 for a draw."""
    games: np.ndarray
    """A number for each game."""
    parts: np.ndarray
    """The part of the game in which the turn lies."""

    def __len__(self) -> int:
        return len(self.chances)

    def where(self, mask: np.ndarray) -> "Pairs":
        """Return some of the pairs."""
        return Pairs(self.chances[mask], self.results[mask], self.games[mask], self.parts[mask])

    def with_chances(self, chances: np.ndarray) -> "Pairs":
        """Return the same turns with other chances."""
        return Pairs(chances, self.results, self.games, self.parts)

    @cached_property
    def numbers(self) -> np.ndarray:
        """The numbers of the games, each once."""
        return np.unique(self.games)

    @cached_property
    def sums(self) -> np.ndarray:
        """[games, bins, 6] the sums over the turns of each game in each bin."""
        at = np.searchsorted(self.numbers, self.games), bins_of(self.chances)
        f, o = self.chances, self.results
        found = np.zeros((len(self.numbers), BINS, 6))
        for field, values in enumerate((np.ones(len(f)), f, o, f * f, f * o, o * o)):
            np.add.at(found[:, :, field], at, values)
        return found


def bins_of(chances: np.ndarray) -> np.ndarray:
    """Return the bin of each chance."""
    return np.minimum((chances * BINS).astype(int), BINS - 1)


@dataclass(frozen=True)
class Score:
    """A score over games, with the interval in which the true one lies."""

    value: float
    interval: Interval | None

    def __str__(self) -> str:
        if self.interval is None:
            return f"{self.value:.2f}"
        return f"{self.value:.2f} ({self.interval[0]:.2f} to {self.interval[1]:.2f})"


def share_won(pairs: Pairs) -> tuple[float, Interval | None]:
    """Return the mean result of turns, with Wilson's interval.

    That is of as many independent games as the turns are worth, after Kish; with few there is none.
    """
    turns = np.unique(pairs.games, return_counts=True)[1]
    won, n = float(pairs.results.mean()), float(turns.sum() ** 2 / (turns**2).sum())
    return won, wilson(won * n, n) if len(turns) >= FEWEST else None


def parts_of(sums: np.ndarray) -> np.ndarray:
    """Return the figures of `NAMES` from sums over turns, [..., bins, 6], as [..., 6].

    The Brier score is reliability - resolution + uncertainty + within bins, exactly (Murphy 1973;
    the last term, for bins that hold different chances, after Stephenson, Coelho and Jolliffe).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        n = sums[..., COUNT]
        total = n.sum(-1)
        chance, result = (np.where(n > 0, sums[..., k] / n, 0) for k in (CHANCE, RESULT))
        whole = sums.sum(-2)
        mean = whole[..., RESULT] / total
        brier = (whole[..., CHANCE_2] - 2 * whole[..., PRODUCT] + whole[..., RESULT_2]) / total
        uncertainty = whole[..., RESULT_2] / total - mean**2
        uncertainty = np.where(uncertainty < 1e-12, 0, uncertainty)
        reliability = (n * (chance - result) ** 2).sum(-1) / total
        resolution = (n * (result - mean[..., None]) ** 2).sum(-1) / total
        within = brier - (reliability - resolution + uncertainty)
        skill = np.where(uncertainty > 0, 1 - brier / uncertainty, np.nan)
    return np.stack([brier, reliability, resolution, within, uncertainty, skill], -1)


def scores(pairs: Pairs) -> dict[str, Score]:
    """Return all figures with their intervals, by leaving out each game in turn.

    The intervals of what is `BIASED` allow for what chance alone adds to it.
    """
    sums = pairs.sums
    values = parts_of(sums.sum(0))
    games = len(sums)
    if games < FEWEST:
        return {n: Score(v, None) for n, v in zip(NAMES, values.tolist(), strict=True)}
    without = parts_of(sums.sum(0) - sums)
    mean = without.mean(0)
    spread = np.sqrt((games - 1) / games * ((without - mean) ** 2).sum(0))
    reach = stats.t.ppf((1 + CONFIDENCE) / 2, games - 1) * spread
    found = {}
    for name, value, centre, wide in zip(
        NAMES, values.tolist(), (games * values - (games - 1) * mean).tolist(), reach.tolist(),
        strict=True,
    ):  # fmt: skip
        if not (np.isfinite(wide) and wide > 0):
            found[name] = Score(value, None)
            continue
        middle = centre if name in BIASED else value
        low, high = min(value, middle - wide), max(value, middle + wide)
        found[name] = Score(value, (low if name in SIGNED else max(0.0, low), min(1.0, high)))
    return found
