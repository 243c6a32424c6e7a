"""What version 0.9.0 wrote is read, and goes on: see tests/data/v090."""

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import crosscut
from crosscut.apps.web.app import create_app
from crosscut.apps.web.settings import Settings
from crosscut.rules.registry import load_file
from crosscut.search.perft import perft
from tests.support.game_files import fence, shuttle
from tests.support.program import run_main

OLD = Path(__file__).parents[1] / "data" / "v090"


def test_a_saved_game_goes_on():
    position = crosscut.read_game(OLD / "game.json").main_line()
    assert position.history() == ["c3", "swap", "b2", "b5"]
    assert position.game == crosscut.game("slither", 5, "advanced", pie=True)
    assert position.play("d4").turn_number == 5


def test_a_solution_goes_on(tmp_path):
    state = shutil.copy(OLD / "solve.npz", tmp_path)
    out, _ = run_main("solve", "slither", "--size", "3", "--memory", "0.001", "--state", state)
    assert "W wins" in out
    assert "1,045 nodes" in out  # all of them are in the file


def test_a_report_opens():
    assert "Hex 3x3" in repr(crosscut.read_report(OLD / "report"))


def test_a_database_opens_and_its_rooms_go_on(tmp_path):
    shutil.copy(OLD / "rooms.sqlite", tmp_path / "games.sqlite")
    known = json.loads((OLD / "rooms.json").read_text())
    app = create_app(Settings(f"sqlite:///{tmp_path}/games.sqlite", reports=tmp_path))
    with TestClient(app, cookies=known["cookies"][0]) as client:
        room = client.get(f"/api/rooms/{known['room']}").json()
        assert room["turns"] == ["b2", "a1"]
        assert room["mine"] == [0]
        deed = {"do": "play", "key": "k" * 12, "turn": "b1", "number": 2}
        played = client.post(f"/api/rooms/{known['room']}/deeds", json=deed)
        assert played.status_code == 200, played.text
        assert client.get(f"/api/rooms/{known['room']}").json()["turns"] == ["b2", "a1", "b1"]
        saved = client.get("/api/saved/a-game-of-version-nine").json()
        assert [node[1] for node in saved["document"]["nodes"]] == ["", "b2", "a1", "c3"]


@pytest.mark.parametrize(
    ("name", "now", "size", "variant", "depth"),
    [
        ("sidestep", None, 3, "standard", 4),
        ("fence", fence.Fence, 3, "standard", 3),
        ("shuttle", shuttle.Shuttle, 3, "once", 3),
    ],
)
def test_a_game_file_plays_by_its_old_names(name, now, size, variant, depth, interpreted):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = load_file(OLD / "games" / f"{name}.py")(size, variant)
    ours = load_file(Path("examples/sidestep.py")) if now is None else now
    assert perft(game.position(), depth) == perft(ours(size, variant).position(), depth)


def test_old_names_in_a_game_file_are_warned_of():
    command = [sys.executable, "-W", "always", "-c", LOAD, OLD / "games" / "sidestep.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "crosscut.connection has moved to crosscut.rules.connection" in done.stderr
    assert done.stdout.strip() == "it is adjacent to the stone placed last (rule 3)"


LOAD = "import crosscut, sys; print(crosscut.game(sys.argv[1], 3).closed)"
