"""A match on disk: what is played in ``match.json``, a line for every game in ``games.jsonl``."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from crosscut.errors import BadOption, BadRecord
from crosscut.match.contest import Contest

FORMAT = 1


class Folder:
    """The folder in which the games of a match are kept as they end."""

    def __init__(self, path: Path, contest: Contest):
        self.path = path
        self.games = path / "games.jsonl"
        wanted = {"crosscut_match": FORMAT} | contest.describe()
        try:
            path.mkdir(parents=True, exist_ok=True)
            about = path / "match.json"
            if about.exists():
                refuse_another(path, read_json(about), wanted)
            elif any(path.iterdir()):
                raise BadOption(f"{path} holds other things than a match; name a new folder")
            else:
                about.write_text(json.dumps(wanted, indent=1) + "\n")
            self.cut_torn_line()
        except OSError as error:
            raise BadOption(f"cannot keep games in {path}: {error.strerror}") from error

    def cut_torn_line(self) -> None:
        """Remove what a run that was cut off in the middle of a line has left."""
        if self.games.exists():
            with self.games.open("rb+") as file:
                file.truncate(file.read().rfind(b"\n") + 1)

    def __iter__(self) -> Iterator[dict]:
        """Yield the games that are there, each once."""
        if not self.games.exists():
            return
        seen = set()
        with self.games.open() as file:
            for number, line in enumerate(file, start=1):
                try:
                    game = json.loads(line)
                    known = game["number"]
                except (ValueError, KeyError, TypeError) as error:
                    raise BadRecord(f"line {number} of {self.games} is no game") from error
                if known not in seen:
                    seen.add(known)
                    yield game

    def add(self, game: dict) -> None:
        """Write a game so that it stays, whatever happens next."""
        try:
            with self.games.open("a") as file:
                file.write(json.dumps(game) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadRecord(f"cannot write to {self.games}: {error.strerror}") from error


def read_json(path: Path) -> dict:
    """Return what a file of plain data holds."""
    try:
        found = json.loads(path.read_text())
    except (ValueError, OSError) as error:
        raise BadRecord(f"cannot read {path}: {error}") from error
    if not isinstance(found, dict):
        raise BadRecord(f"{path} holds no names with values")
    return found


def refuse_another(path: Path, there: dict, wanted: dict) -> None:
    """Raise an error that names what differs, if a folder holds another match."""
    for name, value in wanted.items():
        if there.get(name) != value:
            raise BadOption(
                f"{path} holds another match: {name} is {there.get(name)!r} there, "
                f"not {value!r}; name another folder"
            )
