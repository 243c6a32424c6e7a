"""The stages of a report that play matches, and what is told of them."""

import numpy as np
import pytest

import crosscut
from crosscut.lab.bench.search import Simulations
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.matches.mirror_player import (
    COPY,
    REFLECTION_X,
    ROTATION,
)
from crosscut.lab.report.measures import load
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import stage
from crosscut.lab.stats import wilson
from crosscut.search.mcts.search import Search
from crosscut.search.options import PRESETS
from tests.lab.test_report_matches import LOST, WON, cells, match_of, plan_of, sample_of


@pytest.fixture
def interpreted(monkeypatch):
    """Spare compiling, which takes longer than games on tiny boards."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


# The stages.


class Logs(dict):
    """Logs in a folder, by the names of stages."""

    def __init__(self, folder):
        self.folder = folder

    def __missing__(self, name):
        self[name] = Journal(self.folder / f"{name}.jsonl", "key")
        return self[name]


def test_strengths_go_round(tmp_path):
    plan, logs = plan_of(), Logs(tmp_path)
    order = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert list(stage("strengths").items(plan, logs)) == order
    logs["strengths"].add({"key": [1, 0], "winner": 0, "moves": 9})
    assert list(stage("strengths").items(plan, logs)) == [(0, 0), *order[2:]]


def test_stages_do_the_same_again(interpreted):
    plan = plan_of()
    for name, key, given in (
        ("strengths", (0, 1), None),
        ("strengths", (2, 1), None),
        ("chain", (0, -1, 0), None),
        ("chain", (2, 1, 1), None),
        ("mirrors", (ROTATION, 1), None),
    ):
        first, second = (stage(name).do(plan, key, given) for _ in range(2))
        assert first == second
        assert first["winner"] in (0, 1)  # there are no draws
        # on 4x4 the shortest game is 4 stones of Black's and 3 of White's
        assert first["moves"] >= 7
    other = [stage("chain").do(plan, (2, 1, number), None) for number in range(4)]
    assert [each["first"] for each in other] == ["A", "B", "A", "B"]
    assert len({each["moves"] for each in other}) > 1


def test_mirrors_are_played_where_the_board_has_them(tmp_path):
    logs = Logs(tmp_path)
    games = list(stage("mirrors").items(plan_of("y", 5), logs))
    assert games == [(REFLECTION_X, 0), (COPY, 0), (REFLECTION_X, 1), (COPY, 1)]
    assert len(stage("mirrors").items(plan_of(), logs)) == 8


def test_a_chain_to_its_end(interpreted, tmp_path):
    # nobody wins at Filler: all games are drawn, so thinking gains nothing
    plan, logs = plan_of("filler", 3, chain_top=1, chain_games=4), Logs(tmp_path)
    items = stage("chain").items(plan, logs)
    assert list(items)[:3] == [(0, -1, 0), (1, 0, 0), (0, -1, 1)]
    for key, given in items.items():
        logs["chain"].add({"key": list(key)} | stage("chain").do(plan, key, given))
    assert stage("chain").items(plan, logs) == {}
    measure = load("chain")(Sample(plan, logs))
    assert measure.figure("strongest above Random").value == pytest.approx(0, abs=1e-6)
    assert measure.figure("Elo per doubling, high effort").note.startswith("fewer than 8 games")
    assert measure.figure("gains at high effort").value == "cannot be told"
    assert list(measure.exhibits[-1].rows[0][2:6]) == [0, 4, 0, 4]


def test_a_chain_of_an_earlier_version_goes_on_with_matches_of_its_own(tmp_path):
    plan, logs = plan_of(chain_top=1, chain_games=2), Logs(tmp_path)
    for result in match_of(0, 36 * WON) + match_of(1, 15 * LOST):
        logs["chain"].add(result)
    assert set(stage("chain").items(plan, logs)) == {(k, k - 1, n) for k in (0, 1) for n in (0, 1)}


def test_speed_of_the_smallest_game(interpreted, tmp_path):
    plan, logs = plan_of("filler", 3), Logs(tmp_path)
    assert list(stage("speed").items(plan, logs)) == [(0,)]
    logs["speed"].add({"key": [0]} | stage("speed").do(plan, (0,), None))
    assert stage("speed").items(plan, logs) == {}
    (found,) = logs["speed"]
    assert (found["playouts"]["length"], found["playouts"]["spread"]) == (9.0, 0.0)
    assert len(found["playouts"]["rates"]) == len(found["reference"]["rates"]) == 8
    assert {name: len(each["nodes"]) for name, each in found["searches"].items()} == {
        "uct-plain": 5,
        "default": 5,
        "solver": 5,
    }
    measure = load("playout_speed")(Sample(plan, logs))
    assert [each.n for each in measure.figures] == [8] * 5


def test_nodes_are_those_of_the_tree(interpreted):
    search = Search(crosscut.game("hex", 3, pie=False).position(), PRESETS["uct-plain"], 1)
    search.run(40)
    tree = search.nursery.tree
    children = tree.children[: search.nodes][tree.first[: search.nodes] >= 0]
    assert search.nodes == 1 + children.sum() == search.thought().nodes
    assert not np.any(tree.visits[search.nodes :])


def test_simulations_from_any_position(interpreted):
    here = crosscut.game("hex", 3, pie=False).position().play("b2")
    runner = Simulations(here.game, options=PRESETS["uct-plain"], position=here)
    runner.run(0.001)
    assert runner.search().position is here
    assert runner.done >= 1
    assert runner.nodes > 1


def test_the_measure_of_a_ladder():
    log = (
        match_of(0, 36 * WON, moves=12)
        # 9 wins in 10 games, 4 of them from the first seat, which won 5 of the 10: games 0, 2, 4,
        # 6, 8 are the candidate's first seats, he loses game 8 and wins 1, 3, 5, 7, 9 as second
        + match_of(1, 8 * WON + LOST + WON, moves=20)
    )
    measure = load("ladder")(sample_of(ladder=log))
    assert cells(measure, 0) | {"interval %": ""} == {
        "match": 1,
        "AI": "0.01 s",
        "against": "Random",
        "strong wins": 36,
        "draws": 0,
        "strong losses": 0,
        "games": 36,
        "strong score %": 100.0,
        "interval %": "",
        "first seat wins %": 50.0,
        "drawn %": 0.0,
        "second seat wins %": 50.0,
        "game length": 12,
        "verdict": "accepted",
        "clearly stronger": "yes",
    }
    # what the row is about comes first, where narrow pages show it
    assert list(cells(measure, 0))[1:4] == ["AI", "against", "verdict"]
    second = cells(measure, 1)
    assert (second["AI"], second["against"], second["verdict"]) == (
        "0.03 s",
        "0.01 s",
        "undecided: time ran out",
    )
    assert (second["first seat wins %"], second["second seat wins %"]) == (40.0, 60.0)
    low, high = wilson(9, 10)
    assert second["interval %"] == f"{100 * low:.1f} to {100 * high:.1f}"
    levels = measure.figure("levels")
    assert (levels.value, levels.n) == (1, 46)
    # the sweep is repeated for sure, and the match that is not decided is left out
    assert (levels.interval, levels.note) == (None, "at least")  # the last match is open
    assert measure.figure("highest level").value == "0.01 s"
    assert "0.03 s against 0.01 s: won 9 of 10 so far, undecided under the rule" in measure.summary
    assert "Nobody above 0.03 s was tried" in measure.summary
    assert "at least 0.60" in measure.formula
    # the Elo of Random and of one who has 36.5 of 37 points, the draw that is added being one
    above = measure.figure("highest level above Random")
    assert above.value == pytest.approx(400 * np.log10(36.5 / 0.5), abs=0.1)
    assert above.interval[0] < above.value < above.interval[1]


def test_an_undecided_match_is_no_level_and_no_failure():
    """What stood in the issue: 0 levels beside 13-0."""
    measure = load("ladder")(sample_of(ladder=match_of(0, 13 * WON)))
    assert measure.figure("levels").value is None
    assert measure.figure("highest level").value is None
    assert "0 levels" not in measure.summary
    assert "0.01 s against Random: won 13 of 13 so far, undecided under the rule of 36 of 50." in (
        measure.summary
    )
    assert "0.01 s is clearly stronger than Random" in measure.summary
    assert cells(measure, 0)["clearly stronger"] == "yes"
    few = load("ladder")(sample_of(ladder=match_of(0, 5 * WON)))
    assert cells(few, 0)["clearly stronger"] == "not shown"
    assert cells(few, 0)["interval %"] is None
    lost = load("ladder")(sample_of(ladder=match_of(0, 20 * LOST)))
    assert (lost.figure("levels").value, lost.figure("highest level").value) == (0, "Random")


def test_levels_have_an_interval_where_somebody_failed():
    # 36 of 36 is accepted however it is drawn again, 20 losses never are, and 36 points of 46
    # games, 0.78 of 50 are 39, mostly
    sure = load("ladder")(sample_of(ladder=match_of(0, 36 * WON) + match_of(1, 20 * LOST)))
    assert sure.figure("levels").interval == (1.0, 1.0)
    close = match_of(0, 10 * LOST + 36 * WON) + match_of(1, 20 * LOST)
    assert load("ladder")(sample_of(ladder=close)).figure("levels").interval == (0.0, 1.0)
    nobody = load("ladder")(sample_of(ladder=match_of(0, 20 * LOST)))
    assert nobody.figure("highest level above Random").interval is None
