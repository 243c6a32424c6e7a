"""How many positions there are to reach."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import RESAMPLES, counted
from crosscut.lab.report.measure import NO_GAMES, Chart, Figure, Measure, Table
from crosscut.lab.report.sample import Played, Sample

BUCKETS = 10
CONFIDENCE = ((0.9, "very high"), (0.7, "high"), (0.4, "fair"), (0.1, "low"), (-math.inf, "none"))
"""What an accuracy of at least so much is called."""
DRIED = 0.4
"""The accuracy from which on the estimate is more than a guess."""


@dataclass(frozen=True)
class Buckets:
    """How many positions each bucket of games has brought for the first time, and in all."""

    games: int
    """In each bucket."""
    new: list[int]
    all: list[int]
    distinct: int
    """Positions of all games, those too that fill no bucket."""
    samples: int
    """Positions of all games, each as often as it occurred."""

    @property
    def accuracy(self) -> float:
        """How far the flow of new positions has dried up: 1 is completely."""
        return 1 - self.new[-1] / self.new[0] if self.new and self.new[0] else 0.0


def compute(sample: Sample) -> Measure:
    """Estimate how many positions the engine, and random play, would reach in the long run."""
    about = {
        "title": "State space",
        "unit": "log10 of positions",
        "formula": (
            f"Positions after every move are counted once each (hash of 64 bits). Games are put in "
            f"{BUCKETS} buckets of equal size in the order of their numbers; games left over count "
            "for the lower bound alone. The positions that each bucket brings for the first time "
            "are taken for a geometric progression, whose ratio r is the slope of a straight line "
            "through their logarithms (none counts as 1/2); the estimate is what the buckets "
            "brought and the rest of the progression, last * r / (1 - r), last being the last "
            "value on the line, and never less than the positions seen. If r is 1 or more there is "
            "no end in sight. The interval is that "
            "of the estimate when the points of the line are drawn anew 1000 times; it is left "
            "out if more than 1 in 40 of these have no end. Accuracy is 1 minus the last bucket "
            "divided by the first. This counts what such play reaches, not all that is legal."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    kinds = {"": fill(sample.games), " at random": fill(sample.random_games)}
    filled = {kind: each for kind, each in kinds.items() if each.new}
    return Measure(
        **about,
        figures=[each for kind, buckets in kinds.items() for each in told(kind, buckets)],
        summary=summary(kinds[""]),
        exhibits=[chart(filled)] if filled else [],
    )


def summary(buckets: Buckets) -> str:
    """Say what the estimate is of, or that it is a guess, as hardly any position came again."""
    if buckets.new and buckets.accuracy < DRIED:
        return (
            f"Far too few games to tell: of the positions of the last bucket "
            f"{buckets.new[-1] / buckets.all[-1]:.0%} were still new. That {buckets.distinct:,} "
            "were seen is sure, the estimate is a guess."
        )
    return "This is what such play would reach in the end; the rules allow more."


def fill(games: Sequence[Played]) -> Buckets:
    """Put games in buckets; fewer games than buckets fill none."""
    walks = [game.story.positions.tolist() for game in games]
    size = len(walks) // BUCKETS
    seen: set[int] = set()
    new, brought = [], []
    for begin in range(0, BUCKETS * size, size or 1):
        bucket, before = walks[begin : begin + size], len(seen)
        seen.update(*bucket)
        new.append(len(seen) - before)
        brought.append(sum(map(len, bucket)))
    seen.update(*walks[BUCKETS * size :])
    return Buckets(size, new, brought, len(seen), sum(map(len, walks)))


def told(kind: str, buckets: Buckets) -> list[Figure]:
    """Return the figures of one kind of play."""
    found = [
        Figure(f"distinct positions{kind}", buckets.distinct, n=buckets.samples, of="samples"),
        Figure(f"samples{kind}", buckets.samples, "positions", n=buckets.samples, of="samples"),
    ]
    if not buckets.new:
        note = f"it takes {BUCKETS} games"
        return [*found, Figure(f"state space{kind}", None, "log10", note=note)]
    word = next(word for least, word in CONFIDENCE if buckets.accuracy >= least)
    return [
        *found,
        estimate(f"state space{kind}", buckets),
        Figure(f"accuracy{kind}", buckets.accuracy, "%", n=BUCKETS, of="buckets"),
        counted(f"confidence{kind}", word, n=BUCKETS * buckets.games),
    ]


def estimate(name: str, buckets: Buckets) -> Figure:
    """Return how many positions there will have been in the end, as a power of ten."""
    n, of = BUCKETS * buckets.games, "games"
    bound = f"at least 10^{log10(buckets.distinct):.2f}"
    total = in_the_end(buckets, range(BUCKETS))
    if math.isinf(total):
        return Figure(name, None, "log10", None, n, of, note=f"no end in sight; {bound}")
    source = np.random.default_rng(0)
    redrawn = [
        in_the_end(buckets, source.integers(0, BUCKETS, BUCKETS).tolist()) for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(redrawn, [2.5, 97.5], method="nearest").tolist()
    if math.isinf(high):
        note = f"{bound}, and nothing above can be ruled out"
        return Figure(name, log10(total), "log10", None, n, of, note=note)
    return Figure(name, log10(total), "log10", (log10(low), log10(high)), n, of, note=bound)


def in_the_end(buckets: Buckets, points: Sequence[int]) -> float:
    """Return the sum of the progression through some of the buckets, which may have no end."""
    xs = np.array(points, float)
    ys = np.log([max(buckets.new[point], 0.5) for point in points])
    spread = ((xs - xs.mean()) ** 2).sum()
    if spread == 0:
        return math.inf
    slope = float(((xs - xs.mean()) * (ys - ys.mean())).sum() / spread)
    ratio = math.exp(slope)
    if ratio >= 1:
        return math.inf
    last = math.exp(ys.mean() + slope * (BUCKETS - 1 - xs.mean()))
    return max(buckets.distinct, sum(buckets.new) + last * ratio / (1 - ratio))


def log10(positions: float) -> float:
    """Return the logarithm of a number of positions; none counts as one."""
    return math.log10(max(positions, 1))


def chart(kinds: dict[str, Buckets]) -> Chart:
    """Return which part of the positions of each bucket was new."""
    names = {kind: kind.removeprefix(" at ") or "engine" for kind in kinds}
    rows = [
        (names[kind], number + 1, each.new[number], each.all[number], share(each, number))
        for kind, each in kinds.items()
        for number in range(BUCKETS)
    ]

    def draw(axes) -> None:
        for kind, colour in zip(kinds, charts.SERIES, strict=False):
            points = [row for row in rows if row[0] == names[kind]]
            xs, ys = [row[1] for row in points], [row[4] for row in points]
            axes.plot(xs, ys, color=colour, marker="o", label=names[kind])
        axes.set_ylim(0, 105)
        axes.set_xlabel("bucket of games")
        axes.set_ylabel("new positions, %")
        axes.legend()

    ends = [
        f"{names[kind]} from {share(each, 0):.0f} % to {share(each, -1):.0f} %"
        for kind, each in kinds.items()
    ]
    return Chart(
        title="New positions by bucket of games",
        draw=draw,
        alt=f"Share of new positions over {BUCKETS} buckets: {', '.join(ends)}.",
        data=Table(
            "New positions by bucket", ("play", "bucket", "new", "positions", "% new"), rows
        ),
    )


def share(buckets: Buckets, number: int) -> float:
    """Return the share of new positions in one bucket, in percent."""
    return 100 * buckets.new[number] / max(1, buckets.all[number])
