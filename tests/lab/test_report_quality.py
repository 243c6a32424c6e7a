"""Measures of quality, which rest on reviewed turns."""

from math import log10, sqrt
from statistics import fmean

import pytest

from crosscut.core.errors import BadRecord
from crosscut.lab.report import json_format as figures
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.measure import Chart
from crosscut.lab.report.measures import (
    load,
    quality,
    trajectory,
)
from crosscut.lab.report.win_curve import course, reviews
from tests.lab.test_report_tension import (
    CUT_OFF,
    DRAWN,
    ENDLESS,
    REVIEW,
    SILENT,
    A,
    D,
    played,
    sample_of,
    turn,
    value,
)

MEASURES = ("trajectory", "temperature", "critical_turns", "lead_changes", "quality")


def test_quality_of_all_games_by_hand():
    measure = quality.compute(sample_of([A, D]))
    # in his own eyes the winner of A had .6 and .4, that of D .7 and .95
    assert value(measure, "drama") == pytest.approx(sqrt(0.2) / 2)
    assert value(measure, "greatest drama") == pytest.approx(sqrt(0.2) / 2)
    # A is never decided before its end; the winner of D has .5 .7 .1 .95: for good before turn 4
    assert value(measure, "decisiveness") == pytest.approx((1 + 3 / 4) / 2)
    assert value(measure, "games turned round") == 0.5  # who lost D had .9
    assert value(measure, "lead change") == pytest.approx((1 / 4 + 0) / 2)
    assert value(measure, "last lead change") == pytest.approx((1 + 0) / 2)
    # 1 - |2c - 1|: A .8 .8 .8 .6, D 1 .6 .2 .1; the last quarter is one turn
    assert value(measure, "uncertainty") == pytest.approx((0.75 + 0.475) / 2)
    assert value(measure, "late uncertainty") == pytest.approx((0.6 + 0.1) / 2)
    # A: .6 .4 1 and .6 .3 0; D: .5 .9 0 and .7 .95 1
    assert value(measure, "killer moves") == pytest.approx((0.6 + 0.25) / 2)
    # leads: A .6 falls, .6 falls; D .9 falls, .7 and .95 grow
    assert value(measure, "momentum") == pytest.approx(2 / 5)
    assert value(measure, "correction") == pytest.approx(3 / 5)
    # rises with a turn after them: D .5 to .9, undone; .7 to .95, kept
    assert value(measure, "permanence") == 0.5
    swings = [0.2, 0.6, 0.3, 0.3, 0.4, 0.9, 0.25, 0.05]
    assert value(measure, "swing") == pytest.approx(fmean(swings))
    assert value(measure, "surprising turns") == 7 / 8
    assert value(measure, "completion") == 1


def test_quality_of_reviews_by_hand():
    measure = quality.compute(sample_of([A], REVIEW))
    assert value(measure, "foul-up factor") == 1 / 4  # .7 - .2; .05 is no mistake
    # moves at least .2 below the best: 1 of 3, none, none, 1 of 2
    assert value(measure, "careless moves") == pytest.approx(5 / 24)
    assert value(measure, "depth") == 1 / 2
    assert value(measure, "depth in win chance") == pytest.approx((0.1 + 0 + 0.5) / 3)
    # within .05: 1, 2, 2, and 1 of 2 valued ones of 4
    assert value(measure, "effective moves") == pytest.approx((1 + 2 + 2 + 2) / 4)
    assert value(measure, "game space") == pytest.approx(3 * log10(2))


def test_differences_of_exactly_a_threshold_count():
    # .1 is a surprise whichever way computers round .5 - .4 or .7 - .6
    game = played(0, [0.5, 0.5, 0.4, 0.5, 0.5], winner=None)
    assert [round(swing, 9) for swing in quality.swing(course(game))] == [0.1, 0.1, 0.0, 0.0, 0.0]
    assert quality.surprising(course(game)) == [1, 1, 0, 0, 0]


def test_drawn_games_have_no_drama_but_everything_else():
    measure = quality.compute(sample_of([DRAWN, CUT_OFF]))
    assert value(measure, "completion") == 0.5
    for name in ("drama", "decisiveness", "killer moves", "games turned round"):
        assert value(measure, name) is None, name
    # 1, 1, .8; and .8, for in CUT_OFF only the turn at .6 has a chance after it
    assert value(measure, "uncertainty") == pytest.approx((2.8 / 3 + 0.8) / 2)
    assert trajectory.compute(sample_of([DRAWN])).missing


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(
    ("games", "records"),
    [
        ([SILENT], []),
        ([DRAWN], []),
        ([ENDLESS], []),
        ([A], [{"key": [0], "length": 0, "turns": []}]),
        ([A], [REVIEW | {"key": [7]}]),  # of a game that is not there
        ([DRAWN], [REVIEW | {"key": [2], "turns": [turn(0, 0.5, [0.5], None)]}]),
        ([A, D, DRAWN], [REVIEW, REVIEW | {"key": [1]}]),
    ],
)
def test_measures_bear_any_sample(name, games, records):
    measure = load(name)(sample_of(games, *records))
    assert measure.formula
    assert measure.missing or measure.figures
    figures.measure_dict(name, measure)
    for exhibit in measure.exhibits:
        assert isinstance(exhibit, Chart)
        assert exhibit.data.rows
        assert "nan" not in exhibit.alt
        assert charts.svg(exhibit, name).startswith("<svg")


def test_broken_reviews_are_told():
    for broken in ({"turns": 3}, {"turns": [{}]}, {"turns": [turn(0, 0.5, [], 0.5)]}):
        with pytest.raises(BadRecord, match="among the reviews"):
            reviews(sample_of([A], REVIEW | broken))
