"""All measures: bands in their charts, and samples in which there is little or nothing."""

import json
import math

import pytest

from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Chart, HeatMap
from crosscut.lab.report.percentile_bands import band, band_chart
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from tests.support.for_each import for_each
from tests.support.games import SMALL_SIZES, variants
from tests.support.measured import NONE_AT_RANDOM, exhibits, measured, record, sample_of, values

MEASURES = (
    "facts rules ratings representative_game size_of_rules results strengths length branching "
    "complexity state_space actions_per_turn action_types moves coverage material opening_map "
    "openings"
).split()


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


# Bands.


def test_a_band_drops_games_that_have_ended():
    rows = [[1, 10, 5], [2, 20], [3, 30], [4, None], [5]]
    found = band(rows, least=3)
    # place 1: 1 to 5; place 2: 10, 20 and 30, one has no value; place 3 has one row only
    assert found.xs == [1, 2]
    assert found.n == [5, 3]
    assert found.median == [3, 20]
    assert found.low == pytest.approx([1.4, 12])  # 0.1 * 4 steps above 1; 0.1 * 2 above 10
    assert found.high == pytest.approx([4.6, 28])
    assert band(rows, first=0, least=1).xs == [0, 1, 2]


def test_a_band_of_few_rows_goes_as_far_as_all_of_them():
    assert band([[1, 2, 3], [3, 4]]).xs == [1, 2]
    assert band([]).xs == []
    assert band([[], [None]]).xs == []


def test_a_chart_of_bands_can_be_drawn_without_any():
    chart = band_chart("nothing", "turn", "pieces", {"engine": band([])})
    assert chart.data.rows == []
    assert charts.svg(chart, "empty").startswith("<svg")


# Never a crash.


def check(name, sample):
    """Compute a measure and make all that is shown of it."""
    measure = measured(name, sample)
    assert measure.title
    assert measure.formula
    assert measure.missing or measure.figures or measure.exhibits
    assert len(values(measure)) == len(measure.figures)  # names are unique
    json.dumps(to_dict({}, {name: measure}), allow_nan=False)
    for chart in exhibits(measure, Chart):
        assert charts.svg(chart, name).startswith("<svg")
        assert chart.alt
    for heat in exhibits(measure, HeatMap):
        assert set(heat.values) <= set(sample.game.board.cells)


@for_each("name", MEASURES)
def test_without_any_games_a_measure_says_so(name):
    check(name, Sample(Plan("slither", 3, "classic", True, effort=NONE_AT_RANDOM), {}, []))


def kept(played):
    """Return a random game as if the engine had played it."""
    return {
        "key": [played.number],
        "seed": played.start.origin.get("seed"),
        "taps": played.taps,
        "winner": played.winner,
        "unfinished": not played.finished,
        "turns": played.end.history(),
        "chances": [],
    }


@pytest.mark.parametrize("game", sorted(SMALL_SIZES))
def test_every_measure_takes_every_game(game):
    plan = Plan(game, SMALL_SIZES[game], variants(game)[0], True, effort=Effort(random_games=6))
    games = [kept(played) for played in Sample(plan, {}).random_games]
    sample = Sample(plan, {"games": games})
    for name in MEASURES:
        check(name, sample)


@pytest.mark.parametrize("name", MEASURES)
def test_a_game_without_winners_can_be_measured(name):
    full = [f"{letter}{row}" for row in (1, 2) for letter in "ab"]
    check(name, sample_of("filler", 2, "standard", False, [full] * 12))


# What others have measured.

PEERS = {
    "classic": {
        "mean length at random": 87.0,
        "mean length in turns at random": 55.4,
        "mean over all moves at random": 44.9,
        "first seat at random": 0.505,
        "game-tree complexity at random": 125.1,
    },
    "advanced": {
        "mean length at random": 81.5,
        "mean over all moves at random": 39.1,
        "first seat at random": 0.512,
    },
}
"""Of 2,000 random games of Slither on 8x8, by another program."""


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_random_slither_is_as_others_have_measured(variant, monkeypatch):
    """Both samples are of 2,000 games, so their difference has sqrt 2 standard errors of ours.

    One standard error is a quarter of the interval's width (3.92, to be exact). Four of those of
    the difference are exceeded by chance once in 16,000 times; our games are always the same.
    """
    monkeypatch.delenv("CROSSCUT_INTERPRET")
    plan = Plan("slither", 8, variant, False, effort=Effort(random_games=2000))
    sample = Sample(plan, {"games": [record(plan.rules, 0, ["d4", "e5"], unfinished=True)]})
    measures = [measured(n, sample) for n in ("length", "branching", "results", "complexity")]
    figures = {figure.name: figure for measure in measures for figure in measure.figures}
    for name, expected in PEERS[variant].items():
        low, high = figures[name].interval
        error = (high - low) / 3.92
        rounding = 0.0005 if expected < 1 else 0.05
        assert abs(figures[name].value - expected) < 4 * math.sqrt(2) * error + rounding, name
    # 64 placements, 224 steps along lines and 196 diagonal ones; nobody can swap here
    assert sample.random_replayer.moves.distinct == 484
    # nobody ever passes, so the stones on the board are the turns
    coverage = values(measured("coverage", sample))["occupied in the end at random"]
    assert 64 * coverage == pytest.approx(figures["mean length in turns at random"].value)
