"""Crosscut: a laboratory for connection games."""

from pathlib import Path

from crosscut.boards import Board
from crosscut.engine.limits import Limits
from crosscut.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    CrosscutError,
    GameOver,
    IllegalMove,
    UnknownGame,
)
from crosscut.game import Game
from crosscut.games import game_class, ids, noting_place
from crosscut.lab import (
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
from crosscut.play.position import Position

__version__ = "0.10.0"
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


def game(
    name: str | Path | Game,
    size: int | None = None,
    variant: str | None = None,
    pie: bool | None = None,
) -> Game:
    """Return a game by its name, or from a ``.py`` file, with its defaults where none are given.

    From a game, its own choices hold where none are given.

    >>> import crosscut
    >>> crosscut.game("slither", size=8, variant="advanced").pie
    True
    """
    if isinstance(name, Game):
        cls = type(name)
        size = name.size if size is None else size
        variant = name.variant if variant is None else variant
        pie = name.pie if pie is None else pie
    else:
        cls = game_class(name)
    facts = cls.facts
    variant = next(iter(facts.variants)) if variant is None else variant
    size = facts.size if size is None else size
    with noting_place():
        made = cls(size, variant, facts.has_pie(variant) if pie is None else pie)
        if not isinstance(made.board, Board):
            raise BadOption(f"the board of {facts.title} is {made.board!r}, which is no board")
    return made


def __getattr__(name: str) -> object:
    """Load the reading of records when it is first asked for, not whenever the package is."""
    if name == "GameTree":
        from crosscut.records.tree import GameTree

        return GameTree
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
