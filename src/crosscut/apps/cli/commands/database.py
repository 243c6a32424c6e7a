"""Look at the database of games, upgrade it, back it up and restore it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.options import Json
from crosscut.lab.console import out

Database = Annotated[
    str,
    typer.Option("--database", help="Its URL; else DATABASE_URL, else a file in the state folder."),
]


def url_of(database: str) -> str:
    """Return the URL of the database that is meant."""
    from crosscut.apps.web.settings import Settings

    return Settings(database).database_url


def status(database: Database = "", as_json: Json = False) -> None:
    """Say which database is used, its version, and how much is in it; change nothing."""
    from crosscut.apps.web.db import backups

    found = backups.describe(url_of(database))
    if as_json:
        print(json.dumps(found))
        return
    tell(found)


def tell(found: dict) -> None:
    """Print what was found out about a database."""
    version = found["version"] or "none yet: it is made when the server starts"
    if found["version"] and found["version"] != found["newest"]:
        newer = found["version"] > found["newest"]
        what = "newer than this program, which knows" if newer else "the next start upgrades it to"
        version += f", {what} {found['newest']}"
    out.print(f"database  {found['database']}\nversion   {version}")
    out.print(f"games     {found['games']}\nrooms     {found['rooms']}")


def upgrade(database: Database = "") -> None:
    """Bring the database to the newest version, as every start of the server does."""
    from crosscut.apps.web.db import backups
    from crosscut.apps.web.db.connection import open_database

    url = url_of(database)
    before = backups.describe(url)["version"]
    open_database(url).dispose()
    after = backups.describe(url)
    done = "has" if before == after["version"] else "now has"
    out.print(f"{after['database']} {done} version {after['version']}, the newest")


def backup(file: Path, database: Database = "") -> None:
    """Write the whole database to a new file; the server may go on meanwhile."""
    from crosscut.apps.web.db import backups

    backups.backup(url_of(database), file)
    out.print(f"wrote {file}, {file.stat().st_size:,} bytes")


def restore(file: Path, database: Database = "") -> None:
    """Put a backup in the place of the database, which is kept; stop the server before."""
    from crosscut.apps.web.db import backups

    url = url_of(database)
    old = backups.restore(url, file)
    kept = f"; what was there is kept in {old}" if old else ""
    out.print(f"restored {file}{kept}")
    tell(backups.describe(url))


COMMANDS = (status, upgrade, backup, restore)
