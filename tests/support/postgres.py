"""A PostgreSQL server of the tests' own, where Debian's ``postgresql`` or another one is there."""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.program import PATIENCE

SETTINGS = "-c listen_addresses='' -c max_connections=120 -c fsync=off"
"""Nothing listens on the network, and nothing has to survive this machine."""
SERVANTS = ("postgres", "nobody")
"""Who runs the server if root runs the tests, as PostgreSQL refuses to be root."""
numbers = itertools.count(1)


def found(name):
    """Return a program of PostgreSQL, from the path or where Debian puts it."""
    folders = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders))


def unprivileged_user():
    """Return as whom the server runs, as options for a process."""
    if os.geteuid() != 0:
        return {}
    known = {each.pw_name: each for each in pwd.getpwall()}
    chosen = next((known[name] for name in SERVANTS if name in known), None)
    if chosen is None:
        pytest.skip(f"PostgreSQL does not run as root, and there is no user {SERVANTS[0]}")
    return {"user": chosen.pw_uid, "group": chosen.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server that listens at a socket in its folder."""

    def __init__(self, folder):
        self.folder = folder
        self.servant = unprivileged_user()
        if self.servant:
            os.chown(folder, self.servant["user"], self.servant["group"])

    def run(self, program, *options):
        """Run a program of PostgreSQL on this cluster."""
        done = subprocess.run(
            [found(program), "-D", f"{self.folder}/data", *options],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            text=True,
            timeout=PATIENCE,
            **self.servant,
        )
        assert done.returncode == 0, done.stderr or Path(self.folder, "log").read_text()

    def make(self):
        """Make the cluster."""
        self.run("initdb", "-U", "crosscut", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self):
        """Start the server, the first time or again."""
        self.run("pg_ctl", "start", "-w", "-l", "log", "-o", f"{SETTINGS} -k {self.folder}")

    def stop(self):
        """End the server as if it was killed."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate")

    def url(self, name):
        """Return the URL of a database."""
        return f"postgresql://crosscut@/{name}?host={self.folder}"

    def do(self, statement):
        """Have the server do something outside any of its new databases."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server; without one, or without what talks to it, its tests are skipped."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    if not (found("initdb") and found("pg_ctl")):
        pytest.skip("no PostgreSQL here: neither on the path nor in /usr/lib/postgresql")
    with tempfile.TemporaryDirectory(prefix="crosscut-") as folder:  # a socket's path must be short
        started = PostgresServer(folder)
        started.make()
        started.start()
        yield started
        started.stop()


@pytest.fixture
def postgres(cluster):
    """The URL of a new database on a PostgreSQL server."""
    name = f"test{next(numbers)}"
    cluster.do(f"CREATE DATABASE {name}")
    yield cluster.url(name)
    cluster.do(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """The URL of an empty database, of either kind."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres")
    return f"sqlite:///{tmp_path}/games.sqlite"
