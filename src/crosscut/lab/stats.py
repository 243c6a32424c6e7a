"""What a score says: intervals, Elo, a stopping rule. Draws count as half a win."""

import math
from dataclasses import dataclass, field

Z = 1.959964
"""Standard deviations on each side that hold 95 % of a normal distribution."""


def wilson(points: float, games: int, z: float = Z) -> tuple[float, float]:
    """Return Wilson's interval for the share of points that a player gets in the long run.

    SciPy has it for whole counts alone, and there it is the same. Draws are half a point; they
    spread less than wins and losses, so with many of them it is wider than need be.
    """
    if games == 0:
        return 0.0, 1.0
    share = points / games
    scale = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / scale
    spread = z / scale * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    # a clean sweep leaves nothing to rounding: its end is the end
    low = 0.0 if points == 0 else max(0.0, centre - spread)
    return low, 1.0 if points == games else min(1.0, centre + spread)


def elo(share: float) -> float:
    """Return the difference in Elo at which a player gets this share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return 400 * math.log10(share / (1 - share))


def expected(difference: float) -> float:
    """Return the share of the points that a player gets who is so many Elo stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of the points that a player can get in a pair of games."""
UNSEEN = 0.001
"""How often a score counts that no pair has had; without it no likelihood would be finite."""
HALVINGS = 60
"""After so many the ends of an interval are neighbouring numbers, or nearly."""


@dataclass
class Sprt:
    """A sequential test between two hypotheses on how much stronger a player is, by pairs.

    Pairs are counted, not games, because the two games of a pair share their opening. The
    likelihoods are those of the five scores a pair can have, at the most likely frequencies that
    fit each hypothesis.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The risk of accepting the second hypothesis although the first is true."""
    beta: float = 0.05
    """The risk of the opposite error."""
    counts: list[float] = field(default_factory=lambda: [UNSEEN] * len(PAIR_SCORES))
    pairs: int = 0
    ratio: float = 0.0
    """The logarithm of the ratio of likelihoods; above 0 speaks for the second hypothesis."""
    verdict: str = ""
    """The hypothesis that was accepted: "H0", "H1", or nothing yet."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which the first and the second hypothesis are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def add(self, score: float) -> None:
        """Count a pair in which the player got a share of the points, unless it is all decided."""
        if self.verdict:
            return
        self.pairs += 1
        self.counts[PAIR_SCORES.index(score)] += 1
        null, other = (likely_frequencies(self.counts, expected(e)) for e in (self.elo0, self.elo1))
        self.ratio = sum(
            count * math.log(p1 / p0)
            for count, p0, p1 in zip(self.counts, null, other, strict=True)
        )
        lower, upper = self.bounds
        if self.ratio <= lower:
            self.verdict = "H0"
        elif self.ratio >= upper:
            self.verdict = "H1"


def likely_frequencies(counts: list[float], mean: float) -> list[float]:
    """Return the frequencies of the scores of pairs that are most likely and have this mean.

    By Lagrange they are those counted, each divided by 1 + t (score - mean), for the one t at
    which the mean is right; the excess falls as t grows.
    """
    total = sum(counts)
    off = [score - mean for score in PAIR_SCORES]

    def excess(t: float) -> float:
        return sum(count * d / (1 + t * d) for count, d in zip(counts, off, strict=True))

    edge = 1 - 1e-12  # where a frequency would be infinite
    low, high = -edge / off[-1], -edge / off[0]
    for _ in range(HALVINGS):
        t = (low + high) / 2
        low, high = (t, high) if excess(t) > 0 else (low, t)
    return [count / total / (1 + t * d) for count, d in zip(counts, off, strict=True)]
