"""Backups of the database: made while the server runs, checked, and put back."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import URL

from crosscut.apps.web.db.connection import (
    FIRST,
    POSTGRES,
    SECRETS,
    SQLITE,
    clear_words,
    connect_database,
    newest,
    noted_version,
    read_url,
    shown,
    versions,
    without_secrets,
)
from crosscut.apps.web.db.single_instance import give_to_owner, sole
from crosscut.core.errors import BadOption
from crosscut.core.private_files import BESIDE, make_private_database

COUNTED = {"games", "rooms"}
DUMP = ("pg_dump", "--format=custom", "--no-owner")
CONTENT = ("pg_restore", "--list")
NOTED = ("pg_restore", "--data-only", "--table=alembic_version", "--file=-")
SCRIPT = ("pg_restore", "--no-owner", "--file=-")
RUN = ("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1")


def describe(url: str) -> dict:
    """Return which database a URL means, its version and what is in it; change nothing."""
    place = read_url(url)
    found = {"database": shown(place), "version": None, "newest": newest(), "games": 0, "rooms": 0}
    if place.get_backend_name() == POSTGRES or Path(place.database).exists():
        engine = connect_database(url)
        with clear_words(place), engine.connect() as connection:
            found["version"] = noted_version(connection)
            for table in COUNTED & set(inspect(connection).get_table_names()):
                found[table] = connection.scalar(text(f"SELECT count(*) FROM {table}"))
        engine.dispose()
    return found


def backup(url: str, file: Path) -> None:
    """Write a database to a file, which appears when it is whole."""
    place = read_url(url)
    if file.exists():
        raise BadOption(f"{file} is there already; choose another name")
    if describe(url)["version"] is None:
        raise BadOption(f"there are no games in {shown(place)}, so there is nothing to back up")
    with new_file(file) as unfinished:
        if place.get_backend_name() == POSTGRES:
            call(place, *DUMP, f"--file={unfinished}")
        else:
            copy(Path(place.database), unfinished)


def restore(url: str, file: Path) -> Path | None:
    """Put a backup in the place of a database; return where the one before is kept, if any was."""
    place = read_url(url)
    if not file.is_file():
        raise BadOption(f"there is no file {file}")
    with sole(url, patience=1):
        if place.get_backend_name() == POSTGRES:
            return restore_postgres(place, file)
        return restore_sqlite(Path(place.database), file)


def check_version(file: Path, version: str | None) -> None:
    """Refuse a backup that is none, or that a newer program has made."""
    if version is None:
        raise BadOption(f"{file} is no backup of a database of Crosscut")
    if version not in versions():
        raise BadOption(f"{file} has version {version}, and this program knows {newest()} at most")


def name_for_old(path: Path) -> Path:
    """Return the name under which what was there is kept, beside it."""
    return path.with_name(f"{path.name}.before-{datetime.now():%Y%m%d-%H%M%S-%f}")


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Give a file that only we can read, and that gets its name when it is done."""
    if not path.absolute().parent.is_dir():
        raise BadOption(f"there is no folder {path.parent}")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.rename(path)
    finally:
        for each in ("", "-journal", *BESIDE):
            Path(f"{unfinished}{each}").unlink(missing_ok=True)


# SQLite.


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever writes to it, and check the copy."""
    address = f"{source.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(target)) as after:
            with closing(sqlite3.connect(address, uri=True)) as before:
                before.backup(after)
            after.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
            flaw = after.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise BadOption(f"cannot copy {source}: {error}") from None
    if flaw != "ok":
        raise BadOption(f"{source} is damaged: {flaw}")


def restore_sqlite(path: Path, file: Path) -> Path | None:
    """Put a backup in the place of an SQLite file."""
    old = name_for_old(path) if path.exists() else None
    with new_file(path) as unfinished:
        copy(file, unfinished)
        copied = create_engine(URL.create(SQLITE, database=str(unfinished)))
        with copied.connect() as connection:
            check_version(file, noted_version(connection))
        copied.dispose()
        if old:
            with alone(path):
                give_to_owner(unfinished, path)
                make_private_database(path)
                for each in ("", *BESIDE):
                    with suppress(FileNotFoundError):
                        Path(f"{path}{each}").rename(f"{old}{each}")
    return old


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold an SQLite file for ourselves; refuse if any program has it open."""
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as held:
        try:
            held.execute("PRAGMA journal_mode=DELETE")  # only the last one who has it open may
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise BadOption(f"another program has {path} open; end it before") from None
        except sqlite3.DatabaseError:
            pass  # it is damaged, which is why somebody restores it
        yield


# PostgreSQL, by its own programs.


def restore_postgres(place: URL, file: Path) -> Path:
    """Put a backup in the place of the tables in a PostgreSQL database, all or nothing."""
    from crosscut.apps.web import app  # noqa: F401 (with it come all tables)
    from crosscut.apps.web.db.connection import Base

    need(*SCRIPT, str(file), "|", *RUN, f"--dbname={address(place)}")
    check_version(file, version_in_dump(place, file))
    old = name_for_old(file)
    with new_file(old) as unfinished:
        call(place, *DUMP, f"--file={unfinished}")
    tables = ", ".join(["alembic_version", *Base.metadata.tables])
    script = call(place, *SCRIPT, str(file), connect=False)
    call(place, *RUN, given=f"DROP TABLE IF EXISTS {tables} CASCADE;\n{script}")
    return old


def version_in_dump(place: URL, file: Path) -> str | None:
    """Return the version of a database that was dumped, or None if it was no such database."""
    try:
        tables = call(place, *CONTENT, str(file), connect=False)
    except BadOption:
        return None
    if " TABLE public alembic_version " not in tables:
        return FIRST if " TABLE public games " in tables else None
    noted = call(place, *NOTED, str(file), connect=False)
    return re.search(r"^\d{4}$", noted, re.MULTILINE).group()


def call(place: URL, *command: str, connect: bool = True, given: str = "") -> str:
    """Run a program of PostgreSQL and return what it prints; no list of processes has a secret."""
    if connect:
        command = (*command, f"--dbname={address(place)}")
    need(*command)
    secret = place.password or place.query.get("password")
    environment = {**os.environ, **({"PGPASSWORD": str(secret)} if secret else {})}
    done = subprocess.run(command, input=given, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise BadOption(without_secrets(place, done.stderr.strip() or "it failed").splitlines()[0])
    return done.stdout


def need(*command: str) -> None:
    """Say which command is to be run elsewhere, if its program is not here."""
    if shutil.which(command[0]) is None:
        raise BadOption(f"{command[0]} is not here; where it is, run: {' '.join(command)}")


def address(place: URL) -> str:
    """Return the URL for programs of PostgreSQL, without secrets."""
    query = {key: value for key, value in place.query.items() if key not in SECRETS}
    names = place.username, None, place.host, place.port, place.database
    return URL.create(POSTGRES, *names, query).render_as_string()
