"""Numbers as people read them."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from crosscut.lab.report.measure import Cell, Figure
from crosscut.search.options import DEFAULT

DASH = "–"
"""Stands where there is no value."""
PERCENT = "%"
"""The unit of shares, which are numbers from 0 to 1; words such as "of games" may follow."""
LOG = "log10"
"""The unit of powers of ten, of which the exponent is given."""
SPACE = "\N{NO-BREAK SPACE}"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
GROUPED_FROM, POWER_FROM = 10_000, 1e9
"""Where digits are grouped, which no year is, and where powers of ten are easier to read."""
MOST_DIGITS = 8
PLURAL = re.compile(r"(?<=[a-z]{3})s\b")
"""The end of games and moves, but not of us, the sign for microseconds."""


def number_text(value: float, digits: int = 2) -> str:
    """Return a number with so many digits after the point, or as many as it takes to see it."""
    if math.isnan(value):
        return DASH
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if isinstance(value, int) and abs(value) < POWER_FROM**2:
        return grouped(value, 0)
    if abs(value) >= POWER_FROM:
        power = len(str(abs(int(value)))) - 1
        return f"{value / 10**power:.2f} × 10{str(power).translate(RAISED)}"
    if value and abs(value) < 10**-digits / 2:
        return f"{value:.1g}"
    return grouped(value, digits)


def grouped(value: float, digits: int) -> str:
    """Return a number with commas if it is large."""
    separator = "," if abs(value) >= GROUPED_FROM else ""
    return f"{value:{separator}.{digits}f}"


def amount_text(value: Cell, unit: str = "", digits: int = 2) -> str:
    """Return a value with its unit; shares are shown in percent with one digit less."""
    if value is None:
        return DASH
    if isinstance(value, str):
        return f"{value}{SPACE}{unit}".rstrip()
    name = "" if unit == LOG else counted_as(unit, value)
    return f"{bare_text(value, unit, digits)}{SPACE}{name}".rstrip()


def bare_text(value: float, unit: str, digits: int) -> str:
    """Return a number as it stands before its unit."""
    if unit.startswith(PERCENT):
        return number_text(100.0 * value, max(0, digits - 1))
    if unit == LOG:
        return f"10^{number_text(value, digits)}"
    return number_text(value, digits)


def value_text(figure: Figure) -> str:
    """Return the value of a figure with its unit."""
    return amount_text(figure.value, figure.unit, digits_shown(figure))


def digits_shown(figure: Figure) -> int:
    """Return the digits of a figure: as many more than usual as it takes to tell its ends apart."""
    digits = figure.digits
    low, high = figure.interval or (0, 0)
    while low < high and digits < MOST_DIGITS:
        if bare_text(float(low), figure.unit, digits) != bare_text(
            float(high), figure.unit, digits
        ):
            break
        digits += 1
    return digits


def interval_text(figure: Figure) -> str:
    """Return the interval of a figure, without its unit; nothing if it has none."""
    if figure.interval is None:
        return ""
    ends = [float(end) for end in figure.interval]
    whole = isinstance(figure.value, int) and all(end.is_integer() for end in ends)
    digits = 0 if whole else digits_shown(figure)
    low, high = (bare_text(end, figure.unit, digits) for end in ends)
    return f"{low} to {high}".replace(" ", SPACE)


def sample_text(figure: Figure | None) -> str:
    """Return how many of what a figure rests on; nothing if that is not known."""
    if figure is None or figure.n is None:
        return ""
    return f"{number_text(figure.n)}{SPACE}{counted_as(figure.of, figure.n)}"


def counted_as(noun: str, number: Cell) -> str:
    """Return what a number counts: 1 game, 2 games, but 1.00 games on the average."""
    one = isinstance(number, int) and number == 1
    return PLURAL.sub("", noun, count=1) if one else noun


def column_texts(cells: Sequence[Cell]) -> list[str]:
    """Return what stands in a column of a table, its numbers with equally many digits."""
    fractions = [cell for cell in cells if isinstance(cell, float) and math.isfinite(cell)]
    digits = digits_of(fractions)
    return [
        amount_text(bool_text(cell) if isinstance(cell, bool) else cell, digits=digits)
        for cell in cells
    ]


def bool_text(value: bool) -> str:
    """Return yes or no."""
    return "yes" if value else "no"


def digits_of(values: Sequence[float]) -> int:
    """Return how many digits after the point show the largest of some numbers to four places."""
    largest = max(map(abs, values), default=0.0)
    most = min(6, max(0, 3 - math.floor(math.log10(largest)))) if largest else 0
    return next(
        (k for k in range(most) if all(round(v, k) == round(v, most) for v in values)), most
    )


def thinking_text(about: Mapping[str, Any]) -> str:
    """Say how long was thought about a turn: seconds end with an s, simulations do not."""
    limit, player = str(about.get("limit", "?")), about.get("player", DEFAULT)
    text = f"{limit.removesuffix('s')} seconds" if limit.endswith("s") else f"{limit} simulations"
    return text if player == DEFAULT else f"{text} of {player}"


def duration_text(seconds: float) -> str:
    """Return a time by the clock in its two largest units."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours}{SPACE}h {minutes}{SPACE}min"
    if minutes:
        return f"{minutes}{SPACE}min {whole % 60}{SPACE}s"
    return f"{number_text(float(seconds), 1)}{SPACE}s"
