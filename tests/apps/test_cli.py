"""The command line, as a process: what it prints, where, and with which exit code."""

import importlib.util
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from crosscut.apps.cli.command_list import COMMANDS
from crosscut.rules.registry import ids
from tests.rules.reference.resolve import Position as Resolve
from tests.support.for_each import for_each
from tests.support.game_files import shuttle
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli, wait_for_cpu


def test_help_names_every_command():
    out, _ = run_cli("--help")
    for name in ("games", "rules", "play", "check", "perft", "bench", "warm"):
        assert re.search(rf"\b{name}\b", out)
    assert run_cli("--version")[0].startswith("crosscut ")


def test_games():
    assert "classic, advanced (pie)" in run_cli("games")[0]
    listed = json.loads(run_cli("games", "--json")[0])
    found = {row["game"]: row for row in listed}
    assert len(found) >= 15
    assert found["slither"]["largest"] == 19
    assert found["hex"]["largest"] == 26
    assert list(found["gonnect"]["variants"]) == ["standard", "fixed-sides"]


def test_rules_have_numbers_and_three_figures():
    out, _ = run_cli("rules", "slither")
    for number in range(1, 8):
        assert f"\n{number}. " in out
    assert re.findall(r"Figure \d", out) == ["Figure 1", "Figure 2", "Figure 3"]
    assert out.count("a  b  c  d  e") == 4
    assert len(json.loads(run_cli("rules", "slither", "--json")[0])["rules"]) == 7


def test_perft():
    out, _ = run_cli("perft", "slither", "--size", "3", "--depth", "4", "--json")
    found = json.loads(out)
    assert found["counts"] == [9, 72, 1832, 35360]
    assert (found["size"], found["variant"], found["pie"]) == (3, "classic", False)
    pie = ("--size", "3", "--pie", "--depth", "2", "--json")
    swap, _ = run_cli("perft", "slither", *pie, **INTERPRETED)
    assert json.loads(swap)["counts"] == [9, 81]
    plain, _ = run_cli("perft", "slither", "--size", "3", "--depth", "3", **INTERPRETED)
    assert "1,832" in plain


def test_perft_from_a_position():
    start = ("--size", "3", "--position", ".../XO./O..", "--to-play", "X")
    out, _ = run_cli("perft", "resolve", *start, "--depth", "2", "--json", **INTERPRETED)
    twin = Resolve(3, stones={"a2": "X", "b2": "O", "a1": "O"}).turns().values()
    assert json.loads(out)["counts"] == [len(twin), sum(len(after.turns()) for after in twin)]


def test_rules_for_machines_and_as_a_page():
    found = json.loads(run_cli("rules", "quinten", "--json")[0])
    assert (found["designer"], found["pie"]) == (
        "Luis Bolaños Mures",
        ["standard", "quentin-2012"],
    )
    assert len(found["rules"]) == 7
    assert run_cli("rules", "hex", "--markdown")[0].startswith("# Hex\n")


@pytest.mark.slow
def test_bench_of_all_games():
    found = json.loads(run_cli("bench", "--all", "--seconds", "0.05", "--json", limit=900)[0])
    assert {row["game"] for row in found["games"]} == set(ids())
    assert all(row["sampled"]["playouts_per_second"] > 0 for row in found["games"])
    if importlib.util.find_spec("pyspiel"):
        same = {row["game"] for row in found["games"] if "against_same_game" in row}
        assert same == {"hex", "y", "havannah", "connect_four"}


def test_perft_distinct_by_moves():
    options = ("--size", "3", "--pie", "--unit", "move", "--distinct", "--depth", "2", "--json")
    out, _ = run_cli("perft", "slither", *options, **INTERPRETED)
    assert json.loads(out)["counts"] == [9, 9 + 72 + 9]
    help_text = " ".join(re.sub(r"[│\s]+", " ", run_cli("perft", "--help")[0]).split())
    assert "never enters a position twice" in help_text
    assert "393168 where there are 3823650" in help_text


def test_bench():
    out, _ = run_cli("bench", "slither", "--size", "4", "--seconds", "0.2", "--json")
    found = json.loads(out)
    for way in ("sampled", "enumerated"):
        assert found[way]["playouts_per_second"] > 0
        assert found[way]["mean_moves"] > found[way]["mean_turns"] > 10
    assert "playouts/s" in run_cli("bench", "slither", "--size", "4", "--seconds", "0.1")[0]


@pytest.mark.slow
def test_bench_by_size_draws_a_plot(tmp_path):
    path = tmp_path / "cost.svg"
    options = ("--sizes", "3,5", "--seconds", "0.1", "--plot", str(path), "--json")
    found = json.loads(run_cli("bench", "slither", *options)[0])
    assert [row["size"] for row in found["sizes"]] == [3, 5]
    assert path.read_text().lstrip().startswith("<?xml")


@pytest.mark.slow
def test_warm(tmp_path):
    folder = str(tmp_path / "cache")
    options = ("warm", "hex", "--size", "2", "--variant", "standard")
    out, err = run_cli(*options, NUMBA_CACHE_DIR=folder)
    assert "ready after" in out
    assert "compiling, first time only" in err
    _, err = run_cli(*options, NUMBA_CACHE_DIR=folder)
    assert "compiling" not in err


# Playing through a pipe.


def test_play_by_pipe(home, tmp_path):
    path = tmp_path / "game.json"
    lines = f"d4\nmoves\nd5-e5\nzz\nhint\nundo\nc3\nsave {path}\nquit\n"
    out, _ = run_cli("play", "slither", "--size", "5", "--simulations", "50", stdin=lines, **home)
    assert "Slither 5x5, classic" in out
    assert re.search(r"White, the computer, plays \S+ \(win chance \d+%\)", out)
    assert re.search(r"4 .  .  . \(X\) .", out)
    assert re.search(r"\d+ legal moves: a1 a2", out)
    assert "d5: there is no stone of yours to move" in out or "d5: the point is taken" in out
    assert "'zz' is no point of this board (a1 to e5)" in out
    assert re.search(r"win chance \d+% after [\d,]+ simulations", out)
    assert "\x1b[" not in out
    assert json.loads(path.read_text())["turns"][0] == "c3"


def test_play_two_people_to_the_end(home):
    lines = "a1\nb1\na2\nb2\na3\n"
    options = ("--size", "3", "--computer", "none")
    out, _ = run_cli("play", "slither", *options, stdin=lines, **home)
    assert "Black (X) has won\nWon after 5 turns" in out


def test_a_game_is_kept_and_resumed(home):
    options = ("--size", "4", "--computer", "none")
    out, _ = run_cli("play", "slither", *options, stdin="a1\nb2\nc3-c4\n", **home)
    assert "crosscut play --resume goes on with it" in out
    out, err = run_cli("play", "--resume", "--computer", "none", stdin="quit\n", **home)
    assert "after 2 turns" in err
    assert "2 .  O" in out.replace("(", " ").replace(")", " ")


def test_a_game_that_cannot_be_kept_goes_on():
    options = ("--size", "4", "--computer", "none")
    out, err = run_cli(
        "play", "slither", *options, stdin="a1\nb2\n", XDG_STATE_HOME="/dev/null/state"
    )
    assert err.count("this game is not kept for --resume") == 1
    assert "2 .  O" in out.replace("(", " ").replace(")", " ")


def test_a_resumed_game_keeps_the_seats(home):
    home |= INTERPRETED
    options = ("--size", "4", "--computer", "first", "--simulations", "20")
    out, _ = run_cli("play", "slither", *options, stdin="", **home)
    assert "Black (X): the computer, joins top and bottom" in out
    assert "White (O): you, joins left and right" in out
    out, _ = run_cli("play", "--resume", "--simulations", "20", stdin="", **home)
    assert "Black (X): the computer" in out
    assert "plays" not in out  # it is still White's turn, and White is a person
    _, err = run_cli("play", "--resume", code=2, XDG_STATE_HOME="/dev/null/state")
    assert "there is no game to resume" in err


def test_moves_of_all_kinds_can_be_typed(home):
    """A column in Connect Four, two stones or a flip in Vimbre, a path in Resolve."""
    out, _ = run_cli(
        "play", "connect_four", "--computer", "none", stdin="d\nd\nmoves d\nquit\n", **home
    )
    assert "1 legal move: d3" in out
    moves = "c3\nb3,b4\nd3\na3\nxb3\nmoves a1\nquit\n"
    options = ("--size", "5", "--computer", "none")
    out, _ = run_cli("play", "vimbre", *options, stdin=moves, **home)
    assert "b3: it is not flanked" in out
    assert "a1,b1" in out
    out, _ = run_cli(
        "play", "resolve", "--size", "3", "--no-pie", "--computer", "none",
        stdin="a2\nb2\nc1\na1\nb1\nb1-a1\nquit\n", **home,
    )  # fmt: skip
    assert "b1: that move is not finished; write b1-a1 or b1-b2" in out
    assert "1(X)(O) X" in out


def test_a_finished_game_can_be_taken_back_and_saved(home, tmp_path):
    moves = "a1\nb1\nb2\nc1\nc2\n"
    options = ("y", "--size", "3", "--no-pie", "--computer", "none")
    end = f"{moves}hint\nsave {tmp_path}/won.json\nundo\nsave {tmp_path}/open.json\nquit\n"
    out, _ = run_cli("play", *options, stdin=end, **home)
    assert "Won after 5 turns." in out
    assert "there is nothing to search" in out
    won, still_open = (json.loads((tmp_path / f"{name}.json").read_text()) for name in WON_OPEN)
    assert (len(won["turns"]), len(still_open["turns"])) == (5, 4)
    out, _ = run_cli("play", "--load", f"{tmp_path}/won.json", stdin="undo\nquit\n", **home)
    assert out.rstrip().splitlines()[-2] == "Black (X) to move"


WON_OPEN = ("won", "open")


def test_saving_destroys_nothing(home, tmp_path):
    precious = tmp_path / "mine.py"
    precious.write_text("print()")
    out, _ = run_cli("play", "y", "--computer", "none", stdin=f"a1\nsave {precious}\n", **home)
    assert "exists and is no saved game" in out
    assert precious.read_text() == "print()"


def test_a_saved_game_is_no_other_game(home, tmp_path):
    file = tmp_path / "y.json"
    options = ("--size", "3", "--computer", "none")
    run_cli("play", "y", *options, stdin=f"a1\nsave {file}\n", **home)
    for other in (["hex"], ["--size", "4"], ["--variant", "big"], ["--no-pie"]):
        err = rejected("play", *other, "--load", str(file), **home)
        assert "the saved game is Y 3, standard, pie rule" in err


def test_nobody_flips_a_stone_by_mistake(home):
    moves = "c3\nb3,\nb3\nd3\na3\nmoves a3\nb3\nxb3\nquit\n"
    options = ("--size", "5", "--computer", "none")
    out, _ = run_cli("play", "vimbre", *options, stdin=moves, **home)
    assert "b3,: that text ends in the middle of a move" in out
    assert "b3 is taken; xb3 would flip it" in out


def test_a_swap_is_announced(home):
    options = ("--size", "4", "--variant", "advanced", "--computer", "none")
    out, _ = run_cli("play", "slither", *options, stdin="a1\nswap\n", **home)
    assert "The players have exchanged colours.\nWhite (O): a person" in out


def test_a_users_own_game(home, tmp_path):
    """Played, kept, resumed, counted and measured from its path; its mistakes named by line."""
    file = tmp_path / "mine.py"
    file.write_text(Path(shuttle.__file__).read_text())
    out, _ = run_cli("play", str(file), "--computer", "none", stdin="a1-b1\n", **home)
    assert "crosscut play --resume goes on with it" in out
    _, err = run_cli("play", "--resume", stdin="", **home)
    assert "after 1 turns" in err
    found = json.loads(run_cli("perft", str(file), "--depth", "3", "--json", **INTERPRETED)[0])
    assert (found["counts"], found["game"]) == ([2, 4, 12], str(file))
    assert "Shuttle by the test suite" in run_cli("rules", str(file))[0]
    text = file.read_text()
    file.write_text(text.replace("        own = self.board.bit(action)", "        own = oops"))
    _, err = run_cli("play", str(file), "--computer", "none", stdin="a1-b1\n", code=2, **home)
    line = next(i for i, row in enumerate(text.splitlines(), 1) if "self.board.bit(action)" in row)
    assert f"mine.py, line {line}: NameError: name 'oops' is not defined" in err
    for old, message in (
        ("def play(", "does not define play"),
        ("def legal(", "does not define legal"),
        ('stuck = "draw"', "stuck is pass, loses or draw, not 'drawn'"),
        ("import NamedTuple", "does not run"),
        ("    winner: int\n", "must be annotated with its state class"),
    ):
        new = {'stuck = "draw"': 'stuck = "drawn"', "    winner: int\n": ""}.get(
            old, old.replace("(", "ped(").replace("NamedTuple", "NamedTriple")
        )
        file.write_text(text.replace(old, new))
        assert message in rejected("perft", str(file))
    passing = text.replace('stuck = "draw"', 'stuck = "pass"').replace("def skip(", "def skipped(")
    file.write_text(passing)
    assert "does not define skip" in rejected("perft", str(file))


def test_demo_plays_and_ends():
    out, _ = run_cli("play", "--demo", "--size", "5", "--simulations", "50")
    assert re.search(r"has won\nThe computer wins after \d+ turns", out)


def test_computer_repeats_with_a_seed():
    options = ("play", "--demo", "--size", "5", "--simulations", "60", "--seed")
    games = [run_cli(*options, seed)[0] for seed in ("3", "3", "4")]
    assert games[0] == games[1]
    assert games[0] != games[2]


# At a terminal.


def test_play_at_a_terminal(home):
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play", "slither", "--size", "4", "--computer", "none"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **home, "TERM": "xterm-256color", "COLUMNS": "80"},
    )
    os.close(slave)
    try:
        assert "Black> " in read_until(master, "Black> ")
        os.write(master, b"b2\n")
        shown = read_until(master, "White> ")
        assert "\x1b[" in shown
        os.write(master, b"quit\n")
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()
        os.close(master)


def read_until(master, text):
    """Read from a terminal until some text has appeared."""
    seen, end = "", time.monotonic() + PATIENCE
    while text not in seen and time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            seen += os.read(master, 65536).decode(errors="replace")
    return seen


def test_counting_can_be_stopped():
    process = subprocess.Popen(
        [*PROGRAM, "perft", "hex", "--size", "4", "--depth", "16"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for_cpu(process, 2.5)  # starting, and finding its code or compiling it, takes some of it
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)  # left alone it would count for days
    assert process.returncode == 130
    assert "crosscut: stopped" in err
    assert "Traceback" not in err
    assert out == ""


def test_thinking_can_be_stopped(home):
    """The first Ctrl-C makes the computer move at once; the game goes on."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play", "slither", "--size", "5", "--computer", "first", "--seconds", "600"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **home, "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(slave)
    try:
        read_until(master, "thinking")
        wait_for_cpu(process, 2.5)  # finding its code or compiling it takes some of it
        process.send_signal(signal.SIGINT)
        assert "White> " in read_until(master, "White> ")
        os.write(master, b"quit\n")
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()
        os.close(master)


def test_openspiel_that_is_missing_is_named():
    if importlib.util.find_spec("pyspiel"):
        pytest.skip("OpenSpiel is there")
    options = ("--against", "openspiel", "--size", "3", "--seconds", "0.01")
    err = rejected("bench", *options, **INTERPRETED)
    assert "pip install 'crosscut[openspiel]'" in err


def test_bench_against_openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not there: make test-all installs it")
    options = ("--against", "openspiel", "--size", "4", "--seconds", "0.3", "--json")
    found = json.loads(run_cli("bench", "slither", *options)[0])
    assert found["against"]["ratio"] > 0


def test_output_into_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m crosscut rules slither | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("Slither by")


def test_the_help_imports_no_command():
    script = (
        "import sys\nfrom crosscut.apps.cli.main import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(*(name for name in sys.modules if name.startswith('crosscut.apps.cli.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert sorted(loaded) == ["crosscut.apps.cli.command_list", "crosscut.apps.cli.main"]


@for_each("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name):
    module = import_module(f"crosscut.apps.cli.{name}")
    own = getattr(module, "command", module).__doc__
    assert own.splitlines()[0] == COMMANDS[name]
