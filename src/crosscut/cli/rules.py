"""``crosscut rules``: the rules of a game, with figures."""

import json
import textwrap

from crosscut.cli.console import out
from crosscut.cli.options import GameName, Json
from crosscut.games import game_class
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.rulebook import Diagram, figures, rulebook

WIDTH = 88


def command(game: GameName, as_json: Json = False) -> None:
    """Print the rules of a game: numbered, with figures and the unclear points settled."""
    cls = game_class(game)
    book = rulebook(cls)
    if as_json:
        print(json.dumps({"title": cls.facts.title, "rules": book.rules, "settled": book.settled}))
        return
    facts = cls.facts
    out.print(f"[bold]{facts.title}[/] by {facts.designer}, {facts.year}")
    out.print(wrap(book.summary) + "\n")
    for number, rule in enumerate(book.rules, start=1):
        out.print(wrap(rule, f"{number}. "))
    for number, figure in enumerate(figures(cls), start=1):
        out.print(f"\n[bold]Figure {number}. {figure.title}[/]")
        for diagram in figure.diagrams:
            out.print(wrap(diagram.caption))
            out.print("\n".join("   " + line for line in drawing(diagram)), markup=False)
    if book.settled:
        out.print("\n[bold]Settled[/]")
        for point in book.settled:
            out.print(wrap(point, "- "))
    variants = "; ".join(f"{name}: {what}" for name, what in facts.variants.items())
    out.print(f"\nSizes {facts.smallest} to {facts.largest}, default {facts.size}. {variants}")
    out.print(f"Notation: {facts.notation}.", markup=False)


def wrap(text: str, start: str = "") -> str:
    """Return a paragraph whose lines after the first are indented under its text."""
    return textwrap.fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def drawing(diagram: Diagram) -> list[str]:
    """Return a diagram of a figure as lines of text, its marked cells in parentheses."""
    game = diagram.game
    return board_lines(game.board, piece_letters(game, diagram.pieces), diagram.marked)
