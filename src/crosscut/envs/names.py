"""The ids under which others know our games; their version changes when behaviour does."""

from pathlib import Path

from crosscut.game import Game

VERSION = 0
"""Raised whenever observations, actions, masks or rewards of any game change their meaning."""


def short_name(game: Game | str) -> str:
    """Return a game's name, or that of its file: ``connect_four``."""
    return Path(game if isinstance(game, str) else game.id).stem


def gymnasium_id(game: Game | str) -> str:
    """Return the id of a game in Gymnasium: ``crosscut/ConnectFour-v0``."""
    words = short_name(game).split("_")
    return f"crosscut/{''.join(word.capitalize() for word in words)}-v{VERSION}"


def pettingzoo_id(game: Game | str) -> str:
    """Return the name of a game's environment in PettingZoo: ``crosscut_connect_four_v0``."""
    return f"crosscut_{short_name(game)}_v{VERSION}"


def openspiel_id(game: Game | str) -> str:
    """Return the short name of a game in OpenSpiel: ``crosscut_connect_four_v0``."""
    return f"crosscut_{short_name(game)}_v{VERSION}"
