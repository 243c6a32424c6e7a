"""What a measure is made of: figures that say how sure they are, and things to look at."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crosscut.play.position import Position

Cell = str | int | float | None
"""What stands in a table."""


@dataclass(frozen=True)
class Figure:
    """One number, with all that says how far it can be trusted."""

    name: str
    """What it is, in a few words: unique within its measure, and its name for machines."""
    value: Cell
    unit: str = ""
    interval: tuple[float, float] | None = None
    """Where the true value lies with 95 % confidence; None where nothing was left to chance."""
    n: int | None = None
    """How many of `of` it rests on."""
    of: str = "games"
    digits: int = 2
    """Digits after the point that mean something; shares are shown in percent with one less."""
    note: str = ""
    """A remark for people, such as why there is no value."""


@dataclass(frozen=True)
class Table:
    """Rows of texts and numbers."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Text:
    """Paragraphs, or the items of a list."""

    title: str
    paragraphs: Sequence[str]
    numbered: bool = False
    """Whether they are counted from 1."""


@dataclass(frozen=True)
class Picture:
    """A picture that is there already, such as one from the rules."""

    title: str
    svg: str
    """The whole document."""
    alt: str
    """What it shows, in words, for who cannot see it."""


@dataclass(frozen=True)
class Chart:
    """A chart; `crosscut.lab.report.svg_charts` draws it."""

    title: str
    draw: Callable[[Any], None]
    """Draws on the axes that it is handed, with the colours of `crosscut.lab.report.svg_charts`."""
    alt: str
    """What it shows, in words, for who cannot see it."""
    data: Table
    """The numbers it shows."""
    height: float = 3.0
    """In inches; all charts are equally wide."""


@dataclass(frozen=True)
class Line:
    """A line of play that can be stepped through on the board."""

    title: str
    end: Position
    """The position it leads to, which knows all that came before."""
    note: str = ""
    shown: int = 0
    """The turn after which the board is shown first."""


@dataclass(frozen=True)
class HeatMap:
    """A number for every cell of the board."""

    title: str
    position: Position
    """The position whose board, and pieces if there are any, are drawn."""
    values: dict[int, float]
    """By cell; larger is hotter. A cell that is left out is left blank."""
    alt: str
    unit: str = ""
    whole: bool = False
    """Whether a share has its colour on the scale from 0 to 100 %, and not on that of the map."""


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one winning turn, to be found on the board."""

    title: str
    position: Position
    solution: tuple[int, ...]
    """The taps of the winning turn."""
    line: tuple[str, ...]
    """Turns from there on, the winning one first, in which the loser holds out."""
    legal: tuple[tuple[int, ...], ...]
    """The taps of every legal turn."""
    note: str = ""


Exhibit = Table | Text | Picture | Chart | Line | HeatMap | Puzzle


def tables_in(exhibit: Exhibit) -> Iterator[Table]:
    """Yield the numbers that an exhibit shows; a game, puzzle, text or picture has none."""
    if isinstance(exhibit, Table):
        yield exhibit
    elif isinstance(exhibit, Chart):
        yield exhibit.data
    elif isinstance(exhibit, HeatMap):
        name = exhibit.position.game.board.name
        scale = 100 if exhibit.unit.startswith("%") else 1
        rows = [(name(cell), scale * value) for cell, value in exhibit.values.items()]
        yield Table(exhibit.title, ("cell", exhibit.unit), rows)


NO_GAMES = "There are no games yet."
"""What is missing where everything else follows from the games."""


@dataclass(frozen=True)
class Measure:
    """What one question to a sample of games has brought."""

    title: str
    formula: str
    """How it is computed, so that somebody else would get the same."""
    unit: str = ""
    figures: Sequence[Figure] = ()
    exhibits: Sequence[Exhibit] = ()
    summary: str = ""
    """What was found, in a sentence or two for people."""
    missing: str = ""
    """Why there is nothing to tell, if that is so."""

    def figure(self, name: str) -> Figure:
        """Return a figure by its name."""
        return next(each for each in self.figures if each.name == name)
