"""Reports read back from their folders, and what to call each when they stand side by side."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.jsonl_log import read_json
from crosscut.lab.report.folder import FIGURES
from crosscut.lab.report.json_format import FORMAT
from crosscut.lab.report.measure import Figure, Table
from crosscut.rules.registry import game_class, ids
from crosscut.search.options import DEFAULT

ADVICE = "name the folder that crosscut report has written"


@dataclass(frozen=True)
class Found:
    """A measure as a report holds it."""

    title: str
    section: str
    formula: str
    figures: dict[str, Figure]
    tables: tuple[Table, ...]
    missing: str = ""


@dataclass(frozen=True)
class Report:
    """A report that was read."""

    path: Path
    about: dict
    measures: dict[str, Found]
    name: str = ""
    """What it is called beside the others."""

    def figure(self, measure: str, name: str) -> Figure | None:
        """Return a figure, or None if it is not there."""
        found = self.measures.get(measure)
        return found.figures.get(name) if found else None

    def is_about(self, **wanted) -> bool:
        """Tell whether the report is about this game, size, variant or other choice."""
        return all(self.about.get(key) == value for key, value in wanted.items())

    def __repr__(self) -> str:
        return f"<Report on {self.about.get('title', '')} in {self.path}>"

    def _repr_html_(self) -> str:
        from crosscut.lab.report.notebook import show_report

        return show_report(self)


def read_all(folders: Sequence[Path], least: int = 2) -> list[Report]:
    """Read several reports and name them so that they can be told apart."""
    if len(folders) < least:
        raise BadOption("a comparison needs two reports; name another folder")
    places = Counter(folder.resolve() for folder in folders)
    for folder in folders:
        if places[folder.resolve()] > 1:
            raise BadOption(f"{folder} is named twice; a report differs in nothing from itself")
    return named([read(folder) for folder in folders])


def read(folder: Path) -> Report:
    """Read the report in a folder."""
    path = folder / FIGURES
    if not folder.is_dir():
        raise BadOption(f"there is no folder {folder}; {ADVICE}")
    if not path.is_file():
        raise BadRecord(f"{folder} holds no {FIGURES}; {ADVICE}")
    found = read_json(path)
    if found.get("crosscut_report") != FORMAT:
        raise BadRecord(f"{path} is no report of format {FORMAT}; {ADVICE}")
    try:
        about = {"player": DEFAULT} | dict(found["about"])
        measures = {name: read_measure(each) for name, each in found["measures"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"{path} is a broken report ({error!r}); let it be written anew") from error
    return Report(folder, about, measures)


def read_measure(found: dict) -> Found:
    """Return a measure from plain data."""
    figures = map(read_figure, found["figures"])
    return Found(
        title=str(found["title"]),
        section=str(found["section"]),
        formula=str(found["formula"]),
        figures={each.name: each for each in figures},
        tables=tuple(
            Table(each["title"], each["columns"], each["rows"]) for each in found["tables"]
        ),
        missing=str(found.get("missing", "")),
    )


def read_figure(found: dict) -> Figure:
    """Return a figure from plain data; an interval without ends counts as none."""
    interval = found.get("interval")
    if interval is not None:
        low, high = map(float, interval)
        interval = (low, high) if math.isfinite(low) and math.isfinite(high) else None
    return Figure(
        name=str(found["name"]),
        value=found["value"],
        unit=str(found.get("unit", "")),
        interval=interval,
        n=found.get("n"),
        of=str(found.get("of", "games")),
        note=str(found.get("note", "")),
    )


# What to call them.


def named(reports: Sequence[Report]) -> list[Report]:
    """Return the reports with names that say in what they differ, and no more than that."""
    names = [name_of(each.about, differing(each, reports)) for each in reports]
    twice = {name for name, count in Counter(names).items() if count > 1}
    folders = Counter(each.path.name for each in reports)
    return [
        replace(report, name=f"{name} ({place})" if name in twice else name)
        for report, name in zip(reports, names, strict=True)
        for place in [report.path.name if folders[report.path.name] == 1 else report.path]
    ]


def differing(report: Report, reports: Sequence[Report]) -> set[str]:
    """Return the choices in which reports on the same game differ."""
    same = [each.about for each in reports if each.is_about(game=report.about.get("game"))]
    choices = ("size", "variant", "pie", "player")
    return {key for key in choices if len({str(about.get(key)) for about in same}) > 1}


def name_of(about: dict, differ: set[str]) -> str:
    """Return what a report is about, as far as that tells it from others."""
    name = about.get("name") or game_title(str(about.get("game", "?")))
    if "variant" in differ:
        name = f"{about.get('variant')} {name}"
    if "size" in differ:
        name += f" {about.get('size')}"
    if "pie" in differ:
        name += " with the pie rule" if about.get("pie") else " without the pie rule"
    if "player" in differ and about.get("player") != DEFAULT:
        name += f" by {about.get('player')}"
    return name


def game_title(game: str) -> str:
    """Return the title of a game of ours, or the name of a user's own, whose file is not run."""
    return game_class(game).facts.title if game in ids() else Path(game).stem
