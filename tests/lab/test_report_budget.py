"""A quick report: a budget of work, the same on every machine, that a full report goes on from."""

import json
import math
from dataclasses import replace

import pytest

from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report import budget
from crosscut.lab.report.budget import Budget, affordable, budget_of, left_out, speed_of
from crosscut.lab.report.build import make
from crosscut.lab.report.folder import Folder
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.runner import by_processes
from crosscut.lab.report.search_speeds import known_speed, known_speeds, usual_limit
from crosscut.lab.report.stages import NAMES, stage
from crosscut.rules.registry import built_in
from tests.lab.test_report import TINY, results
from tests.support.program import INTERPRETED, run_main

QUICK = Plan("hex", 3, "standard", True, "8", 60, 5, TINY, quick=True)
SMALL = Budget(speed=1750 / budget.SECONDS, turns=6.0, moves=5.0)
"""What pays for 16 of 60 games: nearly half of it, at 8 simulations for each of 6 turns."""


@pytest.fixture
def logs(tmp_path):
    """Empty logs of all stages."""
    return {name: Journal(tmp_path / f"{name}.jsonl", "key") for name in NAMES}


@pytest.fixture
def scant(monkeypatch, interpreted):
    """A budget for a few games, in processes too: it is found in this one."""
    monkeypatch.setattr("crosscut.lab.report.runner.budget_in", lambda folder, crew: SMALL)
    monkeypatch.setattr("crosscut.lab.report.build.render", lambda about, measures: "")


def test_the_speed_of_every_game_is_known():
    assert set(known_speeds()) == set(built_in())
    assert all(each["speed"] > 100 and each["cells"] > 1 for each in known_speeds().values())


def test_a_smaller_board_is_searched_faster():
    big, small = (known_speed(replace(QUICK, size=size).rules) for size in (11, 9))
    assert math.isclose(small / big, (121 / 81) ** 2)


def test_slow_games_get_fewer_simulations():
    assert usual_limit(replace(QUICK, size=11).rules) == "1000"
    assert usual_limit(Plan("serpent", 5, "standard", False).rules) == "200"


def test_stages_get_their_part_and_no_more(logs):
    """Sixteen games cost 768 of 787 simulations; one more would cost too much."""
    wanted = stage("games").items(QUICK, logs)
    assert list(affordable("games", QUICK, logs, SMALL, wanted)) == [(i,) for i in range(16)]
    for number in (0, 1, 5):
        logs["games"].add({"key": [number]})
    wanted = stage("games").items(QUICK, logs)
    paid = affordable("games", QUICK, logs, SMALL, wanted)
    assert len(paid) == 13
    assert not {(0,), (1,), (5,)} & set(paid)
    assert affordable("ladder", QUICK, logs, SMALL, {(0, 0): None}) == {}


def test_the_parts_make_a_whole():
    parts = [stage(name).PART for name in NAMES if not left_out(name)]
    assert math.isclose(sum(parts), 1)
    assert all(part > 0 for part in parts)
    assert left_out("ladder")  # seconds are what it is about


def test_a_budget_is_the_same_each_time(interpreted, monkeypatch):
    monkeypatch.setattr(budget, "interpreting", lambda: False)
    found = budget_of(QUICK)
    assert found == budget_of(QUICK)
    assert found["speed"] == known_speed(QUICK.rules)
    assert 5 <= found["turns"] <= 9  # of nine cells, and nobody wins before the fifth stone


def test_the_interpreter_is_not_asked_for_the_work_of_compiled_code(interpreted):
    found = speed_of(QUICK.rules, [QUICK.rules.position()])
    assert 1 < found < known_speed(QUICK.rules) / 50


def test_the_speed_of_a_game_file_is_measured_coarsely(interpreted):
    found = budget_of(Plan("examples/sidestep.py", 4, "standard", False))
    assert math.log2(found["speed"]).is_integer()


def test_a_full_report_goes_on_from_a_quick_one(tmp_path, scant):
    """Games of the quick one stay, what is left out is told, and nothing is in the end."""
    about, _ = make(QUICK, Folder(tmp_path / "report", QUICK), by_processes(2))
    first = results(tmp_path / "report")
    assert [each["key"] for each in first] == [[i] for i in range(16)]
    assert about["command"].endswith("--games 60 --quick")
    assert about["effort"] == "part"
    assert "games (16 so far)" in about["unplayed"]
    assert "small boards" in about["unplayed"]

    full = replace(QUICK, quick=False, games=20)
    about, _ = make(full, Folder(tmp_path / "report", full), by_processes(1))
    assert results(tmp_path / "report")[:16] == first
    assert len(results(tmp_path / "report")) == 20
    assert about["unplayed"] == []
    assert about["effort"] == "full"
    assert about["command"].endswith("--games 20")

    other = make(full, Folder(tmp_path / "other", full), by_processes(2))[0]
    assert {**other, "seconds": 0} == {**about, "seconds": 0}
    for name in set(NAMES) - {"speed"}:
        assert results(tmp_path / "report", name) == results(tmp_path / "other", name), name


def test_a_quick_report_from_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setattr(budget, "SECONDS", 0.01)
    folder = tmp_path / "report"
    words = ("report", "hex", "--size", "3", "--limit", "2", "--jobs", "1", "--out", str(folder))
    out, _ = run_main(*words, "--quick", **INTERPRETED)
    assert "left out or not finished" in out
    assert "the same command without --quick goes on from here" in out
    kept = json.loads((folder / "budget.jsonl").read_text())
    assert 0 < len(results(folder)) <= 0.45 * 0.01 * kept["speed"] / (2 * kept["turns"])
    assert "Left out or not finished" in (folder / "index.html").read_text()
