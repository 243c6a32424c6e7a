"""What kinds of moves there are to choose from, and which are chosen."""

from collections.abc import Iterable

import numpy as np

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import mean
from crosscut.lab.report.measure import NO_GAMES, Chart, Figure, Measure, Table
from crosscut.lab.report.percentile_bands import LEAST
from crosscut.lab.report.sample import Played, Sample
from crosscut.search.replay import TYPES


def compute(sample: Sample) -> Measure:
    """Measure the share of each type of move, among those available and those chosen."""
    about = {
        "title": "Types of moves",
        "unit": "%",
        "formula": (
            "A move adds if more cells are occupied after it than before, removes if fewer, and "
            "moves if as many but others; all else is other. Passing and swapping sides are types "
            "of their own. The figures are means over games of the share within each game, of the "
            "legal moves (available) and of the moves made (chosen). The charts add up all games "
            f"turn by turn, every legal move or every move made counting once, while at least "
            f"{LEAST} games go on."
        ),
    }
    games = [game for game in sample.games if game.story.length]
    if not games:
        return Measure(**about, missing=NO_GAMES)
    available, chosen = [counts_available(g) for g in games], [counts_chosen(g) for g in games]
    present = np.flatnonzero(np.concatenate(available).sum(axis=0)).tolist()
    return Measure(
        **about,
        figures=[
            shares(f"{TYPES[number]}, {what}", number, counts)
            for what, counts in (("available", available), ("chosen", chosen))
            for number in present
        ],
        exhibits=[
            areas("Moves that were available", games, available, present),
            areas("Moves that were chosen", games, chosen, present),
        ],
    )


def counts_available(game: Played) -> np.ndarray:
    """Return the number of legal moves of each type, by move."""
    return game.story.types


def counts_chosen(game: Played) -> np.ndarray:
    """Return 1 for the type of the move that was made, by move."""
    return np.eye(len(TYPES), dtype=np.int64)[game.story.chosen]


def shares(name: str, number: int, counts: Iterable[np.ndarray]) -> Figure:
    """Return the mean over games of the share of one type."""
    return mean(name, [float(each[:, number].sum() / each.sum()) for each in counts], "%")


def by_turn(games: list[Played], counts: list[np.ndarray]) -> np.ndarray:
    """Return the counts of all games added up turn by turn, while enough games go on."""
    lengths = sorted((game.story.turns for game in games), reverse=True)
    last = lengths[min(LEAST, len(lengths)) - 1]
    total = np.zeros((last, len(TYPES)), np.int64)
    for game, each in zip(games, counts, strict=True):
        begin = 0
        for turn, end in enumerate(game.story.turn_ends[:last].tolist()):
            total[turn] += each[begin:end].sum(axis=0)
            begin = end
    return total


def areas(title: str, games: list[Played], counts: list[np.ndarray], present: list[int]) -> Chart:
    """Return the shares of all types that occur, one above the other, by turn."""
    total = by_turn(games, counts)[:, present]
    percent = 100 * total / np.maximum(1, total.sum(axis=1, keepdims=True))
    names = [TYPES[number] for number in present]
    turns = list(range(1, len(percent) + 1))

    def draw(axes) -> None:
        colours = [charts.SERIES[number] for number in present]
        axes.stackplot(turns, percent.T, labels=names, colors=colours)
        axes.set_ylim(0, 100)
        axes.set_xlabel("turn")
        axes.set_ylabel("share, %")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    overall = 100 * total.sum(axis=0) / max(1, total.sum())
    told = ", ".join(f"{name} {each:.0f} %" for name, each in zip(names, overall, strict=True))
    return Chart(
        title=title,
        draw=draw,
        alt=f"Stacked areas over {len(turns)} turns; over all of them: {told}.",
        data=Table(
            title,
            ("turn", *(f"{name}, %" for name in names)),
            [(turn, *row) for turn, row in zip(turns, percent.tolist(), strict=True)],
        ),
    )
