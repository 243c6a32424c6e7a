"""A report for machines: every figure with its sample size and interval, and every table."""

from collections.abc import Mapping

from crosscut.lab.report.measure import Figure, Measure, tables_in
from crosscut.lab.report.measures import section_of
from crosscut.lab.report.summary.claims import Cite
from crosscut.lab.report.summary.summary import Answer, answers

FORMAT = 1


def to_dict(about: dict, measures: Mapping[str, Measure]) -> dict:
    """Return a report as plain data; ``about`` is what stands at its top."""
    return {
        "crosscut_report": FORMAT,
        "about": about,
        "summary": [answer_dict(each) for each in answers(about, measures)],
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


def answer_dict(answer: Answer) -> dict:
    """Return an answer at the top of the page as plain data, with the figures it rests on."""
    cited = [each for each in (*answer.sentence, *answer.note) if isinstance(each, Cite)]
    return {
        "question": answer.question,
        "answer": answer.text,
        "note": answer.small_text,
        "told": answer.told,
        "figures": [{"measure": each.measure, "name": each.figure} for each in cited],
    }
