"""The program that speaks GTP, as a process, under bad treatment."""

import os
import signal
import subprocess
import threading
import time

import pytest

from crosscut.apps.gtp.dispatch import answer
from crosscut.apps.gtp.protocol import LONGEST_LINE
from crosscut.apps.stdio import MOST_WAITING, Reader
from tests.apps.test_gtp import session
from tests.support.program import INTERPRETED, PATIENCE, PROGRAM, wait_for

pytestmark = pytest.mark.usefixtures("interpreted")


def process(*args):
    """Start the program."""
    return subprocess.Popen(
        [*PROGRAM, "gtp", *args],
        env={**os.environ, **INTERPRETED},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_bad_bytes_long_lines_and_a_sudden_end():
    program = process("hex", "--size", "3")
    sent = b"1 na\xff\xfeme\n2 " + b"x" * (3 * LONGEST_LINE) + b"\n3 name\n\x00\x01\n4 name"
    out, err = program.communicate(sent, timeout=PATIENCE)
    assert program.returncode == 0
    answers = out.decode().split("\n\n")
    assert answers == [
        "?1 unknown command",
        "?2 syntax error: this line is too long",
        "=3 Crosscut",
        "=4 Crosscut",
        "",
    ]
    assert err == b""


def test_who_says_too_much_has_to_wait():
    out, into = os.pipe()
    sent = [str(number) * (1 << 19) for number in range(10, 20)]

    def say():
        with os.fdopen(into, "w") as file:
            file.writelines(f"{line}\n" for line in sent)

    writer = threading.Thread(target=say, daemon=True)
    writer.start()
    reader = Reader(out)
    wait_for(lambda: reader.size >= MOST_WAITING)
    assert writer.is_alive()
    assert sum(map(len, reader.lines)) <= MOST_WAITING + LONGEST_LINE
    assert [*reader] == sent


def test_analysis_and_thinking_stop_when_they_are_told_to():
    program = process("hex", "--size", "4", "--seconds", "3600")

    def send(text):
        program.stdin.write(text)
        program.stdin.flush()

    send(b"1 lz-analyze 5\n")
    assert program.stdout.readline() == b"=1\n"
    assert program.stdout.readline().startswith(b"info move ")
    assert program.stdout.readline().startswith(b"info move ")
    send(b"\n2 name\n")
    while (line := program.stdout.readline()) != b"\n":
        assert line.startswith(b"info move ")
    assert program.stdout.readline() == b"=2 Crosscut\n"
    assert program.stdout.readline() == b"\n"
    send(b"3 genmove b\n4 name\n")
    time.sleep(0.3)  # it thinks on although more was said
    send(b"# interrupt\n")
    assert program.stdout.readline().startswith(b"=3 ")
    assert program.stdout.readline() == b"\n"
    assert program.stdout.readline() == b"=4 Crosscut\n"
    program.stdout.close()  # nobody listens any more
    send(b"name\nname\n")
    assert program.wait(PATIENCE) == 0
    assert program.stderr.read() == b""


def test_ctrl_c_ends_it_in_order():
    program = process("hex", "--size", "4", "--seconds", "3600")
    program.stdin.write(b"name\ngenmove b\n")
    program.stdin.flush()
    assert program.stdout.readline() == b"= Crosscut\n"
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert err == b"crosscut: stopped\n"


def test_a_line_where_no_turn_was_thought_through(monkeypatch):
    monkeypatch.setattr("crosscut.apps.gtp.commands.gogui_analyze.infos", lambda search: [])
    here = session("hex", 3)
    for command in ("crosscut-line", "crosscut-percent", "crosscut-visits"):
        assert answer(here, command) == "= \n\n"
