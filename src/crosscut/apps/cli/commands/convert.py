"""``crosscut convert``: games from one format into another."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.game_files import Number, refuse_others
from crosscut.apps.cli.options import Pie, Size, Variant, game_if_named
from crosscut.core.errors import BadOption, BadRecord, CrosscutError
from crosscut.core.text import counted
from crosscut.lab.console import err, out, print_file
from crosscut.play.record import replace_file
from crosscut.play.records import FORMATS, GameTree, writable, write
from crosscut.play.records.files import STANDARD_INPUT, each_game, format_for, games_in, text_of
from crosscut.rules.registry import title

LINK = ("http://", "https://")


def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="The file to read, or a link; - is the input."),
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
    if file is None and sys.stdin and sys.stdin.isatty():
        raise BadOption("which file? name one, or - for the input; --list shows the formats")
    file = STANDARD_INPUT if file is None else file
    text = file if file.lower().startswith(LINK) else Path(file)
    given = game_if_named(game, size, variant, pie)
    asked = (game, size, variant, pie)
    if check:
        check_games(each_game(text_of(text), given, source, number), number or 1, asked)
        return
    target = format_to_write(output, target, force)
    games = games_in(text, given, source, number)
    for tree in games:
        refuse_others(tree.game, *asked)
    written = written_as(target, games)
    for place, tree in enumerate(games, start=number or 1):
        say_notes(tree, f"game {place}: " if len(games) > 1 else "")
    if output is None:
        print_file(written)
    else:
        replace_file(output, written)


def check_games(games: Iterable[GameTree | CrosscutError], first: int, asked: tuple) -> None:
    """Print a line for each game, what it is or what is wrong; complain in the end if any is."""
    wrong = []
    for place, tree in enumerate(games, start=first):
        try:
            if isinstance(tree, CrosscutError):
                raise tree
            refuse_others(tree.game, *asked)
            out.print(f"{place}. {summary(tree)}")
            say_notes(tree, f"game {place}: ")
        except CrosscutError as error:
            out.print(f"{place}. WRONG: {error}")
            wrong.append(place)
    if wrong:
        raise BadRecord(f"{counted(len(wrong), 'game')} of {place + 1 - first} cannot be read")


def say_notes(tree: GameTree, prefix: str) -> None:
    """Print what a person has to know about a reading, such as a guess, beside the result."""
    for note in tree.notes:
        err.print(f"{prefix}{note}")


def format_to_write(path: Path | None, target: str | None, force: bool) -> str:
    """Return the format to write; refuse a file that tells none, or is there already."""
    if path is None:
        return (target or "sgf").lower()
    refuse_to_destroy(path, force)
    try:
        return format_for(path, target)
    except BadOption as error:
        advice = "name another file" if target else "or name one by --to"
        raise BadOption(f"{error}; {advice}") from error


def refuse_to_destroy(path: Path, force: bool) -> None:
    """Refuse to write where something is, unless it is a file that may be replaced."""
    if path.exists() and not path.is_file():
        raise BadOption(f"{path} is no file")
    if path.exists() and not force:
        raise BadOption(f"{path} exists; choose another name, or replace it by --force")


def written_as(target: str, games: list[GameTree]) -> str:
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
