"""``crosscut convert``: games from one format into another."""

from pathlib import Path
from typing import Annotated

import typer

from crosscut.cli.console import out, print_file
from crosscut.cli.gamefiles import Number
from crosscut.cli.options import Pie, Size, Variant, game_if_named, title
from crosscut.errors import BadOption
from crosscut.play.record import replace_file
from crosscut.records import FORMATS, GameTree, writable, write
from crosscut.records.files import games_in
from crosscut.wording import counted

ENDINGS = {".sgf": "sgf", ".json": "json", ".txt": "moves"}
"""The formats that names of files tell."""


def command(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to read; - is the input.")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Its format; found out if nothing is said.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--to", help="The format to write: as --out ends, or sgf.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="The game, where the file does not say which it is.")
    ] = None,
    size: Size = None,
    variant: Variant = None,
    pie: Pie = None,
    number: Number = None,
    output: Annotated[Path | None, typer.Option("--out", help="The file to write.")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file of --out if it is there already.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Read and play through all of it, write nothing.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the formats.")] = False,
) -> None:
    """Convert games: SGF, our own records, lists of moves, and what other sites write.

    Every turn is played, so a file that is wrong is refused with the line or turn that is wrong.
    """
    if listed:
        list_formats()
        return
    if file is None:
        raise BadOption("which file? name one, or - for the input; --list shows the formats")
    if output is not None:
        refuse_to_destroy(output, force)
    games = games_in(file, game_if_named(game, size, variant, pie), source, number)
    if check:
        for place, tree in enumerate(games, start=1):
            out.print(f"{place if number is None else number}. {summary(tree)}")
        return
    written = text_of(games, target or ENDINGS.get(output.suffix if output else "", "sgf"))
    if output is None:
        print_file(written)
    else:
        replace_file(output, written)


def refuse_to_destroy(path: Path, force: bool) -> None:
    """Refuse to write where something is, unless it is a file that may be replaced."""
    if path.exists() and not path.is_file():
        raise BadOption(f"{path} is no file")
    if path.exists() and not force:
        raise BadOption(f"{path} exists; choose another name, or replace it by --force")


def text_of(games: list[GameTree], target: str) -> str:
    """Return games as text of a format, of which only SGF holds several."""
    if len(games) > 1 and target != "sgf":
        raise BadOption(f"the file has {len(games)} games; choose one with --number")
    return "".join(write(tree, target) for tree in games)


def summary(tree: GameTree) -> str:
    """Say in one line what a game is."""
    nodes = list(tree.root.all())
    length = len(tree.root.end.path) - 1
    others = sum(max(0, len(node.children) - 1) for node in nodes)
    told = [title(tree.game), counted(length, "turn")]
    if others:
        told.append(counted(others, "variation"))
    if any(tree.names):
        told.append(" and ".join(name or "somebody" for name in tree.names))
    return ", ".join([*told, tree.result or "no result"])


def list_formats() -> None:
    """Print the formats, what each is, and whether it can be written."""
    for name, each in FORMATS.items():
        out.print(f"{name:13} {each.about}{'' if name in writable() else '; read only'}")
