"""Charts as SVG inside a page: their colours follow the page, light or dark.

Colours are drawn as fixed values and then replaced by variables of the page's style, so that one
chart serves both. They are those of Okabe and Ito, which colour-blind people can tell apart.
"""

import io
import re
from typing import Any
from xml.etree import ElementTree

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
    "#000000": "--ink",
    "#ffffff": "--paper",
}
"""Which variable of the page's style stands for each colour."""
WIDTH, NARROW = 7.0, 4.0
"""Inches, for a page and for a phone; either scales charts to its own width."""
SHORT, ROW = 18, 0.22
"""Characters of a label that leaves room for another beside it, and inches that a row takes."""
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
        if width < WIDTH:
            put_legends_below(figure, axes)
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return inlined(drawn.getvalue().decode(), name, chart.alt)


def put_legends_below(figure: Any, axes: Any) -> None:
    """Move all legends below the chart, where they take no room from it however narrow it is."""
    for legend in filter(None, (axes.get_legend(), *figure.legends)):
        labels = [text.get_text() for text in legend.get_texts()]
        columns = 2 if max(map(len, labels), default=0) <= SHORT else 1
        handles = legend.legend_handles
        legend.remove()
        figure.legend(handles, labels, loc="outside lower center", ncols=columns)
        rows = -(-len(labels) // columns)
        figure.set_figheight(figure.get_figheight() + rows * ROW)


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
