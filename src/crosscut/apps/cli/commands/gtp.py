"""``crosscut gtp``: the computer as a player for programs that speak GTP."""

import secrets
from dataclasses import replace
from typing import Annotated

import typer

from crosscut.apps.cli.options import (
    Device,
    GameName,
    OnDevice,
    Pie,
    Size,
    Threads,
    Variant,
    default_game,
)
from crosscut.apps.gtp.dialect import Dialect
from crosscut.apps.gtp.notation import Style, usual_style
from crosscut.core.arguments import SEEDS
from crosscut.core.errors import BadOption
from crosscut.core.jit import announce
from crosscut.rules.registry import load_game


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    level: Annotated[
        str | None,
        typer.Option(help="Strength by name or number; see crosscut levels."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=86400, help="Time for a turn; 1 s, or what the clock allows."),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations for a turn, so that games repeat.")
    ] = None,
    threads: Threads = None,
    device: OnDevice = Device.auto,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=SEEDS,
            help="Number that makes a sequence of games repeatable; a fresh one if none is given.",
        ),
    ] = None,
    notation: Annotated[
        Style | None,
        typer.Option(
            help="How points are named: gtp, htp (for Hex) or own; by default what programs for "
            "such a board expect."
        ),
    ] = None,
    dialect: Annotated[
        Dialect,
        typer.Option(
            help="What one GTP move is: a whole turn, one of its moves, or one tap of a move. A "
            "colour that is asked in the middle of the other's turn passes."
        ),
    ] = Dialect.turns,
) -> None:
    """Play a game with another program, which sends commands in GTP to standard input.

    With GTP's own notation nobody may swap unless --pie is given: hardly a program knows how.
    """
    from crosscut.apps.gtp.serve import serve
    from crosscut.apps.gtp.session import Session

    name = default_game(game)
    style = notation or usual_style(load_game(name))
    rules = load_game(name, size, variant, False if pie is None and style is Style.gtp else pie)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    player = strength(level, seconds, simulations, threads, device)
    session = Session(rules, player, seed, style, dialect)
    announce()
    session.warm()
    serve(session)


def strength(
    level: str | None,
    seconds: float | None,
    simulations: int | None,
    threads: int | None,
    device: str,
):
    """Return how well to play: as a level says, or as well as possible within limits."""
    from crosscut.apps.gtp.session import Strength
    from crosscut.search.levels import find_level
    from crosscut.search.limits import Limits
    from crosscut.search.options import Options, on_device

    limits = Limits(simulations, seconds) if seconds or simulations else None
    if level is None:
        return Strength(on_device(Options(threads=threads or 0), device, limits), limits)
    if limits is not None:
        raise BadOption("a level has its own limits; leave --seconds and --simulations away")
    found = find_level(level)
    options = replace(found.options, threads=threads or 0)
    return Strength(on_device(options, device, found.limits), found.limits)
