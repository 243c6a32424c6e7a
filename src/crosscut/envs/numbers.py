"""Whole numbers as people and libraries give them: Python's own, NumPy's, arrays of one."""

import operator
from typing import Any

from crosscut.errors import BadOption


def as_int(value: Any) -> int | None:
    """Return a whole number as Python's own, for compiled code takes nothing else, or None.

    3.0 and [3] are none; a NumPy array without dimensions is one, as learners' policies return it.
    """
    try:
        return int(operator.index(value))
    except TypeError:
        return None


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Return an option that is a whole number in some range, or refuse it by its name."""
    found = as_int(value)
    if found is None or not least <= found <= most:
        raise BadOption(f"{name} is a whole number from {least:,} to {most:,}, not {value!r}")
    return found
