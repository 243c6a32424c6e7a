"""Output: results on standard output, progress and notices on standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

WIDE = 160
"""Columns of a table where nobody's screen is too narrow: in a file or a pipe."""

for stream in ("stdout", "stderr"):
    if getattr(sys, stream) is None:  # closed by whoever started the program
        setattr(sys, stream, open(os.devnull, "w"))  # noqa: SIM115 - open as long as it runs
PLAIN = {"highlight": False, "markup": False, "soft_wrap": True, "force_jupyter": False}
out = Console(**PLAIN, width=None if sys.stdout.isatty() else WIDE)
# bars move on a screen only: a notebook claims to be one, and would keep every state of them
err = Console(**PLAIN, stderr=True, force_terminal=sys.stderr.isatty())


def print_file(text: str) -> None:
    """Print what is a whole file: in UTF-8, as files are, whatever the terminal prefers."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


@contextmanager
def progress(what: str, total: float | None = None) -> Iterator:
    """Show a bar on standard error while something runs; nothing where that is no terminal."""
    columns = [SpinnerColumn(), TextColumn("{task.description}", markup=False)]
    if total is not None:
        columns.append(BarColumn())
    with Progress(
        *columns, TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda **fields: bar.update(task, **fields)


def table_of(*columns: str, title: str | None = None) -> Table:
    """Return an empty table of numbers; the first column, if it has no name, is text."""
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for column in columns:
        table.add_column(column, justify="left" if column in ("", "game") else "right")
    return table
