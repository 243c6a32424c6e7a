"""``crosscut report``: what kind of game is this?"""

import json
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.commands.match import Jobs
from crosscut.apps.cli.options import (
    Device,
    GameName,
    Json,
    Pie,
    Seed,
    Size,
    Variant,
    default_game,
)
from crosscut.core.process import cores
from crosscut.core.text import counted
from crosscut.lab.console import err, out
from crosscut.rules.registry import load_game


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Folder for the report; given again, it goes on where it stopped. "
            "By default one named after the game.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games that the engine plays; 2000 by default.")
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(help="Thinking about a turn: simulations, or seconds such as 0.1s."),
    ] = None,
    player: Annotated[
        str, typer.Option(help="Who plays the games: the engine, or plain UCT (uct-plain).")
    ] = "default",
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="A first look for two minutes of a processor, with wide intervals; the same "
            "command without it goes on from there.",
        ),
    ] = False,
    play: Annotated[
        bool,
        typer.Option(
            "--play/--no-play",
            help="Or play nothing more: measure and draw what there is in the folder.",
        ),
    ] = True,
    jobs: Jobs = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="auto|ADDRESS", help="Play on a Ray cluster instead."),
    ] = None,
    ratings: Annotated[
        Path | None,
        typer.Option(help="CSV file of players' ratings: user, rating, comment."),
    ] = None,
    measure: Annotated[
        list[Path] | None,
        typer.Option(help="A measure of your own (.py); may be given several times."),
    ] = None,
    device: Annotated[
        Device, typer.Option(help="What plays random games by the million: a GPU, if any.")
    ] = Device.auto,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play a few thousand games and tell a designer all that can be measured about them.

    The folder gets index.html, the page; report.json, every figure for machines; and what was
    played, games.jsonl first of all. Ctrl-C keeps what was played, and the same command goes on.
    """
    from crosscut.apps.cli.views.report import Watch, show
    from crosscut.lab.report.build import make, page_of, refuse_bad_measures
    from crosscut.lab.report.folder import Folder, read_plan
    from crosscut.lab.report.json_format import to_dict
    from crosscut.lab.report.plan import GAMES, Plan
    from crosscut.lab.report.runner import by_cluster, by_processes
    from crosscut.lab.report.search_speeds import usual_limit
    from crosscut.lab.report.user_ratings import read_ratings

    if play or folder is None:
        rules = load_game(default_game(game), size, variant, pie)
        plan = Plan(
            rules.id,
            rules.size,
            rules.variant,
            rules.pie,
            limit or usual_limit(rules),
            GAMES if games is None else games,
            seed,
            player=player,
            device=device.value,
            quick=quick,
        )
        plan.check()
        folder = folder or Path(default_folder(plan))
    if not play:
        plan = read_plan(folder)
    own = [str(path) for path in measure or ()]
    refuse_bad_measures(own)
    voted = read_ratings(ratings) if ratings else None
    told = [f"--measure {path}" for path in own] + [f"--ratings {ratings}"] * bool(ratings)
    kept = Folder(folder, plan)
    crew = by_cluster(cluster) if cluster else by_processes(jobs or cores())
    try:
        with Watch(plan) as watch:
            about, measures = make(plan, kept, crew if play else None, voted, own, watch, told)
    except KeyboardInterrupt:
        there = counted(len(kept.log("games")))
        err.print(
            f"{there} kept in {kept.path}; the same command goes on from there, "
            "and with --no-play it draws what there is"
        )
        raise
    if as_json:
        print(json.dumps(to_dict(about, measures)))
    else:
        show(about, measures)
        out.print(f"the page: {page_of(kept)}")


def default_folder(plan) -> str:
    """Return the name of the folder of a report, if none is given."""
    pie = "-pie" if plan.pie else ""
    return f"{Path(plan.game).stem}-{plan.size}-{plan.variant}{pie}-report"
