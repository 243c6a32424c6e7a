"""The database: its versions, who may open it, and what is said when it cannot be opened."""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import inspect

from crosscut.apps.web.clients import digest
from crosscut.apps.web.db.connection import (
    Base,
    connect_database,
    newest,
    open_database,
    upgrade,
    version_of,
    versions,
)
from crosscut.apps.web.db.saved_games import Outdated, Store
from crosscut.core.errors import BadOption
from tests.support.rooms import HEX, room_server

FIRST_TABLES = (
    "CREATE TABLE games (id VARCHAR(40) NOT NULL, visitor VARCHAR(40) NOT NULL,"
    " game VARCHAR(80) NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL,"
    " updated {time} NOT NULL, PRIMARY KEY (id))",
    "CREATE INDEX ix_games_visitor ON games (visitor)",
)
"""What the first release of the server made, before versions were noted."""
DOCUMENT = {"start": {"game": "hex"}, "comment": "ü ⬡ 'so'"}


def do(url, *statements):
    """Do something in a database behind the program's back; return the last answer."""
    engine = connect_database(url)
    with engine.begin() as connection:
        for statement in statements:
            answer = connection.exec_driver_sql(statement)
        rows = answer.fetchall() if answer.returns_rows else []
    engine.dispose()
    return rows


def make_first(url, games=20):
    """Make a database as the first release did, with games in it."""
    time = "TIMESTAMP" if url.startswith("postgres") else "DATETIME"
    document = json.dumps(DOCUMENT).replace("'", "''")
    rows = (
        f"('game{i:016}', 'anna', 'hex', 3, '{document}', '2026-01-{i + 1:02} 12:00:00')"
        for i in range(games)
    )
    tables = (each.format(time=time) for each in FIRST_TABLES)
    do(url, *tables, f"INSERT INTO games VALUES {', '.join(rows)}")


def test_an_empty_database_becomes_the_newest(database_url):
    engine = open_database(database_url)
    assert Store(engine).put("g" * 16, "anna", 0, DOCUMENT) == 1
    with engine.connect() as connection:
        assert version_of(connection) == newest()
    engine.dispose()


def test_games_of_the_first_release_come_through_all_versions(database_url):
    make_first(database_url)
    engine = open_database(database_url)
    with engine.connect() as connection:
        assert version_of(connection) == newest()
    store = Store(engine)
    listed = store.list("anna")
    assert [each["id"] for each in listed] == [f"game{i:016}" for i in range(19, -1, -1)]
    assert (listed[0]["start"], listed[0]["turns"]) == ({"game": "hex"}, 0)
    kept = store.get(f"game{7:016}", "anna")
    assert kept == {"id": f"game{7:016}", "revision": 3, "document": DOCUMENT, "mine": True}
    assert not store.get(kept["id"], "bert")["mine"]
    assert store.put(kept["id"], "anna", 3, DOCUMENT) == 4
    engine.dispose()
    again = open_database(database_url)
    assert Store(again).get(kept["id"])["revision"] == 4
    again.dispose()


def test_who_reads_the_database_can_be_nobody_else(tmp_path):
    with room_server(tmp_path) as person:
        one, reader = person(), person()
        room = one.open()["room"]
        document = {
            "crosscut": 1, "start": HEX, "seats": ["person"] * 2, "nodes": [[-1, ""]], "at": 0
        }  # fmt: skip
        kept = one.client.put(f"/api/saved/{'g' * 20}", json={"base": 0, "document": document})
        assert kept.status_code == 200
        assert len(one.client.get("/api/saved").json()) == 1
        found = set()
        for table in Base.metadata.tables:
            rows = do(f"sqlite:///{tmp_path}/games.sqlite", f"SELECT * FROM {table}")
            found |= {value for row in rows for value in row if isinstance(value, str)}
        secret = one.client.cookies["visitor"]
        assert digest(secret) in found
        assert not any(secret in value for value in found)
        for value in found:
            if value.isprintable() and ";" not in value:
                reader.client.headers["cookie"] = f"visitor={value[:40]}"
                assert reader.look(room)["mine"] == []
                assert reader.client.get("/api/saved").json() == []


def test_every_version_leads_to_the_next(database_url):
    engine = connect_database(database_url)
    for version in versions():
        upgrade(engine, version)
        with engine.connect() as connection:
            assert version_of(connection) == version
    engine.dispose()


def test_the_tables_are_those_of_the_models(database_url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    import crosscut.apps.web.app  # all models, wherever they are  # noqa: F401

    make_first(database_url)
    engine = open_database(database_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_a_newer_database_is_left_alone(database_url):
    open_database(database_url).dispose()
    do(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadOption, match=f"has version 9999, and this program knows {newest()}"):
        open_database(database_url)
    assert do(database_url, "SELECT version_num FROM alembic_version") == [("9999",)]


def test_an_upgrade_that_fails_changes_nothing(database_url):
    make_first(database_url)
    do(
        database_url, "ALTER TABLE games ADD COLUMN writer VARCHAR(40)"
    )  # so that the second version fails
    with pytest.raises(BadOption, match="writer"):
        open_database(database_url)
    engine = connect_database(database_url)
    assert inspect(engine).get_table_names() == ["games"]
    engine.dispose()
    assert do(database_url, "SELECT count(*) FROM games") == [(20,)]
    do(database_url, "ALTER TABLE games DROP COLUMN writer")
    open_database(database_url).dispose()


def test_servers_that_start_together_upgrade_once(database_url):
    make_first(database_url)
    ready = threading.Barrier(6)

    def start():
        ready.wait()
        open_database(database_url).dispose()

    with ThreadPoolExecutor(6) as pool:
        for each in [pool.submit(start) for _ in range(6)]:
            each.result()
    assert do(database_url, "SELECT count(*) FROM games") == [(20,)]


def test_of_writers_at_the_same_revision_one_is_first(database_url):
    engine = open_database(database_url)
    store = Store(engine)

    def write(who):
        try:
            return store.put("g" * 16, "anna", round, DOCUMENT, f"browser {who}")
        except Outdated as error:
            return (error.saved["revision"], error.own)

    with ThreadPoolExecutor(4) as pool:
        for round in range(10):
            results = list(pool.map(write, range(4)))
            assert sorted(results, key=str) == [(round + 1, False)] * 3 + [round + 1]
    with pytest.raises(Outdated) as caught:
        store.put("g" * 16, "anna", 9, DOCUMENT, f"browser {results.index(10)}")
    assert caught.value.own
    engine.dispose()


def test_a_write_is_on_the_disk_when_it_is_confirmed(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path}/games.sqlite")
    with engine.connect() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in (
            "journal_mode", "synchronous", "foreign_keys", "busy_timeout")]  # fmt: skip
    assert asked == ["wal", 2, 1, 10_000]
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "no URL of an SQLite or PostgreSQL database"),
        ("mysql://anna:geheim@host/games", "no URL of an SQLite or PostgreSQL database"),
        ("sqlite://", "the URL names no file"),
        ("sqlite:////no/such/folder/games", "unable to open database file"),
        ("postgres://anna:geheim@127.0.0.1:1/games", "127.0.0.1.*refused"),
        ("postgresql://anna@127.0.0.1:1/games?password=geheim", "127.0.0.1.*refused"),
        ("postgresql://anna:geheim@127.0.0.1:1/games?nonsense=1", "nonsense"),
        ("postgresql://anna:geh@eim@127.0.0.1:1/games", "%40"),
        ("postgresql://anna:geheim@127.0.0.1:port/games", "no URL"),
    ],
)
def test_what_cannot_be_opened_is_said_without_secrets(url, words):
    if url.startswith("postgres"):
        pytest.importorskip("psycopg", reason="psycopg is not installed")
    with pytest.raises(BadOption, match=words) as caught:
        open_database(url)
    said = f"{caught.value} {caught.value.__cause__}"
    assert "geheim" not in said
    assert "eim@" not in said
    assert "\n" not in said


def test_a_missing_driver_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadOption, match=r"pip install 'crosscut\[postgres\]'"):
        open_database("postgresql://localhost/games")


def test_a_file_that_is_something_else(tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Anna, this is no database, but a letter of some length. " * 50)
    with pytest.raises(BadOption, match="file is not a database"):
        open_database(f"sqlite:///{other}")
    assert other.read_text().startswith("Dear Anna")
