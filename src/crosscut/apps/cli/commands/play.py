"""``crosscut play``: a game in the terminal."""

import secrets
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosscut.apps.cli.game_files import Number, game_asked_for, last_position, refuse_others
from crosscut.apps.cli.options import (
    Device,
    GameName,
    OnDevice,
    Pie,
    Size,
    Variant,
    default_game,
)
from crosscut.core.arguments import SEEDS
from crosscut.core.errors import BadOption, BadRecord
from crosscut.core.jit import announce
from crosscut.lab.console import err, out
from crosscut.play import record
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.registry import load_game, title
from crosscut.search.levels import find_level
from crosscut.search.limits import Limits
from crosscut.search.options import Options, on_device

if TYPE_CHECKING:
    from crosscut.play.records.game_tree import GameTree

BY_HAND = "hand"
MANY_SEEDS = 10**6
DEMO_SIZE = 5
DEMO_SIMULATIONS = 3000


class Side(StrEnum):
    """Which seats the computer plays."""

    first = "first"
    second = "second"
    both = "both"
    none = "none"


SEATS = {Side.first: {0}, Side.second: {1}, Side.both: {0, 1}, Side.none: set()}


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    computer: Annotated[
        Side | None,
        typer.Option(help="The seat that the computer takes; second, or as in the saved game."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="Thinking time of a turn; 1 s.")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Think by simulations instead: repeatable.")
    ] = None,
    device: OnDevice = Device.auto,
    level: Annotated[
        str | None,
        typer.Option(help="Strength of the computer by name or number; see crosscut levels."),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(help="Go on with a game in a file, of any format of convert.")
    ] = None,
    number: Number = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game.")] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Watch the computer play a short game, and end.")
    ] = False,
    setup: Annotated[
        str | None,
        typer.Option(help="Set-up to start from: 'W:d4,b2 R:f4,f2', or hand: tap by tap."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, max=SEEDS, help="Number that makes the run repeatable, and the set-up."
        ),
    ] = None,
) -> None:
    """Play a game against the computer, or watch, in the terminal; slither by default.

    Type a move such as d4 or d4-e5/c3, or: moves, hint, undo, save FILE, help, quit.
    """
    from crosscut.apps.cli.terminal_game import Session
    from crosscut.search.engine import Engine

    announce()
    if load or resume:
        tree, seats = saved_game(load, number, game, size, variant, pie)
        position = last_position(tree)
        if setup is not None:
            raise BadOption("a saved game has its set-up; leave --setup away")
    else:
        if number is not None:
            raise BadOption("--number chooses a game of the file that --load names")
        name = default_game(game, "slither")
        if demo and size is None:
            size = min(DEMO_SIZE, load_game(name).size)
        position = first_position(load_game(name, size, variant, pie), setup, seed)
        tree, seats = None, SEATS[Side.second]
    if demo:
        computer, simulations = Side.both, simulations or DEMO_SIMULATIONS
    if computer is not None:
        seats = SEATS[computer]
    options, limits = strength(level, seconds, simulations)
    options = on_device(options, device, limits)
    session = Session(position, seats, Engine(options, seed or 0), limits, not demo, tree)
    out.print(title(position.game), style="bold")
    session.run()


def strength(
    level: str | None, seconds: float | None, simulations: int | None
) -> tuple[Options, Limits]:
    """Return the options and limits of a level, or of the full engine within limits."""
    if level is not None:
        if seconds is not None or simulations is not None:
            raise BadOption("a level has its own limits; leave --seconds and --simulations away")
        found = find_level(level)
        return found.options, found.limits
    if seconds is None and simulations is None:
        seconds = 1.0
    return Options(), Limits(simulations, seconds)


def first_position(game: Game, setup: str | None, seed: int | None) -> Position:
    """Return the first position: from a set-up, by hand, or drawn from a seed that is told."""
    if setup is not None and (setup.lower() != BY_HAND or not game.has_deal):
        return game.position(setup=setup)
    if setup is not None or not game.has_deal:
        return game.position()
    if seed is None:
        seed = secrets.randbelow(MANY_SEEDS)
        err.print(f"set-up number {seed}; --seed {seed} brings it back")
    return game.position(seed=seed)


def saved_game(
    load: Path | None, number: int | None, *asked: str | int | bool | None
) -> tuple["GameTree", set[int]]:
    """Return the game of a file, or the last one, and the computer's seats.

    ``asked`` are the name, the size, the variant and the pie rule that were asked for.
    """
    from crosscut.play.records.game_tree import GameTree

    path = load or record.autosave_path()
    if not load and not path.exists():
        raise BadOption("there is no game to resume")
    if load:
        tree = game_asked_for(path, number, *asked)
    else:  # which may be of a game file, that it names
        tree = GameTree.of(record.load(path))
        refuse_others(tree.game, *asked)
    err.print(f"going on with {path} after {len(last_position(tree).history())} turns")
    return tree, seats_in(path)


def seats_in(path: Path) -> set[int]:
    """Return the seats of the computer in a saved game; elsewhere it takes the second."""
    try:
        seats = record.read(path)["computer"]
    except (BadRecord, KeyError, TypeError):
        return SEATS[Side.second]
    return {seat for seat in (0, 1) if isinstance(seats, list) and seat in seats}
