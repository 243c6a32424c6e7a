"""Figures and differences as text, with as many digits as their intervals allow."""

import math

from crosscut.lab.report.measure import Figure
from crosscut.lab.report.number_format import DASH, grouped
from crosscut.lab.report.significance import Difference, is_number, testable


def number(value: object, unit: str = "", digits: int | None = None) -> str:
    """Return a value as people write it: shares in percent, thousands apart."""
    if value is None:
        return DASH
    if not is_number(value):
        return str(value)
    if unit == "%":
        return f"{100 * value:.{1 if digits is None else digits}f} %"
    if digits is None:
        digits = 0 if isinstance(value, int) or abs(value) >= 1000 else 2
    return grouped(value, digits)


def digits_of(interval: tuple[float, float], unit: str = "") -> int:
    """Return the digits after the point that mean something, by the width of an interval."""
    width = (interval[1] - interval[0]) * (100 if unit == "%" else 1)
    return 2 if width <= 0 else min(6, max(0, 1 - math.floor(math.log10(width))))


def span(interval: tuple[float, float], unit: str = "") -> str:
    """Return an interval as text, without its unit."""
    digits = digits_of(interval, unit)
    low, high = (number(end, unit, digits).removesuffix(" %") for end in interval)
    return f"{low} to {high}"


def figure_text(figure: Figure | None) -> str:
    """Return a figure with its interval, if it has one."""
    if figure is None:
        return DASH
    if not testable(figure):
        return number(figure.value, figure.unit)
    digits = digits_of(figure.interval, figure.unit)
    value = number(figure.value, figure.unit, digits)
    return f"{value} ({span(figure.interval, figure.unit)})"


UNITS = {"%": "points", "log10": "powers of ten"}
"""What a difference is counted in, where that is not the unit of the figures."""


def amount(found: Difference, unit: str, signed: bool = False) -> str:
    """Say how large a difference is: 3.2 moves (1.1 to 5.3); without a sign, whichever way."""
    by, (low, high) = found.by, found.interval
    if by < 0 and not signed:
        by, low, high = -by, -high, -low
    by = number(by, unit, digits_of((low, high), unit)).removesuffix(" %")
    name = UNITS.get(unit, unit)
    return f"{by}{' ' if name else ''}{name} ({span((low, high), unit)})"
