"""Measures of the board, of openings, and of games to look at."""

import random

import pytest

import crosscut
from crosscut.lab.report.measure import Chart, HeatMap, Line, Table
from crosscut.lab.report.measures.openings import common_beginnings
from crosscut.lab.report.symmetry_classes import canonical, orbits, ways
from tests.support.games import SMALL_SIZES
from tests.support.measured import exhibits, measured, sample_of, values


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


# The board.


def test_coverage_by_hand(hex2, slither3):
    measure = measured("coverage", hex2)
    assert values(measure)["occupied in the end"] == (3 / 4 + 4 / 4) / 2
    (heat,) = exhibits(measure, HeatMap)
    b2 = hex2.game.board.cell("b2")  # empty at the end of the first game
    assert heat.values == {cell: 0.5 if cell == b2 else 1.0 for cell in hex2.game.board.cells}
    # b2 was left by a step: a1, b2, c3 and c2 were occupied at some time, three in the end
    found = values(measured("coverage", slither3))
    assert found["ever occupied"] == pytest.approx(4 / 9)
    assert found["occupied in the end"] == pytest.approx(3 / 9)


def test_material_by_hand(hex2):
    measure = measured("material", hex2)
    assert values(measure) == {
        "Black in the end": 2,
        "White in the end": 1.5,
        "all in the end": 3.5,
        "change a turn": 1,
    }
    (chart,) = exhibits(measure, Chart)
    black = [row[1:3] for row in chart.data.rows if row[0] == "Black"]
    assert black == [(0, 0), (1, 1), (2, 1), (3, 2)]


def test_opening_map_by_hand(hex2, slither3):
    measure = measured("opening_map", hex2)
    assert values(measure)["cells on which games began"] == 1
    assert values(measure)["most frequent"] == "a1"
    assert values(measure)["first seat after it"] == 0.5
    (heat,) = exhibits(measure, HeatMap)  # two games are too few for a map of scores
    # a half turn takes a1 to b2, so each has half of the games
    assert heat.values == {0: 0.5, 1: 0.0, 2: 0.0, 3: 0.5}
    (table,) = exhibits(measure, Table)
    assert table.rows[0][:5] == ["a1", 2, 2, 1.0, 0.5]
    assert table.rows[0][5:7] == [None, None]  # an interval of two games
    (table,) = exhibits(measured("opening_map", slither3), Table)
    assert table.rows[0][0] == "b2"
    assert table.rows[0][-1] == 1  # swapped


# Openings and games to look at.


def test_openings_are_where_games_part():
    lines = [(0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 5), (0, 6), (0, 1, 2, 3)]
    assert common_beginnings(lines) == [(0, 1, 2, 3), (0, 1, 2), (0, 1)]
    assert common_beginnings([(0, 1), (1, 1)]) == []  # other starts, other games
    assert common_beginnings([(0, 1)]) == []


def test_openings_by_hand(hex2, slither3):
    measure = measured("openings", hex2)
    (line,) = exhibits(measure, Line)
    assert line.end.history() == ["a1"]
    assert line.note.startswith("2 games began so; the first seat scored 50 %")
    assert values(measure) == {
        "longest opening": 1,
        "openings": 1,
        "distinct first moves": 1,
        "distinct games": 2,
    }
    assert measured("openings", slither3).summary == "No two games began alike."


def test_openings_are_pooled_by_symmetry():
    """A half turn takes a1 b1 to c3 b3 on Hex 3x3; a mirror image would exchange the colours."""
    games = [line.split() for line in ("a1 b1 a2", "c3 b3 c1", "a1 a2", "b2")]
    sample = sample_of("hex", 3, "standard", False, games, unfinished=True)
    measure = measured("openings", sample)
    assert [each.end.history() for each in exhibits(measure, Line)] == [["a1", "b1"], ["a1"]]
    assert [row[1:3] for row in exhibits(measure, Table)[0].rows] == [(2, 2), (1, 3)]
    assert values(measure)["distinct first moves"] == 2
    assert "turned and mirrored" in measure.formula


@pytest.mark.parametrize("name", sorted(SMALL_SIZES))
def test_lines_that_symmetries_take_to_each_other_are_one(name):
    """Turned by every way that keeps the start, a random beginning is legal, and the same line."""
    start = crosscut.game(name, SMALL_SIZES[name], pie=False).position(seed=1)
    source, here, ends, images = random.Random(4), start, [], ways(start.game)
    while not here.over and len(ends) < 6:
        here = here.tap(source.choice(here.actions()))
        if not here.mid_move:
            ends.append(len(here.taps_since(start)))
    taps = here.taps_since(start)[: ends[-1]]
    for image in images:
        there = start
        for tap in image[taps].tolist():
            there = there.tap(tap)
        turned = canonical(there.taps_since(start), ends, images)
        assert turned == canonical(taps, ends, images)
    orbited = sorted(cell for orbit in orbits(start.game) for cell in orbit)
    assert orbited == sorted(start.game.board.cells)
    assert len(images) == 1 if start.game.has_deal else len(images) >= 1


def test_openings_end_in_the_middle_of_a_turn():
    games = [["b2", "a1", "b2-c3/c2"], ["b2", "a1", "b2-c3/c1"]]
    sample = sample_of("slither", 3, "classic", True, games, unfinished=True)
    (line,) = exhibits(measured("openings", sample), Line)
    assert line.end.history() == ["b2", "a1", "b2-c3"]
    assert line.shown == 2


def test_the_representative_game_is_the_first_nearest_the_mean(hex2):
    measure = measured("representative_game", hex2)
    assert values(measure)["number of the game"] == 0  # 3 and 4 are as near to 3.5
    (line,) = measure.exhibits
    assert line.end.history() == ["a1", "b1", "a2"]
    assert "the first seat won" in line.note
