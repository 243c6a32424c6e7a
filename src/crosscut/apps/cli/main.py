"""The program ``crosscut``: its commands, and what happens when one of them fails."""

import sys
import warnings
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from crosscut.apps.cli.command_list import Commands, Stopped
from crosscut.core.errors import CrosscutError
from crosscut.core.jit import NotCompiled
from crosscut.core.user_code import place_in_file
from crosscut.core.version import __version__
from crosscut.rules.registry import add_file

BAD_INPUT = 2
STOPPED = 130

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print(f"crosscut {__version__}")
        raise typer.Exit


@app.callback()
def callback(
    game: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A game file of your own (.py) to play, count, measure."),
    ] = None,
    version: bool = typer.Option(
        False, "--version", callback=show_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """A laboratory for connection games: play them, count them, measure them."""
    if game is not None:
        add_file(game)


def main() -> None:
    """Run the program; errors meant for people become one line and exit code 2."""
    warnings.showwarning = show_warning
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has every sign
    try:
        app()
    except (CrosscutError, OSError) as error:
        leave(str(error))
    except Stopped:
        leave("stopped", STOPPED)
    except MemoryError:
        leave("not enough memory; try a smaller size or depth")
    except Exception as error:
        place = place_in_file(error)
        if not place:
            raise
        leave(f"{place}: {type(error).__name__}: {error}")


def leave(message: str, code: int = BAD_INPUT) -> NoReturn:
    """Say why and end the program."""
    print(f"crosscut: {message}", file=sys.stderr)
    sys.exit(code)


def show_warning(message, category, *rest) -> None:
    """Print a warning as one line."""
    if issubclass(category, NotCompiled):
        print(f"crosscut: {message}", file=sys.stderr)
