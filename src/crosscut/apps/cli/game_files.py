"""Games in files, as commands take them up: in any format, with what a file does not say."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosscut.core.errors import BadOption
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.registry import added, game_class, load_game, title

if TYPE_CHECKING:
    from crosscut.play.records.game_tree import GameTree

Number = Annotated[int | None, typer.Option(min=1, help="Which game of the file, counted from 1.")]


def game_asked_for(
    path: Path,
    number: int | None = None,
    name: str | None = None,
    size: int | None = None,
    variant: str | None = None,
    pie: bool | None = None,
) -> "GameTree":
    """Return the game of a file; it has to be of the rules that are named, if any are."""
    from crosscut.play.records.files import the_game

    known = name or added()
    given = load_game(known, size, variant, pie) if known else None
    tree = the_game(path, given, number)
    refuse_others(tree.game, name, size, variant, pie)
    return tree


def last_position(tree: "GameTree") -> Position:
    """Return where a game ended, perhaps within a turn."""
    return tree.here() if tree.at is tree.root.end else tree.main_line()


def refuse_others(
    saved: Game, name: str | None, size: int | None, variant: str | None, pie: bool | None
) -> None:
    """Raise an error if a saved game is not the one that was asked for."""
    differs = (
        (name is not None and game_class(name) is not type(saved))
        or size not in (None, saved.size)
        or variant not in (None, saved.variant)
        or pie not in (None, saved.pie)
    )
    if differs:
        raise BadOption(f"the saved game is {title(saved)}; leave other options away")
