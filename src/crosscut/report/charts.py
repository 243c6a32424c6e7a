"""Charts as SVG inside a page: their colours follow the page, light or dark.

Colours are drawn as fixed values and then replaced by variables of the page's style, so that one
chart serves both. They are those of Okabe and Ito, which colour-blind people can tell apart.
"""

import io
import re

from crosscut.report.measure import Chart

MAIN, SECOND, THIRD, FOURTH = "#0072b2", "#d55e00", "#009e73", "#cc79a7"
"""What is measured, and what stands beside it."""
FIFTH, SIXTH = "#e69f00", "#56b4e9"
PALE = "#8c8c8c"
"""Bands and lines that are only there for comparison."""
INK, PAPER = "#111111", "#fefefe"
SERIES = (MAIN, SECOND, THIRD, FOURTH, FIFTH, SIXTH)
VARIABLES = {
    **{colour: f"--series-{number}" for number, colour in enumerate(SERIES, start=1)},
    PALE: "--pale",
    INK: "--ink",
    PAPER: "--paper",
}
"""Which variable of the page's style stands for each colour."""
WIDTH = 7.0
"""Inches; the page scales charts to its own width."""


def svg(chart: Chart, name: str) -> str:
    """Return a chart as an SVG element; ``name`` keeps its inner names apart from others'."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "svg.id": name,
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "axes.facecolor": PAPER,
        "figure.facecolor": PAPER,
        "legend.facecolor": PAPER,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(style):
        figure, axes = pyplot.subplots(figsize=(WIDTH, chart.height), layout="constrained")
        try:
            chart.draw(axes)
            drawn = io.StringIO()
            figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
        finally:
            pyplot.close(figure)
    return themed(drawn.getvalue())


def themed(drawn: str) -> str:
    """Return the SVG element of a document, with its colours as variables of the page's style."""
    element = drawn[drawn.index("<svg") :]
    for colour, variable in VARIABLES.items():
        element = re.sub(colour, f"var({variable})", element, flags=re.IGNORECASE)
    return element
