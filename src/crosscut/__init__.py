"""Crosscut: a laboratory for connection games."""

from crosscut.api import (
    analyse,
    check,
    compare,
    make_report,
    play_match,
    play_out,
    random_games,
    read_game,
    read_report,
    reply,
    review,
    write_game,
)
from crosscut.core import moved
from crosscut.core.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    CrosscutError,
    GameOver,
    IllegalMove,
    UnknownGame,
)
from crosscut.core.version import __version__
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.registry import ids
from crosscut.rules.registry import load_game as game
from crosscut.search.limits import Limits

moved.install()

__all__ = [
    "BadNotation",
    "BadOption",
    "BadRecord",
    "CrosscutError",
    "Game",
    "GameOver",
    "IllegalMove",
    "Limits",
    "Position",
    "UnknownGame",
    "__version__",
    "analyse",
    "check",
    "compare",
    "game",
    "ids",
    "make_report",
    "play_match",
    "play_out",
    "random_games",
    "read_game",
    "read_report",
    "reply",
    "review",
    "write_game",
]


def __getattr__(name: str) -> object:
    """Load the reading of records when it is first asked for, not whenever the package is."""
    if name == "GameTree":
        from crosscut.play.records.game_tree import GameTree

        return GameTree
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
