"""Random play at scale in a report: the same figures as from a few games, and what is added."""

import json
import math
from dataclasses import replace

import pytest

from crosscut.core.devices import discovery as choose
from crosscut.core.errors import BadOption
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.folder import Folder, read_plan
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Chart, HeatMap
from crosscut.lab.report.measures import load
from crosscut.lab.report.measures.random_play import buckets_of, compute, length_at
from crosscut.lab.report.measures.state_space import estimate
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import survey
from crosscut.lab.stats import Z
from crosscut.lab.survey_results import Findings

FEW = Effort(random_games=60, survey_games=60)
SLITHER = Plan("slither", 4, "classic", True, seed=2, effort=FEW, device="cpu")
SAME = {
    "results": ("first seat", "second seat", "draws", "games that did not end"),
    "length": ("mean length", "mean length in turns"),
    "coverage": ("ever occupied", "occupied in the end"),
    "state_space": ("distinct positions",),
}
"""Figures that other measures tell of a few random games."""


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


@pytest.fixture
def result():
    """What the stage brings."""
    return {"key": [0]} | json.loads(json.dumps(survey.do(SLITHER, (0,), None)))


def test_as_many_games_give_the_same_figures_as_elsewhere(result):
    """The measures of a few games replay them, which is another way to see all this."""
    sample = Sample(SLITHER, {"survey": [result]})
    some = {"key": [0], "taps": [], "winner": None, "unfinished": True, "turns": [], "chances": []}
    few = Sample(SLITHER, {"games": [some]})
    measure = compute(sample)
    for other, names in SAME.items():
        for name in names:
            ours, theirs = measure.figure(name), load(other)(few).figure(f"{name} at random")
            assert ours.value == pytest.approx(theirs.value), name
            assert (ours.interval is None) == (theirs.interval is None), name
            assert ours.interval is None or ours.interval == pytest.approx(theirs.interval), name
            assert (ours.unit or "positions") == (theirs.unit or "positions"), name
            assert ours.n == theirs.n, name
    estimated = load("state_space")(few).figure("state space at random")
    buckets = buckets_of(Findings(**{key: result[key] for key in Findings.__dataclass_fields__}))
    assert estimate("state space", buckets).value == pytest.approx(estimated.value)
    lengths = sorted(game.story.length for game in few.random_games)
    assert measure.figure("median length").value == lengths[30]
    assert measure.figure("25 % of games take at most").value == lengths[14]
    found = [len(set.union(*(set(game.story.positions.tolist()) for game in few.random_games)))]
    assert found == [measure.figure("distinct positions").value]


def test_it_is_shown(result):
    measure = compute(Sample(SLITHER, {"survey": [result]}))
    json.dumps(to_dict({}, {"random_play": measure}), allow_nan=False)
    assert "the CPU" in measure.figure("games").note
    drawn = [each for each in measure.exhibits if isinstance(each, Chart)]
    assert len(drawn) == 2
    assert all(charts.svg(chart, "x").startswith("<svg") for chart in drawn)
    last, ever = (each for each in measure.exhibits if isinstance(each, HeatMap))
    assert set(last.values) == set(SLITHER.rules.board.cells)
    assert all(last.values[cell] <= ever.values[cell] <= 1 for cell in last.values)
    assert "60 random games" in measure.summary


def test_where_there_was_none_it_says_so():
    assert compute(Sample(SLITHER, {})).missing == "Random play at scale was not played."


def made_up(**given):
    """Return a sample with findings of which some are given."""
    usual = Findings(
        10, [6, 3, 1, 0, 55, 50, 30, 20, 385, 300, 100, 50], [0] + 10 * [1], [5] * 16, [4] * 16,
        3, [100] + [10] * 9 + [0], [5] * 10 + [5], 40, 20,
    )  # fmt: skip
    return Sample(SLITHER, {"survey": [replace(usual, **given).plain() | {"device": "a machine"}]})


def test_a_sample_of_positions_stands_for_all():
    measure = compute(made_up())
    distinct = measure.figure("distinct positions")
    assert distinct.value == 8 * 190
    spread = Z * 8 * math.sqrt(190 * 7 / 8)
    assert distinct.interval == pytest.approx((1520 - spread, 1520 + spread), abs=0.5)
    least = 190 + 40 * 39 / (2 * 21)
    assert measure.figure("positions at least").value == pytest.approx(math.log10(8 * least))
    assert measure.figure("saturation").value == pytest.approx(190 / least)
    assert measure.figure("positions met before").value == 0  # fewer samples than positions
    assert measure.figure("state space").value > math.log10(1520)
    contradicted = compute(made_up(once=190, twice=1)).figure("state space")
    assert contradicted.value is None
    assert "no end in sight" in contradicted.note
    complete = compute(made_up(once=0, twice=0, level=0))
    assert complete.figure("saturation").value == 1
    assert complete.figure("positions met before").value == 1
    assert complete.figure("distinct positions").interval is None


def test_lengths_by_rank():
    found = replace(Findings(**dict.fromkeys(Findings.__dataclass_fields__, 0)), games=6)
    found = replace(found, lengths=[0, 2, 0, 3, 1])
    assert [length_at(found, rank) for rank in range(-1, 8)] == [1, 1, 1, 3, 3, 3, 4, 4, 4]


def test_without_a_gpu_one_line_says_so_and_the_cpu_goes_on(result, capfd):
    choose.said.clear()
    again = {"key": [0]} | survey.do(replace(SLITHER, device="gpu"), (0,), None)
    assert json.loads(json.dumps(again)) == result
    out, err = capfd.readouterr()
    assert err.count("\n") == 1
    assert err.endswith("; the CPU goes on\n")
    assert out == ""


def test_another_device_is_refused_before_anything_is_played():
    with pytest.raises(BadOption, match="a device is auto, cpu or gpu, not 'tpu'"):
        replace(SLITHER, device="tpu").check()


def test_the_device_makes_no_other_report(tmp_path):
    plan = replace(SLITHER, games=0, device="auto")
    folder = Folder(tmp_path / "report", plan)
    folder.log("games").add({"key": [0]})
    assert read_plan(folder.path) == replace(plan, games=1)
    Folder(folder.path, replace(plan, device="gpu"))  # is not refused
