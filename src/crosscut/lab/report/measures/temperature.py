"""The values of all moves, turn by turn: the temperature of a game."""

import numpy as np

from crosscut.lab.report.calibration.basis import rests_on, review_basis
from crosscut.lab.report.measure import Chart, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.svg_charts import MAIN, PALE, SECOND
from crosscut.lab.report.win_curve import (
    NO_REVIEWS,
    REVIEWS,
    TENTHS,
    Reviewed,
    ReviewedTurn,
    pooled,
    representative,
    reviews,
)
from crosscut.search.analysis.marks import EVEN

TITLE = "Temperature"
PERCENTILES = (0, 10, 25, 50, 75, 90, 100)
"""Of the values of the moves at a turn; the last is the best move."""
ROWS = 50
"""Steps from the best move to the worst in the picture of a game."""
COLOURS = ("black", "red", "orange", "yellow", "white")
"""From a lost move to a won one; even is orange. Each is lighter than the one before."""
FORMULA = (
    REVIEWS + "Where there are very many moves, some taken evenly from their list stand for all. "
    "At each turn the percentiles of the values of the moves are taken (in proportion between "
    "ranks), and their means over all turns in a tenth of all games are shown. The spread of a "
    "turn is the value of the best move minus that of the worst; the edge is the best minus the "
    "median: what choosing well is worth. Intervals count games, not turns. The picture is "
    "of the reviewed game whose number of turns is nearest to the mean: a column for each turn, "
    "its moves sorted, the best on top."
)
OF = "reviewed games"


@rests_on(review_basis)
def compute(sample: Sample) -> Measure:
    """Measure how the values of all moves are spread, turn by turn."""
    found = reviews(sample)
    if not found:
        return Measure(TITLE, FORMULA, missing=NO_REVIEWS)
    figures = [
        pooled(name, [[what(turn) for turn in game.turns] for game in found], unit, OF)
        for name, what, unit in (
            ("spread of the moves", spread, ""),
            ("edge of the best move", edge, ""),
            ("good moves", good, "%"),
        )
    ]
    return Measure(
        TITLE,
        FORMULA + " Good moves are those with a value above 1/2, as a share of all at a turn.",
        "win chance",
        figures,
        [picture(representative(sample, found)), percentiles(found)],
        f"The best move was worth {figures[1].value:.2f} more than the median move, and "
        f"{figures[2].value:.0%} of the moves were good.",
    )


def spread(turn: ReviewedTurn) -> float:
    """Return the value of the best move minus that of the worst."""
    return turn.values[0] - turn.values[-1]


def edge(turn: ReviewedTurn) -> float:
    """Return the value of the best move minus the median of all."""
    return turn.values[0] - float(np.median(turn.values))


def good(turn: ReviewedTurn) -> float:
    """Return the share of the moves that are good."""
    return sum(value > EVEN for value in turn.values) / len(turn.values)


def picture(review: Reviewed) -> Chart:
    """Return the values of all moves of a game as colours."""
    heat = np.full((ROWS, review.length), np.nan)
    for turn in review.turns:
        ranks = np.linspace(0, len(turn.values) - 1, ROWS)
        heat[:, turn.turn] = np.interp(ranks, range(len(turn.values)), turn.values)

    def draw(axes) -> None:
        from matplotlib.colors import LinearSegmentedColormap
        from matplotlib.patches import Patch

        colours = LinearSegmentedColormap.from_list("temperature", COLOURS)
        colours = colours.with_extremes(bad=PALE)
        image = axes.imshow(
            heat, aspect="auto", interpolation="nearest", cmap=colours, vmin=0, vmax=1,
            extent=(0.5, review.length + 0.5, 0, 100),
        )  # fmt: skip
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel("turn")
        axes.set_ylabel("moves that are worse, %")
        axes.figure.colorbar(image, ax=axes, label="win chance of the seat to move")
        if np.isnan(heat).any():
            axes.legend(handles=[Patch(color=PALE, label="turns that were not reviewed")])

    means = [float(np.mean(turn.values)) for turn in review.turns]
    return Chart(
        f"All moves of game {review.number}",
        draw,
        f"A column for each turn with its moves from the best on top to the worst, coloured from "
        f"black (lost) over red, orange (even) and yellow to white (won). The mean of all moves "
        f"went from {means[0]:.2f} to {means[-1]:.2f}; it was lowest, {min(means):.2f}, at turn "
        f"{review.turns[means.index(min(means))].turn + 1}. Turns in grey were not reviewed.",
        Table(
            f"Values of the moves in game {review.number}",
            ("turn", "seat", "moves", *map(percentile_name, PERCENTILES)),
            [
                (turn.turn + 1, turn.seat, turn.moves, *percentiles_of(turn))
                for turn in review.turns
            ],
        ),
        height=3.4,
    )


def percentile_name(percentile: int) -> str:
    """Return what a percentile of the values is called."""
    return {0: "worst", 50: "median", 100: "best"}.get(percentile, f"{percentile} %")


def percentiles_of(turn: ReviewedTurn) -> list[float]:
    """Return the percentiles of the values of the moves at a turn."""
    return [round(value, 3) for value in np.percentile(turn.values, PERCENTILES).tolist()]


def percentiles(found: list[Reviewed]) -> Chart:
    """Return how the values of the moves are spread through all games."""
    parts: list[list[list[float]]] = [[] for _ in range(TENTHS)]
    for game in found:
        for turn in game.turns:
            parts[game.tenth(turn)].append(percentiles_of(turn))
    known = [tenth for tenth in range(TENTHS) if parts[tenth]]
    means = {tenth: np.mean(parts[tenth], axis=0).tolist() for tenth in known}

    def draw(axes) -> None:
        xs = [10 * tenth + 5 for tenth in known]
        curves = dict(zip(PERCENTILES, zip(*means.values(), strict=True), strict=True))
        for low, high in ((0, 100), (10, 90), (25, 75)):
            axes.fill_between(
                xs, curves[low], curves[high], color=MAIN, alpha=0.2, linewidth=0,
                label=f"{percentile_name(low)} to {percentile_name(high)}",
            )  # fmt: skip
        axes.plot(xs, curves[50], color=MAIN, label="median move")
        axes.plot(xs, curves[100], color=SECOND, label="best move")
        axes.axhline(EVEN, color=PALE, linewidth=0.8)
        axes.set_xlim(0, 100)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel("part of the game played, %")
        axes.set_ylabel("win chance of the seat to move")
        axes.legend()

    first, last = means[known[0]], means[known[-1]]
    return Chart(
        "The values of all moves through games",
        draw,
        f"Bands of the values of all moves over {len(found)} games. Worst, median and best move: "
        f"{first[0]:.2f}, {first[3]:.2f} and {first[-1]:.2f} at first, "
        f"{last[0]:.2f}, {last[3]:.2f} and {last[-1]:.2f} at last.",
        Table(
            "Values of the moves by part of the game",
            ("part", *map(percentile_name, PERCENTILES), "turns"),
            [
                (f"{10 * tenth}-{10 * tenth + 10} %", *means[tenth], len(parts[tenth]))
                for tenth in known
            ],
        ),
        height=3.6,
    )
