"""``crosscut rules``: the rules of a game, with figures."""

import dataclasses
import json
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from crosscut.apps.cli.options import GameName, Json, default_game
from crosscut.core.errors import BadOption
from crosscut.lab.console import out
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.game_page import page, pictures
from crosscut.play.rulebook import Diagram, Rulebook, figures, rulebook
from crosscut.rules.game import Game
from crosscut.rules.registry import built_in, game_class

WIDTH = 88


def command(
    game: GameName = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page of the game's documentation.")
    ] = False,
    pages: Annotated[
        Path | None,
        typer.Option(help="Write the pages of all games, with their pictures, to a folder."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the rules of a game: numbered, with figures and the unclear points settled."""
    if pages is not None:
        if game:
            raise BadOption("--pages writes the pages of all games; name none")
        write_pages(pages)
        return
    if markdown and as_json:
        raise BadOption("--markdown or --json, not both")
    name = default_game(game)
    cls = game_class(name)
    book = rulebook(cls)
    if markdown:
        print(page(cls, Path(name).stem, f"crosscut play {name}"), end="")
    elif as_json:
        print(json.dumps(for_machines(cls, book)))
    else:
        show(cls, book)


def for_machines(cls: type[Game], book: Rulebook) -> dict:
    """Return the rules and facts of a game as plain data."""
    return dataclasses.asdict(cls.facts) | {
        "pie": [variant for variant in cls.facts.variants if cls.facts.has_pie(variant)],
        "summary": book.summary,
        "rules": book.rules,
        "settled": book.settled,
        "stuck": cls.stuck,
    }


def write_pages(folder: Path) -> None:
    """Write the pages of all games, and a list of them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"cannot write pages to {folder}: {error.strerror}") from error
    listed = ["# The games", ""]
    for name in built_in():
        cls = game_class(name)
        for file, svg in pictures(cls, name).items():
            (folder / file).write_text(svg)
        (folder / f"{name}.md").write_text(page(cls, name, f"crosscut play {name}"))
        listed.append(f"- [{cls.facts.title}]({name}.md): {rulebook(cls).summary}")
    (folder / "README.md").write_text("\n".join(listed) + "\n")


def show(cls: type[Game], book: Rulebook) -> None:
    """Print the rules for people."""
    facts = cls.facts
    year = f", {facts.year}" if facts.year else ""
    out.print(f"{facts.title} by {facts.designer}{year}", style="bold")
    out.print(wrap(book.summary) + "\n")
    for number, rule in enumerate(book.rules, start=1):
        out.print(wrap(rule, f"{number}. "))
    for number, figure in enumerate(figures(cls), start=1):
        out.print(f"\nFigure {number}. {figure.title}", style="bold")
        for diagram in figure.diagrams:
            out.print(wrap(diagram.caption))
            out.print("\n".join("   " + line for line in drawing(diagram)))
    if book.settled:
        out.print("\nSettled", style="bold")
        for point in book.settled:
            out.print(wrap(point, "- "))
    out.print("\nVariants", style="bold")
    for name, what in facts.variants.items():
        pie = " Pie rule by default." if facts.has_pie(name) else ""
        out.print(wrap(what + pie, f"- {name}: "))
    tags = "; ".join(f"{tag}: {what}" for tag, what in facts.tags.items())
    out.print(f"\n{tags}.")
    out.print(f"Sizes {facts.smallest} to {facts.largest}, default {facts.size}.")
    if facts.notation:
        out.print(f"Notation: {facts.notation}.")


def wrap(text: str, start: str = "") -> str:
    """Return a paragraph whose lines after the first are indented under its text."""
    return textwrap.fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def drawing(diagram: Diagram) -> list[str]:
    """Return a diagram of a figure as lines of text, its marked cells in parentheses."""
    game = diagram.game
    return board_lines(game.board, piece_letters(game, diagram.pieces), diagram.marked)
