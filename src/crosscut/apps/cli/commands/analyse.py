"""``crosscut analyse``: where a game was lost, or what every move in a position is worth."""

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.game_files import game_asked_for, last_position, refuse_others
from crosscut.apps.cli.options import (
    Device,
    Diagram,
    GameName,
    Json,
    OnDevice,
    Pie,
    Seed,
    Setup,
    Size,
    Threads,
    ToPlay,
    Variant,
    default_game,
    game_if_named,
    refuse_bad_picture,
    seed_of_set_up,
)
from crosscut.core.errors import BadOption, BadRecord, CrosscutError
from crosscut.core.jit import announce
from crosscut.core.optional import require
from crosscut.lab.console import progress
from crosscut.rules.registry import describe, load_game, title

SECONDS = 1.0
"""What a position gets where no limit is given."""
NOTHING = 1 / 3
"""The share of that, on top, for the value of doing nothing."""

FOR_QUERIES = {
    "game",
    "size",
    "variant",
    "pie",
    "seconds",
    "simulations",
    "threads",
    "device",
    "seed",
}
"""What may be said about queries: it holds where they say nothing themselves."""


class Unit(StrEnum):
    """What gets a value each."""

    move = "move"
    turn = "turn"


def command(
    game: GameName = None,
    record: Annotated[
        Path | None,
        typer.Option(help="Review a game in a file of any format, or of a match (games.jsonl)."),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(min=0, help="Which game of a file, counted from 1; of a match, from 0."),
    ] = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    start: Diagram = None,
    to_play: ToPlay = None,
    setup: Setup = None,
    moves: Annotated[
        str | None, typer.Option(help="Turns to play first, between blanks: 'd4 e5 d4-e4/c3'.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help=f"Time for a position; {SECONDS:g} if nothing is said."),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations for a position, so that runs repeat.")
    ] = None,
    each: Annotated[
        int, typer.Option(min=0, max=10**9, help="Simulations, on top, for every move by itself.")
    ] = 100,
    unit: Annotated[Unit, typer.Option(help="Value every move, or every whole turn.")] = Unit.move,
    top: Annotated[int, typer.Option(min=1, help="How many moves to print.")] = 20,
    threads: Threads = None,
    device: OnDevice = Device.auto,
    seed: Seed = 0,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the win chance through the game (.svg, .png).")
    ] = None,
    queries: Annotated[
        bool,
        typer.Option("--queries", help="Answer queries in JSON, one a line, from standard input."),
    ] = False,
    as_json: Json = False,
    context: typer.Context = None,
) -> None:
    """Say where a game was lost, or what every move in a position is worth.

    With --record the game is walked turn by turn, and every turn that cost win chance is marked,
    with the better line. Without, one position is analysed: its moves, and the value of doing
    nothing, even where passing is illegal. Ctrl-C stops and shows what there is.
    """
    from crosscut.search.limits import Limits
    from crosscut.search.options import Options, on_device

    if seconds is None and simulations is None:
        seconds = SECONDS
    limits = Limits(simulations, seconds)
    options = on_device(Options(threads=threads or 0), device, limits)
    about = {"limits": asdict(limits), "threads": options.hands, "seed": seed}
    if queries:
        refuse_all_but(FOR_QUERIES, context)
        answer_queries(game_if_named(game, size, variant, pie), limits, options, seed)
        return
    refuse_bad_plot(plot, record)
    if record is not None:
        if (start, to_play, setup, moves) != (None,) * 4:
            raise BadOption("a record says itself what was played; leave other turns away")
        position = read_game(record, number, game, size, variant, pie)
        announce()
        review_game(position, limits, options, about, plot, as_json)
        return
    if number is not None:
        raise BadOption("--number chooses a game of the file that --record names")
    rules = load_game(default_game(game), size, variant, pie)
    drawn = seed_of_set_up(rules, start, setup, seed)
    position = rules.position(start, to_play=to_play, seed=drawn, setup=setup)
    position = play_on(position, moves or "")
    announce()
    analyse_position(position, limits, options, about | {"each": each}, unit, top, as_json)


def answer_queries(game, limits, options, seed: int) -> None:
    """Answer queries until there are no more."""
    from crosscut.apps.analysis_engine.query import Defaults
    from crosscut.apps.analysis_engine.queue import Desk, serve_queries

    announce()
    serve_queries(Desk(Defaults(game, limits, options, seed)))


def review_game(position, limits, options, about: dict, plot: Path | None, as_json: bool) -> None:
    """Walk a game and show what was found, as far as it went."""
    from crosscut.apps.cli.views.analysis import show_review
    from crosscut.search.analysis.chart import draw
    from crosscut.search.analysis.marks import MARKS
    from crosscut.search.analysis.review import Review

    game, review = position.game, Review(position, limits, options, about["seed"])
    try:
        with progress(f"reviewing {title(game)}", total=1.0) as update:
            for share in review.steps():
                update(completed=share)
    finally:
        if review.turns():
            found = describe(game) | about | {"marks": MARKS} | review.to_dict()
            if as_json:
                print(json.dumps(found))
            else:
                show_review(title(game), found)
            if plot is not None:
                draw(found, title(game), plot)


def analyse_position(
    position, limits, options, about: dict, unit: Unit, top: int, as_json: bool
) -> None:
    """Analyse one position and show what was found, as far as it went."""
    from crosscut.apps.cli.views.analysis import show_position
    from crosscut.search.analysis.analysis import Analysis
    from crosscut.search.analysis.text import standing

    game = position.game
    analysis = Analysis(
        position,
        options,
        about["seed"],
        each=about["each"],
        whole_turns=unit is Unit.turn,
        nothing=limits.part(NOTHING),
    )
    try:
        with progress(f"analysing {title(game)}") as update:
            for snapshot in analysis.snapshots(limits):
                update(description=f"{title(game)}: {standing(snapshot)}")
    finally:
        found = describe(game) | about | {"unit": unit.value} | analysis.snapshot().to_dict()
        if as_json:
            print(json.dumps(found))
        else:
            show_position(position, title(game), found, top)


# Reading what was asked for.


def read_game(path: Path, number: int | None, *asked: str | int | bool | None):
    """Return the last position of a game in a file, or of one of the games of a match.

    ``asked`` are the name, the size, the variant and the pie rule that were asked for.
    """
    path = path / "games.jsonl" if path.is_dir() else path
    if path.suffix != ".jsonl":
        return last_position(game_asked_for(path, number, *asked))
    position = game_of_match(path, number)
    refuse_others(position.game, *asked)
    return position


def game_of_match(path: Path, number: int | None):
    """Return the last position of one of the games of a match, by default of the first."""
    from crosscut.play.record import restore

    wanted = "no game" if number is None else f"no game number {number}"
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        raise BadRecord(f"cannot read {path}: {error}") from error
    for place, line in enumerate(lines, start=1):
        try:
            found = json.loads(line)
            if number is None or found["number"] == number:
                return restore(found, path)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadRecord(f"line {place} of {path} is no game") from error
    raise BadRecord(f"{path} holds {wanted}")


def play_on(position, moves: str):
    """Return the position after some turns."""
    for number, turn in enumerate(moves.split(), start=1):
        try:
            position = position.play(turn)
        except CrosscutError as error:
            raise BadOption(f"--moves, number {number}: {error}") from error
    return position


def refuse_all_but(meant: set[str], context: typer.Context) -> None:
    """Raise an error if an option is given that means nothing for queries."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name)
        if option.name not in {*meant, "queries"} and source.name == "COMMANDLINE":
            raise BadOption(f"with --queries, {option.opts[0]} means nothing: leave it away")


def refuse_bad_plot(plot: Path | None, record: Path | None) -> None:
    """Raise an error before any work is done if nothing could be drawn in the end."""
    if plot is not None and record is None:
        raise BadOption("--plot draws the win chance through a game; name one by --record")
    refuse_bad_picture(plot)
    if plot is not None:
        require("report")
