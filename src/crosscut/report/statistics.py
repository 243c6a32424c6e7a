"""Figures from samples, each with its interval of 95 %."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean, median, stdev

import numpy as np

from crosscut.match.statistics import Z, wilson
from crosscut.report.measure import Figure

RESAMPLES = 1000
"""How often a sample is drawn anew to see how much a figure moves."""


def share(name: str, points: float, n: int, of: str = "games", note: str = "") -> Figure:
    """Return the share of something with Wilson's interval."""
    if n == 0:
        return nothing(name, "%", of)
    return Figure(name, points / n, "%", wilson(points, n), n, of, note=note)


def mean(
    name: str,
    values: Sequence[float],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    note: str = "",
) -> Figure:
    """Return a mean with its interval, by the normal distribution of means."""
    n = len(values)
    if n == 0:
        return nothing(name, unit, of)
    value = fmean(values)
    interval = None
    if n > 1:
        spread = Z * stdev(values) / math.sqrt(n)
        interval = value - spread, value + spread
    return Figure(name, value, unit, interval, n, of, digits, note)


def middle(
    name: str, values: Sequence[float], unit: str = "", of: str = "games", digits: int = 2
) -> Figure:
    """Return a median with its interval, by ranks: the binomial distribution of how many are below.

    No assumption on how values are distributed is needed.
    """
    n = len(values)
    if n == 0:
        return nothing(name, unit, of)
    ordered = sorted(values)
    reach = Z * math.sqrt(n) / 2
    low = max(0, math.floor((n - 1) / 2 - reach))
    high = min(n - 1, math.ceil((n - 1) / 2 + reach))
    return Figure(name, median(ordered), unit, (ordered[low], ordered[high]), n, of, digits)


def resampled(
    name: str,
    items: Sequence,
    figure: Callable[[Sequence], float],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    seed: int = 0,
) -> Figure:
    """Return any figure of a sample, with the interval in which it stays if the sample is redrawn.

    That is the percentile bootstrap: items are drawn with replacement, as many as there are.
    """
    n = len(items)
    if n == 0:
        return nothing(name, unit, of)
    source = np.random.default_rng(seed)
    found = [figure([items[i] for i in source.integers(0, n, n)]) for _ in range(RESAMPLES)]
    low, high = np.percentile(found, [2.5, 97.5])
    return Figure(name, figure(items), unit, (float(low), float(high)), n, of, digits)


def counted(
    name: str, value: int | float | str | None, unit: str = "", n: int | None = None, note: str = ""
) -> Figure:
    """Return a figure that was counted or proven and leaves nothing to chance."""
    return Figure(name, value, unit, None, n, note=note)


def nothing(name: str, unit: str = "", of: str = "games") -> Figure:
    """Return a figure for which there is nothing to count."""
    return Figure(name, None, unit, None, 0, of)
