"""Measures of samples that are written down by hand."""

import pytest

from crosscut.lab.report.effort import Effort
from crosscut.lab.report.measures import load
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample

NONE_AT_RANDOM = Effort(random_games=0, strengths=(0, 16))


def record(game, number, texts, unfinished=False):
    """Return the record of a game whose turns, or moves, are given as text."""
    here = start = game.position()
    for text in texts:
        here = here.play(text)
    return {
        "key": [number],
        "taps": here.taps_since(start),
        "winner": here.winner,
        "unfinished": unfinished,
        "turns": here.history(),
        "chances": [None] * here.turn_number,
    }


def sample_of(name, size, variant, pie, games, **options):
    """Return a sample of games that are given by their turns; nothing was played at random."""
    plan = Plan(name, size, variant, pie, effort=NONE_AT_RANDOM)
    logs = {"games": [record(plan.rules, i, texts, **options) for i, texts in enumerate(games)]}
    return Sample(plan, logs)


def measured(name, sample):
    """Return a measure by its name."""
    return load(name)(sample)


def values(measure):
    """Return the values of all figures by their names."""
    return {figure.name: figure.value for figure in measure.figures}


def exhibits(measure, kind):
    """Return the exhibits of one kind."""
    return [each for each in measure.exhibits if isinstance(each, kind)]


@pytest.fixture
def hex2():
    """Two games of Hex on 2x2: Black wins the first in 3 moves, White the second in 4.

    Nothing is ever removed, so there are 4, 3, 2 and 1 legal moves.
    """
    games = ["a1 b1 a2".split(), "a1 a2 b1 b2".split()]
    return sample_of("hex", 2, "standard", False, games)


@pytest.fixture
def slither3():
    """One game of Slither on 3x3, broken off after three turns of two seats and a half.

    The legal moves, by hand: 9 placements; 8 placements or swap; the first seat is White now and
    has no stone, so 8 placements; Black may place on the 4 points beside b2 (all others are bare
    diagonals) or step from it to 7 points; with the stone on c3, b2 is a bare diagonal, so 6.
    """
    return sample_of(
        "slither", 3, "classic", True, [["b2", "swap", "a1", "b2-c3/c2"]], unfinished=True
    )
