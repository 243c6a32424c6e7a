"""Where on the page things stand: the names that links lead to."""

import re
from collections import Counter
from collections.abc import Sequence

from crosscut.lab.report.measure import Figure


def measure_anchor(name: str) -> str:
    """Return the place of a measure on the page."""
    return re.sub(r"\W+", "-", name)


def figure_anchors(measure: str, figures: Sequence[Figure]) -> list[str]:
    """Return the place of each figure of a measure, all different.

    A point keeps them apart from the places of exhibits, which end with a number after a dash.
    """
    seen: Counter[str] = Counter()
    found = []
    for figure in figures:
        name = re.sub(r"\W+", "-", figure.name.lower()).strip("-")
        seen[name] += 1
        again = f".{seen[name]}" if seen[name] > 1 else ""
        found.append(f"{measure_anchor(measure)}.{name}{again}")
    return found
