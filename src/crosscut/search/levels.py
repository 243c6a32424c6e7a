"""Named levels of play, from beginner to strongest, and how strong they were found to be."""

import json
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord
from crosscut.rules.game import Game
from crosscut.search.limits import Limits
from crosscut.search.options import Options


@dataclass(frozen=True)
class Level:
    """A strength at which the engine plays."""

    number: int
    name: str
    options: Options
    limits: Limits


STRENGTHS = {
    "beginner": (20, 0.85),
    "learner": (30, 0.7),
    "novice": (37, 0.63),
    "casual": (46, 0.55),
    "improver": (58, 0.46),
    "regular": (74, 0.37),
    "keen": (98, 0.28),
    "able": (140, 0.19),
    "skilled": (220, 0.08),
    "club": (370, 0.0),
    "strong": (700, 0.0),
    "expert": (1_500, 0.0),
    "master": (3_500, 0.0),
    "champion": (9_000, 0.0),
    "strongest": (25_000, 0.0),
}
"""Simulations of a turn, and the noise of the choice."""
MOST_SECONDS = 20.0
"""What a turn takes at most, in games that are slow."""

LEVELS = tuple(
    Level(number, name, Options(noise=noise), Limits(simulations, MOST_SECONDS))
    for number, (name, (simulations, noise)) in enumerate(STRENGTHS.items(), start=1)
)


def find_level(text: str) -> Level:
    """Return a level by its number or name, or say which there are."""
    found = level(text)
    if found is None:
        raise BadOption(f"there is no level {text!r}; there are {', '.join(STRENGTHS)}")
    return found


def level(text: str) -> Level | None:
    """Return a level by its number or name, or None."""
    text = text.lower().removeprefix("level").strip()
    for each in LEVELS:
        if text in (each.name, str(each.number)):
            return each
    return None


def ratings_key(game: Game) -> str:
    """Return by what name a ratings file knows a game."""
    return f"{game.id} {game.size} {game.variant}"


def load_ratings(path: Path | Traversable) -> dict[str, dict]:
    """Return the ratings in a file, by game; none if there is no file."""
    try:
        found = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        raise BadRecord(f"cannot read ratings from {path}: {error}") from error
    entries = found.values() if isinstance(found, dict) else [None]
    if not all(isinstance(entry, dict) and {"games", "elo"} <= set(entry) for entry in entries):
        raise BadRecord(f"{path} is no file of ratings")
    return found


def shipped_ratings() -> dict[str, dict]:
    """Return the ratings that come with the package, by game."""
    return load_ratings(files(__package__) / "ratings.json")
