"""The rules of a game as its own file tells them: docstring, facts and figures."""

import inspect
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from crosscut.play.diagram import read_diagram, read_symbols
from crosscut.rules.game import Game

SETTLED = "Settled:"


@dataclass(frozen=True)
class Rulebook:
    """What the docstring of a game file says."""

    summary: str
    rules: tuple[str, ...]
    """The numbered rules, without their numbers."""
    settled: tuple[str, ...]
    """How unclear points were decided."""


def rulebook(game_class: type[Game]) -> Rulebook:
    """Return the rules that stand at the beginning of a game file."""
    text = inspect.cleandoc(sys.modules[game_class.__module__].__doc__ or "")
    summary, _, rest = text.partition("\n")
    rules, _, settled = rest.partition(SETTLED)
    return Rulebook(summary, items(rules, r"^\d+\.\s+"), items(settled, r"^-\s+"))


def items(text: str, start: str) -> tuple[str, ...]:
    """Return the items of a list, each as one line."""
    parts = re.split(start, text, flags=re.MULTILINE)[1:]
    return tuple(" ".join(part.split()) for part in parts)


@dataclass(frozen=True)
class Diagram:
    """One diagram of a figure."""

    caption: str
    game: Game
    pieces: tuple[int, ...]
    marked: tuple[int, ...]
    """Cells the caption speaks of: points drawn as ``*`` or stones in small letters."""
    shape: str
    """How they are marked: cross, check, dot or ring."""


@dataclass(frozen=True)
class Figure:
    """A figure of the rules: a title and one or more diagrams."""

    title: str
    diagrams: tuple[Diagram, ...]


def figures(game_class: type[Game]) -> tuple[Figure, ...]:
    """Return the figures that stand beside a game file, in ``figures/NAME.txt``."""
    file = Path(sys.modules[game_class.__module__].__file__)
    path = file.parent / "figures" / f"{file.stem}.txt"
    if not path.exists():
        return ()
    parts = re.split(r"^# ", path.read_text(), flags=re.MULTILINE)[1:]
    return tuple(read_figure(game_class, part) for part in parts)


def read_figure(game_class: type[Game], text: str) -> Figure:
    """Return the figure that a part of a figure file describes."""
    title, *blocks = (block.strip("\n") for block in re.split(r"\n[ \t]*\n", text.strip()))
    diagrams = [
        read_one(game_class, caption, options, drawing)
        for caption, options, drawing in zip(*[iter(blocks)] * 3, strict=True)
    ]
    return Figure(title.strip(), tuple(diagrams))


def read_one(game_class: type[Game], caption: str, options: str, drawing: str) -> Diagram:
    """Return the diagram made of a caption, a line of options and a drawing."""
    chosen = dict(pair.split("=") for pair in options.split())
    game = game_class(int(chosen["size"]), chosen["variant"])
    pieces, _ = read_diagram(game, drawing.replace("*", "."))
    marks = {"*"} | {letter.lower() for _, letter in game.kinds if letter.isalpha()}
    body = read_symbols(game.board, drawing.splitlines())
    marked = tuple(
        cell
        for row, symbols in zip(game.board.rows, body, strict=True)
        for cell, symbol in zip(row, symbols, strict=True)
        if symbol in marks
    )
    return Diagram(" ".join(caption.split()), game, pieces, marked, chosen.get("mark", "ring"))
