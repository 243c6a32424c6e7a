"""What can be played: the games with their sizes, variants and levels, as plain data."""

from collections.abc import Container

from crosscut.play.rulebook import rulebook
from crosscut.rules import registry as games
from crosscut.rules.game import Game
from crosscut.rules.registry import game_class, ids
from crosscut.search.levels import LEVELS, shipped_ratings


def catalogue(skip: Container[str] = ()) -> list[dict]:
    """Return the facts of all games but some, in the order of `place`."""
    return [facts_of(name) for name in sorted(ids(), key=place) if name not in skip]


YARDSTICKS = ("connect_four", "filler")
"""Games that are there to measure others by."""


def place(name: str) -> tuple[bool, bool, bool, str]:
    """Return where a game stands in lists: the user's own, Slither, its family, yardsticks."""
    return name not in games.own_files, name != "slither", name in YARDSTICKS, name


def facts_of(name: str) -> dict:
    """Return the facts of one game."""
    cls = game_class(name)
    facts = cls.facts
    return {
        "id": name,
        "title": facts.title,
        "summary": rulebook(cls).summary,
        "designer": facts.designer,
        "sizes": list(facts.sizes),
        "size": facts.size,
        "smallest": facts.smallest,
        "largest": facts.largest,
        "variants": [
            {"id": variant, "words": words, "pie": facts.has_pie(variant)}
            for variant, words in facts.variants.items()
        ],
        "has_deal": cls(facts.size, next(iter(facts.variants))).has_deal,
        "notation": facts.notation,
        "own": name in games.own_files,
    }


def levels_of(game: Game) -> dict:
    """Return the levels of the computer with their Elo, measured at this game or a like one."""
    key, elo = nearest_ratings(game)
    return {
        "measured": key,
        "levels": [
            {"number": level.number, "name": level.name, "elo": elo.get(level.name, [None])[0]}
            for level in LEVELS
        ],
    }


def nearest_ratings(game: Game) -> tuple[str, dict]:
    """Return where levels were measured at this game, on the size that is nearest, and the Elo."""
    found = []
    for key, entry in shipped_ratings().items():
        name, size, variant = key.split(" ", 2)
        if name == game.id:
            found.append((variant != game.variant, abs(int(size) - game.size), key, entry["elo"]))
    return min(found, default=(0, 0, "", {}))[2:]
