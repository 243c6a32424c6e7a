"""``crosscut solve``: who wins, and with which first moves."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.options import (
    Diagram,
    GameName,
    Json,
    Pie,
    Setup,
    Size,
    ToPlay,
    Variant,
    default_game,
    refuse_bad_picture,
    seed_of_set_up,
)
from crosscut.core.errors import BadOption
from crosscut.core.jit import announce
from crosscut.lab.console import err, out, progress
from crosscut.play.diagram import board_lines
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.registry import describe, load_game, title

SAVE_EVERY = 300
"""Seconds between two savings."""
MEMORY = 1.0


def command(
    game: GameName = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    start: Diagram = None,
    to_play: ToPlay = None,
    setup: Setup = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Draw the set-up, in games whose start varies.")
    ] = None,
    first_moves: Annotated[
        bool,
        typer.Option(
            "--first-moves/--value-only", help="Find out about every first move, or who wins only."
        ),
    ] = True,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="Stop after so many seconds.")
    ] = None,
    memory: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=4096, help=f"GB for the table of known positions; {MEMORY:g} by default"
        ),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="Keep what is known in this file, and go on from it if it is there."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw the board with the result of each first move (.svg, .png)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Prove who wins, and what every first move leads to.

    When the table of known positions is full, what cost least to find out makes room. What is not
    found out in time stays unknown. Ctrl-C stops; with --state the same command goes on later.
    """
    from crosscut.search.solver import Solver, solution

    rules = load_game(default_game(game), size, variant, pie)
    drawn = seed_of_set_up(rules, start, setup, 0) if seed is None else seed
    position = rules.position(start, to_play=to_play, seed=drawn, setup=setup)
    refuse_bad_files(state, picture)
    announce()
    if state is not None and state.exists():
        solver = Solver.load(state, position, first_moves)
        if memory is not None and not 0.99 < solver.gigabytes / memory < 1.01:
            raise BadOption(
                f"the table in {state} has {solver.gigabytes:.3g} GB, and that it keeps; "
                "leave --memory away, or begin anew in another file"
            )
        err.print(f"going on from {state}: {solver.nodes:,} nodes in {solver.seconds:.0f} s so far")
    else:
        solver = Solver(position, MEMORY if memory is None else memory, first_moves)
    saved = time.monotonic()
    with progress(f"solving {title(rules)}") as update:

        def tick(solver: Solver) -> None:
            nonlocal saved
            update(description=f"{title(rules)}: {standing(solver)}")
            if state is not None and time.monotonic() - saved > SAVE_EVERY:
                solver.save(state)
                saved = time.monotonic()

        try:
            solver.run(seconds, tick=tick)
        except KeyboardInterrupt:
            if state is None:
                err.print(f"{standing(solver)}; --state FILE would keep that")
            else:
                solver.save(state)
                err.print(f"{standing(solver)}; the same command goes on from {state}")
            raise
    if state is not None:
        solver.save(state)
    found = solution(solver)
    if picture is not None:
        draw(found, picture)
    if as_json:
        print(json.dumps({**describe(rules), **position.line[0].origin, **for_machines(found)}))
    else:
        show(found)


def refuse_bad_files(state: Path | None, picture: Path | None) -> None:
    """Refuse, before any work, files that could not be written in the end."""
    refuse_bad_picture(picture)
    if picture is not None and picture.suffix == ".png":
        png_writer()
    if state is not None and (state.is_dir() or not state.parent.is_dir()):
        raise BadOption(f"cannot keep a state in {state}: name a file in a folder")


def png_writer():
    """Return the function that turns SVG into PNG, which needs a package of its own."""
    try:
        from cairosvg import svg2png
    except (ImportError, OSError) as error:
        raise BadOption("a .png needs the package cairosvg; draw a .svg instead") from error
    return svg2png


def draw(found, picture: Path) -> None:
    """Draw the opening to a file."""
    from crosscut.search.solver.opening_chart import picture as opening

    svg = opening(found)
    if picture.suffix == ".png":
        png_writer()(bytestring=svg.encode(), write_to=str(picture), scale=2)
    else:
        picture.write_text(svg + "\n")


def standing(solver) -> str:
    """Say how far a solver has come."""
    questions = solver.questions
    known = sum(not question.open for question in questions)
    return f"{known} of {len(questions)} questions answered, {solver.nodes:,} nodes"


def show(found) -> None:
    """Print a solution for people."""
    from crosscut.search.solver.opening_chart import notes

    position, game = found.position, found.position.game
    mover = game.player(position.state, position.colour)
    out.print(title(game), style="bold")
    out.print(f"{mover}, to move, {verdict(found)}")
    noted = notes(found)
    if noted:
        letters = {cell: note.letter for cell, note in noted.items()}
        for line in board_lines(game.board, letters):
            out.print(line)
        for note in sorted(set(noted.values())):
            out.print(f"{note.letter} {note.meaning}")
    swapped = [turn for turn, swap in found.to_swap().items() if swap]
    if found.swaps:
        out.print(f"to be swapped: {' '.join(swapped) or 'nothing that is known'}")
    elif found.turns:
        best = found.best()
        out.print(f"best turns: {' '.join(best[:40]) or 'not known'}{' ...' if best[40:] else ''}")
    if found.line:
        out.print(f"a line: {' '.join(found.line)}")
    if found.hopeless:
        out.print(
            "Some of it stays unknown: positions come back, which this search cannot see through."
        )
    out.print(
        f"{found.nodes:,} nodes in {found.seconds:.2f} s; "
        f"{found.known:,} positions known, room for {found.places:,}"
    )


def verdict(found) -> str:
    """Say what the player to move gets."""
    if found.value == NOBODY:
        need, doubt = found.numbers
        return f"has an open game: proof number {need:,}, disproof number {doubt:,}."
    if found.value == DRAW:
        return "draws."
    return "wins." if found.value == found.seat else "loses."


def for_machines(found) -> dict:
    """Return a solution as plain data; results are the winning seat, draw, or null if unknown."""
    values = {0: 0, 1: 1, DRAW: "draw", NOBODY: None}
    return {
        "to_play": found.seat,
        "winner": values[found.value],
        "turns": {turn: values[value] for turn, value in found.turns.items()},
        "swap": found.to_swap(),
        "line": found.line,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "known": found.known,
        "places": found.places,
        "proof_numbers": found.numbers,
        "done": found.done,
    }
