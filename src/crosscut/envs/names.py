"""The ids under which others know our games; their version changes when behaviour does."""

import re
from pathlib import Path

import crosscut
from crosscut.errors import BadOption
from crosscut.game import Game

VERSION = 0
"""Raised whenever observations, actions, masks or rewards of any game change their meaning."""


def named(game: Game | str) -> tuple[str, str]:
    """Return where a game comes from and its name: ``crosscut`` and ``connect_four``.

    A game file of the user's own is from ``crosscut_file``, so that it takes nobody's name, and
    what could be no name, such as a gap in that of the file, becomes an underscore.
    """
    name = game if isinstance(game, str) else game.id
    source = "crosscut_file" if name.endswith(".py") else "crosscut"
    return source, re.sub(r"\W", "_", Path(name).stem)


def games_to_register(names: tuple[str, ...]) -> list[Game]:
    """Return the games of some names or files, or of all; ids say nothing of size or variant."""
    if any(isinstance(name, Game) for name in names):
        raise BadOption("games are registered by name or file; size and all else is chosen later")
    return [crosscut.game(name) for name in names or crosscut.ids()]


def gymnasium_id(game: Game | str) -> str:
    """Return the id of a game in Gymnasium: ``crosscut/ConnectFour-v0``."""
    source, name = named(game)
    joined = "".join(word.capitalize() for word in name.split("_"))
    return f"{source}/{joined or name}-v{VERSION}"


def pettingzoo_id(game: Game | str) -> str:
    """Return the name of a game's environment in PettingZoo: ``crosscut_connect_four_v0``."""
    return f"{'_'.join(named(game))}_v{VERSION}"


def openspiel_id(game: Game | str) -> str:
    """Return the short name of a game in OpenSpiel: ``crosscut_connect_four_v0``."""
    return pettingzoo_id(game)
