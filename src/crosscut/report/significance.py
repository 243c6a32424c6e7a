"""Whether two figures differ: from their values and intervals, corrected for many comparisons.

One rule serves shares, means, medians and all else that has an interval: the uncertainties of the
two, on the sides that face each other, are squared and added. For shares with Wilson's interval
that is Newcombe's interval of a difference; for means it is Welch's test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from crosscut.match.statistics import Z, wilson
from crosscut.report.measure import Figure

LEVEL = 0.05
"""A difference is called shown if chance alone would bring it less often than this."""
METHOD = (
    "The interval of a difference holds the true one with 95 % confidence; it comes from the "
    "intervals of the two figures, by squaring and adding their sides: for shares that is "
    "Newcombe's interval from Wilson's, for means Welch's with Student's t. A difference is "
    "called significant if its p is below 5 % after Holm's correction over all main figures, those "
    "that the words speak about, or over all others, that were tested against the same report: so "
    "in 19 comparisons of 20 no main figure is called different that is not, and likewise of the "
    "others, however the figures depend on each other. Among more than two reports the "
    "overall p is the smallest of any two, times the number of pairs, corrected in the same way. "
    "What was counted or proven differs or does not. What depends on the games but has no "
    "interval, such as the longest game, is shown and not tested; nor are speeds, which depend on "
    "the machine."
)
NORMAL = 1000
"""Degrees of freedom from which Student's distribution is taken for the normal one."""


@dataclass(frozen=True)
class Difference:
    """How much larger the second of two figures is."""

    by: float
    interval: tuple[float, float]
    p: float
    """How often chance alone would bring a difference as large as this, or larger."""


def testable(figure: Figure | None) -> bool:
    """Tell whether a figure is a number that says how sure it is."""
    return figure is not None and is_number(figure.value) and figure.interval is not None


def is_number(value: object) -> bool:
    """Tell whether a value is a finite number."""
    return isinstance(value, int | float) and math.isfinite(value)


def difference(first: Figure, second: Figure) -> Difference:
    """Return how the second of two figures with intervals differs from the first."""
    below_first, above_first = sides(first)
    below_second, above_second = sides(second)
    by = second.value - first.value
    facing = (above_first, below_second) if by > 0 else (below_first, above_second)
    # to three digits, so that among many reports few quantiles have to be searched for
    freedom = float(f"{degrees(first, second, facing):.3g}")
    wider = quantile(freedom) / Z  # than where the spread is known exactly
    interval = (
        by - wider * math.hypot(below_second, above_first),
        by + wider * math.hypot(above_second, below_first),
    )
    spread = math.hypot(*facing) / Z
    if spread == 0:
        return Difference(by, interval, float(by == 0))
    return Difference(by, interval, tail(abs(by) / spread, freedom))


def sides(figure: Figure) -> tuple[float, float]:
    """Return how far the interval of a figure reaches below and above its value."""
    low, high = figure.interval
    return max(0.0, figure.value - low), max(0.0, high - figure.value)


def degrees(first: Figure, second: Figure, facing: tuple[float, float]) -> float:
    """Return the degrees of freedom, by Welch and Satterthwaite.

    Shares need none, nor does an interval that is not from a sample of known size.
    """
    if all(map(is_plain_share, (first, second))) or not any(facing):
        return math.inf
    squares = [side**2 for side in facing]
    rests = [math.inf if each.n is None else max(each.n - 1, 1) for each in (first, second)]
    spread = sum(s**2 / rest for s, rest in zip(squares, rests, strict=True))
    return sum(squares) ** 2 / spread if spread else math.inf


def is_plain_share(figure: Figure) -> bool:
    """Tell whether a figure is so many of so many, with Wilson's interval."""
    if figure.unit != "%" or not figure.n or not 0 <= figure.value <= 1:
        return False
    ends = zip(figure.interval, wilson(figure.value * figure.n, figure.n), strict=True)
    return all(math.isclose(one, other, abs_tol=1e-6) for one, other in ends)


def tail(t: float, freedom: float = math.inf) -> float:
    """Return how often Student's t is at least as far from 0; with infinite freedom, a normal."""
    if freedom >= NORMAL:
        return math.erfc(t / math.sqrt(2))
    # with t = sqrt(freedom) tan(angle) the density is a power of the cosine
    start = math.atan(t / math.sqrt(freedom))
    return area(start, freedom) / area(0.0, freedom)


def area(start: float, freedom: float, steps: int = 4000) -> float:
    """Return the integral of cos ** (freedom - 1) from an angle to a right one, by midpoints."""
    step = (math.pi / 2 - start) / steps
    angles = start + step * (np.arange(steps) + 0.5)
    return float((np.cos(angles) ** (freedom - 1)).sum() * step)


@lru_cache(maxsize=4096)
def quantile(freedom: float) -> float:
    """Return the t that is exceeded, to either side, in 5 % of all cases."""
    if freedom >= NORMAL:
        return Z
    low, high = 1.0, 20.0
    while high - low > 1e-6:
        t = (low + high) / 2
        low, high = (t, high) if tail(t, freedom) > 0.05 else (low, t)
    return low


def holm(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected by Holm: the smallest times their number, the next times less."""
    corrected, reached = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        reached = max(reached, min(1.0, (len(ps) - rank) * ps[place]))
        corrected[place] = reached
    return corrected
