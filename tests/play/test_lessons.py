"""Lessons: every step can be done, and what its words claim is so."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crosscut
from crosscut.core.errors import BadRecord
from crosscut.play.lessons import conditions
from crosscut.play.lessons.conditions import wins
from crosscut.play.lessons.lesson import LOOK, PLAY, TAP, lessons, read_lessons
from crosscut.search.solver import solve
from tests.support.for_each import for_each

STEPS = {
    f"{name}-{lesson.id}-{number}": step
    for name in crosscut.ids()
    for lesson in lessons(name)
    for number, step in enumerate(lesson.steps, start=1)
}


def by_kind(*tasks):
    """Return the names of the steps with some tasks."""
    return [name for name, step in STEPS.items() if step.task in tasks]


def turns(position, condition):
    """Return the turns of a position that meet a condition."""
    return {text for text, after in position.next_turns() if condition(position, after)}


# All lessons.


def test_there_are_lessons_on_slither_and_hex():
    assert [lesson.id for lesson in lessons("slither")] == (
        "goal diagonals moving pie shapes split waking".split()
    )
    assert [lesson.id for lesson in lessons("hex")] == ["goal", "bridge", "edge"]
    assert lessons("gonnect") == ()
    assert lessons("../puzzles/hex") == ()


@for_each("name", ["slither", "hex"])
def test_lessons_are_short(name):
    for lesson in lessons(name):
        assert 3 <= len(lesson.steps) <= 7
        assert lesson.title
        assert lesson.aim.endswith(".")
        for step in lesson.steps:
            assert 1 <= len(re.findall(r"[.?!](?= |$)", step.words)) <= 3, step.words


@for_each("name", by_kind(TAP, PLAY))
def test_the_solution_is_right(name):
    step = STEPS[name]
    assert step.solution
    verdict = step.answer(step.solution)
    assert verdict.right
    assert verdict.words == step.then != ""
    if step.accept != "legal":
        assert step.other
        assert step.hint or step.accept == "places"


@for_each("name", by_kind(PLAY))
def test_illegal_turns_are_refused_with_the_rule(name):
    step = STEPS[name]
    verdict = step.answer("z99")
    assert not verdict.right
    assert "z99" in verdict.words
    for turn in ("swap", "pass"):
        if turn not in step.position.turns():
            assert step.answer(turn).words.startswith(f"{turn}: ")


@for_each("name", by_kind(PLAY))
def test_some_other_turn_is_not_accepted(name):
    step = STEPS[name]
    wrong = [text for text in step.position.turns() if not step.answer(text).right]
    assert bool(wrong) == (step.accept not in ("legal", "places"))
    assert all(step.answer(text).words == step.other for text in wrong[:3])


@for_each("name", by_kind(PLAY))
def test_a_reply_can_be_played(name):
    step = STEPS[name]
    if step.reply:
        step.position.play(step.solution).play(step.reply)


@for_each("name", STEPS)
def test_pages_get_plain_data(name):
    told = json.loads(json.dumps(STEPS[name].to_dict()))
    start = told["moment"]["start"]
    game = crosscut.game(start["game"], start["size"], start["variant"], start["pie"])
    here = game.position(diagram=start.get("diagram"))
    for turn in told["moment"]["turns"]:
        here = here.play(turn)
    assert here == STEPS[name].position
    assert set(told["marks"]) <= set(game.board.names)


def test_looking_is_always_right():
    for name in by_kind(LOOK):
        assert STEPS[name].answer().right


def test_half_a_turn_is_no_answer():
    verdict = STEPS["slither-moving-1"].answer("c3-c4")
    assert not verdict.right
    assert verdict.words == "c3-c4: the turn is not finished"


def test_lessons_are_told_without_the_compiler():
    code = (
        "import sys; from crosscut.play.lessons.lesson import lessons; "
        "[lesson.to_dict() for lesson in lessons('hex')]; "
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("## jump size=3\nWords.", "there is no task 'jump'"),
        ("## tap size=3\nWords.\n\n. . .\n. . .", "the diagram has 2 rows, not 3"),
        ("## look\nWords.", "'size'"),
        ("## play size=3\nWords.\n\nturns: z9", "z9"),
        ("## look size=2\nWords.\n\n. .\n. .\n\n. .\n. .", "more than one drawing"),
    ],
)
def test_mistakes_in_a_lesson_are_told(body, reason):
    with pytest.raises(BadRecord, match=r"lesson one of slither, step 1: ") as caught:
        read_lessons("slither", f"# one: A lesson\nAn aim.\n\n{body}\n")
    assert reason in str(caught.value)


def test_unknown_conditions_are_told():
    start = crosscut.game("slither", 3).position()
    with pytest.raises(BadRecord, match="a lesson asks for 'brave'"):
        conditions.cells_of("brave", start)
    with pytest.raises(BadRecord, match="a lesson asks for 'brave'"):
        conditions.accepts("legal and brave", start, start.play("b2"))


def test_the_example_of_the_format_is_a_lesson():
    text = lessons.__wrapped__.__globals__["__doc__"]
    lines = [
        line[4:48].rstrip() for line in text.splitlines() if line.startswith("    ") or not line
    ]
    (lesson,) = read_lessons("slither", "\n".join(lines).replace("\n\n\n", "\n\n"))
    assert lesson.steps[0].answer("c3").right
    assert lesson.steps[0].marks == ("c3",)


# Hex.


def answered(position):
    """Tell whether after every turn of White, Black wins at once."""
    return all(turns(after, wins) for _, after in position.next_turns())


def test_hex_goal():
    assert STEPS["hex-goal-1"].position.winner == 0
    assert turns(STEPS["hex-goal-2"].position, wins) == {"b3"}


def test_a_bridge_is_closed_whichever_cell_is_taken():
    look = STEPS["hex-bridge-1"]
    for taken, rest in (("b3", "c3"), ("c3", "b3")):
        here = look.position.play(taken)
        assert conditions.joins(here, here.play(rest), "c2", "b4")
    made = STEPS["hex-bridge-3"]
    board = made.position.game.board
    common = board.neighbours(1 << board.names["c3"]) & board.neighbours(1 << board.names["b5"])
    assert common == 1 << board.names["b4"] | 1 << board.names["c4"]
    assert answered(STEPS["hex-bridge-4"].position.play("d2"))


def test_second_row():
    assert answered(STEPS["hex-edge-1"].position)
    assert turns(STEPS["hex-edge-2"].position, wins) == {"c5"}
    lost = STEPS["hex-edge-2"].position.play("a1").play("c5")
    assert not turns(lost, wins)


def test_third_row_after_the_stone_below():
    assert answered(STEPS["hex-edge-4"].position.play("b4"))


@pytest.mark.slow
def test_third_row_with_room_and_without():
    assert set(solve(STEPS["hex-edge-3"].position, memory=0.1).turns.values()) == {0}
    assert solve(STEPS["hex-edge-5"].position, memory=0.1).best() == ["b5"]


def test_lesson_files_are_in_the_package():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert '"play/lessons/*.txt"' in text
    assert '"play/puzzles/*.json"' in text
