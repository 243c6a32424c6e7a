"""Whether two figures differ: from their values and intervals, corrected for many comparisons.

One rule serves shares, means, medians and all else that has an interval: the errors of the two, on
the sides that face each other, are squared and added. For shares with Wilson's interval that is
Newcombe's interval of a difference; for means it is Welch's test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from crosscut.lab.report.estimates import CONFIDENCE
from crosscut.lab.report.measure import Figure
from crosscut.lab.stats import wilson

LEVEL = 0.05
"""The share of false claims that is put up with among those of a page."""
FALSE_DISCOVERIES = (
    f"a claim is made if its p is below {LEVEL:.0%} after Benjamini and Yekutieli's correction "
    f"over all that were tested together, which keeps the false discovery rate at {LEVEL:.0%}: of "
    "the claims made, no more than one in twenty is false on average, however the figures depend "
    "on each other"
)
CLAIMS = (
    "Where a measure tests several things at once, such as all moves or all levels, "
    f"{FALSE_DISCOVERIES}."
)
METHOD = (
    "The interval of a difference holds the true one with 95 % confidence; it comes from the "
    "intervals of the two figures, by squaring and adding their errors: for shares that is "
    "Newcombe's interval from Wilson's, for means Welch's with Student's t. Many figures stand on "
    f"one page, so they are corrected for their number: {FALSE_DISCOVERIES}. Those tested together "
    "are all main figures, the ones that the words speak about, and apart from them all others, "
    "against the same report. Among more than two reports the overall p is the smallest of any "
    "two, times the number of pairs, corrected in the same way. Single intervals are not "
    "corrected. What was counted or proven differs or does not. What depends on the games but has "
    "no interval, such as the longest game, or what is alike in all games, is shown and not "
    "tested; nor are speeds, which depend on the machine."
)


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
    from scipy import stats

    below_first, above_first = errors(first)
    below_second, above_second = errors(second)
    by = second.value - first.value
    facing = (above_first, below_second) if by > 0 else (below_first, above_second)
    freedom = degrees(first, second, facing)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))
    interval = (
        by - reach * math.hypot(below_second, above_first),
        by + reach * math.hypot(above_second, below_first),
    )
    error = math.hypot(*facing)
    if error == 0:
        return Difference(by, interval, float(by == 0))
    return Difference(by, interval, float(2 * stats.t.sf(abs(by) / error, freedom)))


def errors(figure: Figure) -> tuple[float, float]:
    """Return the standard errors of a figure below and above its value, by its interval."""
    from scipy import stats

    low, high = figure.interval
    freedom = math.inf if is_plain_share(figure) else freedom_of(figure)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))
    return max(0.0, figure.value - low) / reach, max(0.0, high - figure.value) / reach


def freedom_of(figure: Figure) -> float:
    """Return the degrees of freedom of a mean; a figure of no known sample has no end of them."""
    return math.inf if figure.n is None else max(figure.n - 1, 1)


def degrees(first: Figure, second: Figure, facing: tuple[float, float]) -> float:
    """Return the degrees of freedom of a difference, by Welch and Satterthwaite; shares need none.

    ``facing`` are the errors of the two.
    """
    if all(map(is_plain_share, (first, second))) or not any(facing):
        return math.inf
    squares = [side**2 for side in facing]
    rests = [freedom_of(each) for each in (first, second)]
    spread = sum(s**2 / rest for s, rest in zip(squares, rests, strict=True))
    return sum(squares) ** 2 / spread if spread else math.inf


def is_plain_share(figure: Figure) -> bool:
    """Tell whether a figure is so many of so many, with Wilson's interval."""
    if figure.unit != "%" or not figure.n or not 0 <= figure.value <= 1:
        return False
    ends = zip(figure.interval, wilson(figure.value * figure.n, figure.n), strict=True)
    return all(math.isclose(one, other, abs_tol=1e-6) for one, other in ends)


def corrected(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number: the false discovery rate, Benjamini-Yekutieli."""
    from scipy import stats

    return stats.false_discovery_control(ps, method="by").tolist() if len(ps) else []
