"""Charts as SVG inside a page: their colours follow the page, light or dark.

Colours are drawn as fixed values and then replaced by variables of the page's style, so that one
chart serves both. They are those of Okabe and Ito, which colour-blind people can tell apart.
"""

import io
import math
import re
from typing import Any
from xml.etree import ElementTree

from crosscut.lab.report.measure import Chart
from crosscut.lab.report.number_format import RAISED

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
    "#000000": "--ink",
    "#ffffff": "--paper",
}
"""Which variable of the page's style stands for each colour."""
WIDTH, NARROW = 7.0, 4.0
"""Inches, for a page and for a phone; either scales charts to its own width."""
SIGN, ROW = 0.75, 0.22
"""Inches that a label of a legend takes beside its text, and below the row before."""
TICKS = 6
"""The most numbers on a logarithmic axis."""
DROPPED = ("metadata", "style")
"""What a chart does not need inside a page, or would do to all of it."""
KEPT = ("d", "points", "transform", "x", "y", "width", "height", "viewBox")
"""Attributes of numbers, which are rounded."""


def svg(chart: Chart, name: str, width: float = WIDTH) -> str:
    """Return a chart as an SVG element; ``name`` keeps its inner names apart from others'."""
    import matplotlib
    from cycler import cycler
    from matplotlib.figure import Figure

    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.prop_cycle": cycler(color=SERIES),
        "axes.axisbelow": True,
        "axes.edgecolor": PALE,
        "axes.facecolor": "none",
        "axes.grid": True,
        "axes.grid.axis": "y",
        "axes.labelcolor": INK,
        "axes.spines.left": False,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.facecolor": "none",
        "grid.alpha": 0.3,
        "grid.color": PALE,
        "image.cmap": "inferno",
        "legend.facecolor": PAPER,
        "legend.framealpha": 0.8,
        "legend.edgecolor": "none",
        "lines.linewidth": 2,
        "text.color": INK,
        "xtick.color": PALE,
        "ytick.color": PALE,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "ytick.major.size": 0,
        "ytick.minor.size": 0,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(width, chart.height), layout="constrained")
        axes = figure.subplots()
        chart.draw(axes)
        if axes.images:
            axes.grid(False)  # it would lie over them
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                number_plainly(axis)
        put_legends_below(figure, axes)
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return inlined(drawn.getvalue().decode(), name, chart.alt)


def put_legends_below(figure: Any, axes: Any) -> None:
    """Move all legends below the chart, where they cover nothing and take no room from it."""
    for legend in filter(None, (axes.get_legend(), *figure.legends)):
        labels = [text.get_text() for text in legend.get_texts()]
        longest = max((text.get_window_extent().width for text in legend.get_texts()), default=0)
        columns = max(1, int(figure.get_figwidth() / (longest / figure.dpi + SIGN)))
        # those of the legend itself have lost the marks of points with error bars
        drawn = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
        own = zip(labels, legend.legend_handles, strict=True)
        handles = [drawn.get(label, handle) for label, handle in own]
        legend.remove()
        figure.legend(handles, labels, loc="outside lower center", ncols=columns)
        rows = -(-len(labels) // columns)
        figure.set_figheight(figure.get_figheight() + rows * ROW)


def number_plainly(axis: Any) -> None:
    """Put few and plain numbers at a logarithmic axis: 0.01, 0.1, 1."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axis.get_view_interval()
    parts = (1,) if high >= 100 * low else (1, 2, 5)  # or there might be a single number
    axis.set_major_locator(LogLocator(subs=parts, numticks=TICKS))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: plain_number(value)))


def plain_number(value: float) -> str:
    """Return a number without a power of ten, unless it would be very long."""
    if value < 10**7:
        return f"{value:,.10g}"
    return f"10{str(round(math.log10(value))).translate(RAISED)}"


def inlined(drawn: str, name: str, alt: str) -> str:
    """Return the SVG element of a document, small and fit to stand among others in a page."""
    root = ElementTree.fromstring(drawn)
    for parent in list(root.iter()):
        for child in [each for each in parent if plain(each.tag) in DROPPED]:
            parent.remove(child)
    used = set(re.findall(r'(?:url\(|href=")#([^")]+)', drawn))
    for element in root.iter():
        element.tag = plain(element.tag)
        attributes = {plain(key): value for key, value in element.attrib.items()}
        if attributes.get("id") not in used:
            attributes.pop("id", None)
        element.attrib.clear()
        for key, value in attributes.items():
            element.set(key, inlined_attribute(key, value, name))
        if element.tag != "text" and not (element.text or "").strip():
            element.text = None
        element.tail = None if not (element.tail or "").strip() else element.tail
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.set("role", "img")
    root.set("aria-label", alt)
    return ElementTree.tostring(root, encoding="unicode")


def plain(name: str) -> str:
    """Return a name without its name space."""
    return name.rpartition("}")[2]


def inlined_attribute(key: str, value: str, name: str) -> str:
    """Return the value of an attribute: names made unique, numbers rounded, colours variable."""
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value[1:]}" if value.startswith("#") else value
    if key in KEPT:
        value = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", rounded, value)
        return re.sub(r"\s+", " ", value).strip()
    value = re.sub(r"url\(#", f"url(#{name}-", value)
    # the family and, of a short hand, the size: the page has its own family
    value = re.sub(r"font:([^;]*?)([\d.]+px)[^;]*", r"font-size:\2", value)
    value = re.sub(r"font-family:[^;]*;?", "", value)
    for colour, variable in VARIABLES.items():
        value = re.sub(colour, f"var({variable})", value, flags=re.IGNORECASE)
    return re.sub(r"([:;])\s+", r"\1", value)


def rounded(number: re.Match) -> str:
    """Return a number to a hundredth, which is less than anybody sees."""
    return f"{round(float(number[0]), 2):g}"
