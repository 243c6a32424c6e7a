"""What people and libraries hand to a function, checked: errors name the argument and its range."""

import math
import operator
from typing import Any

from crosscut.core.errors import BadOption
from crosscut.core.text import shown

SEEDS = 2**63 - 1
"""The largest seed."""
MANY = 2**31 - 1
"""More than anybody means."""
DEVICES = ("auto", "cpu", "gpu")
"""What may be asked to do the work; `crosscut.core.devices.discovery` finds it."""


def as_int(value: Any) -> int | None:
    """Return a whole number as Python's own, for compiled code takes nothing else, or None.

    3.0 and [3] are none; a NumPy array without dimensions is one, as learners' policies return it.
    """
    try:
        return int(operator.index(value))
    except TypeError:
        return None


def whole(name: str, value: Any, least: int = 0, most: int = MANY) -> int:
    """Return an option that is a whole number in some range, or refuse it by its name."""
    found = as_int(value)
    if found is None or not least <= found <= most:
        raise BadOption(f"{name} is a whole number from {least:,} to {most:,}, not {shown(value)}")
    return found


def device_name(value: Any) -> str:
    """Return the name of a device, or refuse what is none."""
    if value not in DEVICES:
        raise BadOption(
            f"a device is {', '.join(DEVICES[:-1])} or {DEVICES[-1]}, not {shown(value)}"
        )
    return value


def positive(name: str, value: Any) -> float:
    """Return an option that is a number above 0, or refuse it by its name."""
    if not isinstance(value, int | float) or not 0 < value < math.inf:
        raise BadOption(f"{name} is a number above 0, not {shown(value)}")
    return value


def expect(value: Any, kind: type | tuple[type, ...], advice: str) -> None:
    """Refuse something that is not of a kind, with words on what it should be."""
    if not isinstance(value, kind):
        raise BadOption(f"{advice}; this is {shown(value)}")
