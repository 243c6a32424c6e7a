"""Named levels of play, from beginner to strongest."""

from dataclasses import dataclass

from crosscut.engine.limits import Limits
from crosscut.engine.options import Options
from crosscut.errors import BadOption


@dataclass(frozen=True)
class Level:
    """A strength at which the engine plays."""

    number: int
    name: str
    options: Options
    limits: Limits


NAMES = "beginner novice casual regular skilled club expert master strongest".split()

LEVELS = tuple(
    Level(i + 1, name, Options(noise=max(0.0, 0.12 - 0.03 * i)), Limits(16 * 3**i, 10.0))
    for i, name in enumerate(NAMES)
)


def find_level(text: str) -> Level:
    """Return a level by its number or name, or say which there are."""
    found = level(text)
    if found is None:
        raise BadOption(f"there is no level {text!r}; there are {', '.join(NAMES)}")
    return found


def level(text: str) -> Level | None:
    """Return a level by its number or name, or None."""
    text = text.lower().removeprefix("level").strip()
    for each in LEVELS:
        if text in (each.name, str(each.number)):
            return each
    return None
