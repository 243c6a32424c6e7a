"""Errors that arise in a user's own file: in which line."""

import shlex
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from crosscut.core.errors import CrosscutError

FILE_MODULE = "crosscut_file_"
"""How the names of modules begin that were made from a user's game file."""


def place_in_file(error: BaseException, module: str = FILE_MODULE) -> str:
    """Return the line of a user's file in which an error arose, if it did.

    Such files are loaded as modules whose names begin alike; by default they are game files.
    """
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").startswith(module):
            place = f"{frame.f_code.co_filename}, line {line}"
    return place


@contextmanager
def noting_place() -> Iterator[None]:
    """Let an error in a user's game file carry a note: where it arose, and what tells more."""
    try:
        yield
    except CrosscutError:
        raise
    except Exception as error:
        place = place_in_file(error)
        file, _, _ = place.rpartition(", line ")
        note = f"{place}; crosscut check {shlex.quote(file)} tells more"
        if place and note not in getattr(error, "__notes__", ()):
            error.add_note(note)
        raise
