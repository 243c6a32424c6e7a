"""A comparison for people: one page of HTML that needs nothing but itself."""

import textwrap
from collections.abc import Iterator
from itertools import groupby

from crosscut.core.version import __version__
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.amounts import figure_text, number
from crosscut.lab.report.compare.comparison import Comparison, Finding, Row
from crosscut.lab.report.compare.key_figures import CHARTED
from crosscut.lab.report.compare.narrative import beside_words, listed, paragraphs, verdict_text
from crosscut.lab.report.compare.published import Agreement, Beside
from crosscut.lab.report.measure import Chart, Table
from crosscut.lab.report.number_format import sample_text
from crosscut.lab.report.page import templating
from crosscut.lab.report.page.templating import script_of, template_environment
from crosscut.lab.report.significance import METHOD, testable

SIGNS = {
    Finding.larger: "▲",
    Finding.smaller: "▼",
    Finding.unsure: "≈",
    Finding.equal: "=",
    Finding.other: "≠",
    Finding.untested: "?",
    Finding.missing: "",
}
"""What stands before the word for a finding."""
AGREEMENTS = {
    Agreement.equal: "=",
    Agreement.within: "≈",
    Agreement.explained: "≠",
    Agreement.unexplained: "‼",
    Agreement.absent: "",
}


def render(comparison: Comparison, published: Beside | None = None, command: str = "") -> str:
    """Return a comparison as one page; ``command`` is what made it."""
    environment = template_environment(
        __package__,
        templating.__package__,
        figure_text=figure_text,
        number=number,
        verdict_text=verdict_text,
        sample_text=sample_text,
    )
    made_by = {str(each.about.get("version", "none stated")) for each in comparison.reports}
    names = [each.name for each in (*comparison.reports, *([published] if published else []))]
    return environment.get_template("compare.html").render(
        title=listed([names[0][0].upper() + names[0][1:], *names[1:]]),
        comparison=comparison,
        sections=sections_of(comparison),
        paragraphs=paragraphs(comparison) if len(comparison.reports) > 1 else [],
        charts=[
            {"chart": chart, "svg": charts.svg(chart, f"chart-{place}")}
            for place, chart in enumerate(main_charts(comparison))
        ],
        published=published,
        beside=beside_words(published) if published else "",
        signs=SIGNS,
        agreements=AGREEMENTS,
        method=METHOD,
        command=command,
        version=__version__,
        other_versions=sorted(made_by - {__version__}),
        **script_of(environment),
    )


def sections_of(comparison: Comparison) -> dict[str, list[list[Row]]]:
    """Return the sections of the comparison, each with the rows of its measures."""
    return {
        section: [list(run) for _, run in groupby(rows, lambda row: row.measure)]
        for section, rows in comparison.sections.items()
    }


def main_charts(comparison: Comparison) -> Iterator[Chart]:
    """Yield a chart of every figure that the words speak about."""
    for measure, name in CHARTED:
        row = comparison.row(measure, name)
        if row is not None and sum(map(testable, row.figures)) > 1:
            yield dots(row, [each.name for each in comparison.reports])


def dots(row: Row, names: list[str]) -> Chart:
    """Return a figure of all reports as dots with their intervals."""
    scale, unit = (100, "%") if row.unit == "%" else (1, row.unit)
    points = [
        (name, scale * figure.value, *(scale * end for end in figure.interval))
        for name, figure in zip(names, row.figures, strict=True)
        if testable(figure)
    ]
    title = f"{row.title}: {row.name}"

    def draw(axes) -> None:
        for place, (name, value, low, high) in enumerate(points):
            colour = charts.SERIES[names.index(name) % len(charts.SERIES)]
            axes.plot([low, high], [place, place], color=colour, linewidth=3)
            axes.plot([value], [place], color=colour, marker="o", markersize=8)
        axes.set_yticks(range(len(points)), [textwrap.fill(point[0], 18) for point in points])
        axes.set_ylim(len(points) - 0.5, -0.5)
        axes.set_xlabel(unit)

    told = "; ".join(
        f"{name} {value:.2f}, from {low:.2f} to {high:.2f}" for name, value, low, high in points
    )
    return Chart(
        title=title,
        draw=draw,
        alt=f"Dots with intervals of 95 %, in {unit or 'numbers'}: {told}.",
        data=Table(title, ("report", unit or "value", "from", "to"), points),
        height=0.7 + 0.45 * len(points),
    )
