"""Which game a record is of: names, titles, and game files, which a record never opens."""

import re
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord, UnknownGame
from crosscut.play.records.game_tree import shortened
from crosscut.rules.game import Game
from crosscut.rules.registry import game_class, ids, load_game, no_game, own_files, plain

LARGEST = 2**63
"""Whole numbers in records are below this, sizes and seeds alike."""


def name_of(game: Game) -> str:
    """Return the name of a game as records have it: of a game file, the file's name alone."""
    return Path(game.id).name


def find_game(
    name: str,
    given: Game | None,
    size: int | None = None,
    variant: str | None = None,
    pie: bool | None = None,
) -> Game:
    """Return the game of this name; a game file has to be the given game, or known already."""
    if given is not None and name_of(given) == Path(name).name:
        made = type(given)
        variant = given.variant if variant is None else variant
        size = given.size if size is None else size
        return made(size, variant, given.pie if pie is None else pie)
    if name.endswith(".py"):
        stem = plain(Path(name).stem)
        if stem not in own_files:
            file = shortened(Path(name).name)
            raise BadRecord(f"this is a game of {file}; name that game file")
        return load_game(str(own_files[stem]), size, variant, pie)
    return load_game(named(name), size, variant, pie)


def named(name: str) -> str:
    """Return the name of a game; a path is none, for what others wrote runs no files here."""
    if plain(name) not in ids():
        raise no_game(name)
    return plain(name)


def titled(text: str) -> str:
    """Return the name of the game that is called so, by its name or its title."""
    word = re.sub(r"[\s_-]+", "_", text.strip().lower())
    for name in ids():
        if word in (name, game_class(name).facts.title.lower().replace(" ", "_")):
            return name
    raise UnknownGame(f"{shortened(text)!r} is no game of ours")


def whole_number(text: str, what: str) -> int:
    """Return the number that a text gives."""
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) >= LARGEST:
        raise BadOption(f"{shortened(text)!r} is no {what}; it is a whole number")
    return int(text)
