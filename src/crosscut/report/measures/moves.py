"""Which moves are good whenever they are there."""

from collections.abc import Sequence
from typing import NamedTuple

from crosscut.game import Game
from crosscut.match.statistics import wilson
from crosscut.report.measure import NO_GAMES, Figure, Measure, Table
from crosscut.report.measures.branching import pooled, totals
from crosscut.report.sample import Sample
from crosscut.report.statistics import counted, resampled

KILLER = 0.5
"""A killer is chosen more often than this share of the times it is there."""
SHOWN = 12
"""How many of the best moves are named, and how many of the worst."""


class Tally(NamedTuple):
    """How often a move was there and was chosen."""

    taps: tuple[int, ...]
    available: int
    chosen: int

    @property
    def share(self) -> float:
        """How often it was chosen when it was there."""
        return self.chosen / self.available

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with 95 % confidence."""
        return wilson(self.chosen, self.available)


def compute(sample: Sample) -> Measure:
    """Count the distinct moves and sort them by how often they are chosen when available."""
    about = {
        "title": "Move classification",
        "unit": "moves",
        "formula": (
            "A distinct move is what is written down, such as e4 or d4-e5, wherever it occurs. Its "
            "share is how often it was chosen divided by how often it was legal, over all games of "
            f"the engine. It is a killer above {100 * KILLER:.0f} %, good above the average and "
            "bad below it, the average being all choices divided by all legal moves; killers are "
            "among the good. Intervals count the moves of which Wilson's interval at 95 % says so "
            "as a whole, and those of which it does not deny it; that of the average comes from "
            "drawing games anew 1000 times."
        ),
    }
    tallies = [Tally(taps, *counts) for taps, counts in sample.moves.counts.items()]
    if not tallies:
        return Measure(**about, missing=NO_GAMES)
    average = resampled("average share", totals(sample.games), average_share, "%", digits=3)
    return Measure(
        **about,
        figures=[
            counted("distinct moves", len(tallies), n=len(sample.games)),
            above("killer moves", tallies, KILLER),
            above("good moves", tallies, average.value),
            below("bad moves", tallies, average.value),
            average,
        ],
        exhibits=best_and_worst(sample.game, tallies),
        summary=killers(sample.game, tallies),
    )


def average_share(games: Sequence[tuple[int, int]]) -> float:
    """Return how many of all legal moves were chosen."""
    return 1 / pooled(games)


def above(name: str, tallies: list[Tally], bound: float) -> Figure:
    """Return how many moves are chosen more often than some share of the times."""
    sure = sum(each.interval[0] > bound for each in tallies)
    possible = sum(each.interval[1] > bound for each in tallies)
    found = sum(each.share > bound for each in tallies)
    return Figure(name, found, "moves", (sure, possible), len(tallies), "distinct moves")


def below(name: str, tallies: list[Tally], bound: float) -> Figure:
    """Return how many moves are chosen less often than some share of the times."""
    sure = sum(each.interval[1] < bound for each in tallies)
    possible = sum(each.interval[0] < bound for each in tallies)
    found = sum(each.share < bound for each in tallies)
    return Figure(name, found, "moves", (sure, possible), len(tallies), "distinct moves")


def killers(game: Game, tallies: list[Tally]) -> str:
    """Name the killers."""
    found = [each for each in ranked(tallies) if each.share > KILLER]
    if not found:
        return "No move is chosen more often than not when it is there."
    named = ", ".join(text(game, each.taps) for each in found[:SHOWN])
    return f"Killers: {named}{' and others' if len(found) > SHOWN else ''}."


def ranked(tallies: list[Tally]) -> list[Tally]:
    """Return the moves from the best to the worst, those seen more often first among equals."""
    return sorted(tallies, key=lambda each: (-each.share, -each.available, each.taps))


def best_and_worst(game: Game, tallies: list[Tally]) -> list[Table]:
    """Return a table of the best moves and one of the worst."""
    best = ranked(tallies)[:SHOWN]
    worst = sorted(tallies, key=lambda each: (each.share, -each.available, each.taps))[:SHOWN]
    columns = ("move", "chosen", "available", "share", "from", "to")
    return [
        Table(
            title,
            columns,
            [
                (text(game, each.taps), each.chosen, each.available, each.share, *each.interval)
                for each in chosen
            ],
        )
        for title, chosen in (("Best moves", best), ("Worst moves", worst))
    ]


def text(game: Game, taps: tuple[int, ...]) -> str:
    """Return a move as it is written; of one with very many taps nothing is known but a number."""
    if max(taps) >= game.actions:
        return "a long move"
    return game.spell(game.start(), list(taps))
