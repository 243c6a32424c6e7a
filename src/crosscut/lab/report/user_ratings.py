"""What people think of a game: their ratings and comments, from a file."""

import csv
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord

COLUMNS = ("user", "rating", "comment")
MOST = 10
"""The best rating; the worst is 0."""
UNRATED = ("", "n/a")
"""What stands for a rating where somebody has only left a comment."""


def read_ratings(path: Path) -> list[tuple[str, float | None, str]]:
    """Return the user, the rating if there is one, and the comment of every row of a CSV file.

    The first line names the columns `COLUMNS`, in any order, that of comments if there is one;
    others are passed over. Semicolons may stand between them, as some spreadsheets write them.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BadOption(f"cannot read the ratings {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"the ratings {path} are no text; save them as CSV in UTF-8") from error
    first = text.partition("\n")[0]
    between = ";" if ";" in first and "," not in first else ","
    lines = csv.reader(text.splitlines(keepends=True), delimiter=between, strict=True)
    rows = []
    try:
        titles = [title.strip().lower() for title in next(lines, [])]
        missing = [name for name in COLUMNS[:2] if name not in titles]
        if missing:
            raise BadRecord(
                f"{path}, line 1: there is no column {' or '.join(missing)}; "
                f"the first line has to name the columns {', '.join(COLUMNS)}"
            )
        for row in filter(None, lines):
            where = f"{path}, line {lines.line_num}"
            if len(row) != len(titles):
                raise BadRecord(
                    f"{where}: {len(row)} columns instead of {len(titles)}; "
                    "a comment with commas has to stand in quotation marks"
                )
            cells = dict(zip(titles, map(str.strip, row), strict=True))
            user, rating, comment = (cells.get(name, "") for name in COLUMNS)
            rows.append((user, read_rating(rating, where), comment))
    except csv.Error as error:
        raise BadRecord(f"{path}, line {lines.line_num}: {error}") from error
    return rows


def read_rating(text: str, where: str) -> float | None:
    """Return a rating from its text; ``where`` says where that stands."""
    if text.lower() in UNRATED:
        return None
    try:
        rating = float(text)
    except ValueError:
        raise BadRecord(f"{where}: the rating {text!r} is no number; write N/A for none") from None
    if not 0 <= rating <= MOST:
        raise BadRecord(f"{where}: the rating {text} is not from 0 to {MOST}")
    return rating
