"""A server as a process of its own, to be measured or to be killed."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

ADDRESS = re.compile(r"http://[^/\s]+")
GRACE = 10.0
"""Seconds that it has to end."""


class House:
    """``crosscut serve`` in a folder of its own, with all processes that it starts."""

    def __init__(self, folder: Path, *options: str, database: str = "", **environment: str):
        self.options = [*options, "--no-browser"]
        self.database = database or f"sqlite:///{folder}/games.sqlite"
        self.environment = {**os.environ, "XDG_STATE_HOME": str(folder), **environment}
        self.log = Path(folder, "server.log")
        self.port = 0
        self.address = ""

    def start(self) -> "House":
        """Start it at a free port, or at the one that it had before."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "crosscut", "serve", "--port", str(self.port),
                 "--database", self.database, *self.options],
                env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True,
                start_new_session=True,
            )  # fmt: skip
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server does not start: {self.log.read_text()}")
        self.address = ADDRESS.search(line).group()
        self.port = urlsplit(self.address).port
        return self

    def kill(self) -> None:
        """Kill it and all its processes, at once and without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as a service is ended; if it does not listen, kill it."""
        self.process.terminate()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.kill()

    def complaints(self) -> str:
        """Return what the server has logged of errors that nobody foresaw."""
        said = self.log.read_text()
        return said if "Traceback" in said else ""

    # What it uses.

    def processes(self) -> list[int]:
        """Return the server's process and those that it has started, the server first."""
        group = [self.process.pid]
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) not in group:
                try:
                    if os.getpgid(int(entry.name)) == self.process.pid:
                        group.append(int(entry.name))
                except ProcessLookupError:
                    pass
        return group


def memory(pid: int) -> float:
    """Return the memory that a process has in use, in MiB; none if it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def seconds_used(pid: int) -> float:
    """Return the processor time that a process has used, in seconds; none if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def now() -> float:
    """Return the time, in seconds, for taking differences."""
    return time.perf_counter()
