"""Games in the terminal: through a pipe, kept and resumed, and at a real terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

from tests.support.game_files import shuttle
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, rejected, run_cli, wait_for_cpu

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
