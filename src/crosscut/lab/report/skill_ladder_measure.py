"""What a climb has shown: which levels of play there are, and how far apart they lie."""

import math
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from crosscut.lab.matches.bradley_terry import Result, ratings
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.compare.key_figures import AT_LEAST
from crosscut.lab.report.estimates import LEAST, RESAMPLES, counted, share_interval
from crosscut.lab.report.measure import Cell, Chart, Figure, Measure, Table
from crosscut.lab.report.recorded_games import points_of_a
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.significance import FALSE_DISCOVERIES, LEVEL, corrected
from crosscut.lab.report.skill_ladder import GAMES, NEEDED, RULE, Ascent, Match, climb

VERDICTS = {True: "accepted", False: "rejected", None: "undecided: time ran out"}
STRONGER = {True: "yes", False: "not shown"}
COLUMNS = (
    "match",
    "AI",
    "against",
    "verdict",
    "clearly stronger",
    "strong wins",
    "draws",
    "strong losses",
    "games",
    "strong score %",
    "interval %",
    "first seat wins %",
    "drawn %",
    "second seat wins %",
    "game length",
)
FORMULA = (
    "{thinking} {rule}. Apart from that rule a player is called clearly stronger than another if "
    "chance alone would hardly bring so many points (binomial test; draws, being half a point, are "
    "halved and rounded down); {discoveries}. The interval of a score is Wilson's of 95 %. Game "
    "length is the mean in moves. While the first match is undecided no number of levels is told. "
    "The interval of that number is from matches played again on paper, {games} games each drawn "
    "from those of the match: in how many the candidate is accepted, in 95 % of {resamples} "
    "trials. Elo are those that make all results together most likely, Random being 0; one draw is "
    "added to each match, or a clean sweep would be infinitely far."
)


def measure(sample: Sample, ascent: Ascent, title: str, thinking: str) -> Measure:
    """Return what a climb has shown; ``thinking`` says how candidates differ."""
    matches = [
        match
        for match in climb(sample.results(ascent.stage), ascent.top(sample.plan))
        if match.results
    ]
    formula = FORMULA.format(
        thinking=thinking,
        rule=RULE,
        discoveries=FALSE_DISCOVERIES,
        games=GAMES,
        resamples=f"{RESAMPLES:,}",
    )
    if not matches:
        return Measure(title, formula, "levels", missing="no game of a match was played")
    places = [None, *(match.candidate for match in matches)]
    elos = ratings(
        len(places),
        [
            Result(number, places.index(match.level), match.points, len(match.results))
            for number, match in enumerate(matches, start=1)
        ],
    )
    best = max((match.candidate for match in matches if match.accepted), default=None)
    return Measure(
        title=title,
        formula=formula,
        unit="levels",
        figures=[
            levels(matches),
            *highest(ascent, matches, best, elos[places.index(best)]),
        ],
        exhibits=[table(ascent, matches), chart(ascent, matches, elos[1:])],
        summary=summary(ascent, matches, best, ascent.top(sample.plan)),
    )


def highest(
    ascent: Ascent, matches: Sequence[Match], best: int | None, rating: tuple[float, float]
) -> list[Figure]:
    """Return the highest level, and how much stronger than Random it is; nobody before the first.

    Where nobody was accepted, and somebody failed, that is Random, which has 0.
    """
    games = sum(len(match.results) for match in matches)
    name, above = "highest level", "highest level above Random"
    if best is None and matches[-1].accepted is None:
        note = "undecided"
        return [counted(name, None, n=games, note=note), counted(above, None, "Elo", games, note)]
    elo, spread = rating
    interval = None if best is None else (elo - spread, elo + spread)
    return [
        counted(name, ascent.name(best), n=games),
        Figure(above, elo, "Elo", interval, games, digits=0),
    ]


def levels(matches: Sequence[Match]) -> Figure:
    """Return how many candidates were accepted, and how many might have been.

    If nobody failed in the end, there may be more of them, and no interval can be told; if the
    match is open with which they would begin, nor can a number.
    """
    accepted = sum(match.accepted is True for match in matches)
    games = sum(len(match.results) for match in matches)
    if not accepted and matches[-1].accepted is None:
        return counted("levels", None, "levels", games, "undecided")
    if matches[-1].accepted is not False:
        return Figure("levels", accepted, "levels", None, games, digits=0, note=AT_LEAST)
    source, again = np.random.default_rng(0), np.zeros(RESAMPLES, int)
    for match in matches:
        points = [points_of_a(each) for each in match.results]
        again += source.choice(points, (RESAMPLES, GAMES)).sum(axis=1) >= NEEDED
    low, high = np.percentile(again, [2.5, 97.5])
    interval = min(float(low), accepted), max(float(high), accepted)
    return Figure("levels", accepted, "levels", interval, games, digits=0, note="above Random")


def table(ascent: Ascent, matches: Sequence[Match]) -> Table:
    """Return the matches, row by row."""
    rows = [
        row(number, ascent, match, stronger)
        for number, (match, stronger) in enumerate(
            zip(matches, clearly(matches), strict=True), start=1
        )
    ]
    return Table("Every candidate against the level before", COLUMNS, rows)


def clearly(matches: Sequence[Match]) -> list[bool]:
    """Tell of each candidate whether chance alone would hardly bring so many points."""
    from scipy import stats

    ps = [
        stats.binomtest(math.floor(match.points), len(match.results), alternative="greater").pvalue
        for match in matches
    ]
    enough = (len(match.results) >= LEAST for match in matches)
    return [p < LEVEL and many for p, many in zip(corrected(ps), enough, strict=True)]


def row(number: int, ascent: Ascent, match: Match, stronger: bool) -> list[Cell]:
    """Return one match as the cells of a table."""
    games = len(match.results)
    points = [points_of_a(each) for each in match.results]
    winners = [each["winner"] for each in match.results]
    interval = share_interval(match.points, games)
    return [
        number,
        ascent.name(match.candidate),
        ascent.name(match.level),
        VERDICTS[match.accepted],
        STRONGER[stronger],
        points.count(1.0),
        points.count(0.5),
        points.count(0.0),
        games,
        percent(match.points / games),
        interval and f"{percent(interval[0])} to {percent(interval[1])}",
        *(percent(winners.count(winner) / games) for winner in (0, None, 1)),
        round(fmean(each["moves"] for each in match.results), 2),
    ]


def percent(share: float) -> float:
    """Return a share as a number to be shown."""
    return round(100 * share, 1)


def chart(ascent: Ascent, matches: Sequence[Match], elos: Sequence[tuple[float, float]]) -> Chart:
    """Return how strong each candidate is, by what he thinks."""
    amounts = [ascent.amount(match.candidate) for match in matches]
    series = (
        ("accepted: a level", charts.MAIN, "o", lambda match: match.accepted is True),
        ("not accepted", charts.SECOND, "x", lambda match: match.accepted is not True),
    )

    def draw(axes) -> None:
        for label, colour, marker, belongs in series:
            chosen = [i for i, match in enumerate(matches) if belongs(match)]
            if chosen:
                axes.errorbar(
                    [amounts[i] for i in chosen],
                    [elos[i][0] for i in chosen],
                    yerr=[elos[i][1] for i in chosen],
                    color=colour,
                    marker=marker,
                    linestyle="",
                    label=label,
                )
        axes.axhline(0, color=charts.PALE, linestyle="--", label="Random")
        axes.set_xscale("log")
        axes.set_xlabel(ascent.unit)
        axes.set_ylabel("Elo")
        axes.legend()

    first, last = ascent.name(matches[0].candidate), ascent.name(matches[-1].candidate)
    rows = [
        (ascent.name(match.candidate), round(elo), round(spread), VERDICTS[match.accepted])
        for match, (elo, spread) in zip(matches, elos, strict=True)
    ]
    return Chart(
        title=f"Strength by {ascent.unit}",
        draw=draw,
        alt=(
            f"Elo above Random of {len(matches)} candidates with their intervals, from "
            f"{rows[0][1]} at {first} to {rows[-1][1]} at {last}."
        ),
        data=Table("Elo of every candidate", ("AI", "Elo", "+-", "verdict"), rows),
    )


def summary(ascent: Ascent, matches: Sequence[Match], best: int | None, top: int) -> str:
    """Say how far the climb has come, who is clearly stronger, and what is undecided."""
    number, last = sum(match.accepted is True for match in matches), matches[-1]
    said = []
    if number or last.accepted is not None:
        text = f"{number} {'level' if number == 1 else 'levels'} of play above Random"
        said.append(f"{text}." if best is None else f"{text}; the highest is {ascent.name(best)}.")
    if last.accepted is None:
        said.append(
            f"{ascent.name(last.candidate)} against {ascent.name(last.level)}: won "
            f"{last.points:g} of {len(last.results)} so far, undecided under the rule of "
            f"{NEEDED:g} of {GAMES}."
        )
    known = zip(matches, clearly(matches), strict=True)
    shown = [match for match, stronger in known if stronger and not match.accepted]
    for match in shown:
        said.append(
            f"{ascent.name(match.candidate)} is clearly stronger than {ascent.name(match.level)}, "
            "whatever that rule says."
        )
    if last.accepted or last.candidate < top:
        said.append(
            f"Nobody above {ascent.name(last.candidate)} was tried, so there may be more levels."
        )
    return " ".join(said)
