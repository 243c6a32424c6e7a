"""Bad input of every kind: a clear message, exit code 2, nothing lost."""

import json
import re

import pytest

from tests.support.program import rejected, run_cli

BAD = {
    "unknown game": (["rules", "slyther"], "there is no game 'slyther'; did you mean slither?"),
    "unknown game, far off": (["perft", "chess"], "there is no game 'chess'; there are: connect_"),
    "too large": (["perft", "slither", "--size", "20"], "sizes 2 to 19, not 20"),
    "too small": (["play", "slither", "--size", "1"], "sizes 2 to 19, not 1"),
    "no number": (["perft", "slither", "--size", "x"], "Invalid value for '--size'"),
    "variant": (["bench", "slither", "--variant", "big"], "it has classic, advanced"),
    "depth": (["perft", "slither", "--depth", "0"], "Invalid value for '--depth'"),
    "memory": (
        ["perft", "hex", "--size", "4", "--distinct", "--depth", "9", "--memory", "0.01"],
        "positions fill the 0.01 GB allowed; count less deep, or allow more by --memory",
    ),
    "sizes": (["bench", "--sizes", "8,x"], "no list of numbers such as 8,9,11"),
    "option": (["perft", "slither", "--dept", "3"], "No such option"),
    "command": (["perf"], "No such command 'perf'"),
    "game file": (["play", "nowhere.py"], "cannot read the game file nowhere.py"),
    "no save": (["play", "--load", "/dev/null/game.json"], "cannot read"),
    "plot": (
        ["bench", "--sizes", "3", "--seconds", "0.01", "--plot", "/dev/null/x.svg"],
        "cannot draw to",
    ),
    "plot without a suffix": (["bench", "--plot", "cost"], "name a .svg, .png or .pdf file"),
    "size and sizes": (["bench", "--sizes", "3", "--size", "3"], "go with neither --size"),
    "size 0": (["bench", "--size", "0"], "sizes 2 to 19, not 0"),
}


BAD |= {
    "no game": (["perft"], "which game? name one"),
    "no game file": (["--game", "README.md", "check"], "is no game file"),
    "a folder that is a file": (["rules", "--pages", "/dev/null"], "cannot write pages to /dev"),
    "all and one": (["bench", "hex", "--all"], "--all goes with no other choice"),
    "a diagram with too few rows": (["perft", "hex", "--position", "X./.."], "2 rows, not 11"),
    "a floating stone": (
        ["perft", "connect_four", "--size", "3", "--position", "X../..."],
        "no game of Connect Four leads there: a stone floats",
    ),
    "a crosscut": (
        ["perft", "crossway", "--size", "2", "--position", "XO/OX"],
        "there is a crosscut up and right from a1",
    ),
    "a captured group": (
        ["perft", "gonnect", "--size", "2", "--position", "XO/O."],
        "a group has no empty point beside it",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name):
    args, message = BAD[name]
    err = rejected(*args)
    plain = " ".join(re.sub(r"[│╭╮╰╯─]", " ", err).split())
    assert message in plain


BROKEN = {
    "no json": ("{", "is no JSON"),
    "a list": ("[]", "is no game of Crosscut"),
    "another format": ('{"crosscut": 9}', "is no game of Crosscut"),
    "nothing in it": ('{"crosscut": 1}', "lacks 'game'"),
    "illegal": (
        '{"crosscut": 1, "game": "slither", "size": 5, "variant": "classic", "pie": false,'
        ' "turns": ["c3", "c3"]}',
        "turn 2, c3: the point is taken",
    ),
    "wrong type": (
        '{"crosscut": 1, "game": "slither", "size": "big", "variant": "classic", "pie": false,'
        ' "turns": []}',
        "its size is not a whole number",
    ),
    "infinite": (
        '{"crosscut": 1, "game": "slither", "size": Infinity, "variant": "classic", "pie": false,'
        ' "turns": []}',
        "its size is not a whole number",
    ),
    "turns as text": (
        '{"crosscut": 1, "game": "slither", "size": 5, "variant": "classic", "pie": false,'
        ' "turns": "c3"}',
        "nor a list of turns",
    ),
    "deep": ("[" * 100_000, "nested too deeply"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_save_file(name, tmp_path):
    text, message = BROKEN[name]
    path = tmp_path / "game.json"
    path.write_text(text)
    assert message in rejected("play", "--load", str(path))
    assert path.read_text() == text


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfd\x00")
    assert "game.json: the list does not say which game it is of" in rejected(
        "play", "--load", str(path)
    )


def test_garbage_at_the_prompt_loses_nothing(home):
    words = "swap,pass,b2,💥,movse,save,save /dev/null/x/y,save .,save a\0b,undo,undo".split(",")
    lines = "\n".join(["b2", "\0", "a" * 5000, "---", *words, ""])
    options = ("--size", "4", "--computer", "none")
    out, _ = run_cli("play", "slither", *options, stdin=lines + "b2\nc4\n", **home)
    assert "too long to be one" in out
    assert "this game is played without the pie rule" in out
    assert "you may not pass while you have a legal turn" in out
    assert "b2: the point is taken by Black" in out
    assert "did you mean the command moves?" in out
    assert "say where: save FILE" in out
    assert ". exists and is no saved game" in out
    assert "\nthere is nothing to take back\n" in out
    assert out.rstrip().splitlines()[-1].startswith("The game is kept")


@pytest.mark.parametrize("folder", ["/dev/null/cache", "/proc/cache"])
def test_a_cache_folder_that_cannot_be_written(folder):
    _, err = run_cli("perft", "slither", "--size", "3", code=2, NUMBA_CACHE_DIR=folder)
    assert f"cannot keep compiled code in {folder}" in err
    assert "set NUMBA_CACHE_DIR" in err
    out, _ = run_cli(
        "perft",
        "slither",
        "--size",
        "2",
        "--depth",
        "2",
        "--json",
        NUMBA_CACHE_DIR=folder,
        CROSSCUT_INTERPRET="1",
    )
    assert json.loads(out)["counts"] == [4, 12]
