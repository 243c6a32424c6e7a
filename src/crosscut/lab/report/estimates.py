"""Figures from samples, each with its interval of 95 %.

Of fewer than `LEAST` games no interval is told, and none that would have no width. How often the
intervals hold the truth is found out by `benchmarks/audit.py`; the page is docs/audit.md.

SciPy is imported late, because it takes a second.
"""

import math
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np

from crosscut.lab.report.measure import Figure
from crosscut.lab.stats import wilson

LEAST = 8
"""Games, or whatever a sample consists of, below which no interval is told."""
CONFIDENCE = 0.95
ALIKE = "all alike"
"""What is noted of a sample without any spread: it tells nothing of what else there may be."""
RESAMPLES = 1000
"""How often a sample is drawn anew where nothing simpler tells how much a figure moves."""
GROUPS = 200
"""Into so many groups a larger sample is split, of which each is left out once."""
Range = tuple[float, float]
ANYTHING: Range = (-math.inf, math.inf)
SHARES: Range = (0.0, 1.0)
POSITIVE: Range = (0.0, math.inf)
METHOD = (
    "Shares have Wilson's interval, draws counting half, which makes it wider than need be, never "
    "narrower. Means have Student's, over games; means over all turns, and other ratios, Student's "
    "too, by how far each game is from the whole (linearised, games being the clusters), with one "
    "degree of freedom less than there are games. Medians have the interval between ranks "
    "(quantile test). All else has Student's, from how the figure changes if each game is left out "
    "in turn (jackknife). No interval leaves the range of what there can be. Of fewer than "
    f"{LEAST} games, or where all are alike, there is no interval; a share that is 0 or 100 % in "
    "every game has Wilson's of so many games. How often these intervals hold the truth is on the "
    "page docs/audit.md of Crosscut."
)


def share(name: str, points: float, n: int, of: str = "games", note: str = "") -> Figure:
    """Return the share of something with Wilson's interval."""
    if n == 0:
        return nothing(name, "%", of)
    return Figure(name, points / n, "%", share_interval(points, n), n, of, note=note or few(n, of))


def share_interval(points: float, n: int) -> Range | None:
    """Return Wilson's interval, or None if there are too few games to tell."""
    return wilson(points, n) if n >= LEAST else None


def share_ends(points: float, n: int) -> Range | tuple[None, None]:
    """Return the ends of that interval for a table, where None leaves a cell blank."""
    return share_interval(points, n) or (None, None)


def mean(
    name: str,
    values: Sequence[float],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    note: str = "",
    within: Range | None = None,
) -> Figure:
    """Return a mean with Student's interval.

    ``within`` is the range of what there can be: by default 0 to 1 for shares, else anything.
    """
    return ratio(name, [(value, 1) for value in values], unit, of, digits, note, within)


def ratio(
    name: str,
    parts: Sequence[tuple[float, float]],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    note: str = "",
    within: Range | None = None,
) -> Figure:
    """Return the sum of amounts divided by the sum of what they are of, a pair for each game.

    Games are clusters: what happens within one is alike, so the interval is Student's for how far
    games are from the ratio of all, with one degree of freedom less than there are games.
    """
    n = len(parts)
    amounts, wholes = np.array(parts, float).reshape(n, 2).T
    if not n or not wholes.sum():
        return nothing(name, unit, of)
    value = float(amounts.sum() / wholes.sum())
    if n < LEAST:
        return Figure(name, value, unit, None, n, of, digits, noted(few(n, of), note))
    rests = amounts - value * wholes
    if np.abs(rests).max() <= 1e-9 * max(np.abs(amounts).max(), 1e-300):
        return alike(name, value, unit, n, of, digits, note)
    error = math.sqrt(n / (n - 1) * (rests**2).sum()) / wholes.sum()
    room = within or (SHARES if unit == "%" else ANYTHING)
    interval = clipped(student(value, error, n - 1), room)
    return Figure(name, value, unit, interval, n, of, digits, note)


def student(value: float, error: float, freedom: float = math.inf) -> Range:
    """Return Student's interval around a value with a standard error; by default the normal one."""
    from scipy import stats

    reach = error * float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))
    return value - reach, value + reach


def clipped(interval: Range, room: Range) -> Range:
    """Return what of an interval lies in the range of what there can be."""
    return max(room[0], interval[0]), min(room[1], interval[1])


def middle(
    name: str, values: Sequence[float], unit: str = "", of: str = "games", digits: int = 2
) -> Figure:
    """Return a median with its interval between ranks, whatever the distribution of the values."""
    from scipy import stats

    n = len(values)
    if n == 0:
        return nothing(name, unit, of)
    value = median(values)
    if n < LEAST:
        return Figure(name, value, unit, None, n, of, digits, few(n, of))
    found = stats.quantile_test(values, p=0.5).confidence_interval(CONFIDENCE)
    low, high = found.low.item(), found.high.item()
    if low < high:
        return Figure(name, value, unit, (low, high), n, of, digits)
    note = ALIKE if min(values) == max(values) else f"the middle {of} are {ALIKE}"
    return Figure(name, value, unit, None, n, of, digits, note)


def resampled(
    name: str,
    items: Sequence,
    figure: Callable[[Sequence], float],
    unit: str = "",
    of: str = "games",
    digits: int = 2,
    seed: int = 0,
    within: Range | None = None,
) -> Figure:
    """Return any smooth figure of a sample, with Student's interval by leaving out each item once.

    That is the jackknife; of many items a group is left out at a time, drawn by ``seed``. It is no
    good for ranks, and a mean or a ratio has a shorter way by `mean` and `ratio`.
    """
    n = len(items)
    if n == 0:
        return nothing(name, unit, of)
    value = figure(items)
    if n < LEAST:
        return Figure(name, value, unit, None, n, of, digits, few(n, of))
    order = np.random.default_rng(seed).permutation(n)
    groups = np.array_split(order, min(n, GROUPS))
    left = [set(range(n)) - set(group.tolist()) for group in groups]
    found = np.array([figure([items[place] for place in sorted(rest)]) for rest in left], float)
    many = len(groups)
    with np.errstate(invalid="ignore"):  # where a sample without one of them has no figure
        error = math.sqrt((many - 1) / many * ((found - found.mean()) ** 2).sum())
    if not math.isfinite(error):
        return Figure(name, value, unit, None, n, of, digits, "no spread but for one of them")
    if error <= 1e-12 * abs(value):
        return alike(name, value, unit, n, of, digits)
    room = within or (SHARES if unit == "%" else ANYTHING)
    return Figure(name, value, unit, clipped(student(value, error, many - 1), room), n, of, digits)


def alike(
    name: str, value: float, unit: str, n: int, of: str, digits: int, note: str = ""
) -> Figure:
    """Return a figure that is the same in all games.

    If that is a share of nothing, or of everything, Wilson's interval tells in how many games it
    may be otherwise, which bounds the share.
    """
    interval = wilson(value * n, n) if unit == "%" and value in (0, 1) else None
    return Figure(name, value, unit, interval, n, of, digits, noted(ALIKE, note))


def few(n: int, of: str) -> str:
    """Return the note on a sample that is too small for an interval; nothing if it is not."""
    return f"fewer than {LEAST} {of}" if n < LEAST else ""


def noted(*notes: str) -> str:
    """Return several notes as one."""
    return ", ".join(note for note in notes if note)


def counted(
    name: str, value: int | float | str | None, unit: str = "", n: int | None = None, note: str = ""
) -> Figure:
    """Return a figure that was counted or proven and leaves nothing to chance."""
    return Figure(name, value, unit, None, n, note=note)


def nothing(name: str, unit: str = "", of: str = "games") -> Figure:
    """Return a figure for which there is nothing to count."""
    return Figure(name, None, unit, None, 0, of)
