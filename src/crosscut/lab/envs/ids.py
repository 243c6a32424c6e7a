"""The ids under which others know our games; their version changes when behaviour does."""

import re
import warnings
from pathlib import Path

from crosscut.core.errors import BadOption
from crosscut.rules.game import Game
from crosscut.rules.registry import ids, load_game
from crosscut.search.observation import VERSION

OLD = 0
"""The version before, which is still there for a while: observations are bytes."""


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
    return [load_game(name) for name in names or ids()]


def check_version(version: int) -> int:
    """Return a version of the environments; warn of an old one, and refuse any other."""
    if version not in (OLD, VERSION):
        raise BadOption(f"environments have the versions {OLD} and {VERSION}, not {version!r}")
    if version == OLD:
        warnings.warn(
            f"version {OLD} of the environments, with observations of bytes, goes away in a later "
            f"release; version {VERSION} has floats from 0 to 1",
            DeprecationWarning,
            stacklevel=3,
        )
    return version


def gymnasium_id(game: Game | str, version: int = VERSION) -> str:
    """Return the id of a game in Gymnasium: ``crosscut/ConnectFour-v1``."""
    source, name = named(game)
    joined = "".join(word.capitalize() for word in name.split("_"))
    return f"{source}/{joined or name}-v{version}"


def pettingzoo_id(game: Game | str, version: int = VERSION) -> str:
    """Return the name of a game's environment in PettingZoo: ``crosscut_connect_four_v1``."""
    return f"{'_'.join(named(game))}_v{version}"


def openspiel_id(game: Game | str, version: int = VERSION) -> str:
    """Return the short name of a game in OpenSpiel: ``crosscut_connect_four_v1``."""
    return pettingzoo_id(game, version)
