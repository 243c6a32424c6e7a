"""A report for people: one page of HTML that needs nothing but itself."""

import re
from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any

from crosscut.errors import BadOption, CrosscutError
from crosscut.report import charts
from crosscut.report.boards import Boards
from crosscut.report.measure import (
    Cell,
    Chart,
    Exhibit,
    Figure,
    HeatMap,
    Line,
    Measure,
    Picture,
    Puzzle,
    Table,
    Text,
)
from crosscut.report.measures import OTHERS, SECTIONS, section_of
from crosscut.report.significance import CLAIMS
from crosscut.report.statistics import METHOD
from crosscut.report.templating import script_of, template_environment
from crosscut.report.texts import (
    LOG,
    PERCENT,
    amount_text,
    column_texts,
    duration_text,
    interval_text,
    number_text,
    sample_text,
    thinking_text,
    value_text,
)

HEADLINES = (
    ("results", "first seat", "first seat wins"),
    ("length", "mean length", "moves in a game"),
    ("branching", "branching", "moves to choose from"),
    ("results", "draw", "draws"),
    ("chain", "high effort", "Elo per doubling at the top"),
    ("complexity", "complexity", "game-tree complexity"),
)
"""What stands at the top, if it is there: a measure, a word in the name of its figure, a label."""
SHORTLY = ("results", "length", "trajectory", "quality", "chain", "mirrors", "solved")
"""The measures whose words together say what kind of game it is."""
WHOLE = 20
"""Rows of a table up to which it is shown whole; longer ones scroll."""


def render(about: dict, measures: Mapping[str, Measure]) -> str:
    """Return a report as one page; ``about`` is what stands at its top."""
    environment = template_environment(
        LOG=LOG,
        PERCENT=PERCENT,
        WHOLE=WHOLE,
        amount_text=amount_text,
        interval_text=interval_text,
        sample_text=sample_text,
        value_text=value_text,
    )
    style = environment.get_template("style.css").render()
    boards = Boards()
    sections = sections_of(measures, boards)
    cover = next(pictures(sections), None)
    return environment.get_template("page.html").render(
        about=about,
        facts=facts_of(about),
        headlines=headlines(measures),
        shortly=[measures[name].summary for name in SHORTLY if name in measures],
        sections=sections,
        cover=cover,
        boards=boards,
        style=style,
        method=f"{METHOD} {CLAIMS}",
        **script_of(environment),
    )


def facts_of(about: dict) -> dict[str, str]:
    """Return what is said about the whole report, each with a word for what it is."""
    known: dict[str, Any] = {
        "games": ("Games", partial(number_text, digits=0)),
        "limit": ("Thinking a turn", lambda limit: thinking_text(about)),
        "seed": ("Seed", str),
        "effort": ("Effort", str),
        "seconds": ("Wall time", duration_text),
        "version": ("Crosscut", str),
    }
    return {
        label: text(about[key])
        for key, (label, text) in known.items()
        if about.get(key) is not None
    }


def headlines(measures: Mapping[str, Measure]) -> list[tuple[str, str, Figure]]:
    """Return the figures for the top, each with the name of its measure and a label."""
    found = []
    for name, word, label in HEADLINES:
        figures = measures[name].figures if name in measures else ()
        figure = next((each for each in figures if word in each.name.lower()), None)
        if figure is not None and figure.value is not None:
            found.append((name, label, figure))
    return found


def sections_of(measures: Mapping[str, Measure], boards: Boards) -> list[dict]:
    """Return the sections of the page that have something, with their measures."""
    found = []
    for title in (*SECTIONS, OTHERS):
        listed = SECTIONS.get(title, measures)
        inside = [name for name in listed if name in measures and section_of(name) == title]
        if inside:
            shown = [measure_view(name, measures[name], boards) for name in inside]
            found.append({"title": title, "id": f"part-{len(found) + 1}", "measures": shown})
    return found


def measure_view(name: str, measure: Measure, boards: Boards) -> dict:
    """Return a measure with its exhibits ready to be shown."""
    safe = re.sub(r"\W+", "-", name)
    exhibits = [
        exhibit_view(each, f"{safe}-{number}", boards)
        for number, each in enumerate(measure.exhibits, start=1)
    ]
    groups = [(kind, list(run)) for kind, run in groupby(exhibits, lambda each: each["kind"])]
    return {"id": safe, "measure": measure, "groups": groups}


def exhibit_view(exhibit: Exhibit, name: str, boards: Boards) -> dict:
    """Return what the template needs to show an exhibit."""
    kind, view = {
        Table: ("table", table_view),
        Chart: ("chart", partial(chart_view, name=name)),
        Line: ("line", boards.line),
        HeatMap: ("heat_map", boards.heat_map),
        Puzzle: ("puzzle", boards.puzzle),
        Text: ("text", vars),
        Picture: ("picture", picture_view),
    }[type(exhibit)]
    try:
        return {"kind": kind, "id": name, "title": exhibit.title} | view(exhibit)
    except CrosscutError:
        raise
    except Exception as error:  # of a measure that anybody may have written
        raise BadOption(f"{exhibit.title!r} cannot be shown: {error!r}") from error


def table_view(table: Table) -> dict:
    """Return a table with all its cells as text, and which of its columns are numbers."""
    columns = [[row[i] for row in table.rows] for i in range(len(table.columns))]
    return {
        "columns": list(zip(table.columns, map(numeric, columns), strict=True)),
        "rows": list(zip(*map(column_texts, columns), strict=True)),
    }


def numeric(cells: list[Cell]) -> bool:
    """Tell whether a column holds numbers and nothing else."""
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, int | float) for cell in filled)


def chart_view(chart: Chart, name: str) -> dict:
    """Return a chart drawn for wide and for narrow pages, with its numbers."""
    return {
        "wide": charts.svg(chart, f"{name}-w"),
        "narrow": charts.svg(chart, f"{name}-n", charts.NARROW),
        "data": {"title": chart.data.title} | table_view(chart.data),
    }


def picture_view(picture: Picture) -> dict:
    """Return a picture as an SVG element, without what only a file needs."""
    element = picture.svg[picture.svg.index("<svg") :]
    return {"svg": element.replace(' xmlns="http://www.w3.org/2000/svg"', ""), "alt": picture.alt}


def pictures(sections: list[dict]):
    """Yield the boards of all lines of play on the page."""
    for section in sections:
        for view in section["measures"]:
            for kind, group in view["groups"]:
                yield from (each["picture"] for each in group if kind == "line")
