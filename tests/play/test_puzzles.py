"""Puzzles: they can be played, their lines win, and exactly one turn does."""

import json
import subprocess
import sys

import pytest

import crosscut
from crosscut.lab import puzzle_harvest as harvest
from crosscut.lab.report.folder import Folder
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.stages.puzzles import LOOK, PROVE, UNIQUE, look, prove, turn_ends
from crosscut.play.puzzles import puzzle as puzzles
from crosscut.rules.game import NOBODY
from crosscut.search.solver import Solver
from tests.support.for_each import for_each

ALL = [puzzle for name in crosscut.ids() for puzzle in puzzles.puzzles(name)]
QUICK = """
    connect_four-1 connect_four-2 crossway-1 crossway-2 hex-1 hex-2 konobi-1 konobi-2 kopano-1
    kopano-2 snaketrail-2 snaketrail-4 y-1 y-2 y-3
""".split()
"""Those that the interpreter can prove."""
BUDGET = 2_000_000
"""Nodes of the solver for one turn, or for one puzzle where threats are looked at first."""


def by_id(puzzle):
    return puzzle.id


def distinct(position):
    """Return the turns of a position, of those that lead to the same one only one."""
    return {after.table: (text, after) for text, after in position.next_turns()}.values()


def value(position):
    """Return the seat that wins a position, which has to be found out."""
    if position.over:
        return position.winner
    solver = Solver(position, 0.004, first_turns=False)
    solver.run(nodes=BUDGET)
    assert solver.root.value != NOBODY, "the solver needs more nodes"
    return solver.root.value


def check_unique(puzzle):
    """See that one turn wins and no other does, by asking the solver about every one."""
    seat = puzzle.position.to_play
    winners = [text for text, after in distinct(puzzle.position) if value(after) == seat]
    assert len(winners) == 1
    assert puzzle.answer(winners[0]).right


def test_every_game_with_a_winner_has_puzzles():
    for name in set(crosscut.ids()) - {"filler"}:  # which nobody plays
        assert len(puzzles.puzzles(name)) >= 3, name
    assert {each.start["variant"] for each in puzzles.puzzles("slither")} == {"classic", "advanced"}


def test_a_game_without_puzzles_has_none():
    assert puzzles.puzzles("filler") == ()
    assert puzzles.puzzles("../lessons/slither") == ()


def test_names_tell_puzzles_apart():
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    for name in crosscut.ids():
        found = puzzles.puzzles(name)
        assert [each.id for each in found] == [f"{name}-{i + 1}" for i in range(len(found))]
        assert [len(each.line) for each in found] == sorted(len(each.line) for each in found)


@for_each("puzzle", ALL, ids=by_id)
def test_a_puzzle_can_be_played(puzzle):
    position = puzzle.position
    assert not position.over
    assert len(position.turns()) == puzzle.legal >= 4
    assert puzzle.line[0] == puzzle.solution
    end = position
    for turn in puzzle.line:
        end = end.play(turn)
    assert end.winner == position.to_play


FIRST = [puzzle for puzzle in ALL if puzzle.id.endswith("-1")]
OTHERS = [pytest.param(puzzle, marks=pytest.mark.slow) for puzzle in ALL if puzzle not in FIRST]


@pytest.mark.parametrize("puzzle", FIRST + OTHERS, ids=by_id)
def test_only_turns_to_the_same_position_are_right(puzzle):
    right = {
        after.table for text, after in puzzle.position.next_turns() if puzzle.answer(text).right
    }
    assert right == {puzzle.position.play(puzzle.solution).table}


def test_other_ways_to_write_the_winning_turn_are_right():
    puzzle = next(each for each in puzzles.puzzles("slither") if each.id == "slither-1")
    same = [text for text in puzzle.position.turns() if puzzle.answer(text).right]
    step, target, place = puzzle.solution.replace("/", "-").split("-")
    assert puzzle.solution in same
    assert puzzle.answer(f" {step.upper()} {target} , {place}").right


def test_wrong_answers_are_told_why():
    puzzle = puzzles.puzzles("hex")[0]
    wrong = next(text for text in puzzle.position.turns() if text != puzzle.solution)
    assert puzzle.answer(wrong).words == (
        f"{wrong} is legal, but it does not win against the best answer."
    )
    taken = puzzle.position.history()[-1]
    assert puzzle.answer(taken).words.startswith(f"{taken}: ")
    assert not puzzle.answer("nonsense").right


def test_grades_are_words():
    grades = {puzzle.own_turns: puzzle.grade for puzzle in ALL}
    assert grades[2] == "win in two turns"
    assert grades[9] == "win in 9 turns"
    assert puzzles.puzzles("hex")[0].title.endswith(" to move and win in two turns")


@for_each("puzzle", ALL, ids=by_id)
def test_pages_get_plain_data(puzzle):
    told = json.loads(json.dumps(puzzle.to_dict()))
    assert told["moment"]["start"].keys() == {"game", "size", "variant", "pie"}
    assert told["moment"]["turns"] == puzzle.position.history()


def test_puzzles_are_told_without_the_compiler():
    code = (
        "import sys; from crosscut.play.puzzles.puzzle import puzzles; "
        "p = puzzles('slither')[0]; assert p.answer(p.solution).right; p.to_dict(); "
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Harvesting.


def test_puzzles_are_gathered_from_a_report(tmp_path, interpreted, monkeypatch):
    puzzle = puzzles.puzzles("hex")[0]
    game, end = puzzle.position.game, puzzle.position
    for turn in puzzle.line:
        end = end.play(turn)
    plan = Plan(game.id, game.size, game.variant, game.pie)
    logs = Folder(tmp_path / "report", plan).logs()
    logs["games"].add({"key": [4], "taps": end.taps_since(end.line[0]), "winner": end.winner})
    before = len(puzzle.turns)
    looked = look(turn_ends(plan, logs["games"].results[4,]), end.winner)
    assert before in [turn for turn, *_ in looked["candidates"]]
    logs["puzzles"].add({"key": [LOOK, 4]} | looked)
    logs["puzzles"].add({"key": [PROVE, 4, before]} | prove(puzzle.position, 10_000))
    (found,) = harvest.harvest([tmp_path / "report"])["hex"]
    assert found == puzzle

    for module in (harvest, puzzles):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    harvest.write("hex", [found])
    assert puzzles.puzzles.__wrapped__("hex") == (puzzle,)


@pytest.mark.slow
def test_games_are_played_for_puzzles_alone(tmp_path):
    harvest.play("hex", 5, None, 100, tmp_path / "hex")
    found = harvest.harvest([tmp_path / "hex"])["hex"]
    assert found
    for puzzle in found:
        check_unique(puzzle)


def test_a_folder_without_a_report_is_refused(tmp_path):
    code = [sys.executable, "-m", "crosscut.lab.puzzle_harvest", str(tmp_path)]
    done = subprocess.run(code, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("error: there is no report in ")


# Exactly one turn wins.


@pytest.mark.parametrize("puzzle", [each for each in ALL if each.id in QUICK], ids=by_id)
def test_exactly_one_turn_wins(puzzle, interpreted):
    check_unique(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=by_id)
def test_exactly_one_turn_wins_in_all_of_them(puzzle):
    proof = prove(puzzle.position, BUDGET)
    assert proof["verdict"] == UNIQUE
    assert proof["legal"] == puzzle.legal
    assert puzzle.answer(proof["line"][0]).right
