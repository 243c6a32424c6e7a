"""``crosscut bench``: how fast random games, the search and the environments are here."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.options import (
    Device,
    GameName,
    Json,
    Pie,
    Seed,
    Size,
    Variant,
    default_game,
    refuse_bad_picture,
)
from crosscut.apps.cli.views.bench import (
    PICTURES,
    draw,
    show,
    show_all,
    show_all_on,
    show_device,
    show_envs,
    show_search,
    show_search_on_gpu,
    show_sizes,
)
from crosscut.core.errors import BadOption
from crosscut.core.jit import announce
from crosscut.core.optional import require
from crosscut.lab.bench.suite import (
    by_size,
    measure,
    measure_all,
    measure_all_on,
    measure_device,
    measure_envs,
    measure_envs_on,
    measure_search,
    measure_search_on_gpu,
)
from crosscut.rules.registry import load_game
from crosscut.search.options import HIGHEST

SIZES = (8, 9, 11, 13, 15, 19)


class Reference(StrEnum):
    """What to measure ourselves against."""

    openspiel = "openspiel"
    pgx = "pgx"


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Measure every game at its default size, and against OpenSpiel where that is "
            "installed: hex 11x11 as the yardstick, and the same game where there is one.",
        ),
    ] = False,
    against: Annotated[
        Reference | None,
        typer.Option(
            help="Measure OpenSpiel's compiled rollouts in the same run, or with --envs pgx."
        ),
    ] = None,
    search: Annotated[
        bool,
        typer.Option(
            "--search",
            help="Measure simulations of the tree search instead, on one thread; --against adds "
            "OpenSpiel's rollouts of hex 11x11, and its search of the same game.",
        ),
    ] = False,
    envs: Annotated[
        bool,
        typer.Option(
            "--envs",
            help="Measure actions of the vectorised environment instead, on one core.",
        ),
    ] = False,
    batch: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help="With --envs, how many games are stepped at once."),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=HIGHEST["threads"],
            help="With --search, also compare so many threads with one, by the clock.",
        ),
    ] = None,
    device: Annotated[
        Device | None,
        typer.Option(
            help="Measure random play on all GPUs or all cores instead, by the clock, beside one "
            "core and all; with --all every game, and the larger sizes of slither. With --envs, "
            "the environment on one GPU, or on all cores; with --search, the search with a GPU."
        ),
    ] = None,
    sizes: Annotated[
        str | None, typer.Option(help="Measure several sizes, such as 8,9,11: cost by size.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the cost by size to a file (.svg, .png, .pdf).")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            min=0.01, max=3600, help="Seconds of each measurement, of processor time on one core."
        ),
    ] = 2.0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure random playouts per second of processor time, on one core; slither 8x8 by default.

    Sampled play draws a move directly; enumerated play lists all legal moves first. Both are
    uniform over the legal moves, so their lengths must agree.
    """
    announce()
    if threads and not search:
        raise BadOption("--threads goes with --search: random play is measured on one core")
    if (search or envs) and (every or sizes is not None or plot):
        way = "--search" if search else "--envs"
        raise BadOption(f"{way} measures one game: without --all, --sizes and --plot")
    if search and envs:
        raise BadOption("--search and --envs are two things to measure; choose one")
    if batch and not envs:
        raise BadOption("--batch goes with --envs")
    if against and (against == Reference.pgx) != envs:
        raise BadOption("--against pgx goes with --envs, and --against openspiel with the others")
    if device and ((against and not envs) or threads or sizes is not None or plot):
        raise BadOption("--device goes with a game, --envs, --search or --all, and nothing else")
    if search and device and device != Device.gpu:
        raise BadOption("--search is measured with --device gpu, or without for one core")
    if every:
        if game or size or sizes or plot or variant:
            raise BadOption("--all goes with no other choice of game, size or variant")
        if device:
            result, view = measure_all_on(device, pie, seconds, seed), show_all_on
        else:
            result, view = measure_all(against is not None, pie, seconds, seed), show_all
    elif sizes is not None or plot:
        if size is not None or against:
            raise BadOption("--sizes and --plot go with neither --size nor --against")
        refuse_bad_picture(plot, PICTURES)
        if plot:
            require("report")
        wanted = SIZES if sizes is None else read_sizes(sizes)
        name = default_game(game, "slither")
        result = by_size([load_game(name, n, variant, pie) for n in wanted], seconds, seed)
        if plot:
            draw(result, plot)
        view = show_sizes
    else:
        name = default_game(game, "slither")
        if name == "slither" and game is None and size is None:
            size = 8
        rules = load_game(name, size, variant, pie)
        if search and device:
            result, view = measure_search_on_gpu(rules, seconds, seed), show_search_on_gpu
        elif search:
            result = measure_search(rules, against is not None, threads, seconds, seed)
            view = show_search
        elif envs:
            beside = against is not None
            if device:
                result = measure_envs_on(rules, device, beside, batch, seconds, seed)
            else:
                result = measure_envs(rules, beside, batch, seconds, seed)
            view = show_envs
        elif device:
            result, view = measure_device(rules, device, seconds, seed), show_device
        else:
            result = measure(rules, against is not None, seconds, seed)
            view = show
    if as_json:
        print(json.dumps(result))
    else:
        view(result)


def read_sizes(text: str) -> list[int]:
    """Return the sizes that a list such as 8,9,11 names."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadOption(f"--sizes {text!r} is no list of numbers such as 8,9,11") from None
