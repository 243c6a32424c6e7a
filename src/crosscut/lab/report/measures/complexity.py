"""How large the tree of all games is."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from crosscut.lab.report.estimates import POSITIVE, mean, ratio, resampled
from crosscut.lab.report.measure import NO_GAMES, Figure, Measure
from crosscut.lab.report.sample import Played, Sample


def compute(sample: Sample) -> Measure:
    """Measure game-tree complexity as a power of ten."""
    about = {
        "title": "Game-tree complexity",
        "unit": "log10",
        "formula": (
            "Within a game the logarithms (base 10) of the numbers of legal moves are added up "
            "over all moves; the complexity is the mean of these sums over all games. The "
            "geometric mean branching is 10 to the power of all these logarithms divided by all "
            "moves. Other reports multiply the mean length by the logarithm of the mean "
            "branching factor, which is larger where the number of moves changes a lot; that is "
            "given too."
        ),
    }
    games = terms(sample.games)
    if not games:
        return Measure(**about, missing=NO_GAMES)
    sums = [logs for logs, _, _ in games]
    at_random = [logs for logs, _, _ in terms(sample.random_games)]
    tree = mean("game-tree complexity", sums, "log10", within=POSITIVE)
    return Measure(
        **about,
        figures=[
            tree,
            geometric_mean("geometric mean branching", games),
            resampled("length times log branching", games, by_means, "log10"),
            mean("game-tree complexity at random", at_random, "log10", within=POSITIVE),
        ],
        summary=(
            f"Along a game the choices multiply to 10^{tree.value:.1f}: the usual estimate of the "
            "game tree, from games as they were played and no count of it."
        ),
    )


def terms(games: Iterable[Played]) -> list[tuple[float, int, float]]:
    """Return for each game the sum of logarithms, the length, and the mean branching."""
    return [
        (
            float(np.log10(game.story.branching).sum()),
            game.story.length,
            float(game.story.branching.mean()),
        )
        for game in games
        if game.story.length
    ]


def geometric_mean(name: str, games: Sequence[tuple[float, int, float]]) -> Figure:
    """Return the geometric mean of the numbers of legal moves over all moves."""
    found = ratio(name, [(logs, moves) for logs, moves, _ in games], "moves", within=POSITIVE)
    ends = found.interval and tuple(10**end for end in found.interval)
    return replace(found, value=10**found.value, interval=ends)


def by_means(games: Sequence[tuple[float, int, float]]) -> float:
    """Return the mean length times the logarithm of the mean branching."""
    _, length, branching = np.array(games).mean(axis=0).tolist()
    return length * math.log10(branching)
