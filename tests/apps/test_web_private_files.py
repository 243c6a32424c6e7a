"""The database and all that is beside it is for its owner alone, whatever others may do."""

import os
import stat

import pytest

from crosscut.apps.web.db.backups import backup, restore
from crosscut.apps.web.db.connection import open_database
from crosscut.apps.web.db.saved_games import Store
from crosscut.apps.web.settings import Settings
from tests.support.program import run_cli
from tests.support.rooms import room_server

DOCUMENT = {"start": {"game": "hex"}}
OWNER, FOLDER = 0o600, 0o700

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")


@pytest.fixture(autouse=True)
def careless():
    """Let everybody read what is made without a word about it."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    """Return who may do what with the files of a folder, by their names."""
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


def test_a_database_is_made_for_its_owner(tmp_path):
    with room_server(tmp_path) as person:
        person().open()
        assert modes(tmp_path) == {f"games.sqlite{each}": OWNER for each in ("", "-wal", "-shm")}


def test_one_that_everybody_may_read_is_closed_at_the_start(tmp_path):
    path = tmp_path / "games.sqlite"
    engine = open_database(f"sqlite:///{path}")
    with engine.connect():  # so that the files beside it stay
        for each in tmp_path.iterdir():
            each.chmod(0o666)
        open_database(f"sqlite:///{path}").dispose()
        assert set(modes(tmp_path).values()) == {OWNER}
        assert len(modes(tmp_path)) == 3
    engine.dispose()


def test_backups_and_what_is_restored(tmp_path):
    path, file = tmp_path / "games.sqlite", tmp_path / "backup"
    url = f"sqlite:///{path}"
    engine = open_database(url)
    Store(engine).put("g" * 16, "anna", 0, DOCUMENT)
    engine.dispose()
    backup(url, file)
    path.chmod(0o644)  # as versions before this one made it
    old = restore(url, file)
    found = modes(tmp_path)
    assert found == dict.fromkeys(found, OWNER)
    assert {path.name, file.name, old.name, "games.sqlite.lock"} <= set(found)


def test_the_folder_of_games_is_for_its_owner(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert Settings().database_url.startswith(f"sqlite:///{tmp_path}")
    folder = tmp_path / "state" / "crosscut"
    assert stat.S_IMODE(folder.stat().st_mode) == FOLDER
    folder.chmod(0o755)
    assert Settings().database_url
    assert stat.S_IMODE(folder.stat().st_mode) == FOLDER


def test_a_database_somewhere_else_leaves_its_folder_alone(tmp_path):
    tmp_path.chmod(0o755)
    open_database(f"sqlite:///{tmp_path}/games.sqlite").dispose()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_the_program_makes_all_of_it_so(tmp_path):
    home = {"XDG_STATE_HOME": str(tmp_path / "state")}
    run_cli("database", "upgrade", **home)
    folder = tmp_path / "state" / "crosscut"
    assert stat.S_IMODE(folder.stat().st_mode) == FOLDER
    assert set(modes(folder).values()) == {OWNER}
