"""Results on disk, a line of JSON for each, written so that they stay whatever happens next."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from crosscut.core.errors import BadOption, BadRecord
from crosscut.play.record import replace_file

KEPT = "what was there before is kept, and the same command goes on from there"
RULES = "rules"
"""Under this name stands a hash of the rules, which tells people nothing."""
SYNC_SECONDS = 1.0
"""How often what was written is made to reach the disk, where that takes longer than a quick game.

It is safe from the death of this process at once, and from that of the machine then.
"""


class Journal:
    """The results in a file, each once; ``key`` names the field that tells them apart.

    It holds whole numbers, or if they are not ``several`` just one; so all keys can be sorted.
    """

    def __init__(self, path: Path, key: str, several: bool = True):
        self.path = path
        self.key = key
        self.several = several
        self.results: dict[Any, dict] = {}
        self.synced = 0.0
        try:
            self.cut_torn_line()
            for result in self.lines():
                self.results.setdefault(self.key_of(result), result)
        except OSError as error:
            raise BadRecord(f"cannot read {path}: {error.strerror}") from error

    def __len__(self) -> int:
        return len(self.results)

    def __contains__(self, key) -> bool:
        return key in self.results

    def __iter__(self) -> Iterator[dict]:
        """Yield all results by their keys, whatever the order in which they came."""
        return (self.results[key] for key in sorted(self.results))

    def key_of(self, result: dict) -> Any:
        """Return what tells a result from others: a number, or several."""
        key = result[self.key]
        numbers = key if self.several else [key]
        whole = isinstance(numbers, list) and all(type(number) is int for number in numbers)
        if not (whole and numbers):
            raise TypeError(f"{key!r} is no key")
        return tuple(key) if self.several else key

    def cut_torn_line(self) -> None:
        """Remove what a run that was cut off in the middle of a line has left."""
        if not self.path.exists():
            return
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):  # and else a log that nobody may change can be read
            os.truncate(self.path, whole)

    def lines(self) -> Iterator[dict]:
        """Yield what the file holds."""
        if not self.path.exists():
            return
        with self.path.open(errors="replace") as file:
            for number, line in enumerate(file, start=1):
                try:
                    result = json.loads(line)
                    self.key_of(result)
                except (ValueError, KeyError, TypeError, RecursionError) as error:
                    raise BadRecord(
                        f"line {number} of {self.path} is no game or other result; "
                        "remove the line, or name another folder"
                    ) from error
                yield result

    def add(self, result: dict) -> bool:
        """Write a result, unless it is there already; return whether it is new."""
        key = self.key_of(result)
        if key in self.results:
            return False
        try:
            with self.path.open("a") as file:
                file.write(json.dumps(result) + "\n")
                file.flush()
                if time.monotonic() - self.synced >= SYNC_SECONDS:
                    os.fsync(file.fileno())
                    self.synced = time.monotonic()
        except OSError as error:
            with suppress(OSError):
                self.cut_torn_line()
            raise BadRecord(f"cannot write to {self.path}: {error.strerror}; {KEPT}") from error
        self.results[key] = result
        return True


def claim_folder(path: Path, name: str, about: dict, what: str) -> None:
    """Make a folder, or see that it is the right one: a file in it tells what it holds.

    ``what`` is a match or a report, for messages.
    """
    about = json.loads(json.dumps(about))
    try:
        path.mkdir(parents=True, exist_ok=True)
        there = {each.name for each in path.iterdir()}
        if name in there and len(there) > 1:
            refuse_another(path, read_json(path / name), about, what)
        elif there - {name}:
            raise BadOption(f"{path} holds other things than a {what}; name a new folder")
        else:
            replace_file(path / name, json.dumps(about, indent=1) + "\n")
    except OSError as error:
        raise BadOption(f"cannot keep a {what} in {path}: {error.strerror}") from error


def read_json(path: Path) -> dict:
    """Return what a file of plain data holds."""
    try:
        found = json.loads(path.read_text())
    except (ValueError, OSError, RecursionError) as error:
        raise BadRecord(f"cannot read {path}: {error}") from error
    if not isinstance(found, dict):
        raise BadRecord(f"{path} holds no names with values")
    return found


def refuse_another(path: Path, there: dict, wanted: dict, what: str) -> None:
    """Raise an error that names what differs, if a folder holds another match or report."""
    for name, value in wanted.items():
        if there.get(name) != value and name == RULES:
            raise BadOption(f"the rules have changed since {path} was begun; name another folder")
        if there.get(name) != value:
            raise BadOption(
                f"{path} holds another {what}: {name} is {there.get(name)!r} there, "
                f"not {value!r}; name another folder"
            )
