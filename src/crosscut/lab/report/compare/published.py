"""Reports that others have published, and what ours say beside them.

A file here holds the figures of one, each with where ours stand and with words on why the two
agree or differ; whether they do is found out from the numbers.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from importlib.resources import files

from crosscut.core.errors import BadOption, IllegalMove
from crosscut.lab.report.estimates import share
from crosscut.lab.report.json_format import figure_dict
from crosscut.lab.report.measure import Figure
from crosscut.lab.report.saved_report import Report
from crosscut.lab.report.significance import difference, is_number
from crosscut.lab.stats import wilson
from crosscut.rules.registry import load_game


class Agreement(StrEnum):
    """How a published figure and ours stand to each other."""

    equal = "equal"
    within = "no difference shown"
    explained = "differs, explained"
    unexplained = "differs, unexplained"
    absent = "not measured"


@dataclass(frozen=True)
class Line:
    """A published figure, ours, and what follows."""

    what: str
    measure: str
    printed: str
    """As it stands in the publication."""
    published: Figure
    ours: tuple[Figure | None, ...]
    """For each of our reports."""
    agreements: tuple[Agreement, ...]
    why: str


@dataclass(frozen=True)
class Beside:
    """A published report with some of ours beside it."""

    publication: dict
    reports: Sequence[Report]

    @property
    def name(self) -> str:
        """What the publication is called."""
        return self.publication["name"]

    @cached_property
    def lines(self) -> list[Line]:
        """Every published figure."""
        return [line(row, self.reports) for row in self.publication["rows"]]

    @cached_property
    def openings(self) -> list[tuple[str, tuple[bool, ...]]]:
        """The published openings, and whether each is legal in our games."""
        return [
            (each, tuple(is_legal(each, report) for report in self.reports))
            for each in self.publication["openings"]
        ]

    @property
    def warnings(self) -> list[str]:
        """In what our games are not those of the publication."""
        pie = self.publication["about"]["pie"]
        return [
            f"The games of {each.name} were played {'without' if pie else 'with'} the pie rule, "
            f"the published ones {'with' if pie else 'without'} it."
            for each in self.reports
            if bool(each.about.get("pie")) != pie
        ]

    def counts(self, place: int) -> dict[Agreement, int]:
        """Return how many figures stand in each way to those of one report."""
        found = [each.agreements[place] for each in self.lines]
        return {each: found.count(each) for each in Agreement}

    def to_dict(self) -> dict:
        """Return everything as plain data."""
        names = [each.name for each in self.reports]
        return {
            "name": self.name,
            "about": self.publication["about"],
            "notes": self.publication["notes"],
            "warnings": self.warnings,
            "reports": names,
            "counts": {name: self.counts(place) for place, name in enumerate(names)},
            "rows": [line_dict(each) for each in self.lines],
            "charts": self.publication["charts"],
            "openings": [
                {"moves": moves, "legal": dict(zip(names, legal, strict=True))}
                for moves, legal in self.openings
            ],
        }


def beside(reports: Sequence[Report]) -> Beside:
    """Return the published report on the same game with those of ours that are about it."""
    for path in sorted((files(__package__) / "data").iterdir(), key=lambda each: each.name):
        if path.name.endswith(".json"):
            publication = json.loads(path.read_text())
            game, size = (publication["about"][key] for key in ("game", "size"))
            ours = [each for each in reports if each.is_about(game=game, size=size)]
            if ours:
                return Beside(publication, ours)
    raise BadOption("the published report is on Slither 8x8, and none of these is; leave it out")


# One figure.


def line(row: dict, reports: Sequence[Report]) -> Line:
    """Return a published figure with ours."""
    published = published_figure(row)
    ours = tuple(find(row, each) for each in reports)
    return Line(
        what=row["what"],
        measure=row["measure"],
        printed=row["printed"],
        published=published,
        ours=ours,
        agreements=tuple(
            agreement(published, figure, row, report)
            for figure, report in zip(ours, reports, strict=True)
        ),
        why=row["why"],
    )


def published_figure(row: dict) -> Figure:
    """Return a published figure; shares get the interval of so many out of so many."""
    value, unit, n = row["value"], row.get("unit", ""), row.get("n")
    interval = tuple(row["interval"]) if "interval" in row else None
    if unit == "%" and n:
        interval = wilson(value * n, n)
    return Figure(row["what"], value, unit, interval, n, row.get("of", "games"))


def find(row: dict, report: Report) -> Figure | None:
    """Return our figure to a published one, or None: by its name, or from a row of a table."""
    if "figure" in row:
        return report.figure(row["measure"], row["figure"])
    measure = report.measures.get(row["measure"])
    ((key, wanted),) = row["where"].items()
    for table in measure.tables if measure else ():
        for cells in table.rows:
            named = dict(zip(table.columns, cells, strict=True))
            if named.get(key) == wanted and is_number(named.get(row["column"])):
                return from_cells(row, named, named[row["column"]])
    return None


def from_cells(row: dict, named: dict, value: float) -> Figure:
    """Return a number of a table as a figure: a count, or so many out of so many."""
    if "games" in row:
        return share(row["what"], value + named.get("draws", 0) / 2, named[row["games"]])
    return Figure(row["what"], value)


def agreement(published: Figure, ours: Figure | None, row: dict, report: Report) -> Agreement:
    """Return how two figures stand to each other; one without an interval counts as exact."""
    if ours is None or not is_number(ours.value):
        return Agreement.absent
    beyond = row.get("more_than")
    if beyond is None and abs(ours.value - published.value) <= rounding(published):
        return Agreement.equal
    if beyond is not None and ours.value > beyond:
        return Agreement.within
    if beyond is None and (ours.interval or published.interval):
        pair = (
            each if each.interval else replace(each, interval=(each.value, each.value))
            for each in (published, ours)
        )
        low, high = difference(*pair).interval
        if low <= 0 <= high:
            return Agreement.within
    return Agreement.explained if is_known(row["known"], report) else Agreement.unexplained


def is_known(known: bool | list[dict], report: Report) -> bool:
    """Tell whether the reason for a difference is known: always, or for reports on some choices."""
    return known if isinstance(known, bool) else any(report.is_about(**each) for each in known)


def rounding(figure: Figure) -> float:
    """Return half of the last digit in which a figure was published; counts are exact."""
    if isinstance(figure.value, int):
        return 0
    if figure.unit == "%":
        return 0.5e-4  # two digits of a percentage
    return 0.5 * 10.0 ** -len(str(figure.value).partition(".")[2])


def is_legal(opening: str, report: Report) -> bool:
    """Tell whether an opening, written move by move, can be played in the game of a report.

    A swap is part of it, so it is played with the pie rule.
    """
    about = report.about
    game = load_game(about["game"], about["size"], about.get("variant"), pie=True)
    here = game.position()
    try:
        for move in opening.lower().split(","):
            here = here.play(move)
    except IllegalMove:
        return False
    return True


def line_dict(found: Line) -> dict:
    """Return a published figure as plain data."""
    return {
        "what": found.what,
        "measure": found.measure,
        "printed": found.printed,
        "published": figure_dict(found.published),
        "ours": [None if each is None else figure_dict(each) for each in found.ours],
        "agreements": [each.value for each in found.agreements],
        "why": found.why,
    }
