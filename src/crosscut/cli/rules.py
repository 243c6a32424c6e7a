"""``crosscut rules``: the rules of a game, with figures."""

import json
import textwrap

from crosscut.cli.console import out
from crosscut.cli.options import GameName, Json, default_game
from crosscut.games import game_class
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.rulebook import Diagram, figures, rulebook

WIDTH = 88


def command(game: GameName = None, as_json: Json = False) -> None:
    """Print the rules of a game: numbered, with figures and the unclear points settled."""
    cls = game_class(default_game(game))
    book = rulebook(cls)
    if as_json:
        print(json.dumps({"title": cls.facts.title, "rules": book.rules, "settled": book.settled}))
        return
    facts = cls.facts
    out.print(f"{facts.title} by {facts.designer}, {facts.year}", style="bold")
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
    out.print(f"\nSizes {facts.smallest} to {facts.largest}, default {facts.size}.")
    if facts.notation:
        out.print(f"Notation: {facts.notation}.")


def wrap(text: str, start: str = "") -> str:
    """Return a paragraph whose lines after the first are indented under its text."""
    return textwrap.fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def drawing(diagram: Diagram) -> list[str]:
    """Return a diagram of a figure as lines of text, its marked cells in parentheses."""
    game = diagram.game
    return board_lines(game.board, piece_letters(game, diagram.pieces), diagram.marked)
