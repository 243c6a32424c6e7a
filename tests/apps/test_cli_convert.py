"""Commands that read games from files: convert, and play and analyse, which take the same."""

import json
import os
import subprocess
import sys
from functools import partial
from io import BytesIO, TextIOWrapper

import pytest

from crosscut.apps.cli.commands.analyse import read_game
from crosscut.apps.cli.commands.play import saved_game
from crosscut.apps.cli.game_files import last_position
from crosscut.apps.cli.main import main
from crosscut.core.errors import BadOption
from crosscut.play import records
from crosscut.play.records.sgf import read_all, read_sgf
from tests.play.test_sgf import OURS
from tests.support.program import run_cli

START = {"game": "slither", "size": 5, "variant": "classic", "pie": True}
NODES = [[-1, ""], [0, "d4"], [1, "swap"], [2, "d3"], [3, "d4-e4/a1"], [0, "a1"]]


def convert(capsys, monkeypatch, *arguments):
    """Run the command and return what it prints."""
    monkeypatch.setattr("sys.argv", ["crosscut", "convert", *map(str, arguments)])
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr()
    return told.err if left.value.code else told.out


def test_the_command_converts_checks_and_refuses(tmp_path, capsys, monkeypatch):
    file, out = tmp_path / "game.sgf", tmp_path / "game.json"
    file.write_text(OURS)
    run = partial(convert, capsys, monkeypatch)
    assert run(file, "--to", "aiai") == "d4,Swap,d3,d4-e4,a1\n"
    run(file, "--out", out)
    assert records.read(out.read_text()) == read_sgf(OURS)
    assert read_sgf(run(out)) == read_sgf(OURS)
    file.write_text(OURS * 2)
    told = "Slither 5x5, classic, pie rule, 4 turns, 1 variation, first and second, W+Resign"
    assert run(file, "--check") == f"1. {told}\n2. {told}\n"
    assert read_all(run(file)) == [read_sgf(OURS)] * 2
    assert "the file has 2 games; choose one with --number" in run(file, "--to", "moves")
    file.write_text(OURS + OURS.replace("d3", "d4"))
    monkeypatch.setattr("sys.argv", ["crosscut", "convert", str(file), "--check"])
    with pytest.raises(SystemExit) as left:
        main()
    printed = capsys.readouterr()
    assert left.value.code == 2
    assert printed.out.startswith(f"1. {told}\n2. WRONG: line 14: turn 3, d4: the point is taken")
    assert "1 game of 2 cannot be read" in printed.err
    file.write_text(OURS * 2)
    assert run(file, "--to", "aiai", "--number", 2).startswith("d4,Swap")
    file.write_text("1. a1\n2. a1\n")
    assert f"{file}: turn 2, a1: the point is taken" in run(file, "--game", "hex", "--size", 5)
    assert "need a game" in run(file, "--size", 5)
    assert "name the game" in run(file)
    assert "littlegolem" in run("--list")
    file.write_text(" \n")
    assert run(file).endswith(f"{file}: there is nothing to read\n")
    file.write_text("\n" + records.write(read_sgf(OURS), "json"))
    assert read_sgf(run(file)) == read_sgf(OURS)


def test_an_input_that_is_closed_is_empty(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert convert(capsys, monkeypatch, "-").endswith("the input: there is nothing to read\n")


def test_what_is_asked_for_has_to_agree_with_the_file(tmp_path, capsys, monkeypatch):
    file = tmp_path / "game.sgf"
    file.write_text(OURS)
    run = partial(convert, capsys, monkeypatch)
    for other in (["hex"], ["slither", "--size", 6], ["slither", "--no-pie"]):
        told = "is Slither 5x5, classic, pie rule; leave other options away"
        assert told in run(file, "--game", *other)
    assert "y.json would hold SGF, but ends as json does" in run(
        file, "--to", "SGF", "--out", tmp_path / "y.json"
    )
    told = "does not tell a format; names that do end in .sgf, .json, .txt; or name one by --to"
    for name in ("game.hex", "game"):
        assert told in run(file, "--out", tmp_path / name)
    run(file, "--to", "sgf", "--out", tmp_path / "game.hex")
    assert (tmp_path / "game.hex").read_text().startswith("(;FF[4]")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.hex", "game.sgf"]


def test_links_and_the_input_are_files_too(capsys, monkeypatch):
    run = partial(convert, capsys, monkeypatch)
    link = "https://hexworld.org/board/#11c1,a2:sf6d4"
    assert run(link, "--to", "hexworld") == f"{link}\n"
    assert "the text: this is no link of HexWorld" in run("https://example.org/a")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(link.encode())))
    assert run("--to", "hexworld") == f"{link}\n"


def test_nothing_is_replaced_without_leave(tmp_path, capsys, monkeypatch):
    file, precious = tmp_path / "game.sgf", tmp_path / "thesis.txt"
    file.write_text(OURS)
    precious.write_text("years of work")
    run = partial(convert, capsys, monkeypatch)
    assert "thesis.txt exists; choose another name, or replace it by --force" in run(
        file, "--out", precious
    )
    assert "is no file" in run(file, "--out", tmp_path, "--force")
    assert precious.read_text() == "years of work"
    run(file, "--out", precious, "--force")
    assert records.read(precious.read_text()).main_line() == read_sgf(OURS).main_line()


def test_files_are_utf_8_whatever_the_locale_is(tmp_path):
    file, out = tmp_path / "game.sgf", tmp_path / "game.json"
    file.write_bytes(OURS.encode())
    plain = {
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
    }

    def run(*arguments):
        command = [sys.executable, "-m", "crosscut", "convert", *map(str, arguments)]
        done = subprocess.run(command, env=os.environ | plain, capture_output=True, check=True)
        return done.stdout

    assert read_sgf(run(file).decode()) == read_sgf(OURS)
    run(file, "--out", out)
    assert records.read(out.read_text("utf-8")) == read_sgf(OURS)
    file.write_bytes("(;GM[11]SZ[3]PB[é])".encode())
    assert rb"\xe9 and somebody" in run(file, "--check")


ANY = {
    "sgf": OURS,
    "several": f"{OURS}\n(;GM[11]SZ[3])",
    "a document": json.dumps({"crosscut": 1, "start": START, "nodes": NODES, "at": 0}),
    "a record and a byte order mark": "\ufeff" + records.write(read_sgf(OURS), "json"),
    "a list that names its game": records.write(read_sgf(OURS), "moves"),
    "a list that does not": "d4 swap d3 d4-e4 a1",
}


@pytest.mark.parametrize("text", ANY.values(), ids=ANY)
def test_the_same_files_are_gone_on_with_and_reviewed(tmp_path, text):
    file = tmp_path / "game"
    file.write_bytes(text.encode())
    asked = ("slither", 5, "classic", True)
    number = 1 if text == ANY["several"] else None
    tree, seats = saved_game(file, number, *asked)
    position = last_position(tree)
    assert (position.history(), seats) == (["d4", "swap", "d3", "d4-e4/a1"], {1})
    assert read_game(file, number, *asked) == position


def test_a_file_of_several_games_asks_which(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text(OURS * 2)
    for read in (saved_game, read_game):
        with pytest.raises(BadOption, match=r"games\.sgf has 2 games; choose one by its number"):
            read(file, None)


def test_a_game_that_was_gone_on_with_is_saved_with_all_it_has(tmp_path):
    file, text, again = (tmp_path / name for name in ("game.sgf", "game.txt", "again.sgf"))
    file.write_text("(;GM[11]SZ[3]PB[b]PW[w]RE[B+R]C[begin];B[a1];W[b2]C[good](;B[c3])(;B[a2]))")

    def play(*lines):
        here = {"XDG_STATE_HOME": str(tmp_path), "CROSSCUT_INTERPRET": "1"}
        options = ("--computer", "none", "--load", str(file))
        return run_cli("play", *options, stdin="\n".join([*lines, "quit\n"]), **here)[0]

    out = play(
        f"save {again}", f"save {tmp_path}/game.hex", "undo", "b1", f"save {file}", f"save {text}"
    )
    assert "game.hex does not tell a format" in out
    assert read_sgf(again.read_text()).result == "B+R"
    tree = read_sgf(file.read_text())
    assert tree.main_line().history() == ["a1", "b2", "b1"]
    before = tree.root.children[0].children[0]
    assert (tree.root.comment, before.comment) == ("begin", "good")
    assert [node.turn for node in before.children] == ["b1", "c3", "a2"]
    assert (tree.names, tree.result) == (["b", "w"], "")
    assert text.read_text().splitlines()[-1] == "3. b1"
    out = play("undo", f"save {text}", f"save {tmp_path}/game")
    assert out.count("saved to") == 2
    assert text.read_text().splitlines()[-1] == "2. b2"
    assert json.loads((tmp_path / "game").read_text())["computer"] == []
