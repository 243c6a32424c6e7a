"""``crosscut database``: status, upgrade, backup and restore, on databases with games in them."""

import json
import re
import shutil
import sqlite3
import threading

import pytest
from typer.testing import CliRunner

from crosscut.apps.cli.main import app
from crosscut.apps.web.db.connection import newest, open_database
from crosscut.apps.web.db.saved_games import Store
from crosscut.apps.web.db.single_instance import sole
from crosscut.core.errors import CrosscutError
from tests.apps.test_web_database import DOCUMENT, do, make_first
from tests.support.browser import Server
from tests.support.program import run_cli

PASSWORD = "geheim"


def database(*args, fails=False):
    """Run ``crosscut database`` and return what it printed, or what it said was wrong."""
    result = CliRunner().invoke(app, ["database", *map(str, args)])
    if not fails:
        assert result.exception is None, result.exception
        return result.output
    assert isinstance(result.exception, CrosscutError), result.exception
    return str(result.exception)


def status(url):
    """Return what the status says, for machines."""
    return json.loads(database("status", "--database", url, "--json"))


def needs_programs(url):
    """Skip where PostgreSQL's programs are not on the path."""
    if url.startswith("postgres") and not (shutil.which("pg_dump") and shutil.which("psql")):
        pytest.skip("pg_dump and psql are not on the path")


def test_status_and_upgrade(database_url):
    url = database_url
    make_first(url)
    before = status(url)
    assert (before["version"], before["newest"], before["games"]) == ("0001", newest(), 20)
    assert f"the next start upgrades it to {newest()}" in database("status", "--database", url)
    assert f"now has version {newest()}" in database("upgrade", "--database", url)
    assert status(url) == {**before, "version": newest()}
    do(url, "UPDATE alembic_version SET version_num = '9999'")
    assert "9999, newer than this program" in database("status", "--database", url)
    assert "9999" in database("upgrade", "--database", url, fails=True)


def test_what_is_restored_is_what_was_backed_up(database_url, tmp_path):
    url = database_url
    needs_programs(url)
    make_first(url)
    kept = tmp_path / "monday.backup"
    assert str(kept) in database("backup", kept, "--database", url)
    assert kept.stat().st_mode & 0o077 == 0  # names of visitors are in it
    assert "there already" in database("backup", kept, "--database", url, fails=True)
    engine = open_database(url)
    Store(engine).put("later" * 4, "anna", 0, DOCUMENT)
    engine.dispose()
    with sole(url):
        assert "another server" in database("restore", kept, "--database", url, fails=True)
    said = database("restore", kept, "--database", url)
    assert "games     20" in said
    assert status(url)["version"] == "0001"
    old = re.search("is kept in (.*)", said).group(1)
    engine = open_database(url)
    assert Store(engine).get("later" * 4) is None
    assert Store(engine).get(f"game{3:016}")["document"] == DOCUMENT
    engine.dispose()
    assert "games     21" in database("restore", old, "--database", url)
    assert list(tmp_path.glob(".*")) == []


def test_a_backup_while_the_server_writes(tmp_path):
    file = tmp_path / "games.sqlite"
    engine = open_database(f"sqlite:///{file}")
    store, stop, confirmed = Store(engine), threading.Event(), []

    def write():
        while not stop.is_set():
            confirmed.append(store.put(f"{len(confirmed):020}", "anna", 0, DOCUMENT))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(confirmed) < 50:
            stop.wait(0.01)
        before = len(confirmed)
        options = ("--database", f"sqlite:///{file}")
        run_cli("database", "backup", str(tmp_path / "backup"), *options)
        after = len(confirmed)
    finally:
        stop.set()
        writer.join()
    engine.dispose()
    with sqlite3.connect(tmp_path / "backup") as copied:
        names = [name for (name,) in copied.execute("SELECT id FROM games ORDER BY id")]
    assert before <= len(names) <= after + 1
    assert names == [f"{i:020}" for i in range(len(names))]  # all up to a moment, none after it
    assert after > before


def test_a_server_goes_on_with_what_was_restored(tmp_path):
    file = tmp_path / "crosscut" / "games.sqlite"
    server = Server(tmp_path).start()
    try:
        assert file.exists()
        address = ("--database", f"sqlite:///{file}")
        make_first(f"sqlite:///{tmp_path}/old")
        _, said = run_cli("database", "restore", str(tmp_path / "old"), *address, code=2)
        assert f"another server has this database open (sqlite:///{file}, process" in said
    finally:
        server.stop()
    assert "games     20" in database("restore", tmp_path / "old", *address)
    server.start()
    server.stop()
    found, _ = run_cli("database", "status", "--json", DATABASE_URL=address[1])
    assert json.loads(found)["version"] == newest()


def test_a_program_that_has_the_file_open_is_told(tmp_path):
    url, kept = f"sqlite:///{tmp_path}/games.sqlite", tmp_path / "kept"
    make_first(url)
    database("backup", kept, "--database", url)
    engine = open_database(url)
    Store(engine).list("anna")
    assert "another program has" in database("restore", kept, "--database", url, fails=True)
    engine.dispose()


def test_what_is_no_backup_is_not_restored(tmp_path):
    file, other = tmp_path / "games.sqlite", tmp_path / "other"
    url = f"sqlite:///{file}"
    make_first(url)
    before = file.read_bytes()
    assert "there is no file" in database(
        "restore", tmp_path / "none", "--database", url, fails=True
    )
    other.write_text("no database " * 500)
    assert "not a database" in database("restore", other, "--database", url, fails=True)
    other.unlink()
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE birds (name TEXT)")
    assert "no backup" in database("restore", other, "--database", url, fails=True)
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE alembic_version (version_num TEXT)")
        made.execute("INSERT INTO alembic_version VALUES ('9999')")
    assert "version 9999" in database("restore", other, "--database", url, fails=True)
    assert file.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "games.sqlite", "games.sqlite.lock", "other"
    ]  # fmt: skip


def test_a_damaged_database_can_be_replaced(tmp_path):
    file, kept = tmp_path / "games.sqlite", tmp_path / "kept"
    url = f"sqlite:///{file}"
    make_first(url)
    database("backup", kept, "--database", url)
    file.write_bytes(b"x" * 5000)
    assert "not a database" in database("status", "--database", url, fails=True)
    assert "not a database" in database("backup", tmp_path / "no", "--database", url, fails=True)
    assert "games     20" in database("restore", kept, "--database", url)


def test_nothing_there_is_nothing_to_back_up(tmp_path):
    url = f"sqlite:///{tmp_path}/games.sqlite"
    assert "none yet" in database("status", "--database", url)
    assert "nothing to back up" in database("backup", tmp_path / "b", "--database", url, fails=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [["status"], ["upgrade"], ["backup", "f"], ["restore", "README.md"]]
)
def test_a_server_that_is_not_there_is_told_without_the_password(command):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    url = f"postgresql://anna:{PASSWORD}@127.0.0.1:1/games"
    said = database(*command, "--database", url, fails=True)
    assert PASSWORD not in said
    if command[0] != "restore":
        assert "refused" in said
