"""Figures as text, for the page, the terminal and comparisons."""

DASH = "–"


def value_text(figure: dict) -> str:
    """Return a figure with its unit; shares are in percent."""
    if figure["value"] is None:
        return DASH
    unit = figure["unit"]
    text = number_text(figure["value"], unit, figure.get("digits", 2))
    return text if not unit or unit == "%" else f"{text} {unit}"


def interval_text(figure: dict) -> str:
    """Return between which values a figure lies with 95 % confidence; nothing if it is exact."""
    if not figure["interval"]:
        return ""
    ends = (number_text(end, figure["unit"], figure.get("digits", 2)) for end in figure["interval"])
    return " to ".join(ends)


def number_text(number: float | int | str, unit: str = "", digits: int = 2) -> str:
    """Return a number as people read it."""
    if isinstance(number, str):
        return number
    if unit == "%":
        return f"{100 * number:.{max(digits - 1, 0)}f} %"
    if isinstance(number, int):
        return f"{number:,}"
    return f"{number:,.{digits}f}"


def limit_text(limit: str) -> str:
    """Say what a limit of thinking means."""
    return f"{limit} simulations a turn" if limit.isdigit() else f"{limit} a turn"


def duration_text(seconds: float) -> str:
    """Return a duration as people say it."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
