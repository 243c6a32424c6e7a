"""``crosscut match``: two players, many games, and what the result is worth."""

import json
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.options import Json, Seed, Size, Variant, default_game
from crosscut.core.errors import BadOption
from crosscut.rules.registry import load_game

Jobs = Annotated[
    int | None,
    typer.Option(min=1, max=1024, help="Games at once; as many as cores and threads allow."),
]
Patience = Annotated[
    float,
    typer.Option(min=0.01, max=86400, help="Seconds after which a silent GTP engine forfeits."),
]


def command(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME] A B",
            help="A game (the one of --game by default) and two players: random, a level such as "
            "level3, PRESET:LIMIT[,OPTION=VALUE...] such as default:0.2s,threads=2 or "
            "uct-plain:400, openspiel:0.2s, 'gtp:COMMAND LINE'.",
        ),
    ],
    games: Annotated[int, typer.Option(min=1, max=10**7, help="How many games at most.")] = 100,
    size: Size = None,
    variant: Variant = None,
    pie: Annotated[
        bool, typer.Option("--pie/--no-pie", help="Let the second player swap; off by default.")
    ] = False,
    opening: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1000,
            help="Random turns before the players take over: 2; 1 with --pie; 0 for games that "
            "are dealt. Both games of a pair share them.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as it is clear which of two Elo differences fits better: 0,20.",
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(min=0.0001, max=0.49, help="Risk that --sprt takes ELO1 wrongly.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(min=0.0001, max=0.49, help="Risk that --sprt takes ELO0 wrongly.")
    ] = 0.05,
    jobs: Jobs = None,
    keep: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the records; given again, the match goes on."),
    ] = None,
    patience: Patience = 60.0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play a match between two players, both colours of every opening.

    The score of A comes with its 95 % interval and as Elo. Ctrl-C stops and shows what there is.
    """
    from crosscut.apps.cli.views.match import Watch
    from crosscut.lab.matches.match import Contest
    from crosscut.lab.matches.openings import usual_turns
    from crosscut.lab.matches.result import Tally
    from crosscut.lab.matches.run import run_match

    if len(names) not in (2, 3):
        raise BadOption(
            "a match needs a game and two players: crosscut match hex default:400 random"
        )
    name, (a, b) = default_game(names[0] if len(names) == 3 else None), names[-2:]
    rules = load_game(name, size, variant, pie)
    turns = usual_turns(rules) if opening is None else opening
    if pie and turns > 1:
        raise BadOption(f"after an opening of {turns} turns nobody can swap; use --opening 1 or 0")
    contest = Contest(rules.id, rules.size, rules.variant, rules.pie, a, b, seed, turns, patience)
    tally = Tally(read_sprt(sprt, alpha, beta))
    try:
        with Watch(contest, games, tally) as watch:
            run_match(contest, games, tally, jobs, keep, watch)
    finally:
        if tally.games:
            report(contest, tally, as_json)


def report(contest, tally, as_json: bool) -> None:
    """Print the result."""
    from crosscut.apps.cli.views.match import show

    result = contest.describe() | tally.summary()
    if as_json:
        print(json.dumps(result))
    else:
        show(contest, result)


def read_sprt(text: str | None, alpha: float, beta: float):
    """Return the test that a text such as 0,20 asks for."""
    from crosscut.lab.stats import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--sprt {text!r} is no pair of Elo differences such as 0,20") from None
    if not -2000 <= elo0 < elo1 <= 2000:
        raise BadOption("--sprt wants the smaller Elo difference first, both within 2000")
    return Sprt(elo0, elo1, alpha, beta)
