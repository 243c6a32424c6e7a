"""One server for each database: rooms are held in memory, so two would not know of each other."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from crosscut.apps.web.db.connection import POSTGRES, clear_words, connect_database, read_url, shown
from crosscut.core.errors import BadOption
from crosscut.core.private_files import make_private

try:
    import fcntl
except ImportError:  # on Windows, where nobody sees that there are two
    fcntl = None

UNTIL_IT_ENDED = 10.0
"""Seconds in which a server that is being stopped has ended."""
QUICKLY, SOMETIMES = 0.1, 5.0
"""Seconds after which it is tried again to have a database, and looked whether it is still had."""
SERVER_LOCK = 0xC205D
"""The number of PostgreSQL's lock for the server."""
TAKE = f"SELECT pg_try_advisory_lock({SERVER_LOCK})"
HOLDER = (
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database() "
    f"AND classid = 0 AND objid = {SERVER_LOCK}"
)
NOTICE_DEATH = {
    "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3",
}  # fmt: skip
"""How PostgreSQL finds out that the machine of a server is no more."""


@contextmanager
def sole(
    url: str, patience: float = UNTIL_IT_ENDED, say: Callable[[str], object] | None = None
) -> Iterator[None]:
    """Have a database for ourselves; refuse if another one still has it after some seconds.

    Who waits is told so.
    """
    place = read_url(url)
    kind = PostgresClaim if place.get_backend_name() == POSTGRES else FileClaim
    with clear_words(place):
        claim = kind(url, place)
        free, end = claim.take(), time.monotonic() + patience
        if not free and say:
            say(f"another server has this database ({claim.holder()}); waiting for its end")
        while not free:
            if time.monotonic() > end:
                raise BadOption(taken(claim, place))
            time.sleep(QUICKLY)
            free = claim.take()
    claim.look_after()
    try:
        yield
    finally:
        claim.release()


def taken(claim: "FileClaim | PostgresClaim", place: URL) -> str:
    """Say that another server has a database."""
    return (
        f"another server has this database open ({shown(place)}, {claim.holder()}); "
        "stop it, or give this one a database of its own by --database"
    )


def my_name() -> str:
    """Return by what others can find this process."""
    return f"process {os.getpid()} on {socket.gethostname()}"[:60]


class FileClaim:
    """A file beside an SQLite database that is locked; the lock ends with its process."""

    def __init__(self, url: str, place: URL):
        self.database = Path(place.database)
        self.path = Path(f"{place.database}.lock")
        self.file: TextIO | None = None

    def take(self) -> bool:
        """Lock the file; return whether nobody else has."""
        new = not self.path.exists()
        make_private(self.path)
        file = self.path.open("a+")
        if new and self.database.exists():
            give_to_owner(self.path, self.database)
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        file.truncate(0)
        file.write(my_name())
        file.flush()
        self.file = file
        return True

    def holder(self) -> str:
        """Return who has locked it."""
        return self.path.read_text() or "a process"

    def look_after(self) -> None:
        """Do nothing: what is locked stays so."""

    def release(self) -> None:
        """Let others have it."""
        self.file.close()


class PostgresClaim:
    """A lock in a PostgreSQL database, which ends with the connection that holds it."""

    def __init__(self, url: str, place: URL):
        self.place = place
        self.engine = connect_database(url).execution_options(isolation_level="AUTOCOMMIT")
        self.connection: Connection | None = None
        self.released = threading.Event()

    def take(self) -> bool:
        """Take the lock, or see that we have it; return whether nobody else has."""
        if self.connection is None:
            self.connection = self.engine.connect()
            for name, value in {"application_name": my_name(), **NOTICE_DEATH}.items():
                setting = {"name": name, "value": value}
                self.connection.execute(text("SELECT set_config(:name, :value, false)"), setting)
        return self.connection.scalar(text(TAKE))

    def holder(self) -> str:
        """Return who has taken it."""
        return self.connection.scalar(text(HOLDER)) or "a process"

    def look_after(self) -> None:
        """Take it again whenever PostgreSQL was away; if another was quicker, end the server."""
        threading.Thread(target=self.look_now_and_then, daemon=True).start()

    def look_now_and_then(self) -> None:
        """Look whether we still have it, until it is given up."""
        while not self.released.wait(SOMETIMES):
            try:
                if not self.take():
                    print(f"crosscut: {taken(self, self.place)}", file=sys.stderr, flush=True)
                    os.kill(os.getpid(), signal.SIGTERM)
                    return
            except SQLAlchemyError:
                self.give_up()

    def give_up(self) -> None:
        """Forget a connection that is broken."""
        if self.connection is not None:
            with suppress(SQLAlchemyError):
                self.connection.invalidate()
                self.connection.close()
            self.connection = None

    def release(self) -> None:
        """Let others have it."""
        self.released.set()
        self.give_up()
        self.engine.dispose()


def give_to_owner(new: Path, old: Path) -> None:
    """Copy a file's owner and group, so that a server that runs as they can use it."""
    with suppress(PermissionError):  # only root may, and only he needs to
        os.chown(new, old.stat().st_uid, old.stat().st_gid)
