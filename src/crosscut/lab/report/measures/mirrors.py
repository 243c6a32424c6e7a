"""Whether copying the opponent is an answer."""

from collections.abc import Sequence
from dataclasses import replace

from crosscut.lab.matches.mirror_player import STRATEGIES, image_of
from crosscut.lab.report.estimates import ratio, share, share_interval
from crosscut.lab.report.measure import Cell, Figure, Measure, Table
from crosscut.lab.report.recorded_games import points_of_a
from crosscut.lab.report.sample import Sample

COLUMNS = (
    "strategy", "games", "won", "drawn", "lost", "points %", "interval %", "turns to copy",
    "copied", "remark",
)  # fmt: skip
NO_SYMMETRY = "the board has no such symmetry"
NO_GAMES = "no game was played"
AS_EXPECTED = "lost each game, as expected"
APPLIED = 0.5
"""A strategy that could copy fewer of the turns than this was hardly played."""
UNTESTED = "could not be tested"


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
            "interval of turns copied counts games. A strategy that copied fewer than "
            f"{APPLIED:.0%} of the turns it had to copy was mostly random play, so its results say "
            "nothing about copying: it could not be tested."
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
    """Return the points of a strategy, if it was tested, and how often it could copy."""
    points = share(name, sum(map(points_of_a, games)), len(games))
    if not applied(games):
        points = replace(points, value=None, interval=None, note=hardly(games))
    turns = [(each["copied"], each["asked"]) for each in games]
    return [points, ratio(f"{name}: turns copied", turns, "%")]


def copied_share(games: Sequence[dict]) -> float:
    """Return the share of turns that could be copied."""
    return sum(each["copied"] for each in games) / max(1, sum(each["asked"] for each in games))


def applied(games: Sequence[dict]) -> bool:
    """Tell whether a strategy was played often enough for its results to say anything of it."""
    return copied_share(games) >= APPLIED


def hardly(games: Sequence[dict]) -> str:
    """Say that a strategy was not tested, and why."""
    return f"{UNTESTED}: it copied {copied_share(games):.0%} of its turns"


def row(sample: Sample, number: int, games: Sequence[dict]) -> list[Cell]:
    """Return how a strategy fared as cells of the table."""
    name = STRATEGIES[number]
    if not games:
        symmetric = image_of(sample.game.board, number) is not None
        blank = [None] * (len(COLUMNS) - 3)
        return [name, 0, *blank, NO_GAMES if symmetric else NO_SYMMETRY]
    points = [points_of_a(each) for each in games]
    interval = share_interval(sum(points), len(games))
    told = "{:.1f} to {:.1f}".format(*(100 * end for end in interval)) if interval else None
    return [
        name,
        len(games),
        *(points.count(each) for each in (1.0, 0.5, 0.0)),
        round(100 * sum(points) / len(games), 1),
        told,
        sum(each["asked"] for each in games),
        sum(each["copied"] for each in games),
        hardly(games) if not applied(games) else "" if any(points) else AS_EXPECTED,
    ]


def summary(played: Sequence[Sequence[dict]]) -> str:
    """Say whether a strategy that could be tested ever got anything."""
    found = [games for games in played if games]
    points = [sum(map(points_of_a, games)) for games in found if applied(games)]
    if not points:
        return f"Mirroring strategies {UNTESTED}: they could hardly ever copy." if found else ""
    won = sum(map(bool, points))
    fared = f"{won} of them did not lose every game" if won else "each lost every game, as expected"
    return f"{len(points)} of {len(found)} mirroring strategies could be tested; {fared}."
