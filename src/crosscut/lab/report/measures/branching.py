"""How many moves there are to choose from."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from crosscut.lab.report.estimates import POSITIVE, mean, middle, ratio
from crosscut.lab.report.measure import NO_GAMES, Figure, Measure
from crosscut.lab.report.percentile_bands import EXPLAINED, Band, band, band_chart
from crosscut.lab.report.sample import Played, Sample

PARTS = 20
"""Into how many equal parts each game is cut for the chart."""


def compute(sample: Sample) -> Measure:
    """Measure the number of legal moves, averaged within each game first."""
    about = {
        "title": "Branching factor",
        "unit": "legal moves",
        "formula": (
            "At every move of a game the legal moves are counted, forced ones and a swap included. "
            "The branching factor is the mean over games of the mean within each game, so that "
            "every game weighs the same; beside it stands the mean over all moves of all games, in "
            "which long games weigh more. "
            f"For the chart each game is cut into {PARTS} equal parts, and the move in the middle "
            f"of each part is looked at. {EXPLAINED}"
        ),
    }
    means = game_means(sample.games)
    if not means:
        return Measure(**about, missing=NO_GAMES)
    at_random = game_means(sample.random_games)
    return Measure(
        **about,
        figures=[
            mean("branching factor", means, "moves", within=POSITIVE),
            middle("median over games", means, "moves"),
            over_all("mean over all moves", sample.games),
            mean("branching factor at random", at_random, "moves", within=POSITIVE),
            over_all("mean over all moves at random", sample.random_games),
        ],
        exhibits=[
            band_chart(
                "Legal moves through a game",
                "% of the game",
                "legal moves",
                {"engine": by_share(sample.games), "random": by_share(sample.random_games)},
            )
        ],
    )


def game_means(games: Iterable[Played]) -> list[float]:
    """Return the mean number of legal moves of each game that had any."""
    return [float(game.story.branching.mean()) for game in games if game.story.length]


def totals(games: Iterable[Played]) -> list[tuple[int, int]]:
    """Return for each game the sum of all numbers of legal moves, and of how many."""
    return [
        (int(game.story.branching.sum()), game.story.length) for game in games if game.story.length
    ]


def over_all(name: str, games: Iterable[Played]) -> Figure:
    """Return the mean over all moves of all games."""
    return ratio(name, totals(games), "moves", within=POSITIVE)


def by_share(games: Iterable[Played]) -> Band:
    """Return the legal moves by the share of the game that is over, in percent."""
    middles = (np.arange(PARTS) + 0.5) / PARTS
    rows = [
        game.story.branching[(middles * game.story.length).astype(int)].tolist()
        for game in games
        if game.story.length
    ]
    found = band(rows)
    return replace(found, xs=[100 * (part - 0.5) / PARTS for part in found.xs])
