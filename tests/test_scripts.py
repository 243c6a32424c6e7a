"""Scripts of users: what they may do without knowing of processes."""

import os
import subprocess
import sys

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
        timeout=60,
    )
    assert told.stderr == ""
    assert told.stdout.startswith("<Tally: A ")
