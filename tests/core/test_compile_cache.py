"""Compiled code on disk: found again by a new process, and never stale."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import crosscut
from crosscut.core.compiler import cache
from tests.support.game_files import shuttle
from tests.support.program import PATIENCE

ROOT = Path(__file__).parents[2]
PACKAGE = Path(crosscut.__file__).parent

COUNT = """
import crosscut, sys
from tests.support.tiny_entry import choices
print(choices(crosscut.game(sys.argv[1], 3, pie=False), 7))
if "compiled" in vars(choices):
    print("found" if choices.compiled.stats.cache_hits else "compiled")
"""
SLITHER, SHUTTLE = "41", "11"
"""What is counted in these games."""


def run(script, *args, cache_folder, path=(), **more):
    """Run a script in a new process and return the lines it printed."""
    folders = os.pathsep.join(map(str, (*path, PACKAGE.parent, ROOT)))
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache_folder), "PYTHONPATH": folders}
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, args)],
        env=environment | more,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


class Counter:
    """Counts what may be tapped in a game in new processes, compiled and interpreted."""

    def __init__(self, tmp_path, game, *path):
        self.options = {"cache_folder": tmp_path / "cache", "path": path}
        self.game = game

    def compiled(self):
        return run(COUNT, self.game, **self.options)

    def interpreted(self):
        return run(COUNT, self.game, **self.options, CROSSCUT_INTERPRET="1")

    def anew(self):
        """Return what is counted by code that was compiled anew, and by the interpreter too."""
        counts, got = self.compiled()
        assert got == "compiled"
        assert self.interpreted() == [counts]
        return counts


def test_a_new_process_finds_the_code(tmp_path):
    slither = Counter(tmp_path, "slither")
    assert slither.compiled() == [SLITHER, "compiled"]
    assert slither.compiled() == [SLITHER, "found"]
    folders = [folder.name for folder in (tmp_path / "cache").iterdir()]
    assert folders == [f"crosscut-{cache.package_hash()}"]


def edit(file, old, new):
    """Replace some text in a file and return what the file held before."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    return text


def test_an_edit_in_another_file_of_the_package_counts(tmp_path):
    """Numba alone would not notice: the compiled function is in a file that did not change."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "crosscut", ignore=shutil.ignore_patterns("__pycache__"))
    slither = Counter(tmp_path, "slither", copy)
    assert slither.compiled() == [SLITHER, "compiled"]
    square = copy / "crosscut" / "rules" / "boards" / "grid.py"
    before = edit(square, "self.up(row) | self.down(row) |", "self.up(row) |")
    assert slither.anew() != SLITHER
    square.write_text(before)
    assert slither.compiled() == [SLITHER, "found"]


ORTHOGONAL, KING = "self.board.neighbours(state.own)", "self.board.around(state.own)"


def test_an_edit_of_a_users_game_counts(tmp_path):
    file = tmp_path / "mine.py"
    shutil.copy(shuttle.__file__, file)
    mine = Counter(tmp_path, file)
    assert mine.compiled() == [SHUTTLE, "compiled"]
    assert mine.compiled() == [SHUTTLE, "found"]
    edit(file, ORTHOGONAL, KING)
    assert mine.anew() != SHUTTLE


@pytest.mark.slow
def test_an_edit_of_a_helper_beside_a_users_game_counts(tmp_path):
    file, helper = tmp_path / "mine.py", tmp_path / "helper_of_mine.py"
    shutil.copy(shuttle.__file__, file)
    edit(file, ORTHOGONAL, "reach(self.board, state.own)")
    edit(
        file, "from crosscut.core.bits", "from helper_of_mine import reach\nfrom crosscut.core.bits"
    )
    helper.write_text(
        "from crosscut.core.jit import jitable\n\n\n@jitable\ndef reach(board, cells):\n"
        "    return board.neighbours(cells)\n"
    )
    mine = Counter(tmp_path, file, tmp_path)
    assert mine.compiled() == [SHUTTLE, "compiled"]
    edit(helper, "board.neighbours", "board.around")
    assert mine.anew() != SHUTTLE


@pytest.mark.slow
def test_a_users_game_that_is_gone_does_no_harm(tmp_path):
    """The index of cached code mentions it, and is read by every process all the same."""
    file = tmp_path / "mine.py"
    shutil.copy(shuttle.__file__, file)
    assert Counter(tmp_path, file).compiled() == [SHUTTLE, "compiled"]
    file.unlink()
    slither = Counter(tmp_path, "slither")
    assert slither.compiled() == [SLITHER, "compiled"]
    assert slither.compiled() == [SLITHER, "found"]


def test_an_edit_of_constants_beside_a_users_game_counts(tmp_path):
    file, helper = tmp_path / "mine.py", tmp_path / "constants_of_mine.py"
    shutil.copy(shuttle.__file__, file)
    edit(file, ORTHOGONAL, f"({ORTHOGONAL} if WIDE == 0 else {KING})")
    edit(
        file,
        "from crosscut.core.bits",
        "from constants_of_mine import WIDE\nfrom crosscut.core.bits",
    )
    helper.write_text("WIDE = 0\n")
    mine = Counter(tmp_path, file, tmp_path)
    assert mine.compiled() == [SHUTTLE, "compiled"]
    helper.write_text("WIDE = 1\n")
    assert mine.anew() != SHUTTLE


@pytest.mark.parametrize("kind", ["nbi", pytest.param("nbc", marks=pytest.mark.slow)])
def test_damaged_code_is_compiled_anew(tmp_path, kind):
    slither = Counter(tmp_path, "slither")
    assert slither.compiled() == [SLITHER, "compiled"]
    for path in (tmp_path / "cache").rglob(f"*.{kind}"):
        path.write_bytes(path.read_bytes()[:40])
    assert slither.compiled()[0] == SLITHER
    assert slither.compiled() == [SLITHER, "found"]


def test_old_folders_are_removed_and_nothing_else(tmp_path):
    old, recent, other = (
        tmp_path / name
        for name in (f"crosscut-{'0' * 16}", f"crosscut-{'1' * 16}", "crosscut-mine")
    )
    for folder in (old, recent, other):
        folder.mkdir()
    long_ago = time.time() - 40 * 86400
    os.utime(old, (long_ago, long_ago))
    os.utime(other, (long_ago, long_ago))
    cache.remove_old(tmp_path, recent)
    assert not old.exists()
    assert recent.exists()
    assert other.exists()


def test_importing_the_package_does_not_import_numba():
    script = (
        "import sys, crosscut, crosscut.apps.cli.main, crosscut.play.svg\n"
        "crosscut.game('slither').position().turns()\n"
        "print(*(name in sys.modules for name in ('numba', 'numpy', 'scipy')))"
    )
    assert run(script, cache_folder="/dev/null") == ["False False False"]


@pytest.mark.parametrize("command", ["games", "rules slither", "--help", "play --help"])
def test_commands_that_need_no_compiler_do_not_load_it(command):
    script = (
        "import sys\nfrom crosscut.apps.cli.main import app\n"
        f"try:\n    app({command.split()!r})\nexcept SystemExit:\n    pass\n"
        "print('numba' in sys.modules, 'scipy' in sys.modules)"
    )
    assert run(script, cache_folder="/dev/null")[-1] == "False False"
