"""Figures from samples, each with its interval of 95 %."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean, median, stdev

import numpy as np

from crosscut.match.statistics import Z, wilson
from crosscut.report.measure import Figure

LEAST_RANKS = 6
"""Values of which the lowest and the highest hold the median between them in 95 % of samples."""
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
        if unit == "%":  # which leaves less room to either side
            interval = max(0.0, interval[0]), min(1.0, interval[1])
    return Figure(name, value, unit, interval, n, of, digits, note)


def middle(
    name: str, values: Sequence[float], unit: str = "", of: str = "games", digits: int = 2
) -> Figure:
    """Return a median with its interval, by ranks: the binomial distribution of how many are below.

    No assumption on how values are distributed is needed; of less than six values none are apart
    far enough.
    """
    n = len(values)
    if n == 0:
        return nothing(name, unit, of)
    ordered = sorted(values)
    reach = Z * math.sqrt(n) / 2
    low = max(0, math.floor((n - 1) / 2 - reach))
    high = min(n - 1, math.ceil((n - 1) / 2 + reach))
    interval = (ordered[low], ordered[high]) if n >= LEAST_RANKS else None
    return Figure(name, median(ordered), unit, interval, n, of, digits)


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

    That is the percentile bootstrap: items are drawn with replacement, as many as there are. Items
    that all agree tell by that nothing: then a share gets Wilson's interval, of as many trials as
    there are items, and anything else none.
    """
    n = len(items)
    if n == 0:
        return nothing(name, unit, of)
    source = np.random.default_rng(seed)
    found = [figure([items[i] for i in source.integers(0, n, n)]) for _ in range(RESAMPLES)]
    value, (low, high) = figure(items), np.percentile(found, [2.5, 97.5]).tolist()
    if low < high:
        return Figure(name, value, unit, (low, high), n, of, digits)
    interval = wilson(value * n, n) if unit == "%" and n > 1 else None
    return Figure(name, value, unit, interval, n, of, digits, "all alike" if n > 1 else "")


def counted(
    name: str, value: int | float | str | None, unit: str = "", n: int | None = None, note: str = ""
) -> Figure:
    """Return a figure that was counted or proven and leaves nothing to chance."""
    return Figure(name, value, unit, None, n, note=note)


def nothing(name: str, unit: str = "", of: str = "games") -> Figure:
    """Return a figure for which there is nothing to count."""
    return Figure(name, None, unit, None, 0, of)
