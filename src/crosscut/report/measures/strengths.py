"""Whether the first seat's share depends on how well both play."""

from collections import defaultdict

from crosscut.report import charts
from crosscut.report.measure import Chart, Figure, Measure, Table
from crosscut.report.sample import Sample
from crosscut.report.statistics import share


def compute(sample: Sample) -> Measure:
    """Count the first seat's points for each strength at which the engine played itself."""
    about = {
        "title": "First seat by playing strength",
        "unit": "%",
        "formula": (
            "Both seats are played by the same player, who thinks for so many simulations a turn; "
            "0 are random moves. The first seat's points (a win 1, a game without winner 1/2) are "
            "divided by the number of games, with Wilson's interval at 95 %."
        ),
    }
    points: dict[int, list[float]] = defaultdict(list)
    for result in sample.results("strengths"):
        winner = result["winner"]
        points[result["key"][0]].append(0.5 if winner is None else float(winner == 0))
    if not points:
        return Measure(**about, missing="No games at several strengths were played.")
    strengths = sample.plan.effort.strengths
    figures = [
        share(f"first seat at {player(strengths[i])}", sum(points[i]), len(points[i]))
        for i in sorted(points)
    ]
    names = [player(strengths[i]) for i in sorted(points)]
    return Measure(
        **about, figures=figures, exhibits=[chart(names, figures)], summary=trend(names, figures)
    )


def player(simulations: int) -> str:
    """Return what a player is called who thinks for so many simulations."""
    return f"{simulations} simulations" if simulations else "random play"


def chart(names: list[str], figures: list[Figure]) -> Chart:
    """Return the shares with their intervals, from the weakest player to the strongest."""
    rows = [
        (name, figure.value, *figure.interval, figure.n)
        for name, figure in zip(names, figures, strict=True)
    ]

    def draw(axes) -> None:
        places = range(len(rows))
        values = [100 * row[1] for row in rows]
        below = [100 * (row[1] - row[2]) for row in rows]
        above = [100 * (row[3] - row[1]) for row in rows]
        axes.axhline(50, color=charts.PALE, linestyle="--")
        axes.errorbar(places, values, [below, above], color=charts.MAIN, marker="o", capsize=4)
        axes.set_xticks(places, [row[0].removesuffix(" simulations") for row in rows])
        axes.set_ylim(0, 100)
        axes.set_xlabel("simulations a turn")
        axes.set_ylabel("first seat, %")

    told = ", ".join(f"{row[0]} {100 * row[1]:.0f} %" for row in rows)
    return Chart(
        title="First seat's share by strength",
        draw=draw,
        alt=f"Points with error bars around the line of 50 %: {told}.",
        data=Table("First seat by strength", ("player", "share", "from", "to", "games"), rows),
    )


def trend(names: list[str], figures: list[Figure]) -> str:
    """Say whether the strongest and the weakest player differ by more than chance."""
    weakest, strongest = figures[0], figures[-1]
    apart = (
        strongest.interval[0] > weakest.interval[1] or strongest.interval[1] < weakest.interval[0]
    )
    if not apart:
        return "No influence of strength shows beyond what chance explains."
    way = "grows" if strongest.value > weakest.value else "falls"
    return (
        f"The first seat's share {way} with strength: {100 * weakest.value:.0f} % at {names[0]}, "
        f"{100 * strongest.value:.0f} % at {names[-1]}."
    )
