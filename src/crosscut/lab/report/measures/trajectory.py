"""How the win chance goes through a game, with the value of doing nothing beside it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from crosscut.lab.report.calibration.basis import engine_basis, if_known, rests_on, review_basis
from crosscut.lab.report.calibration.calibration import Opinion
from crosscut.lab.report.estimates import SHARES, middle
from crosscut.lab.report.measure import Chart, Figure, Measure, Table
from crosscut.lab.report.percentile_bands import HIGH, LOW, Band, band, band_table, draw_band
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.summary.claims import share_text
from crosscut.lab.report.svg_charts import MAIN, PALE, PAPER, SECOND
from crosscut.lab.report.win_curve import (
    CHANCES,
    NO_CHANCES,
    NO_REVIEWS,
    REVIEWS,
    Course,
    Reviewed,
    ReviewedTurn,
    by_tenth,
    course,
    courses,
    pooled,
    representative,
    reviews,
    seen_by,
)
from crosscut.search.analysis.marks import EVEN

TITLE = "Win chance through a game"
STEP = 5
"""Percent of a game between two points of a curve."""
FORMULA = (
    CHANCES + "The curve of the winner: for each game that somebody won, his chance by the share "
    f"of turns played, at every {STEP} % (in a straight line between turns). " + REVIEWS + "For "
    "these the value of the best move and that of doing nothing are shown, both for the seat to "
    "move: the mean over the turns in each tenth of a game. Curves are medians over games, and "
    f"bands go from the {LOW}th to the {HIGH}th percentile of games. Intervals of "
    "medians are those between ranks; those of means over turns count games. The single game "
    "is the reviewed one whose number of turns is nearest to the mean."
)
OF = "reviewed games"


@rests_on(engine_basis, review_basis)
def compute(sample: Sample) -> Measure:
    """Measure the win chance through games: the winner's, the best move's, and of doing nothing."""
    found, reviewed = courses(sample), reviews(sample)
    won = [along(each) for each in found if each.winner is not None]
    exhibits = []
    if won:
        exhibits.append(winner_chart(won))
    if reviewed:
        exhibits += [value_chart(reviewed), game_chart(representative(sample, reviewed))]
    if not exhibits:
        missing = f"{NO_REVIEWS}, and {NO_CHANCES if not found else 'nobody has won one'}"
        return Measure(TITLE, FORMULA, missing=missing)
    figures = [
        if_known(at_share("winner's chance half-way", won, 50), sample.calibration),
        at_share("winner's chance after three quarters", won, 75),
        over_turns("value of the best move", reviewed, lambda turn: turn.value),
        over_turns("value of doing nothing", reviewed, lambda turn: turn.nothing),
    ]
    said = ""
    if won:
        said = in_words(figures, sample.calibration)
    return Measure(TITLE, FORMULA, "win chance", figures, exhibits, said)


def in_words(figures: list[Figure], opinion: Opinion) -> str:
    """Say where the later winner stood, and whether half-way that means anything."""
    late = share_text(figures[1].value)
    if "middle" in opinion.weak_parts:
        return (
            f"After three quarters the later winner had a chance of {late} in the median game. In "
            "the middle chances are not shown to tell anything; "
            "so the curve is flat there because nothing is known, not because games are open."
        )
    return (
        f"Half-way through, the later winner had a chance of {share_text(figures[0].value)} in the "
        f"median game, after three quarters {late}."
    )


def over_turns(
    name: str, reviewed: list[Reviewed], what: Callable[[ReviewedTurn], float | None]
) -> Figure:
    """Return the mean of a win chance over all reviewed turns."""
    games = [[what(turn) for turn in each.turns] for each in reviewed]
    return pooled(name, games, of=OF, within=SHARES)


def along(each: Course) -> list[float]:
    """Return the chance of the winner of a game at every few percent of it."""
    shares = np.linspace(0, 100, each.turns + 1)
    return np.interp(np.arange(0, 101, STEP), shares, each.of(each.winner)).tolist()


def at_share(name: str, won: list[list[float]], percent: int) -> Figure:
    """Return the median chance of the winner when so much of the game is played."""
    return middle(name, [row[percent // STEP] for row in won])


def percent_band(rows: list[list[float | None]], step: int, first: int) -> Band:
    """Return a band over the percent of a game played."""
    found = band(rows, least=1, first=0)
    return replace(found, xs=[first + step * x for x in found.xs])


def chance_axes(axes) -> None:
    """Name the axes of a chart of chances by the percent played."""
    axes.axhline(EVEN, color=PALE, linewidth=0.8)
    axes.set_xlim(0, 100)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("part of the game played, %")
    axes.set_ylabel("win chance")


def winner_chart(won: list[list[float]]) -> Chart:
    """Return how the chance of the later winner grows."""
    found = percent_band(won, STEP, 0)

    def draw(axes) -> None:
        draw_band(axes, found, MAIN, "of who won in the end")
        chance_axes(axes)
        axes.legend()

    told = ", ".join(f"{found.median[i]:.2f} at {found.xs[i]} %" for i in (0, 5, 10, 15, 20))
    return Chart(
        "The winner's chance through a game",
        draw,
        f"Median and band over {len(won)} games of the win chance of who won in the end: {told}.",
        band_table("The winner's chance", "% played", {"winner": found}),
    )


def value_chart(reviewed: list[Reviewed]) -> Chart:
    """Return what the best move and doing nothing are worth to who is to move."""
    bands = {
        "best move": percent_band(by_tenth(reviewed, lambda turn: turn.value), 10, 5),
        "doing nothing": percent_band(by_tenth(reviewed, lambda turn: turn.nothing), 10, 5),
    }
    shown = {name: each for name, each in bands.items() if each.xs}

    def draw(axes) -> None:
        for (name, each), colour in zip(shown.items(), (MAIN, SECOND), strict=False):
            draw_band(axes, each, colour, name)
        chance_axes(axes)
        axes.legend()

    told = "; ".join(
        f"{name}: median {each.median[0]:.2f} at first, {each.median[-1]:.2f} at last"
        for name, each in shown.items()
    )
    return Chart(
        "The best move, and doing nothing",
        draw,
        f"Medians and bands over {len(reviewed)} games, for the seat to move. {told}.",
        band_table("Value for the seat to move", "% played", shown),
    )


def game_chart(review: Reviewed) -> Chart:
    """Return the win chance of the first seat through one game."""
    own = course(review.game).chances

    best = [(turn.turn, seen_by(turn.seat, turn.value)) for turn in review.turns]
    idle = [
        (turn.turn, seen_by(turn.seat, turn.nothing))
        for turn in review.turns
        if turn.nothing is not None
    ]

    def draw(axes) -> None:
        axes.axhline(EVEN, color=PALE, linewidth=0.8)
        axes.plot(range(len(own)), own, color=PALE, label="as the players saw it")
        axes.plot(*zip(*best, strict=True), "o-", color=MAIN, markersize=3, label="best move")
        if idle:
            axes.plot(
                *zip(*idle, strict=True), "s", color=SECOND, markerfacecolor=PAPER, markersize=4,
                label="if the seat to move did nothing",
            )  # fmt: skip
        axes.set_ylim(-0.02, 1.02)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel("turns played")
        axes.set_ylabel("win chance of the first seat")
        axes.legend()

    without = dict(idle)
    rows = [(turn, chance, without.get(turn)) for turn, chance in best]
    return Chart(
        f"Game {review.number}, of about mean length",
        draw,
        f"The win chance of the first seat through the {review.length} turns of a game: "
        f"{best[0][1]:.2f} at first, {min(b for _, b in best):.2f} at least, "
        f"{max(b for _, b in best):.2f} at most, {best[-1][1]:.2f} before the last turn shown.",
        Table(
            f"Win chance of the first seat in game {review.number}",
            ("turns played", "best move", "doing nothing"),
            rows,
        ),
        height=3.4,
    )
