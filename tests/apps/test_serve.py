"""``crosscut serve`` as a process: where it listens, what it says, and how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed
from websockets.sync import client as websocket

from crosscut.apps.web.db.connection import connect_database
from crosscut.apps.web.db.single_instance import sole
from tests.support.browser import LONG, Server
from tests.support.program import PROGRAM, run_cli, run_main

connect = partial(websocket.connect, open_timeout=LONG)
SHUTTLE = Path(__file__).parents[1] / "support" / "game_files" / "shuttle.py"
BOARD = {"game": "slither", "size": 8, "variant": "classic", "pie": False}
THINK = {"job": "j", "do": "think", "level": "strongest", "moment": {"start": BOARD}}


@pytest.fixture
def serve(tmp_path):
    """Starts servers and ends those that are still there."""
    started = []

    def start(*options, **environment):
        started.append(Server(tmp_path, *options, **environment).start())
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.stop()


def get(address):
    """Return a page."""
    with urllib.request.urlopen(address, timeout=LONG) as answer:
        return answer.read().decode()


def listening(pid):
    """Return the addresses at which a process listens, as the kernel tells them."""
    inodes = {
        os.readlink(link)[8:-1]
        for link in Path(f"/proc/{pid}/fd").iterdir()
        if os.readlink(link).startswith("socket:")
    }
    found = set()
    for table in ("tcp", "tcp6"):
        for row in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = row.split()
            if fields[3] == "0A" and fields[9] in inodes:
                found.add(fields[1].partition(":")[0])
    return found


def children(pid):
    """Return the processes that a process has started, and those that these have."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True)
    parents = [tuple(map(int, row.split())) for row in listed.stdout.splitlines()]
    found = [pid]
    for each in found:
        found += [child for child, parent in parents if parent == each]
    return found[1:]


def alive(pid):
    """Tell whether a process is there and has not ended."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_it_prints_its_address_and_is_there_at_once(serve):
    server = serve()
    assert "Slither" in get(server.address)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.address)


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="no /proc to look into")
def test_it_listens_on_this_machine_alone(serve):
    server = serve()
    get(server.address)
    assert listening(server.process.pid) == {"0100007F"}


def test_a_taken_port(serve):
    server = serve()
    out, err = run_cli("serve", "--no-browser", "--port", str(server.port), code=2)
    assert out == ""
    assert f"cannot listen at 127.0.0.1, port {server.port}" in err
    assert "choose another by --port" in err


@pytest.mark.slow
def test_without_a_port_the_next_free_one_is_taken(tmp_path):
    servers = []
    try:
        for state in ("one", "two"):
            servers.append(Server(tmp_path / state, choose_port=False).start())
        one, two = (server.port for server in servers)
        assert 8734 <= one < two < 8734 + 20
    finally:
        for server in servers:
            server.stop()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--game", "none.py"], "cannot read the game file none.py"),
        (["--port", "70000"], "65535"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--database", "nonsense"], "cannot keep games"),
        (["--database", "sqlite:////no/such/folder/games"], "No such file or directory"),
    ],
)
def test_what_cannot_be_is_said(options, words, home):
    _, err = run_cli("serve", "--no-browser", *options, code=2, **home)
    assert words in err


HOLD = """
import sys, time
from crosscut.apps.web.db.single_instance import sole
with sole(sys.argv[1]):
    print("held", flush=True)
    time.sleep(3600)
"""


def test_a_database_has_one_server(database_url, monkeypatch):
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, database_url], stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout.readline() == "held\n"
        monkeypatch.setattr(
            "crosscut.apps.web.db.single_instance.sole", partial(sole, patience=0.2)
        )
        out, err = run_main("serve", "--no-browser", "--database", database_url, code=2)
        assert out == ""
        assert "another server has this database open" in err
        assert f"process {other.pid} on" in err
        assert "stop it, or give this one a database of its own" in err
        other.kill()
        with sole(database_url, patience=LONG):
            pass
        with sole(database_url, patience=LONG):
            pass
    finally:
        other.kill()
        other.wait()


def test_a_database_is_claimed_again_when_postgresql_was_away(postgres, monkeypatch):
    monkeypatch.setattr("crosscut.apps.web.db.single_instance.SOMETIMES", 0.1)
    sessions = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    engine = connect_database(postgres)
    with sole(postgres), engine.connect().execution_options(isolation_level="AUTOCOMMIT") as mine:
        (before,) = mine.scalars(text(sessions)).all()
        mine.execute(text(f"SELECT pg_terminate_backend({before}, 5000)"))
        end = time.monotonic() + LONG
        while not (after := mine.scalars(text(sessions)).all()):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert after != [before]
    engine.dispose()


def test_a_game_file_with_an_error_is_told(serve, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def broken(:\n")
    server = serve("--game", str(file))
    assert "mine.py" in get(f"{server.address}/play/mine")


@pytest.mark.parametrize(
    "signed", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_it_ends_at_once_also_while_the_engine_thinks(serve, signed):
    server = serve("--workers", "2")
    with connect(server.address.replace("http", "ws") + "/ws") as talk:
        talk.send(json.dumps(THINK))
        while json.loads(talk.recv(timeout=LONG))["event"] != "progress":
            pass
        started = children(server.process.pid)
        assert started
        server.process.send_signal(signed)
        said = server.process.communicate(timeout=LONG)[1]
    assert server.process.returncode == (0 if signed == signal.SIGTERM else 130)
    assert "Traceback" not in said
    end = time.monotonic() + LONG
    while any(map(alive, started)):
        assert time.monotonic() < end, "workers are left"
        time.sleep(0.05)


def test_who_is_there_when_it_ends_is_told(serve, tmp_path):
    file = tmp_path / "endless.py"
    begun = tmp_path / "begun"
    loop = (
        f"        if self.size == 2:\n            open({str(begun)!r}, 'w').close()\n"
        "            while True:\n                pass\n        steps ="
    )
    file.write_text(SHUTTLE.read_text().replace("        steps =", loop))
    server = serve("--game", str(file))
    moment = {"start": {"game": "endless", "size": 2, "variant": "once", "pie": True}}
    with (
        ThreadPoolExecutor(1) as crew,
        connect(server.address.replace("http", "ws") + "/ws") as talk,
    ):
        hanging = crew.submit(
            httpx2.post, f"{server.address}/api/position", json=moment, timeout=LONG
        )
        talk.send("{}")
        talk.recv(timeout=LONG)
        end = time.monotonic() + LONG
        while not begun.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not hanging.done()
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            talk.recv(timeout=LONG)
        assert closed.value.rcvd.code == 1012
        answer = hanging.result()
        said = server.process.communicate(timeout=LONG)[1]
    assert answer.status_code == 503
    assert "being stopped" in answer.json()["error"]
    assert server.process.returncode == 0
    assert "Traceback" not in said
    assert "Cancelled" not in said


def test_it_ends_at_once_with_pages_open(serve):
    server = serve()
    held = socket.create_connection(("127.0.0.1", server.port))
    held.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
    held.recv(100)
    code, said = server.stop()
    held.close()
    assert code in (0, 130)
    assert "Traceback" not in said


def test_it_works_without_a_screen(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"XDG_STATE_HOME": str(tmp_path), "BROWSER": "/bin/false"}
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    address = re.search(r"http://\S+", process.stdout.readline()).group()
    assert "Slither" in get(address)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert out == ""
    assert err == "Ctrl-C stops it\ncrosscut: stopped\n"
