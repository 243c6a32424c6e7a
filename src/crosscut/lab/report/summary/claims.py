"""What sentences about a game are made of: words, and figures that they cite.

No sentence is stronger than its figures. `Known.sure` hands out a figure only if it says how sure
it is, from a sample that is large enough.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from crosscut.lab.report.amounts import digits_of, number
from crosscut.lab.report.measure import Figure, Measure, Table, tables_in
from crosscut.lab.report.number_format import SPACE, counted_as
from crosscut.lab.report.summary.reference import LEAST_GAMES, Rank, rank, unlike

NAMES = {
    "unfinished": ("results", "games that did not end"),
    "draws": ("results", "draws"),
    "first seat": ("results", "first seat"),
    "swaps": ("results", "swaps"),
    "balance": ("balance", "verdict"),
    "first colour": ("balance", "first colour"),
    "median length": ("length", "median length"),
    "levels": ("chain", "levels"),
    "per doubling": ("chain", "Elo per doubling*"),
    "strength": ("chain", "highest level above Random"),
    "strongest": ("chain", "highest level"),
    "calibration": ("calibration", "verdict"),
    "calibration in the middle": ("calibration", "verdict in the middle"),
    "half-way": ("trajectory", "winner's chance half-way"),
    "three quarters": ("trajectory", "winner's chance after three quarters"),
    "drama": ("quality", "drama"),
    "begun": ("opening_map", "cells on which games began"),
    "first move": ("opening_map", "most frequent"),
    "its share": ("opening_map", "its share"),
    "choice": ("actions_per_turn", "at the first turn"),
}
"""What sentences call a figure: its measure and its name there, or its beginning with a star."""
TABLES = {
    "lengths": ("length", "Games by length"),
    "chances": ("trajectory", "The winner's chance"),
    "strengths": ("chain", "Elo of every"),
}
"""What pictures call a table: its measure and how its title begins."""
BY_CHANCE = "no better than chance"
"""What the verdict on the engine's opinion says where it is worth nothing."""

UNCHECKED = "not enough data"
"""What it says where results are too few to compare the opinion with."""


@dataclass(frozen=True)
class Cite:
    """Words that rest on a figure, and lead to it."""

    text: str
    measure: str
    figure: str


Piece = str | Cite
"""A part of a sentence."""


def plain(pieces: tuple[Piece, ...]) -> str:
    """Return a sentence without its links."""
    return "".join(each if isinstance(each, str) else each.text for each in pieces)


class Known:
    """The measures of a report, asked by the names that sentences use."""

    def __init__(self, about: Mapping, measures: Mapping[str, Measure]):
        self.about = about
        self.measures = measures

    def place(self, name: str) -> tuple[str, Figure | None]:
        """Return the measure of a figure, and the figure if it is there.

        A figure without a short name is asked for by its measure, a colon and its own name. Of
        several with the same beginning it is the last.
        """
        measure, _, own = name.partition(": ")
        measure, own = NAMES.get(name, (measure, own))
        figures = self.measures[measure].figures if measure in self.measures else ()
        start = own.removesuffix("*")
        fits = [
            each
            for each in figures
            if each.name == own or (start != own and each.name.startswith(start))
        ]
        return measure, fits[-1] if fits else None

    def figure(self, name: str) -> Figure | None:
        """Return a figure that has a value."""
        found = self.place(name)[1]
        return found if found is not None and found.value is not None else None

    def sure(self, name: str) -> Figure | None:
        """Return a figure that has an interval, of enough games."""
        found = self.figure(name)
        if found is None or found.interval is None or isinstance(found.value, str):
            return None
        return found if found.n is not None and found.n >= LEAST_GAMES else None

    def cite(self, name: str, text: str) -> Cite:
        """Return words that rest on a figure."""
        measure, figure = self.place(name)
        return Cite(text, measure, figure.name if figure is not None else "")

    def value(self, name: str, unit: str | None = None) -> Cite:
        """Return a figure as text with its interval; a chance may be told in percent."""
        return self.cite(name, sure_text(self.figure(name), unit))

    def rank(self, name: str) -> Rank | None:
        """Return how a figure stands among those of other games."""
        measure, figure = self.place(name)
        return figure and rank(self.about, measure, figure)

    def table(self, name: str) -> Table | None:
        """Return a table of a measure that has rows."""
        measure, title = TABLES[name]
        exhibits = self.measures[measure].exhibits if measure in self.measures else ()
        tables = (table for exhibit in exhibits for table in tables_in(exhibit))
        return next(
            (table for table in tables if table.title.startswith(title) and table.rows), None
        )

    @property
    def reference_play(self) -> str:
        """How the other games were played, if that is not how this one was."""
        return unlike(self.about)

    @property
    def opinion_is_worthless(self) -> bool:
        """Whether the engine's opinion was compared with results and is no better than chance."""
        verdict = self.figure("calibration")
        return verdict is not None and BY_CHANCE in str(verdict.value)

    @property
    def opinion_is_worthless_half_way(self) -> bool:
        """Whether it is no better than chance in the middle third of games."""
        verdict = self.figure("calibration in the middle")
        return verdict is not None and BY_CHANCE in str(verdict.value)

    @property
    def opinion_is_checked(self) -> bool:
        """Whether the engine's opinion was compared with results."""
        verdict = self.figure("calibration")
        return verdict is not None and verdict.value != UNCHECKED


def sure_text(figure: Figure, unit: str | None = None) -> str:
    """Return a figure as people say it, with no more digits than its interval allows.

    That is 72 % (69 to 76), or 45 moves (44 to 46).
    """
    unit = figure.unit if unit is None else unit
    unit = "%" if unit.startswith("%") else unit
    low, high = figure.interval
    digits = max(0, digits_of((low, high), unit) - 1) if low < high else figure.digits
    value, low, high = (
        number(each, unit, digits).removesuffix(" %") for each in (figure.value, *figure.interval)
    )
    name = counted_as(unit, figure.value)
    return f"{value}{SPACE if name else ''}{name} ({low}{SPACE}to{SPACE}{high})"


def share_text(share: float, digits: int = 0) -> str:
    """Return a share in percent, as 0 or 100 only if it is exactly that."""
    told = f"{100 * share:.{digits}f}"
    if float(told) in (0, 100) and share not in (0, 1):
        return share_text(share, digits + 1)
    return f"{told}{SPACE}%"
