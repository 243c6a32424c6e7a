"""Options that several commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from crosscut.core.arguments import SEEDS
from crosscut.core.errors import BadOption
from crosscut.rules import registry as games
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game

GameName = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="Name of a game, or path of a game file (.py); by default the one of --game.",
    ),
]
Size = Annotated[int | None, typer.Option(help="Size of the board; the game's own by default.")]
Variant = Annotated[str | None, typer.Option(help="Variant of the rules; see crosscut games.")]
Pie = Annotated[
    bool | None, typer.Option("--pie/--no-pie", help="With or without the pie rule (swap).")
]
Seed = Annotated[int, typer.Option(min=0, max=SEEDS, help="Number that makes the run repeatable.")]
Setup = Annotated[
    str | None,
    typer.Option(help="Start from this set-up, in games that have one: 'W:d4,b2 R:f4,f2'."),
]
Diagram = Annotated[
    str | None,
    typer.Option("--position", help="Start from a diagram, rows joined by /: 'X.O/.../O.X'."),
]
ToPlay = Annotated[
    str | None,
    typer.Option(help="Who moves first in the diagram, by name or letter; X by default."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result for machines.")]


class Device(StrEnum):
    """What is to do the work: ``auto`` is a GPU if there is one."""

    auto = "auto"
    cpu = "cpu"
    gpu = "gpu"


OnDevice = Annotated[
    Device,
    typer.Option(
        help="What plays at random: auto is a GPU if there is one and --seconds limit it."
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, max=256, help="Threads that search: 1, or with a GPU some more."),
]


PICTURES = (".svg", ".png")


def refuse_bad_picture(path: Path | None, kinds: tuple[str, ...] = PICTURES) -> None:
    """Raise an error, before any work is done, if no picture could be drawn there in the end."""
    if path is not None and (path.suffix not in kinds or not path.parent.is_dir()):
        named = " or ".join([", ".join(kinds[:-1]), kinds[-1]])
        raise BadOption(f"cannot draw to {path}: name a {named} file in a folder")


def default_game(name: str | None, otherwise: str | None = None) -> str:
    """Return the name of the game meant: the one given, that of --game, or another."""
    name = name or games.added() or otherwise
    if name is None:
        raise BadOption("which game? name one; crosscut games lists them")
    return name


def game_if_named(
    name: str | None, size: int | None, variant: str | None, pie: bool | None
) -> Game | None:
    """Return the game meant, by its name or by --game; None if there is none to mean."""
    name = name or games.added()
    if name is None and (size, variant, pie) != (None, None, None):
        raise BadOption("a size, a variant and the pie rule need a game: name one")
    return None if name is None else load_game(name, size, variant, pie)


def seed_of_set_up(game: Game, start: str | None, setup: str | None, seed: int) -> int | None:
    """Return the seed to draw a set-up from, if one has to be drawn: none is given."""
    return seed if game.has_deal and start is None and setup is None else None
