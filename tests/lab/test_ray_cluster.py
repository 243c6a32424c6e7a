"""A real Ray cluster on this machine: nodes and processes are killed, and nothing is lost."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from crosscut.core.errors import CrosscutError
from crosscut.lab.report import runner as run
from crosscut.lab.report.build import make
from crosscut.lab.report.folder import Folder
from crosscut.lab.report.plan import Plan
from crosscut.lab.workers.ray_cluster import Cluster
from tests.lab.test_process_pool import alive, seen
from tests.support.jobs import SquareJob
from tests.support.program import PATIENCE, wait_for

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PLAN = Plan("slither", 4, "classic", False, limit="800", games=500, seed=6)
"""Games that are quick, and slow enough to kill somebody meanwhile."""
LIMIT = PATIENCE
"""Seconds after which something hangs."""


class Nodes:
    """The nodes of a cluster, with a core each, and programs that use it."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ray"))  # sockets have to have short names
        self.address = f"127.0.0.1:{free_port()}"
        (self.folder / "token").write_text(secrets.token_hex(32))
        self.environment = os.environ | {
            "PYTHONPATH": str(ROOT / "src"),
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(self.folder / "token"),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_health_check_period_ms": "500",
        }
        self.environment.pop("RAY_ADDRESS", None)
        self.processes = []

    def start_node(self, *options, **environment):
        """Start a node that lives as long as its process, and return that."""
        ports = ["--min-worker-port=0", "--max-worker-port=0", "--node-ip-address=127.0.0.1"]
        size = ["--num-cpus=1", f"--object-store-memory={100 * 2**20}"]
        command = ["-m", "ray.scripts.scripts", "start", "--block", *ports, *size, *options]
        with (self.folder / f"node{len(self.processes)}").open("w") as file:
            return self.start(command, environment, cwd=self.folder, stdout=file, stderr=file)

    def start_head(self):
        """Start the first node."""
        options = ["--head", f"--port={self.address.partition(':')[2]}", "--include-dashboard=0"]
        if find_spec("grpc"):  # else Ray has no such port
            options.append(f"--ray-client-server-port={free_port()}")
        self.start_node(*options, f"--temp-dir={self.folder}")

    def add(self, **environment):
        """Start another node."""
        return self.start_node(f"--address={self.address}", **environment)

    def program(self, task, *args):
        """Start one of the tasks at the end of this file."""
        command = ["-m", "tests.lab.test_ray_cluster", task, self.address, *map(str, args)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return self.start(command, {}, cwd=ROOT, **pipes)

    def start(self, command, environment, **options):
        """Start a Python program that does not hear what happens to others."""
        process = subprocess.Popen(
            [sys.executable, *command],
            env=self.environment | environment,
            text=True,
            start_new_session=True,
            **options,
        )
        self.processes.append(process)
        return process

    def close(self):
        """End everything."""
        for process in self.processes:
            kill(process)
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port():
    """Return a port that nobody uses."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


def kill(process):
    """Kill a process that was started here and all that it has started, at once."""
    for each in family(process):
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            continue  # it has ended by itself
    process.wait(LIMIT)


def family(process):
    """Return a process that was started here, if it lives, and all below it, with their titles."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True)
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    found = {process.pid: ""} if process.poll() is None else {}
    waiting = list(found)
    for parent in waiting:
        children = {int(row[0]): row[2] for row in rows if int(row[1]) == parent}
        found |= children
        waiting += children
    return found


def at_work(node):
    """Tell whether a node has a worker who is at a batch; Ray gives such processes a title."""
    return any(title.startswith("ray::run") for title in family(node).values())


def ended(process, code=0):
    """Wait for a program and return what it said, as a last line of JSON; it said no more."""
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (code, ""), (out, err)
    return json.loads(out.splitlines()[-1])


@pytest.fixture(scope="module")
def nodes():
    """A cluster of one node."""
    pytest.importorskip("ray", reason="Ray is not installed (the extra cluster)")
    cluster = Nodes()
    try:
        cluster.start_head()
        yield cluster
    finally:
        cluster.close()


def lines_of(path):
    """Return how many results a log holds so far."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def report_in(folder):
    """Return all measures of what was played in a folder, as plain data."""
    make(PLAN, Folder(folder, PLAN), None)
    return json.loads((folder / "report.json").read_text())["measures"]


def test_a_node_is_killed_and_500_games_are_there_each_once(nodes, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "NAMES", ("games",))
    alone = run.run(PLAN, Folder(tmp_path / "alone", PLAN), run.by_processes(2))
    second, log = nodes.add(), tmp_path / "shared" / "games.jsonl"
    first_try = nodes.program("games", tmp_path / "shared")
    wait_for(lambda: lines_of(log) >= 50 or first_try.poll() is not None)
    os.killpg(first_try.pid, signal.SIGINT)
    assert ended(first_try, code=130)["stopped"]
    kept = lines_of(log)
    assert 50 <= kept < 250
    next_try = nodes.program("games", tmp_path / "shared")

    def half_way():
        return lines_of(log) >= 250 and at_work(second)

    wait_for(lambda: half_way() or next_try.poll() is not None)
    kill(second)
    assert lines_of(log) < 500
    found = ended(next_try)
    print(f"after {kept} games of a first try: {found}")
    assert found["again"] >= 1
    assert found["results"] == 500 - kept
    games = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(game["key"] for game in games) == [[number] for number in range(500)]
    assert sorted(games, key=lambda game: game["key"]) == list(alone["games"])
    one, other = (report_in(tmp_path / name) for name in ("alone", "shared"))
    assert one == other
    assert one["results"]["figures"][0]["n"] == 500


def test_processes_that_die_or_complain(nodes, tmp_path):
    found = ended(nodes.program("squares", tmp_path, "once_deadly", 7, 30))
    assert sorted(found["squares"]) == [number**2 for number in range(40)]
    assert found["again"] == 2
    found = ended(nodes.program("squares", tmp_path, "deadly", 7), code=2)
    assert "3 times a process or its machine was lost while squaring 7; Ray says: " in found["why"]
    found = ended(nodes.program("squares", tmp_path, "forbidden", 7), code=2)
    assert found["why"].startswith("7 has no square (on the machine ")
    found = ended(nodes.program("squares", tmp_path, "faulty", 7), code=2)
    assert "OSError: 7 is beyond me" in found["why"]


def test_a_game_of_ones_own_by_a_path_from_here(nodes, tmp_path):
    assert ended(nodes.program("own_game", tmp_path))["results"] == 3


def test_ctrl_c_leaves_nothing_running(nodes, tmp_path):
    program = nodes.program("squares", tmp_path, "endless", *range(40))
    wait_for(lambda: seen(tmp_path) or program.poll() is not None)
    os.killpg(program.pid, signal.SIGINT)
    assert ended(program, code=130)["stopped"]
    wait_for(lambda: not any(map(alive, seen(tmp_path))))


def test_another_version_on_a_machine_is_told(nodes, tmp_path):
    shutil.copytree(ROOT / "src", tmp_path / "src")
    with (tmp_path / "src" / "crosscut" / "core" / "errors.py").open("a") as file:
        file.write("# edited\n")
    other = nodes.add(PYTHONPATH=str(tmp_path / "src"))
    found = ended(nodes.program("squares", tmp_path, "slow", 2), code=2)
    assert "install the same on all machines of the cluster" in found["why"]
    kill(other)


# What the programs do that use the cluster.


def games(address, folder):
    """Play the games of the plan with two nodes."""
    return play(PLAN, address, folder, cores=2)


def own_game(address, folder):
    """Play some games of a user's own, whose path begins where this program runs."""
    plan = Plan("examples/sidestep.py", 5, "standard", False, limit="4", games=3)
    return play(plan, address, folder, cores=1)


def play(plan, address, folder, cores):
    """Play games when the cluster has so many cores, and tell how that went."""
    begin, crews, results = time.monotonic(), [], []

    def crew_of(work, notify):
        crews.append(cluster_of(work, address, cores))
        return crews[0]

    class Listener(run.Listener):
        def begin(self, title, there, more):
            self.title = title

        def result(self):
            if self.title != run.WARM:  # what was compiled is no game
                results.append(None)

    run.NAMES = ("games",)
    run.run(plan, Folder(Path(folder), plan), crew_of, Listener())
    seconds = round(time.monotonic() - begin, 1)
    return {"again": crews[0].again, "results": len(results), "seconds": seconds}


def squares(address, folder, kind, *special):
    """Square the numbers to 40, of which some are special."""
    numbers = frozenset(map(int, special))
    options = {kind: numbers, "slow": 0.02}
    cores = 1
    if kind == "slow":
        options, cores = {"slow": 0.2}, max(numbers)
    crew = cluster_of(SquareJob(Path(folder), **options), address, cores)
    try:
        return {"squares": list(crew.do(range(40))), "again": crew.again}
    finally:
        crew.close()


def cluster_of(job, address, cores):
    """Return a crew of a cluster, when it has so many cores."""
    end = time.monotonic() + LIMIT
    while True:
        try:
            crew = Cluster(job, address)
            break
        except CrosscutError:  # its first node is not there yet
            if time.monotonic() > end:
                raise
            time.sleep(0.5)
    wait_for(lambda: crew.hands() >= cores)
    return crew


if __name__ == "__main__":
    code = 0
    try:
        tasks = {"games": games, "own_game": own_game, "squares": squares}
        answer = tasks[sys.argv[1]](*sys.argv[2:])
    except CrosscutError as error:
        code, answer = 2, {"why": str(error)}
    except KeyboardInterrupt:
        code, answer = 130, {"stopped": True}
    print(json.dumps(answer))
    sys.exit(code)
