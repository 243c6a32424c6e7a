"""``crosscut ladder``: how strong the levels are."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.commands.match import Jobs
from crosscut.apps.cli.options import GameName, Json, Seed, Size, Variant, default_game
from crosscut.core.errors import BadOption
from crosscut.lab.console import err, out, table_of
from crosscut.rules.registry import describe, load_game, title


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    games: Annotated[
        int, typer.Option(min=2, max=10**6, help="Games between each two levels.")
    ] = 100,
    levels: Annotated[
        str | None, typer.Option(metavar="FROM-TO", help="Only these levels: 1-5; all by default.")
    ] = None,
    reach: Annotated[
        int, typer.Option(min=1, max=100, help="How many levels below each one it plays.")
    ] = 1,
    jobs: Jobs = None,
    keep: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the records; given again, the ladder goes on."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="File of ratings to which the result is added.")
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure the levels of the computer: each plays those below it, and all get an Elo.

    The lowest level is 0. Games are played without the pie rule, both colours of every opening.
    """
    from crosscut.apps.cli.views.match import Watch
    from crosscut.lab.matches import ladder
    from crosscut.lab.matches.run import run_match
    from crosscut.search.levels import load_ratings

    rules = load_game(default_game(game), size, variant, False)
    chosen = read_levels(levels)
    if store is not None:
        load_ratings(store)  # what is there must not be lost, and better said now than in hours
    rungs = ladder.rungs(rules, chosen, reach, seed)
    for rung in rungs:
        err.print(f"{rung.contest.a} against {rung.contest.b}")
        folder = keep / rung.folder if keep else None
        with Watch(rung.contest, games, rung.tally) as watch:
            run_match(rung.contest, games, rung.tally, jobs, folder, watch)
    entry = ladder.measured(chosen, rungs)
    if store is not None:
        ladder.store(store, rules, entry)
    if as_json:
        matches = [
            {"upper": rung.contest.a, "lower": rung.contest.b} | rung.tally.summary()
            for rung in rungs
        ]
        print(json.dumps(describe(rules) | entry | {"matches": matches}))
        return
    show(rules, chosen, rungs, entry)


def show(rules, levels, rungs, entry: dict) -> None:
    """Print every level's Elo, and the matches it rests on."""
    from crosscut.apps.cli.views.match import elo_text

    table = table_of("", "level", "Elo", "±", title=title(rules))
    for level in levels:
        elo, spread = entry["elo"][level.name]
        table.add_row(level.name, str(level.number), str(elo), str(spread))
    out.print(table)
    for rung in rungs:
        result = rung.tally.summary()
        out.print(
            f"{rung.contest.a} against {rung.contest.b}: {result['score']:.1%} of "
            f"{result['games']} games, {elo_text(result)}"
        )


def read_levels(text: str | None) -> list:
    """Return the levels that a text such as 1-5 names."""
    from crosscut.search.levels import LEVELS

    if text is None:
        return list(LEVELS)
    found = re.fullmatch(r"\s*([0-9]{1,9})\s*-\s*([0-9]{1,9})\s*", text)
    if not found:
        raise BadOption(f"--levels {text!r} is no range such as 1-5")
    chosen = [each for each in LEVELS if int(found[1]) <= each.number <= int(found[2])]
    if len(chosen) < 2:
        raise BadOption(f"--levels {text}: there are levels 1 to {len(LEVELS)}; name two or more")
    return chosen
