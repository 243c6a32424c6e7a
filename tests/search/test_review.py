"""Reviews of whole games, and the command for analyses and reviews."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import crosscut
from crosscut.apps.cli.commands.analyse import command
from crosscut.core.errors import BadOption, CrosscutError
from crosscut.play.record import save, to_record
from crosscut.search.analysis import review
from crosscut.search.analysis.marks import Turn, decisive_turn, lead_changes
from crosscut.search.limits import Limits
from tests.search.test_analysis import FEW, HEX, SLITHER, WIN_IN_ONE
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, run_cli, wait_for_cpu

# A whole game.


@pytest.fixture(scope="module")
def blundered():
    """Black does not see that d3 wins for either side."""
    return SLITHER.position(WIN_IN_ONE, to_play="X").play("a1").play("d3")


def test_a_planted_blunder_is_marked(blundered):
    found = review(blundered, Limits(simulations=900))
    first, second = found.turns()
    assert (first.text, first.mark, first.certain, first.loss) == ("a1", "blunder", True, 1)
    assert (first.proven_before, first.proven_after) == (0, 1)
    assert (first.best, first.line) == ("d3", ("d3",))
    assert (second.mark, second.certain, second.before, second.after) == ("good", False, 1, 1)
    assert first.nothing.proven == 1
    said = found.to_dict()
    assert (said["winner"], said["decisive"], said["lead_changes"]) == (1, 1, [1])
    assert said["chances"] == [1, 0, 0]
    assert json.loads(json.dumps(said)) == said


def test_a_stone_thrown_away_in_the_middle_of_a_game_is_the_worst_turn():
    here = HEX.position()
    for turn in "c3 d2 a5 c2 d4".split():
        here = here.play(turn)
    found = review(here, Limits(simulations=6000))
    worst = max(found.turns(), key=lambda turn: turn.loss)
    assert (worst.text, worst.mark) == ("a5", "blunder")
    assert worst.best != "a5"
    assert worst.before > 0.7 > 0.3 > worst.after
    assert worst.nothing.win_chance < 0.3  # about as bad
    assert 3 in found.to_dict()["lead_changes"]


def test_a_review_repeats_stops_and_takes_records(blundered):
    runs = [review(to_record(blundered), FEW, seed=4).to_dict() for _ in range(2)]
    assert runs[0] == runs[1]
    shares = []
    stopped = review(blundered, FEW, tick=lambda share: shares.append(share) or True)
    assert not stopped.done
    assert stopped.turns() == []
    assert len(shares) == 1
    review(blundered, FEW, tick=lambda share: shares.append(share))
    assert shares[1:] == sorted(shares[1:])
    assert shares[-1] == 1
    with pytest.raises(BadOption, match="no whole turn"):
        review(SLITHER.position(), FEW)


def test_swapping_keeps_chances_by_seat(monkeypatch):
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    here = crosscut.game("hex", 3).position().play("b2").play("swap").play("a1")
    first, swap, answer = review(here, Limits(simulations=600)).turns()
    assert (first.seat, swap.seat, answer.seat) == (0, 1, 0)
    assert first.mark == "blunder"  # the centre wins, and so it is taken over
    assert swap.mark == "good"
    assert swap.after > 0.5


def made_up(seat, possible, after, number=1):
    """Return a turn with some chances."""
    return Turn(
        number, seat, "", "", possible, possible, after, None, None, False, None, (), None, ""
    )


def test_marks_lead_changes_and_the_decisive_turn():
    marks = [made_up(0, 0.5, 0.5 - loss).mark for loss in (0.04, 0.0625, 0.125, 0.25)]
    assert marks == ["good", "inaccuracy", "mistake", "blunder"]
    assert lead_changes([0.6, 0.5, 0.7, 0.4, 0.5, 0.6]) == [3, 5]
    assert lead_changes([0.5, 0.5]) == []
    turns = [
        made_up(0, 0.7, 0.4, 1),
        made_up(1, 0.6, 0.2, 2),
        made_up(0, 0.8, 0.3, 3),
        made_up(0, 0.3, 0.0, 4),
    ]
    assert decisive_turn(turns, 1).number == 3
    assert decisive_turn(turns, 0).number == 2
    assert decisive_turn(turns, None) is None
    assert decisive_turn([made_up(0, 0.4, 0.2, 7)], 1).number == 7
    assert decisive_turn([made_up(0, 0.4, 0.39)], 1) is None


# The command.


def test_the_command_reviews_a_game(blundered, tmp_path):
    file, plot = tmp_path / "game.json", tmp_path / "game.svg"
    save(blundered, file)
    base = ("analyse", "slither", "--record", str(file), "--simulations", "900")
    out, _ = run_cli(*base, "--plot", str(plot))
    assert re.search(r"1 +Black +a1 +won +lost +100% .* blunder, certain +d3", out)
    assert "lost by turn 1, Black a1: 100% were possible, 0% were left" in out
    assert "<svg" in plot.read_text()
    record = to_record(blundered)
    games = [record | {"number": 0, "turns": []}, record | {"number": 1}]
    match = tmp_path / "games.jsonl"
    match.write_text("".join(json.dumps(game) + "\n" for game in games))
    out, _ = run_cli("analyse", "--record", str(match), "--number", "1", *base[4:], "--json")
    found = json.loads(out)
    assert (found["game"], found["decisive"], found["seed"]) == ("slither", 1, 0)
    assert [turn["mark"] for turn in found["turns"]] == ["blunder", "good"]


def test_the_command_analyses_a_position():
    args = ("analyse", "slither", "--size", "5", "--simulations", "600", "--each", "20")
    out, _ = run_cli(*args, "--position", WIN_IN_ONE, "--to-play", "O")
    assert re.search(r"^d3 +won +\d+ +d3", out, re.MULTILINE)
    assert "win chance 100.0% is proven" in out
    assert "doing nothing: lost" in out
    found = json.loads(run_cli(*args, "--moves", "c3 b2", "--unit", "turn", "--json")[0])
    assert found["limits"] == {"simulations": 600, "seconds": None}
    legal = SLITHER.position().play("c3").play("b2").turns()
    assert sorted(each["text"] for each in found["turns"]) == legal
    assert found["unit"] == "turn"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"game": "hex", "saved": True}, "the saved game is Slither 5x5"),
        ({"saved": True, "moves": "a1"}, "says itself what was played"),
        ({"saved": True, "number": 3}, "no game number 3; the file has 1"),
        ({"saved": True, "plot": Path("x.gif")}, "name a .svg or .png file"),
        ({"saved": True, "plot": Path("nowhere/x.svg")}, "in a folder"),
        ({"game": "slither", "plot": Path("x.svg")}, "name one by --record"),
        ({"game": "slither", "number": 3}, "--record names"),
        ({"game": "slither", "moves": "a1 a1"}, "--moves, number 2: a1"),
        ({"game": "slither", "size": 5, "start": WIN_IN_ONE, "moves": "d3"}, "over"),
        ({}, "which game"),
    ],
)
def test_bad_input_is_told(options, complaint, blundered, tmp_path):
    options = dict(options)
    if options.pop("saved", False):
        options["record"] = tmp_path / "game.json"
        save(blundered, options["record"])
    with pytest.raises(CrosscutError, match=complaint):
        command(**options)


def test_records_that_are_none_are_told(tmp_path):
    games = tmp_path / "games.jsonl"
    for text, complaint in (
        ("", "holds no game number 7"),
        ('{"number": 1}\n', "holds no game number 7"),
        ("{}\n", "line 1 of .* is no game"),
        ("[1]\n", "line 1 of .* is no game"),
        ('{"number": 7}\n', "no record"),
    ):
        games.write_text(text)
        with pytest.raises(CrosscutError, match=complaint):
            command(record=tmp_path, number=7)
    _, said = run_cli("analyse", "slither", "--record", "nowhere.json", code=2)
    assert said.splitlines() == ["crosscut: cannot read nowhere.json: No such file or directory"]


def test_an_interrupt_shows_what_there_is():
    running = subprocess.Popen(
        [*PROGRAM, "analyse", "hex", "--size", "5", "--seconds", "600", "--each", "1"],
        env={**os.environ, **INTERPRETED},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for_cpu(running, 3)  # it is thinking by then
    running.send_signal(signal.SIGINT)
    out, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert said.splitlines() == ["crosscut: stopped"]
    assert "to move" in out
