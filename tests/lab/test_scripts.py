"""Scripts of users: what they may do without knowing of processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import crosscut
from tests.support.program import PATIENCE

SCRIPT = """
import crosscut

game = crosscut.game("hex", size=3, pie=False)
print(crosscut.play_match(game, "random", "random", games=2, jobs=1, opening=0))
"""


def test_a_script_without_a_guard_plays_a_match(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    told = subprocess.run(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        env=os.environ | {"CROSSCUT_INTERPRET": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.stderr == ""
    assert told.stdout.startswith("<Tally: A ")


HEX = crosscut.game("hex", 3)
WRONG = {
    "no position": (lambda: crosscut.analyse(5), "gives the position that this takes; this is 5"),
    "no number": (lambda: crosscut.analyse(HEX.position(), seconds="1"), "a number above 0"),
    "no threads": (lambda: crosscut.analyse(HEX.position(), threads=0), "from 1 to 256, not 0"),
    "no seed": (lambda: crosscut.reply(HEX.position(), seed="x"), "seed is a whole number"),
    "no level": (lambda: crosscut.reply(HEX.position(), 99), "there is no level '99'"),
    "no game": (lambda: crosscut.check("hex"), "gives the game that this takes"),
    "no games": (lambda: crosscut.random_games(HEX, 0), "games is a whole number from 1"),
    "no player": (lambda: crosscut.play_match(HEX, 5, "random"), "a player is a text"),
    "no folder": (lambda: crosscut.make_report(HEX, None, quick=True), "a folder is a text"),
    "no report": (lambda: crosscut.compare("a", "b"), "give the reports that this takes"),
    "one report": (lambda: crosscut.compare(), "needs two reports"),
    "a name": (lambda: crosscut.read_game("a.sgf"), r"read_game\(Path\('a.sgf'\)\) reads it"),
    "no text": (lambda: crosscut.read_game(7), "takes the text of a record"),
    "no record": (lambda: crosscut.write_game("b2"), "takes a position or a game tree"),
    "no pie": (lambda: crosscut.game("hex", 3, pie="no"), "True or False, not 'no'"),
    "no size": (lambda: crosscut.game("hex", True), "a whole number, not True"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_a_function_does_not_take_is_refused_in_words(name):
    call, words = WRONG[name]
    with pytest.raises(crosscut.CrosscutError, match=words):
        call()


def test_a_game_of_a_file_with_several(tmp_path):
    file = Path(tmp_path) / "two.sgf"
    file.write_text("(;GM[11]SZ[3];B[a1])(;GM[11]SZ[3];B[b2])")
    assert crosscut.read_game(file, number=2).main_line().history() == ["b2"]
    with pytest.raises(crosscut.CrosscutError, match="2 games"):
        crosscut.read_game(file)
    with pytest.raises(crosscut.CrosscutError, match="no game number 3"):
        crosscut.read_game(file.read_text(), number=3)
