"""Errors in logs that somebody has edited or damaged, told so that the line can be found."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from crosscut.core.errors import BadRecord, CrosscutError, IllegalMove
from crosscut.core.user_code import place_in_file

BROKEN = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)
"""What somebody raises who misses something in a result, or finds something else there."""


@contextmanager
def blaming(logs: Iterable[Path | str], line: str = "a line") -> Iterator[None]:
    """Let an error be one that names the logs it comes from, unless it does so or there are none.

    The logs may be added while they are read.
    """
    try:
        yield
    except (*BROKEN, BadRecord, IllegalMove) as error:
        files = sorted(map(str, logs))
        named = any(file in str(error) for file in files)
        if not files or named or place_in_file(error):
            raise
        why = str(error) if isinstance(error, CrosscutError) else repr(error)
        raise BadRecord(
            f"{line} of {' or '.join(files)} is broken ({why}); remove it, or name another folder"
        ) from error
