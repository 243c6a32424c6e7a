"""``crosscut check``: is a game file sound?"""

import json
from typing import Annotated

import typer

from crosscut.apps.cli.options import GameName, Json, Seed, Size, Variant, default_game
from crosscut.core.jit import announce
from crosscut.lab.console import out, progress
from crosscut.rules.registry import describe, load_game, title

UNSOUND = 1


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Random games to play.")] = 50,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play a game at random and say in plain words whether its rules are sound.

    Does it end, is the notation unique and readable back, can a player be stuck, do compiled and
    interpreted code agree, is it symmetric, how fast is it? The exit code is 1 if something is
    wrong.
    """
    from crosscut.lab.check import findings

    announce()
    rules = load_game(default_game(game), size, variant)
    found = []
    if not as_json:
        out.print(title(rules), style="bold")
    with progress(f"playing {title(rules)}", total=games) as update:
        for finding in findings(rules, games, seed, tick=lambda done: update(completed=done)):
            found.append(finding)
            if not as_json:
                out.print(f"{'ok ' if finding.good else 'NOT'} {finding.topic:9} {finding.text}")
    sound = all(finding.good for finding in found)
    if as_json:
        listed = [vars(finding) for finding in found]
        print(json.dumps({**describe(rules), "sound": sound, "findings": listed}))
    if not sound:
        raise typer.Exit(UNSOUND)
