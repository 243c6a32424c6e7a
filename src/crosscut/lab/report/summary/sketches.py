"""The small pictures beside the sentences at the top of a report, and the strips of figures.

They are SVG with classes instead of colours, so that they follow the page, light or dark.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from crosscut.lab.report.measure import Figure
from crosscut.lab.report.number_format import amount_text, value_text
from crosscut.lab.report.summary.reference import Rank

WIDTH, HEIGHT = 320, 150
"""Units of a picture; it is as wide as its card."""
MOST_BARS = 16
"""Bars of a histogram at most."""
SPAN = 30
"""From this ratio of the largest to the smallest on, a strip is logarithmic."""


@dataclass(frozen=True)
class Sketch:
    """A small picture with what it shows in words."""

    inside: str
    """The elements within the SVG."""
    alt: str


@dataclass(frozen=True)
class Whisker:
    """A value with its interval and a name."""

    name: str
    value: float
    low: float
    high: float


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Return words at a place of a picture."""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str, round: float = 3) -> str:
    """Return a bar with round corners."""
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" '
        f'height="{height:.1f}" rx="{min(round, max(0.0, width) / 2):.1f}"/>'
    )


def path(points: Sequence[tuple[float, float]], kind: str, closed: bool = False) -> str:
    """Return a line through some points."""
    d = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path class="{kind}" d="M{d}{"Z" if closed else ""}"/>'


def dot(x: float, y: float, radius: float = 5) -> str:
    """Return a dot."""
    return f'<circle class="on" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def blank(why: str) -> Sketch:
    """Return the frame that stands where nothing can be told."""
    inside = box(1, 10, WIDTH - 2, HEIGHT - 20, "empty", 12) + text(
        WIDTH / 2, HEIGHT / 2 + 5, "cannot be told", "middle"
    )
    return Sketch(inside, f"An empty frame: {why}")


def parts(shares: Sequence[tuple[str, float]]) -> Sketch:
    """Return shares of a whole as one bar, each with its name below; no share is left out."""
    inside, x = [], 0.0
    for number, (name, share) in enumerate(shares):
        width = share * WIDTH
        kind = ("on", "half", "bad")[min(number, 2)]
        if share:
            inside.append(box(x, 26, max(1.5, width - 1.5), 34, kind, 4))
        x += width
        y = 88 + 22 * number
        inside.append(box(0, y - 10, 11, 11, kind))
        inside.append(text(19, y, name))
        inside.append(text(WIDTH, y, percent_text(share), "end", "" if number else "em"))
    told = ", ".join(f"{name} {percent_text(share)}" for name, share in shares)
    return Sketch("".join(inside), f"A bar in parts: {told}.")


def percent_text(share: float) -> str:
    """Return a share as a short text that is 0 or 100 only if it is exactly that."""
    if 0 < share < 0.005 or 0.995 < share < 1:
        return f"{100 * share:.1f} %"
    return f"{100 * share:.0f} %"


def shares(rows: Sequence[Whisker], left: str = "", right: str = "", middle: str = "") -> Sketch:
    """Return shares with their intervals on a line from 0 to 100 %, one below the other."""
    inside = []
    step = min(48, 108 / len(rows))
    top = 20 + (116 - step * len(rows)) / 2
    if middle:
        inside.append(path([(WIDTH / 2, 14), (WIDTH / 2, 124)], "mark"))
        inside.append(text(WIDTH / 2, 142, middle, "middle"))
    for number, row in enumerate(rows):
        y = top + step * (number + 0.62)
        inside.append(path([(0, y), (WIDTH, y)], "axis"))
        low, high, at = (WIDTH * min(1, max(0, each)) for each in (row.low, row.high, row.value))
        inside.append(box(low, y - 8, max(3, high - low), 16, "band", 8))
        inside.append(dot(at, y, 7))
        where = min(max(at, 24), WIDTH - 24)
        name_end = "end" if at < WIDTH / 2 else "start"
        inside.append(text(where, y - 14, percent_text(row.value), "middle", "em"))
        if row.name:
            inside.append(text(WIDTH if name_end == "end" else 0, y - 14, row.name, name_end))
    inside.append(text(0, 142, left))
    inside.append(text(WIDTH, 142, right, "end"))
    told = "; ".join(
        f"{row.name} {percent_text(row.value)}, from {percent_text(row.low)} to "
        f"{percent_text(row.high)}"
        for row in rows
    )
    return Sketch("".join(inside), f"Dots with intervals on a line from 0 to 100 %: {told}.")


def histogram(counts: Sequence[tuple[int, int]], half: tuple[int, int], middle: float) -> Sketch:
    """Return how often each number came; those of the middle half stand out."""
    shortest, longest = counts[0][0], counts[-1][0]
    step = max(1, math.ceil((longest - shortest + 1) / MOST_BARS))
    bars = [0] * ((longest - shortest) // step + 1)
    for number, games in counts:
        bars[(number - shortest) // step] += games
    width = min(40.0, WIDTH / len(bars))
    left = (WIDTH - width * len(bars)) / 2
    inside = []
    for place, games in enumerate(bars):
        height = 100 * games / max(bars)
        centre = shortest + step * place + (step - 1) / 2
        kind = "on" if half[0] <= centre <= half[1] else "off"
        if games:
            inside.append(
                box(left + place * width + 1.5, 124 - height, width - 3, max(1.5, height), kind)
            )
    at = left + ((middle - shortest) / step + 0.5 / step) * width
    inside.append(path([(0, 124.5), (WIDTH, 124.5)], "axis"))
    inside.append(path([(at, 12), (at, 124)], "mark"))
    if left + 30 < at - 14:
        inside.append(text(left, 142, f"{shortest}"))
    if left + width * len(bars) - 30 > at + 14:
        inside.append(text(left + width * len(bars), 142, f"{longest}", "end"))
    inside.append(text(min(max(at, 14), WIDTH - 14), 142, f"{middle:g}", "middle", "em"))
    return Sketch(
        "".join(inside),
        f"Bars from {shortest} to {longest}; the middle half, from {half[0]} to {half[1]}, "
        f"stands out, and a line at the median, {middle:g}.",
    )


def curve(
    points: Sequence[tuple[float, float, float, float]],
    ends: tuple[str, str],
    said: tuple[int, str],
    limits: tuple[float, float],
    level: float | None = None,
    alt: str = "",
) -> Sketch:
    """Return a line in its band; points are x, value, low, high, and one has words above it."""
    first, last = points[0][0], points[-1][0]
    low, high = limits

    def place(x: float, value: float) -> tuple[float, float]:
        across = (x - first) / (last - first or 1)
        up = (min(max(value, low), high) - low) / (high - low or 1)
        return 8 + (WIDTH - 16) * across, 122 - 100 * up

    inside = []
    upper = [place(x, above) for x, _, _, above in points]
    lower = [place(x, below) for x, _, below, _ in points]
    inside.append(path([*upper, *reversed(lower)], "band", closed=True))
    if level is not None:
        inside.append(path([place(first, level), place(last, level)], "mark"))
    inside.append(path([place(x, value) for x, value, _, _ in points], "line"))
    inside.append(path([(0, 124.5), (WIDTH, 124.5)], "axis"))
    number, words = said
    x, y = place(*points[number][:2])
    inside.append(dot(x, y))
    inside.append(text(min(max(x, 26), WIDTH - 30), max(13, y - 11), words, "middle", "em"))
    inside.append(text(0, 142, ends[0]))
    inside.append(text(WIDTH, 142, ends[1], "end"))
    return Sketch("".join(inside), alt)


# Strips: a figure among those of other games.


@dataclass(frozen=True)
class Scale:
    """Where numbers stand on a strip, as a share of its width."""

    low: float
    high: float
    logarithmic: bool

    def __call__(self, value: float) -> float:
        """Return the place of a number, from 0 to 1."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(max(value, self.low))
        return min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.5


def scale_of(rank: Rank) -> Scale:
    """Return the scale on which a figure with its interval, and all others, have room."""
    values = [*rank.ends, rank.figure.value, *(peer.value for peer in rank.peers)]
    low, high = min(values), max(values)
    far = low > 0 and high / low >= SPAN and not rank.figure.unit.startswith("%")
    return Scale(low, high, far)


def others_text(rank: Rank) -> str:
    """Return the others with their values, from the least to the greatest."""
    figure = rank.figure
    return ", ".join(
        f"{peer.game} {amount_text(peer.value, unit_shown(figure), figure.digits)}"
        for peer in rank.peers
    )


def unit_shown(figure: Figure) -> str:
    """Return the unit that stands behind each of many numbers: signs, but no words."""
    return figure.unit if figure.unit in ("%", "log10") else ""


def strip(rank: Rank) -> dict:
    """Return what the template needs to draw a small strip, 100 units wide."""
    place = scale_of(rank)
    low, high = rank.ends
    return {
        "ticks": "".join(f"M{100 * place(peer.value):.1f} 2v10" for peer in rank.peers),
        "low": f"{100 * place(low):.1f}",
        "high": f"{100 * place(high):.1f}",
        "at": f"{100 * place(rank.figure.value):.1f}",
        "text": rank.text(),
        "others": others_text(rank),
        "grows": rank.grows,
    }


def large_strip(rank: Rank) -> Sketch:
    """Return a strip as a picture, with the names of the others at its ends."""
    place = scale_of(rank)
    figure, inside = rank.figure, []
    across = [8 + (WIDTH - 16) * place(each) for each in (*rank.ends, figure.value)]
    inside.append(path([(0, 76), (WIDTH, 76)], "axis"))
    for peer in rank.peers:
        x = 8 + (WIDTH - 16) * place(peer.value)
        words = f"{peer.game}: {amount_text(peer.value, unit_shown(figure), figure.digits)}"
        inside.append(
            f'<path class="tick" d="M{x:.1f} 62V90"><title>{escape(words)}</title></path>'
        )
    inside.append(box(across[0], 66, max(4, across[1] - across[0]), 20, "band", 10))
    inside.append(dot(across[2], 76, 8))
    inside.append(text(min(max(across[2], 40), WIDTH - 40), 50, value_text(figure), "middle", "em"))
    inside.append(text(0, 20, figure.name))
    least, most = rank.peers[0], rank.peers[-1]
    inside.append(text(0, 112, least.game))
    inside.append(text(0, 130, amount_text(least.value, unit_shown(figure), figure.digits)))
    inside.append(text(WIDTH, 112, most.game, "end"))
    inside.append(
        text(WIDTH, 130, amount_text(most.value, unit_shown(figure), figure.digits), "end")
    )
    alt = (
        f"{figure.name} on a line among {len(rank.peers)} other games: "
        f"{value_text(figure)}, {rank.text()}; the others: {others_text(rank)}."
    )
    return Sketch("".join(inside), alt)
