"""A report for machines: every figure with its sample size and interval, and every table."""

from collections.abc import Iterator, Mapping

from crosscut.report.measure import Chart, Exhibit, Figure, HeatMap, Measure, Table
from crosscut.report.measures import section_of

FORMAT = 1


def to_dict(about: dict, measures: Mapping[str, Measure]) -> dict:
    """Return a report as plain data; ``about`` is what stands at its top."""
    return {
        "crosscut_report": FORMAT,
        "about": about,
        "measures": {name: measure_dict(name, each) for name, each in measures.items()},
    }


def measure_dict(name: str, measure: Measure) -> dict:
    """Return a measure as plain data; of charts and maps that is their numbers."""
    tables = [table for each in measure.exhibits for table in tables_in(each)]
    return {
        "title": measure.title,
        "section": section_of(name),
        "unit": measure.unit,
        "formula": measure.formula,
        "summary": measure.summary,
        "missing": measure.missing,
        "figures": [figure_dict(each) for each in measure.figures],
        "tables": [
            {
                "title": each.title,
                "columns": list(each.columns),
                "rows": [list(r) for r in each.rows],
            }
            for each in tables
        ],
    }


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


def figure_dict(figure: Figure) -> dict:
    """Return a figure as plain data."""
    return {
        "name": figure.name,
        "value": figure.value,
        "unit": figure.unit,
        "interval": None if figure.interval is None else list(figure.interval),
        "n": figure.n,
        "of": figure.of,
        "note": figure.note,
    }
