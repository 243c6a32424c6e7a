"""The command that solves positions."""

import json
import os
import signal
import subprocess

import pytest

from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli, wait_for_cpu


def test_the_command_shows_the_opening(tmp_path):
    drawn = tmp_path / "opening.svg"
    out, _ = run_cli("solve", "hex", "--size", "3", "--no-pie", "--memory", "0.01",
                     "--picture", str(drawn), **INTERPRETED)  # fmt: skip
    assert "Black, to move, wins." in out
    assert "1 L L W" in out
    assert "best turns: a2 a3 b2 c1 c2" in out
    assert "a line: " in out
    assert drawn.read_text().startswith("<svg")
    out, _ = run_cli("solve", "y", "--size", "2", "--pie", "--memory", "0.01", **INTERPRETED)
    assert "Black, to move, loses." in out
    assert "to be swapped: a1 b1 b2" in out


def test_the_command_for_machines():
    args = ("solve", "slither", "--size", "3", "--memory", "0.01", "--json")
    out, _ = run_cli(*args, "--position", "X O . / . . . / . . .", "--to-play", "O", **INTERPRETED)
    found = json.loads(out)
    assert found["to_play"] == 1
    assert found["done"] is True
    assert set(found["turns"].values()) == {0, 1}
    assert "b3-c3/a2" in found["turns"]
    out, _ = run_cli("solve", "hex", "--size", "9", "--memory", "0.01", "--seconds", "0.2",
                     "--json", **INTERPRETED)  # fmt: skip
    found = json.loads(out)
    assert found["winner"] is None
    assert found["done"] is False


def test_ctrl_c_saves_and_the_same_command_goes_on(tmp_path):
    """Hopeless as it is, nothing is lost: the nodes of both runs add up."""
    path = tmp_path / "state"
    command = [*PROGRAM, "solve", "hex", "--size", "7", "--memory", "0.01", "--state", str(path)]
    running = subprocess.Popen(
        command, env={**os.environ, **INTERPRETED}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    wait_for_cpu(running, 2)
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert f"the same command goes on from {path}" in complaint
    nodes = int(complaint.split(" nodes")[0].split()[-1].replace(",", ""))
    assert nodes > 0
    out, said = run_cli(*command[len(PROGRAM) :], "--seconds", "0.5", "--json", **INTERPRETED)
    assert f"going on from {path}: {nodes:,} nodes" in said
    assert json.loads(out)["nodes"] > nodes


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--picture", "opening.gif"), "name a .svg or .png file"),
        (("--picture", "nowhere/opening.svg"), "name a .svg or .png file"),
        (("--state", "nowhere/state"), "cannot keep a state in"),
        (("--position", "X / X . / X . ."), "over"),
        (("--position", "X X"), "rows"),
        (("--to-play", "O"), "for a diagram only"),
    ],
)
def test_bad_input_is_one_line(args, complaint):
    said = rejected("solve", "y", "--size", "3", *args, **INTERPRETED)
    assert complaint in said
    assert len(said.splitlines()) == 1


def test_a_state_of_another_game_is_refused(tmp_path):
    path = str(tmp_path / "state")
    rest = ("--memory", "0.01", "--state", path)
    run_cli("solve", "y", "--size", "2", *rest, **INTERPRETED)
    said = rejected("solve", "y", "--size", "3", *rest, **INTERPRETED)
    assert "belongs to another position: Y 2, standard, with the pie rule, not Y 3" in said
