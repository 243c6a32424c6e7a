"""A report for people: one page of HTML that needs nothing but itself."""

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any

from crosscut.core.errors import BadOption, CrosscutError
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.estimates import METHOD
from crosscut.lab.report.measure import (
    Cell,
    Chart,
    Exhibit,
    HeatMap,
    Line,
    Measure,
    Picture,
    Puzzle,
    Table,
    Text,
)
from crosscut.lab.report.measures import OTHERS, SECTIONS, section_of
from crosscut.lab.report.number_format import (
    PERCENT,
    column_texts,
    duration_text,
    interval_text,
    number_text,
    sample_text,
    thinking_text,
    value_text,
)
from crosscut.lab.report.page.anchors import figure_anchors, measure_anchor
from crosscut.lab.report.page.boards import Boards
from crosscut.lab.report.page.templating import script_of, template_environment
from crosscut.lab.report.significance import CLAIMS
from crosscut.lab.report.summary.claims import Cite, Piece
from crosscut.lab.report.summary.reference import Rank, rank, reference
from crosscut.lab.report.summary.sketches import HEIGHT, WIDTH, strip
from crosscut.lab.report.summary.summary import Answer, answers

WHOLE = 20
"""Rows of a table up to which it is shown whole; longer ones scroll."""


def render(about: dict, measures: Mapping[str, Measure]) -> str:
    """Return a report as one page; ``about`` is what stands at its top."""
    environment = template_environment(
        __package__,
        PERCENT=PERCENT,
        WHOLE=WHOLE,
        frame=f"0 0 {WIDTH} {HEIGHT}",
        interval_text=interval_text,
        sample_text=sample_text,
        value_text=value_text,
    )
    style = environment.get_template("style.css").render()
    boards = Boards()
    sections = sections_of(about, measures, boards)
    cover = next(pictures(sections), None)
    return environment.get_template("page.html").render(
        about=about,
        facts=facts_of(about),
        answers=[answer_view(each, measures) for each in answers(about, measures)],
        others=others_text(about),
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
        **({"seconds": ("Wall time", duration_text)} if about.get("seconds") else {}),
        "version": ("Crosscut", str),
    }
    return {
        label: text(about[key])
        for key, (label, text) in known.items()
        if about.get(key) is not None
    }


def sections_of(about: Mapping, measures: Mapping[str, Measure], boards: Boards) -> list[dict]:
    """Return the sections of the page that have something, with their measures."""
    found = []
    for title in (*SECTIONS, OTHERS):
        listed = SECTIONS.get(title, measures)
        inside = [name for name in listed if name in measures and section_of(name) == title]
        if inside:
            shown = [measure_view(about, name, measures[name], boards) for name in inside]
            found.append({"title": title, "id": f"part-{len(found) + 1}", "measures": shown})
    return found


def measure_view(about: Mapping, name: str, measure: Measure, boards: Boards) -> dict:
    """Return a measure with its figures and exhibits ready to be shown."""
    safe = measure_anchor(name)
    exhibits = [
        exhibit_view(each, f"{safe}-{number}", boards)
        for number, each in enumerate(measure.exhibits, start=1)
    ]
    groups = [(kind, list(run)) for kind, run in groupby(exhibits, lambda each: each["kind"])]
    ranks = [rank(about, name, figure) for figure in measure.figures]
    anchors = figure_anchors(name, measure.figures)
    return {
        "id": safe,
        "measure": measure,
        "groups": groups,
        "figures": [
            {"id": anchor, "figure": figure, "strip": each and strip(each)}
            for anchor, figure, each in zip(anchors, measure.figures, ranks, strict=True)
        ],
        "others": table_view(beside(list(filter(None, ranks)))) if any(ranks) else None,
    }


def beside(ranks: list[Rank]) -> Table:
    """Return the figures of other games, a row for each game, as the strips show them."""
    games = sorted({peer.game for each in ranks for peer in each.peers})
    values = [{peer.game: peer.value for peer in each.peers} for each in ranks]
    columns = [
        f"{each.figure.name}, %" if each.figure.unit.startswith(PERCENT) else each.figure.name
        for each in ranks
    ]
    scales = [100 if each.figure.unit.startswith(PERCENT) else 1 for each in ranks]
    rows = [
        (game, *(scaled(found.get(game), by) for found, by in zip(values, scales, strict=True)))
        for game in games
    ]
    return Table("The other games", ("game", *columns), rows)


def scaled(value: float | None, by: int) -> float | None:
    """Return a value times a scale, with the digits that were kept of it; none stays none."""
    return None if value is None else round(by * value, 6)


def answer_view(answer: Answer, measures: Mapping[str, Measure]) -> dict:
    """Return an answer with its links: every claim leads to its figure."""
    return {
        "answer": answer,
        "sentence": [linked(each, measures) for each in answer.sentence],
        "note": [linked(each, measures) for each in answer.note],
    }


def linked(piece: Piece, measures: Mapping[str, Measure]) -> tuple[str, str]:
    """Return a part of a sentence with the place on the page that it rests on, if it does."""
    return (piece, "") if isinstance(piece, str) else (piece.text, place_of(piece, measures))


def place_of(cite: Cite, measures: Mapping[str, Measure]) -> str:
    """Return where the figure stands that some words rest on."""
    figures = measures[cite.measure].figures
    names = [figure.name for figure in figures]
    if cite.figure not in names:
        return measure_anchor(cite.measure)
    return figure_anchors(cite.measure, figures)[names.index(cite.figure)]


def others_text(about: Mapping) -> str:
    """Say which games the strips show, and how they were played."""
    games = {name: each for name, each in reference()["games"].items() if name != about.get("game")}
    if not games:
        return ""
    limits = sorted({str(each["limit"]) for each in games.values()})
    made = sorted({str(each["version"]) for each in games.values()})
    told = "; ".join(each["title"] for each in games.values())
    thinking = " or ".join(map(thinking_text, ({"limit": limit} for limit in limits)))
    return f"{told}. Played with {thinking} a turn by Crosscut {' and '.join(made)}."


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
