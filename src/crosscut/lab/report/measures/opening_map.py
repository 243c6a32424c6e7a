"""Where games begin, and how that goes."""

from collections import Counter
from typing import NamedTuple

from crosscut.lab.report.estimates import LEAST, counted, share, share_ends
from crosscut.lab.report.measure import NO_GAMES, Cell, HeatMap, Measure, Table
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.symmetry_classes import EXPLAINED, orbits


class Beginning(NamedTuple):
    """Cells that symmetries take to each other, with the games that began on one of them."""

    cell: int
    """The one on which most of them began."""
    alike: tuple[int, ...]
    games: list[Played]

    @property
    def points(self) -> float:
        """What the first seat got in these games."""
        return sum(game.points for game in self.games)

    @property
    def scored(self) -> float:
        """The first seat's share of the points."""
        return self.points / len(self.games)


def compute(sample: Sample) -> Measure:
    """Count on which cell games begin, and how the first seat fared after that."""
    about = {
        "title": "First moves",
        "unit": "games",
        "formula": (
            "The first tap on a cell of every game of the engine; of a first move that takes "
            f"several, that is the first. {EXPLAINED}: on maps each cell has an equal part of the "
            "games. The first seat's share of the points (a win 1, no winner 1/2) has Wilson's "
            f"interval at 95 %; on the map it is left out where fewer than {LEAST} games began."
        ),
    }
    found = beginnings(sample)
    if not found:
        return Measure(**about, missing=NO_GAMES)
    name, top = sample.game.board.name, found[0]
    n = sum(len(each.games) for each in found)
    cells = len({cell for each in found for cell in counts_of(each.games, sample.game.width)})
    return Measure(
        **about,
        figures=[
            counted("cells on which games began", cells, n=n),
            counted("cells that no symmetry takes to each other", len(found), n=n),
            counted("most frequent", name(top.cell), n=n),
            share("its share", len(top.games), n),
            share("first seat after it", top.points, len(top.games)),
        ],
        exhibits=[
            frequencies(sample, found, n),
            *scores(sample, found),
            Table(
                "First moves",
                ("cell", "cells alike", "games", "share", "first seat", "from", "to", "swapped"),
                [row(sample, each, n) for each in found],
            ),
        ],
    )


def first_cell(game: Played, width: int) -> int | None:
    """Return the first cell that was tapped in a game."""
    return next((tap for tap in game.taps if tap < width), None)


def counts_of(games: list[Played], width: int) -> Counter:
    """Return how many games began on each cell."""
    return Counter(cell for game in games if (cell := first_cell(game, width)) is not None)


def beginnings(sample: Sample) -> list[Beginning]:
    """Return where games began, but for symmetry, the most frequent first."""
    alike = {cell: orbit for orbit in orbits(sample.game) for cell in orbit}
    begun: dict[tuple[int, ...], list[Played]] = {}
    for game in sample.games:
        cell = first_cell(game, sample.game.width)
        if cell is not None:
            begun.setdefault(alike[cell], []).append(game)
    found = []
    for orbit, games in begun.items():
        counts = counts_of(games, sample.game.width)
        found.append(Beginning(min(orbit, key=lambda c, k=counts: (-k[c], c)), orbit, games))
    return sorted(found, key=lambda each: (-len(each.games), each.cell))


def frequencies(sample: Sample, found: list[Beginning], n: int) -> HeatMap:
    """Return how often games began on each cell."""
    top = found[0]
    often = {cell: len(each.games) / n / len(each.alike) for each in found for cell in each.alike}
    return HeatMap(
        "How often games began there",
        sample.game.position(),
        dict.fromkeys(sample.game.board.cells, 0.0) | often,
        f"Games began on {len(found)} cells that no symmetry takes to each other, most often on "
        f"{sample.game.board.name(top.cell)} and its like, {len(top.games)} times of {n}.",
        "% of games",
    )


def scores(sample: Sample, found: list[Beginning]) -> list[HeatMap]:
    """Return how the first seat fared, where enough games began."""
    enough = [each for each in found if len(each.games) >= LEAST]
    if not enough:
        return []
    name = sample.game.board.name
    best, worst = (end(enough, key=lambda each: each.scored) for end in (max, min))
    return [
        HeatMap(
            "How the first seat fared after beginning there",
            sample.game.position(),
            {cell: each.scored for each in enough for cell in each.alike},
            f"Best on {name(best.cell)}, {100 * best.scored:.0f} %; worst on {name(worst.cell)}, "
            f"{100 * worst.scored:.0f} %; over {len(enough)} cells and their like.",
            "% of points",
        )
    ]


def row(sample: Sample, each: Beginning, n: int) -> list[Cell]:
    """Return a beginning as the cells of a table."""
    count = len(each.games)
    swaps = sum(sample.game.swap_action in game.taps for game in each.games)
    return [
        sample.game.board.name(each.cell),
        len(each.alike),
        count,
        count / n,
        each.scored,
        *share_ends(each.points, count),
        swaps / count if sample.game.pie else None,
    ]
