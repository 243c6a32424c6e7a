"""Whether copying the opponent is an answer."""

from collections.abc import Sequence

from crosscut.report.measure import Cell, Figure, Measure, Table
from crosscut.report.mirror import STRATEGIES, image_of
from crosscut.report.sample import Sample
from crosscut.report.stages.played import points_of_a
from crosscut.report.statistics import resampled, share

COLUMNS = (
    "strategy", "games", "won", "drawn", "lost", "points %", "interval %", "turns to copy",
    "copied", "remark",
)  # fmt: skip
NO_SYMMETRY = "the board has no such symmetry"
NO_GAMES = "no game was played"
AS_EXPECTED = "lost each game, as expected"


def compute(sample: Sample) -> Measure:
    """Measure how players fare who copy the last turn of the engine under some map."""
    by_strategy = {
        number: [each for each in sample.results("mirrors") if each["key"][0] == number]
        for number in range(len(STRATEGIES))
    }
    figures = [
        figure
        for number, games in by_strategy.items()
        if games
        for figure in figures_of(STRATEGIES[number], games)
    ]
    missing = "" if figures else NO_GAMES
    return Measure(
        title="Mirroring strategies",
        unit="%",
        formula=(
            "A strategy answers the opponent's last turn by the same taps, turned by 180 degrees, "
            "mirrored left to right (X), top to bottom (Y), or as they are. Where the whole turn "
            "is not legal it tries its last move alone, and else draws a turn at random. Passes "
            "and swaps are not copied. If it begins, its first move is the legal one nearest to "
            "the centre. On boards whose axes are askew, X is the reflection nearest to left and "
            "right, and Y the one with the axis perpendicular to that. It plays the engine with "
            f"{sample.plan.effort.mirror_limit} simulations a turn, half of the games from the "
            "first seat. Points are wins and half of the draws, with Wilson's interval; the "
            "interval of turns copied is from games drawn anew."
        ),
        figures=figures,
        exhibits=[
            Table(
                "How the strategies fared",
                COLUMNS,
                [row(sample, number, games) for number, games in by_strategy.items()],
            )
        ],
        summary=summary(by_strategy.values()),
        missing=missing,
    )


def figures_of(name: str, games: Sequence[dict]) -> list[Figure]:
    """Return the points of a strategy, and how often it could copy."""
    points = sum(map(points_of_a, games))
    return [
        share(name, points, len(games)),
        resampled(f"{name}: turns copied", games, copied_share, "%"),
    ]


def copied_share(games: Sequence[dict]) -> float:
    """Return the share of turns that could be copied."""
    return sum(each["copied"] for each in games) / max(1, sum(each["asked"] for each in games))


def row(sample: Sample, number: int, games: Sequence[dict]) -> list[Cell]:
    """Return how a strategy fared as cells of the table."""
    name = STRATEGIES[number]
    if not games:
        symmetric = image_of(sample.game.board, number) is not None
        blank = [None] * (len(COLUMNS) - 3)
        return [name, 0, *blank, NO_GAMES if symmetric else NO_SYMMETRY]
    points = [points_of_a(each) for each in games]
    figure = share(name, sum(points), len(games))
    low, high = figure.interval
    return [
        name,
        len(games),
        *(points.count(each) for each in (1.0, 0.5, 0.0)),
        round(100 * figure.value, 1),
        f"{100 * low:.1f} to {100 * high:.1f}",
        sum(each["asked"] for each in games),
        sum(each["copied"] for each in games),
        AS_EXPECTED if not any(points) else "",
    ]


def summary(played: Sequence[Sequence[dict]]) -> str:
    """Say whether a strategy ever got anything."""
    points = [sum(map(points_of_a, games)) for games in played if games]
    if not points:
        return ""
    if not any(points):
        return "Each mirroring strategy lost every game, as expected."
    return (
        f"{sum(map(bool, points))} of {len(points)} mirroring strategies did not lose every game."
    )
