"""What people think of the game."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import counted, mean, resampled
from crosscut.lab.report.measure import Chart, Figure, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.user_ratings import MOST


def compute(sample: Sample) -> Measure:
    """Sum up the ratings that were given."""
    about = {
        "title": "Ratings",
        "unit": f"points of {MOST}",
        "formula": (
            "The mean over all who gave a rating; comments without one do not count. The standard "
            "deviation is that of the ratings themselves (the root of the mean square, divided by "
            "their number, as BoardGameGeek does); its interval is Student's of its logarithm, by "
            "leaving out each rating in turn."
        ),
    }
    if sample.ratings is None:
        return Measure(**about, missing="No file with ratings was given (--ratings FILE).")
    votes = [rating for _, rating, _ in sample.ratings if rating is not None]
    return Measure(
        **about,
        figures=[
            mean("mean rating", votes, "points", "ratings"),
            counted("voters", len(votes)),
            deviation(votes),
            counted("comments", sum(bool(comment) for _, _, comment in sample.ratings)),
        ],
        exhibits=[
            *([histogram(votes)] if votes else []),
            Table("Ratings and comments", ("user", "rating", "comment"), sample.ratings),
        ],
    )


def deviation(votes: list[float]) -> Figure:
    """Return the standard deviation of ratings around their own mean.

    Its logarithm is nearer to a normal distribution, so the interval is that of the logarithm.
    """
    name, unit, of = "standard deviation", "points", "ratings"
    if len(set(votes)) < 2:
        return mean(name, [0.0] * len(votes), unit, of)
    found = resampled(name, votes, log_deviation, unit, of)
    ends = found.interval and tuple(math.exp(end) for end in found.interval)
    return replace(found, value=math.exp(found.value), interval=ends)


def log_deviation(votes: list[float]) -> float:
    """Return the logarithm of the standard deviation; of votes that agree it has no bound."""
    spread = float(np.std(votes))
    return math.log(spread) if spread else -math.inf


def histogram(votes: list[float]) -> Chart:
    """Return how often each rating was given, rounded down to whole points."""
    counts = Counter(map(int, votes))
    rows = [(points, counts[points]) for points in range(MOST + 1)]

    def draw(axes) -> None:
        axes.bar(*zip(*rows, strict=True), color=charts.MAIN)
        axes.set_xticks(range(MOST + 1))
        axes.set_xlabel("rating, rounded down")
        axes.set_ylabel("ratings")

    most = max(rows, key=lambda row: row[1])
    return Chart(
        title="How the game was rated",
        draw=draw,
        alt=f"Histogram of {len(votes)} ratings; most often, {most[1]} times, {most[0]} points.",
        data=Table("Ratings by whole points", ("points", "ratings"), rows),
    )
