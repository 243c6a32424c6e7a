"""Whether the first seat's share, and the length of games, depend on how well both play."""

from collections import defaultdict
from itertools import combinations

from crosscut.report import charts
from crosscut.report.measure import Chart, Figure, Measure, Table
from crosscut.report.sample import Sample
from crosscut.report.significance import LEVEL, difference, holm
from crosscut.report.statistics import mean, share


def compute(sample: Sample) -> Measure:
    """Count the first seat's points, and moves, for each strength at which the engine played."""
    about = {
        "title": "First seat and length by playing strength",
        "formula": (
            "Both seats are played by the same player, who thinks for so many simulations a turn; "
            "0 are random moves. The first seat's points (a win 1, a game without winner 1/2) are "
            "divided by the number of games, with Wilson's interval at 95 %. Length is the mean "
            "number of moves in a game; its interval is 1.96 standard errors to either side."
        ),
    }
    games: dict[int, list[dict]] = defaultdict(list)
    for result in sample.results("strengths"):
        games[result["key"][0]].append(result)
    if not games:
        return Measure(**about, missing="No games at several strengths were played.")
    strengths = sample.plan.effort.strengths
    played = {player(strengths[i]): games[i] for i in sorted(games)}
    seats = [
        share(f"first seat at {name}", sum(map(first_seat_points, each)), len(each))
        for name, each in played.items()
    ]
    lengths = [
        mean(f"length at {name}", [game["moves"] for game in each], "moves")
        for name, each in played.items()
    ]
    names = list(played)
    return Measure(
        **about,
        figures=[*seats, *lengths],
        exhibits=[
            chart("First seat's share by strength", "first seat, %", names, seats, 100),
            chart("Length by strength", "moves in a game", names, lengths),
        ],
        summary=trend(names, seats),
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


def trend(names: list[str], figures: list[Figure]) -> str:
    """Say whether any two players differ by more than chance, and name those that differ most."""
    pairs = list(combinations(range(len(figures)), 2))
    ps = holm([difference(figures[i], figures[j]).p for i, j in pairs])
    if not ps or min(ps) >= LEVEL:
        return "No influence of strength on the first seat shows beyond what chance explains."
    i, j = pairs[ps.index(min(ps))]
    return (
        f"The first seat's share depends on strength: {100 * figures[i].value:.0f} % at "
        f"{names[i]}, {100 * figures[j].value:.0f} % at {names[j]}."
    )
