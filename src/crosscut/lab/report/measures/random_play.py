"""What random play tells at scale: who wins, how long it takes, and how large the game is."""

import math
from bisect import bisect
from dataclasses import fields, replace
from itertools import accumulate

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.amounts import digits_of
from crosscut.lab.report.estimates import (
    ALIKE,
    CONFIDENCE,
    LEAST,
    SHARES,
    clipped,
    counted,
    share,
    student,
)
from crosscut.lab.report.measure import Chart, Figure, HeatMap, Measure, Table
from crosscut.lab.report.measures.results import SEATS
from crosscut.lab.report.measures.state_space import Buckets, chart, estimate, log10
from crosscut.lab.report.sample import Sample
from crosscut.lab.survey import (
    DRAWN,
    EVER,
    LAST,
    MOVES,
    SQUARED,
    TURNS,
    UNFINISHED,
    WON_0,
    WON_1,
)
from crosscut.lab.survey_results import BUCKETS, MOST_KEPT, Findings
from crosscut.rules.game import Game

TITLE = "Random play at scale"
FORMULA = (
    "Random games number 0 to n of the report's seed, every legal move equally likely, are played "
    "on a GPU, or where there is none on the CPU, which gives the same numbers for as many games; "
    "there are 100 million, or as many as there was time for. Results, lengths and coverage are "
    "defined as in the measures of the same names, and so are their intervals. Percentiles are "
    "those of all games. For the number of positions each position after a move is told by a hash "
    "of 64 bits, and those are kept whose hash begins with k zeros: one in 2^k of all positions, "
    "whichever they are and however often they occur, k being the least for which they are at most "
    "{most:,}. Distinct positions are those kept, times 2^k, with the normal interval of the "
    "binomial distribution; if k is 0 they are all counted. The state space is "
    f"estimated from the new positions of {BUCKETS} buckets of games, as under State space, if "
    "that is no less than the bound that follows. "
    "A lower bound for the positions that random play reaches is Chao's: those seen, and "
    "f1 (f1 - 1) / (2 (f2 + 1)), f1 and f2 being those seen once and twice; its interval adds the "
    "variance that Chao gives and that of the sample. Saturation is the share of the bound that "
    "was seen. Positions met before is the chance that a position of one more game is not new, "
    "1 - f1 / samples (Good and Turing)."
)
PERCENTILES = (5, 25, 75, 95)
TAIL = 1e-6
"""Lengths rarer than that at either end are left out of the chart."""


def compute(sample: Sample) -> Measure:
    """Tell what a survey of random games has found."""
    formula = FORMULA.format(most=MOST_KEPT)
    results = sample.results("survey")
    if not results:
        return Measure(TITLE, formula, missing="Random play at scale was not played.")
    found = Findings(**{field.name: results[0][field.name] for field in fields(Findings)})
    device = results[0]["device"]
    buckets = buckets_of(found)
    exhibits = [lengths_chart(found)]
    exhibits += [heat(sample.game, found, "in the end", found.last)]
    exhibits += [heat(sample.game, found, "at some time", found.ever)]
    if buckets.new:
        exhibits.append(chart({" at random": buckets}))
    return Measure(
        TITLE,
        formula,
        figures=[
            counted("games", found.games, "games", found.games, f"played by {device}"),
            *map(sharp, results_of(found)),
            *map(sharp, lengths_of(found)),
            *map(sharp, coverage_of(sample.game, found)),
            *positions_of(found, buckets),
        ],
        exhibits=exhibits,
        summary=summary(found),
    )


def sharp(figure: Figure) -> Figure:
    """Return a figure with as many digits as its interval allows, which are more than usual."""
    if figure.interval is None:
        return figure
    digits = digits_of(figure.interval, figure.unit) + (figure.unit == "%")
    return replace(figure, digits=digits)


def results_of(found: Findings) -> list[Figure]:
    """Return who won."""
    sums = found.sums
    ended = found.games - sums[UNFINISHED]
    points = [sums[seat] + sums[DRAWN] / 2 for seat in (WON_0, WON_1)]
    return [
        *(share(seat, won, ended) for seat, won in zip(SEATS, points, strict=True)),
        share("draws", sums[DRAWN], ended),
        counted("games that did not end", sums[UNFINISHED], n=found.games),
    ]


def lengths_of(found: Findings) -> list[Figure]:
    """Return how long games were."""
    n = found.games
    used = [length for length, games in enumerate(found.lengths) if games]
    return [
        average(found, "mean length", MOVES, "moves"),
        median_length(found),
        *(
            counted(f"{percent} % of games take at most", length_at(found, rank), "moves", n)
            for percent, rank in ((each, each * n // 100 - 1) for each in PERCENTILES)
        ),
        counted("shortest", used[0], "moves", n),
        counted("longest", used[-1], "moves", n),
        average(found, "mean length in turns", TURNS, "turns"),
    ]


def median_length(found: Findings) -> Figure:
    """Return the median with its interval between ranks, as there are too many games to sort."""
    from scipy import stats

    n, name, unit = found.games, "median length", "moves"
    value = length_at(found, n // 2)
    if n < LEAST:
        return Figure(name, value, unit, None, n)
    below = int(stats.binom.ppf((1 - CONFIDENCE) / 2, n, 0.5))
    interval = length_at(found, below - 1), length_at(found, n - below)
    if interval[0] < interval[1]:
        return Figure(name, value, unit, interval, n)
    return Figure(name, value, unit, None, n, note=f"the middle games are {ALIKE}")


def length_at(found: Findings, rank: int) -> int:
    """Return the length of the game at a rank, the shortest one being at rank 0."""
    return bisect(list(accumulate(found.lengths)), min(max(0, rank), found.games - 1))


def average(found: Findings, name: str, what: int, unit: str, whole: int = 1) -> Figure:
    """Return the mean of what was summed up, divided by ``whole``, with its interval."""
    n, total, squares = found.games, found.sums[what], found.sums[what + SQUARED]
    value = total / n / whole
    if n < LEAST:
        return Figure(name, value, unit, None, n)
    variance = (n * squares - total * total) / n / (n - 1)  # of integers, so nothing is lost
    if not variance:
        return Figure(name, value, unit, None, n, note=ALIKE)
    interval = student(value, math.sqrt(variance / n) / whole, n - 1)
    if unit == "%":
        interval = clipped(interval, SHARES)
    return Figure(name, value, unit, interval, n)


def coverage_of(game: Game, found: Findings) -> list[Figure]:
    """Return how much of the board is used."""
    cells = len(game.board.cells)
    return [
        average(found, "ever occupied", EVER, "%", cells),
        average(found, "occupied in the end", LAST, "%", cells),
    ]


def buckets_of(found: Findings) -> Buckets:
    """Return the new positions of each bucket, as the measure of the state space takes them."""
    size, scale = found.games // BUCKETS, 2**found.level
    new = [scale * number for number in found.new[:BUCKETS]] if size else []
    return Buckets(size, new, found.moves[:BUCKETS], scale * sum(found.new), found.sums[MOVES])


def positions_of(found: Findings, buckets: Buckets) -> list[Figure]:
    """Return how many positions there are."""
    n, scale, kept = found.sums[MOVES], 2**found.level, sum(found.new)
    rest = 1 - 1 / scale
    seen = scale * kept
    low, high = student(seen, scale * math.sqrt(kept * rest))
    bound, error = chao(found)
    least = scale * (kept + bound)
    figures = [
        Figure(
            "distinct positions",
            seen,
            "positions",
            (max(0, round(low)), round(high)) if found.level else None,
            n,
            "samples",
            note=f"of one in {scale:,} positions {kept:,}" if found.level else "all counted",
        ),
    ]
    if buckets.new:
        figures.append(no_less(estimate("state space", buckets), log10(least)))
    interval = None
    if error is not None:
        low, high = student(least, scale * math.sqrt(error + (kept + bound) * rest))
        interval = log10(max(seen, low)), log10(high)
    lost = scale * math.sqrt(found.once + 2 * found.twice) / max(1, n)
    known = 1 - scale * found.once / max(1, n)
    return [
        *figures,
        Figure("positions at least", log10(least), "log10", interval, n, "samples"),
        Figure("saturation", seen / max(1, least), "%", None, n, "samples"),
        Figure(
            "positions met before",
            max(0.0, known),
            "%",
            clipped(student(max(0.0, known), lost), SHARES),
            n,
            "samples",
        ),
    ]


def no_less(figure: Figure, least: float) -> Figure:
    """Return an estimate, or that there is none if it contradicts what must be there at least."""
    if figure.value is None or figure.value >= least:
        return figure
    note = "no end in sight: the buckets dry up too early to tell"
    return replace(figure, value=None, interval=None, note=note)


def chao(found: Findings) -> tuple[float, float | None]:
    """Return how many of the positions that would be kept were not seen, at least.

    With it comes the variance, or None where too few were seen twice to tell.
    """
    once, twice = found.once, found.twice
    unseen = once * (once - 1) / (2 * (twice + 1))
    if twice == 0:
        return unseen, 0.0 if once == 0 else None
    ratio = once / twice
    return unseen, twice * (ratio**2 / 2 + ratio**3 + ratio**4 / 4)


def lengths_chart(found: Findings) -> Chart:
    """Return how often games had each length."""
    rows = [(length, games) for length, games in enumerate(found.lengths) if games]
    shown = [row for row in rows if row[1] >= TAIL * found.games]
    half = length_at(found, found.games // 2)

    def draw(axes) -> None:
        lengths, games = zip(*shown, strict=True)
        axes.bar(lengths, [100 * each / found.games for each in games], 1.0, color=charts.MAIN)
        axes.axvline(half, color=charts.SECOND, linestyle="--", label="median")
        axes.set_xlabel("moves")
        axes.set_ylabel("games, %")
        axes.legend()

    return Chart(
        title="How long random games are",
        draw=draw,
        alt=(
            f"Distribution of the lengths of {found.games:,} random games, from {rows[0][0]} to "
            f"{rows[-1][0]} moves, half of them at most {half}."
        ),
        data=Table("Random games by length", ("moves", "games"), rows),
    )


def heat(game: Game, found: Findings, when: str, counts: list[int]) -> HeatMap:
    """Return how often each cell was occupied."""
    board = game.board
    values = {cell: counts[cell] / found.games for cell in board.cells}
    most, least = max(values, key=values.get), min(values, key=values.get)
    title = f"How often each cell is occupied {when} of a random game"
    return HeatMap(
        title,
        game.position(),
        values,
        f"{title}: most often {board.name(most)}, {100 * values[most]:.2f} %; "
        f"least often {board.name(least)}, {100 * values[least]:.2f} %.",
        "% of games",
    )


def summary(found: Findings) -> str:
    """Say in words what random games tell."""
    first = results_of(found)[0]
    if first.value is None:
        return f"None of {found.games:,} random games came to an end."
    low, high = first.interval or SHARES
    better = "neither seat is shown to be better off"
    if not low <= 0.5 <= high:
        better = f"the {SEATS[high < 0.5]} is better off"
    return f"In {found.games:,} random games {better}: the first scores {100 * first.value:.2f} %."
