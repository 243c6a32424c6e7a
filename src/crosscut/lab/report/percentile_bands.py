"""Many games in one curve: the median by turn, and the band that holds the middle 80 %.

A game counts at a turn only if it has a value there: games that have ended drop out, so the right
end of a curve tells of the longest games alone. Where too few are left it stops.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crosscut.lab.report.measure import Chart, Table
from crosscut.lab.report.svg_charts import MAIN, SERIES

LOW, HIGH = 10, 90
"""The percentiles between which a band lies."""
LEAST = 5
"""With fewer games than this a curve says nothing about others."""
EXPLAINED = (
    f"At each place the curve is the median, and the band goes from the {LOW}th to the {HIGH}th "
    "percentile (between ranks in proportion), over the games that have a value there: games that "
    f"have ended drop out, and the curve ends where fewer than {LEAST} games are left."
)
"""For the formula of a measure that shows bands."""


@dataclass(frozen=True)
class Band:
    """The median and the percentiles of many rows, place by place."""

    xs: list[int]
    median: list[float]
    low: list[float]
    high: list[float]
    n: list[int]
    """How many rows have a value at each place."""

    @property
    def peak(self) -> tuple[int, float]:
        """Where the median is largest, and how large."""
        at = int(np.argmax(self.median))
        return self.xs[at], self.median[at]


def band(rows: Sequence[Sequence[float | None]], least: int = LEAST, first: int = 1) -> Band:
    """Return the band of rows of different lengths; ``first`` is the number of the first place.

    Places at which fewer than ``least`` rows have a value are left out; with fewer rows than that
    all of them have to have one.
    """
    least = min(least, len(rows))
    found = Band([], [], [], [], [])
    for place in range(max(map(len, rows), default=0)):
        values = [row[place] for row in rows if place < len(row) and row[place] is not None]
        if not values or len(values) < least:
            continue
        low, middle, high = np.percentile(values, [LOW, 50, HIGH]).tolist()
        found.xs.append(first + place)
        found.median.append(middle)
        found.low.append(low)
        found.high.append(high)
        found.n.append(len(values))
    return found


def draw_band(axes, band: Band, colour: str = MAIN, label: str = "") -> None:
    """Draw a band on the axes, with its median as a line."""
    axes.fill_between(band.xs, band.low, band.high, color=colour, alpha=0.25, linewidth=0)
    axes.plot(band.xs, band.median, color=colour, label=label)


def band_chart(
    title: str, place: str, unit: str, bands: Mapping[str, Band], height: float = 3.0
) -> Chart:
    """Return a chart of several bands by their names; ``place`` says what they go along.

    Bands with nothing in them are left out.
    """
    shown = {name: each for name, each in bands.items() if each.xs}

    def draw(axes) -> None:
        for (name, each), colour in zip(shown.items(), SERIES * len(shown), strict=False):
            draw_band(axes, each, colour, name)
        axes.set_xlabel(place)
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0)
        if shown:
            axes.legend()

    told = [
        f"{name}: median {each.median[0]:.3g} at first, {each.peak[1]:.3g} at most "
        f"(at {each.peak[0]}), {each.median[-1]:.3g} at {each.xs[-1]}"
        for name, each in shown.items()
    ]
    return Chart(
        title=title,
        draw=draw,
        alt=f"Curves of {unit} by {place}, with bands. " + "; ".join(told) + ".",
        data=band_table(title, place, shown),
        height=height,
    )


def band_table(title: str, place: str, bands: Mapping[str, Band]) -> Table:
    """Return the numbers of several bands, a row for every place of each."""
    return Table(
        title,
        ("of", place, "median", f"{LOW} %", f"{HIGH} %", "games"),
        [
            (name, *numbers)
            for name, each in bands.items()
            for numbers in zip(each.xs, each.median, each.low, each.high, each.n, strict=True)
        ],
    )
