"""Whether the first seat's share, and the length of games, depend on how well both play."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import LEAST, POSITIVE, mean, share
from crosscut.lab.report.measure import Chart, Figure, Measure, Table
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.significance import LEVEL, corrected


def compute(sample: Sample) -> Measure:
    """Count the first seat's points, and moves, for each strength at which the engine played."""
    about = {
        "title": "First seat and length by playing strength",
        "formula": (
            "Both seats are played by the same player, who thinks for so many simulations a turn; "
            "0 are random moves. The first seat's points (a win 1, a game without winner 1/2) are "
            "divided by the number of games, with Wilson's interval at 95 %. Length is the mean "
            "number of moves in a game, with Student's interval. Whether they depend on "
            "strength is tested over all games: a trend by Kendall's tau, any difference by "
            "Kruskal and Wallis. These tests are corrected for their number (false discovery "
            "rate). A trend is not all along if some stronger player is on the other side of a "
            "weaker one (Mann and Whitney's test of all pairs, corrected likewise)."
        ),
    }
    games: dict[int, list[dict]] = defaultdict(list)
    for result in sample.results("strengths"):
        games[result["key"][0]].append(result)
    if not games:
        return Measure(**about, missing="No games at several strengths were played.")
    strengths = sample.plan.effort.strengths
    played = {player(strengths[i]): games[i] for i in sorted(games)}
    points = [list(map(first_seat_points, each)) for each in played.values()]
    moves = [[game["moves"] for game in each] for each in played.values()]
    seats = [
        share(f"first seat at {name}", sum(each), len(each))
        for name, each in zip(played, points, strict=True)
    ]
    lengths = [
        mean(f"length at {name}", each, "moves", within=POSITIVE)
        for name, each in zip(played, moves, strict=True)
    ]
    names = list(played)
    return Measure(
        **about,
        figures=[*seats, *lengths],
        exhibits=[
            chart("First seat's share by strength", "first seat, %", names, seats, 100),
            chart("Length by strength", "moves in a game", names, lengths),
        ],
        summary=trend({"The first seat's share": points, "Length": moves}),
    )


def player(simulations: int) -> str:
    """Return what a player is called who thinks for so many simulations."""
    return f"{simulations} simulations" if simulations else "random play"


def first_seat_points(game: dict) -> float:
    """Return what the first seat got in a game: 1, 0, or without a winner 1/2."""
    return 0.5 if game["winner"] is None else float(game["winner"] == 0)


def chart(
    title: str, label: str, names: list[str], figures: list[Figure], scale: float = 1
) -> Chart:
    """Return figures with their intervals, from the weakest player to the strongest."""
    rows = [
        (name, figure.value, *(figure.interval or (figure.value, figure.value)), figure.n)
        for name, figure in zip(names, figures, strict=True)
    ]
    shares = scale == 100

    def draw(axes) -> None:
        places = range(len(rows))
        values, lows, highs = ([scale * row[i] for row in rows] for i in (1, 2, 3))
        below = [value - low for value, low in zip(values, lows, strict=True)]
        above = [high - value for value, high in zip(values, highs, strict=True)]
        axes.errorbar(places, values, [below, above], color=charts.MAIN, marker="o", capsize=4)
        axes.set_xticks(places, [row[0].removesuffix(" simulations") for row in rows])
        axes.set_ylim(0, 100 if shares else None)
        if shares:
            axes.axhline(50, color=charts.PALE, linestyle="--")
        axes.set_xlabel("simulations a turn")
        axes.set_ylabel(label)

    unit = " %" if shares else ""
    told = ", ".join(f"{row[0]} {scale * row[1]:.0f}{unit}" for row in rows)
    around = " around the line of 50 %" if shares else ""
    return Chart(
        title=title,
        draw=draw,
        alt=f"Points with error bars{around}: {told}.",
        data=Table(title, ("player", "value", "from", "to", "games"), rows),
    )


def trend(groups: dict[str, Sequence[Sequence[float]]]) -> str:
    """Say of each quantity whether it rises, falls or just differs with strength.

    Each has the values of every player's games, from the weakest player to the strongest.
    """
    tests = {what: tested(values) for what, values in groups.items()}
    if not any(tests.values()):
        return ""
    ps = iter(
        corrected([p for found in tests.values() if found for p in (found.rising, found.any)])
    )
    said = []
    for what, found in tests.items():
        least = min(map(len, groups[what]))
        text = (
            f"{what} shows no influence of strength beyond what chance explains; with "
            f"{least} games of a player a small one would not show"
        )
        if found:
            rising, differing = next(ps) < LEVEL, next(ps) < LEVEL
            if rising:
                text = f"{what} {'rises' if found.tau > 0 else 'falls'} with strength on the whole"
                text += ", but not all along" if found.back < LEVEL else ""
            elif differing:
                text = f"{what} differs between strengths, but neither rises nor falls on the whole"
        said.append(f"{text}.")
    return " ".join(said)


class Trend(NamedTuple):
    """Whether a quantity depends on strength."""

    tau: float
    """Kendall's tau-b of strength and the quantity, over all games."""
    rising: float
    """The p of no trend."""
    any: float
    """The p of no difference between any two players, by Kruskal and Wallis."""
    back: float
    """The least p of a stronger player on the wrong side of a weaker one, corrected over pairs."""


def tested(groups: Sequence[Sequence[float]]) -> Trend | None:
    """Return whether values depend on their group; None if there is nothing to tell."""
    from scipy import stats

    values = [value for group in groups for value in group]
    if len(groups) < 2 or len(set(values)) < 2 or min(map(len, groups)) < LEAST:
        return None
    places = [place for place, group in enumerate(groups) for _ in group]
    found = stats.kendalltau(places, values)
    wrong = "less" if found.statistic < 0 else "greater"
    pairs = [
        float(stats.mannwhitneyu(weaker, stronger, alternative=wrong).pvalue)
        for weaker, stronger in combinations(groups, 2)
    ]
    return Trend(
        float(found.statistic),
        float(found.pvalue),
        float(stats.kruskal(*groups).pvalue),
        min(corrected(pairs)),
    )
