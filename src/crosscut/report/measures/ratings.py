"""What people think of the game."""

from collections import Counter

import numpy as np

from crosscut.report import charts
from crosscut.report.measure import Chart, Measure, Table
from crosscut.report.ratings import MOST
from crosscut.report.sample import Sample
from crosscut.report.statistics import counted, mean, resampled


def compute(sample: Sample) -> Measure:
    """Sum up the ratings that were given."""
    about = {
        "title": "Ratings",
        "unit": f"points of {MOST}",
        "formula": (
            "The mean over all who gave a rating; comments without one do not count. The standard "
            "deviation is that of the ratings themselves (the root of the mean square, divided by "
            "their number, as BoardGameGeek does); its interval comes from drawing the ratings "
            "anew 1000 times."
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
            resampled("standard deviation", votes, deviation, "points", "ratings"),
            counted("comments", sum(bool(comment) for _, _, comment in sample.ratings)),
        ],
        exhibits=[
            *([histogram(votes)] if votes else []),
            Table("Ratings and comments", ("user", "rating", "comment"), sample.ratings),
        ],
    )


def deviation(ratings: list[float]) -> float:
    """Return the standard deviation of ratings around their own mean."""
    return float(np.std(ratings))


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
