"""Texts for messages."""

from typing import Any


def counted(number: int, what: str = "game") -> str:
    """Say how many there are of something."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


MOST_SHOWN = 60
"""Characters of something wrong that a message repeats."""


def shown(value: Any) -> str:
    """Return something short enough for a message."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "something too long to be written"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
