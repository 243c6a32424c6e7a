"""``crosscut bench``: how fast random games are played here."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from crosscut.cli.console import announce_compiler, out, progress
from crosscut.cli.options import Json, Pie, Seed, Size, Variant, describe, make_game, title
from crosscut.errors import BadOption
from crosscut.game import Game

SIZES = (8, 9, 11, 13, 15, 19)
PICTURES = (".svg", ".png", ".pdf")


class Reference(StrEnum):
    """What to measure ourselves against."""

    openspiel = "openspiel"


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="Name of a game or path of a game file; slither 8x8 by default."
        ),
    ] = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    against: Annotated[
        Reference | None,
        typer.Option(help="Measure OpenSpiel's compiled hex 11x11 rollouts in the same run."),
    ] = None,
    sizes: Annotated[
        str | None, typer.Option(help="Measure several sizes, such as 8,9,11: cost by size.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the cost by size to a file (.svg, .png, .pdf).")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help="Processor seconds of each measurement.")
    ] = 2.0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure random playouts per second of processor time, on one core.

    Sampled play draws a move directly; enumerated play lists all legal moves first. Both are
    uniform over the legal moves, so their lengths must agree.
    """
    announce_compiler()
    if sizes is not None or plot:
        if size is not None or against:
            raise BadOption("--sizes and --plot go with neither --size nor --against")
        if plot and (plot.suffix not in PICTURES or not plot.parent.is_dir()):
            raise BadOption(f"cannot draw to {plot}: name a {', '.join(PICTURES)} file in a folder")
        wanted = SIZES if sizes is None else read_sizes(sizes)
        result = by_size(
            [make_game(game or "slither", n, variant, pie) for n in wanted], seconds, seed
        )
        if plot:
            draw(result, plot)
        if as_json:
            print(json.dumps(result))
        else:
            show_sizes(result)
        return
    if game is None and size is None:
        size = 8
    rules = make_game(game or "slither", size, variant, pie)
    result = measure(rules, against, seconds, seed)
    if as_json:
        print(json.dumps(result))
    else:
        show(rules, result)


def read_sizes(text: str) -> list[int]:
    """Return the sizes that a list such as 8,9,11 names."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadOption(f"--sizes {text!r} is no list of numbers such as 8,9,11") from None


def measure(rules: Game, against: Reference | None, seconds: float, seed: int) -> dict:
    """Return the rates of sampled and enumerated play, and the ratio to a reference."""
    from crosscut.search.speed import OpenSpielHex, Playouts, compare

    result = describe(rules)
    reference = OpenSpielHex() if against else None
    with progress(f"measuring {title(rules)}", total=3) as update:
        sampled = Playouts(rules, seed=seed)
        if reference:
            result["against"] = compare(
                sampled, reference, seconds, lambda share: update(completed=share)
            )
        else:
            sampled.run(seconds)
        update(completed=1)
        enumerated = Playouts(rules, enumerated=True, seed=seed)
        enumerated.run(seconds)
    return result | {"sampled": sampled.summary(), "enumerated": enumerated.summary()}


def by_size(every: list[Game], seconds: float, seed: int) -> dict:
    """Return what a playout costs on each size, and beside it the cells times the moves."""
    from crosscut.search.speed import Playouts

    rows = []
    with progress("measuring by size", total=len(every)) as update:
        for number, rules in enumerate(every, start=1):
            update(description=f"measuring {title(rules)}")
            sampled = Playouts(rules, seed=seed)
            sampled.run(seconds)
            found = sampled.summary()
            work = len(rules.board.cells) * found["mean_moves"]
            rows.append(
                {
                    "size": rules.size,
                    "cells": len(rules.board.cells),
                    **found,
                    "nanoseconds_per_cell_and_move": round(1e3 * found["microseconds"] / work, 4),
                }
            )
            update(completed=number)
    return describe(every[0]) | {"sizes": rows}


def show(rules: Game, result: dict) -> None:
    """Print the rates as a table."""
    table = Table(box=None, pad_edge=False, title=title(rules), title_justify="left")
    for column in ("", "playouts/s", "µs", "moves", "turns", "first seat wins", "playouts"):
        table.add_column(column, justify="right" if column else "left")
    for way in ("sampled", "enumerated"):
        found = result[way]
        table.add_row(
            way,
            f"{found['playouts_per_second']:,.0f}",
            f"{found['microseconds']:.2f}",
            f"{found['mean_moves']:.2f} ± {1.96 * found['mean_moves_error']:.2f}",
            f"{found['mean_turns']:.2f}",
            f"{found['first_seat_wins']:.1%}",
            f"{found['playouts']:,}",
        )
    out.print(table)
    if "against" in result:
        other = result["against"]
        out.print(
            f"{other['reference']}: {other['reference_per_second']:,.0f} rollouts/s; "
            f"sampled play is {other['ratio']:.1f} times as fast"
        )


def show_sizes(result: dict) -> None:
    """Print the cost by size as a table."""
    table = Table(box=None, pad_edge=False)
    for column in ("size", "cells", "moves", "playouts/s", "µs", "ns per cell and move"):
        table.add_column(column, justify="right")
    for row in result["sizes"]:
        table.add_row(
            str(row["size"]),
            str(row["cells"]),
            f"{row['mean_moves']:.1f}",
            f"{row['playouts_per_second']:,.0f}",
            f"{row['microseconds']:.2f}",
            f"{row['nanoseconds_per_cell_and_move']:.3f}",
        )
    out.print(table)


def draw(result: dict, path: Path) -> None:
    """Draw what a playout costs by size, beside a line that grows with cells times moves."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = result["sizes"]
    cells = [row["cells"] for row in rows]
    cost = [row["microseconds"] for row in rows]
    work = [row["cells"] * row["mean_moves"] for row in rows]
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    axes.loglog(cells, cost, "o-", color="#1c7ed6", label="measured")
    grown = [cost[0] * each / work[0] for each in work]
    axes.loglog(cells, grown, "--", color="#868e96", label="cells × moves, from the first size")
    axes.set_xticks(cells, [f"{row['size']}×{row['size']}" for row in rows])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("board")
    axes.set_ylabel("µs per random playout, one core")
    axes.set_title(f"{result['game'].capitalize()}, {result['variant']}: cost of a playout")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    try:
        figure.savefig(
            path, bbox_inches="tight", metadata={"Date": None} if path.suffix == ".svg" else None
        )
    except (OSError, ValueError) as error:
        raise BadOption(f"cannot draw to {path}: {error}") from error
    finally:
        pyplot.close(figure)
