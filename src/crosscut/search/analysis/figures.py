"""Charts: where they are drawn, and how they get into a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from crosscut.core.errors import BadOption
from crosscut.core.optional import load

LINE, PALE = "#1c7ed6", "#868e96"
"""What is measured, and what it is compared with."""


@contextmanager
def chart(path: Path | StringIO, width: float, height: float) -> Iterator[Any]:
    """Hand out the axes of a chart so many inches large, and write it to a file in the end.

    What is no file of its own gets the chart as SVG.
    """
    # without pyplot, which is the user's own in a notebook
    figure = load("matplotlib.figure", "report").Figure(figsize=(width, height))
    yield figure.subplots()
    kind = path.suffix.lstrip(".") if isinstance(path, Path) else "svg"
    undated = {"Date": None} if kind == "svg" else None
    try:
        figure.savefig(path, format=kind or None, bbox_inches="tight", metadata=undated)
    except (OSError, ValueError) as error:
        raise BadOption(f"cannot draw to {path}: {error}") from error
