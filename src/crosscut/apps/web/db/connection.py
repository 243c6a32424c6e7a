"""Which database things are kept in, and its shape: SQLite by default, PostgreSQL by its URL."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Session

from crosscut.core.errors import BadOption
from crosscut.core.private_files import make_private_database

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST = "0001"
"""The version of databases that were made before versions were noted."""
SQLITE, POSTGRES = "sqlite", "postgresql"
BACKENDS = {
    "sqlite": (SQLITE, "sqlite"),
    "postgres": (POSTGRES, "postgresql+psycopg"),
    "postgresql": (POSTGRES, "postgresql+psycopg"),
}
"""What stands before the colon of a URL: the database, and the driver that is used for it."""
EXAMPLES = "sqlite:////folder/games.sqlite or postgresql://user:password@host/name"
CHOOSE = "choose a database by --database or DATABASE_URL"
DRIVER = "PostgreSQL needs its driver: pip install 'crosscut[postgres]'"
LONGEST_WAIT = 10
"""Seconds to wait for another writer, or for a server to answer."""
WAIT_FOR_DISK = (
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') = 'off'"  # other settings wait for still more
)
UPGRADE_LOCK = 0xC205C
"""The number of PostgreSQL's lock for whoever upgrades."""
SECRETS = ("password", "sslpassword")
"""Parameters of a URL that nobody is shown."""

pen = threading.Lock()
"""What a writer in SQLite needs: who waits here is next, while SQLite only asks now and then."""


class Base(DeclarativeBase):
    """What all tables have in common."""


def open_database(url: str) -> Engine:
    """Return the database of a URL, made if it is not there and upgraded if it is older."""
    engine = connect_database(url)
    if engine.dialect.name == SQLITE:
        make_private_database(Path(engine.url.database))
    with clear_words(engine.url):
        with engine.connect() as connection:
            found = version_of(connection)
        if found != newest():
            upgrade(engine)
    return engine


def connect_database(url: str) -> Engine:
    """Return the database of a URL, in whatever version it is; nothing is asked of it yet."""
    place = read_url(url)
    with clear_words(place):
        if place.get_backend_name() == SQLITE:
            engine = create_engine(
                place, connect_args={"timeout": LONGEST_WAIT}, hide_parameters=True
            )
            event.listen(engine, "connect", durable)
            event.listen(engine, "begin", begin)
        else:
            engine = create_engine(place, pool_pre_ping=True, hide_parameters=True)
            event.listen(engine, "connect", patient)
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Yield a session in which what was read stays true until what follows from it is written.

    SQLite then has one writer at a time, who waits before he reads; a plain ``Session`` is for
    reading alone. On PostgreSQL rows are to be read ``with_for_update``.
    """
    turn = pen if engine.dialect.name == SQLITE else nullcontext()
    with turn, Session(engine.execution_options(writing=True), expire_on_commit=False) as session:
        yield session


def newest() -> str:
    """Return the version that this program makes of a database."""
    return versions()[-1]


def versions() -> list[str]:
    """Return the versions that this program knows, the first one first."""
    return sorted(file.stem[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def version_of(connection: Connection) -> str | None:
    """Return the version of a database, or None if nothing is in it; refuse one that is newer."""
    found = noted_version(connection)
    if found is not None and found not in versions():
        raise BadOption(
            f"cannot keep games in {shown(connection.engine.url)}: it has version {found}, and "
            f"this program knows {newest()} at most; use the newer program, or restore a backup"
        )
    return found


def noted_version(connection: Connection) -> str | None:
    """Return the version that is noted in a database; before they were noted it was the first."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.scalar(text("SELECT version_num FROM alembic_version"))
    return FIRST if "games" in tables else None


def upgrade(engine: Engine, version: str = "head") -> None:
    """Bring a database to a version, all or nothing; whoever else tries it meanwhile waits."""
    from alembic import command
    from alembic.config import Config

    with engine.connect().execution_options(writing=True) as connection:
        sqlite = engine.dialect.name == SQLITE
        if sqlite:
            connection.detach()  # it is closed in the end, and what is set here with it
            # a table that is made anew would take along all that refers to its rows
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            if not sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
            found = version_of(connection)
            if found is not None:
                command.stamp(config, found)  # which old databases have not
            command.upgrade(config, version)


# What is said of a database.


def read_url(url: str) -> URL:
    """Return the URL with the driver that is used; what is none is said."""
    try:
        place = make_url(url)
        kind, driver = BACKENDS[place.get_backend_name()]
    except (ArgumentError, KeyError, ValueError):
        raise BadOption(
            "cannot keep games: that is no URL of an SQLite or PostgreSQL database; "
            f"{CHOOSE}, such as {EXAMPLES}"
        ) from None
    if "@" in (place.host or ""):
        raise BadOption("cannot keep games: an @ in a password is written %40 in a URL")
    if kind == SQLITE and place.database in (None, "", ":memory:"):
        raise BadOption(f"cannot keep games: the URL names no file; {CHOOSE}, such as {EXAMPLES}")
    place = place.set(drivername=driver)
    if kind == POSTGRES and "connect_timeout" not in place.query:
        place = place.update_query_dict({"connect_timeout": str(LONGEST_WAIT)})
    return place


def shown(place: URL) -> str:
    """Return a URL as anybody may read it."""
    kind = place.get_backend_name()
    return place.set(drivername=kind, query={}).render_as_string(hide_password=True)


@contextmanager
def clear_words(place: URL) -> Iterator[None]:
    """Turn what goes wrong with a database into words for people, with no secret among them."""
    try:
        yield
    except ImportError:
        raise BadOption(f"cannot keep games: {DRIVER}") from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        reason = without_secrets(place, reason)
        raise BadOption(f"cannot keep games in {shown(place)}: {reason}; {CHOOSE}") from None


def without_secrets(place: URL, words: str) -> str:
    """Return words about a database without its password."""
    for secret in filter(None, [place.password, *map(place.query.get, SECRETS)]):
        words = words.replace(str(secret), "***")
    return words


# How databases are used.


def patient(connection, record) -> None:
    """Let PostgreSQL confirm nothing before it is on the disk, whatever it does for others."""
    connection.execute(WAIT_FOR_DISK)
    connection.commit()


def durable(connection: sqlite3.Connection, record) -> None:
    """Let readers not wait for writers, and a write be on the disk when it is confirmed."""
    connection.isolation_level = None  # transactions begin where `begin` says so
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def begin(connection: Connection) -> None:
    """Begin a transaction; one that writes waits for others now and not in its middle."""
    writes = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
