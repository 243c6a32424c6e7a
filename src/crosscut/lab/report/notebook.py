"""Reports and comparisons as HTML, for notebooks; the page of a report shows much more."""

from html import escape
from typing import TYPE_CHECKING

from crosscut.core.version import __version__
from crosscut.lab.report.amounts import figure_text
from crosscut.lab.report.compare.narrative import paragraphs, verdict_text
from crosscut.lab.report.folder import PAGE
from crosscut.play.html import MUTED, heading, paragraph, table

if TYPE_CHECKING:
    from crosscut.lab.report.compare.comparison import Comparison
    from crosscut.lab.report.saved_report import Report

OPEN = "Who wins"
"""The section that is not folded."""
FOLDED = "<details><summary>{}</summary>{}</details>"


def show_report(report: "Report") -> str:
    """Return a report as HTML: its figures with their intervals, section by section."""
    about = report.about
    told = f"{about.get('games', 0):,} games; the page is {report.path / PAGE}"
    version = about.get("version")
    if version != __version__:
        maker = f"Crosscut {version}" if version else "a version that is not stated"
        told += f"; made by {maker}, and this is Crosscut {__version__}"
    parts = [heading(str(about.get("title", ""))), paragraph(told, MUTED)]
    sections: dict[str, list[list[str]]] = {}
    for found in report.measures.values():
        rows = sections.setdefault(found.section, [])
        for figure in found.figures.values():
            unit = "" if figure.unit == "%" else figure.unit
            rows.append([f"{found.title}: {figure.name}", figure_text(figure), unit])
    for section, rows in sections.items():
        folded = FOLDED.format(escape(section), table(["", "value (95 % interval)", ""], rows))
        parts.append(folded.replace("<details>", "<details open>") if section == OPEN else folded)
    return "".join(parts)


def show_comparison(comparison: "Comparison") -> str:
    """Return a comparison as HTML: the words first, then what differs beyond chance."""
    names = [report.name for report in comparison.reports]
    columns = ["", *names, *(f"{name} against {names[0]}" for name in names[1:])]
    rows = [
        [
            f"{row.title}: {row.name}",
            *map(figure_text, row.figures),
            *(verdict_text(each, row.unit) for each in row.against_first),
        ]
        for row in comparison.rows
        if any(each.shown for each in row.against_first)
    ]
    told = [paragraph(text) for text in paragraphs(comparison)]
    return "".join([heading(", ".join(names)), *told, table(columns, rows)])
