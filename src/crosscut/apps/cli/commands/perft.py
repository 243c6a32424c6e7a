"""``crosscut perft``: counting what can happen."""

import json
import time
from enum import StrEnum
from typing import Annotated

import typer

from crosscut.apps.cli.options import (
    Diagram,
    GameName,
    Json,
    Seed,
    Setup,
    Size,
    ToPlay,
    Variant,
    default_game,
    seed_of_set_up,
)
from crosscut.core.jit import announce
from crosscut.lab.console import out, progress
from crosscut.rules.registry import describe, load_game, title


class Unit(StrEnum):
    """What a step of the count is."""

    turn = "turn"
    move = "move"


def command(
    game: GameName = None,
    depth: Annotated[int, typer.Option(min=1, max=100, help="How many turns or moves deep.")] = 3,
    size: Size = None,
    variant: Variant = None,
    pie: Annotated[
        bool, typer.Option("--pie/--no-pie", help="Count the swap of the pie rule too.")
    ] = False,
    start: Diagram = None,
    to_play: ToPlay = None,
    setup: Setup = None,
    seed: Seed = 0,
    unit: Annotated[Unit, typer.Option(help="Count by turns or by single moves.")] = Unit.turn,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count positions, each once, reached so far.")
    ] = False,
    like_aiai: Annotated[
        bool,
        typer.Option(
            "--like-aiai",
            help="Count distinct positions by moves as Ai Ai's reports do. Its search goes depth "
            "first and never enters a position twice, even when it met it at the depth limit the "
            "first time and could look further now. So from depth 4 on it misses positions: on "
            "Slither 8x8 with swap it reports 393168 where there are 3823650.",
        ),
    ] = False,
    memory: Annotated[
        float, typer.Option(min=0.01, help="GB that distinct positions may take.")
    ] = 4.0,
    as_json: Json = False,
) -> None:
    """Count the sequences of turns of a game to a depth, or its distinct positions.

    Won positions are not continued, a forced pass is one turn, and a turn written in two ways
    counts twice unless positions are counted. Where the start varies it is the set-up given, or one
    drawn from the seed, after all choices that players make before the first turn proper.
    """
    from crosscut.search import perft as walk

    rules = load_game(default_game(game), size, variant, pie)
    drawn = seed_of_set_up(rules, start, setup, seed)
    position = rules.position(start, to_play=to_play, seed=drawn, setup=setup).past_prelude()
    announce()
    begin = time.perf_counter()
    with progress(f"counting {title(rules)} to depth {depth}") as update:

        def tick(found: int) -> None:
            update(description=f"{title(rules)}: {found:,} so far")

        if like_aiai:
            counts = walk.distinct_like_aiai(position, depth, tick, memory * 2**30)
        elif distinct:
            counts = walk.distinct(position, depth, unit is Unit.move, tick, memory * 2**30)
        else:
            counts = walk.perft(position, depth, unit is Unit.move, tick)
    seconds = time.perf_counter() - begin
    what = "positions" if distinct or like_aiai else "sequences"
    if as_json:
        by = Unit.move if like_aiai else unit
        print(
            json.dumps(
                {
                    **describe(rules),
                    **position.line[0].origin,
                    **({} if setup is None else {"setup": setup}),
                    "unit": by.value,
                    "what": what,
                    "counts": counts,
                    "seconds": round(seconds, 3),
                }
            )
        )
        return
    out.print(f"{title(rules)}: {what} by {'move' if like_aiai else unit.value}")
    for number, count in enumerate(counts, start=1):
        out.print(f"{number:3}  {count:,}")
    out.print(f"{seconds:.2f} s")
