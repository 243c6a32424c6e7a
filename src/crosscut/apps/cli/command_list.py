"""The commands of the program, each imported when it is run.

``crosscut --help`` lists all of them; importing their modules for that would take longer than
everything else it does.
"""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from crosscut.core.optional import require

COMMANDS = {
    "games": "List all games with their sizes and variants.",
    "rules": "Print the rules of a game: numbered, with figures and the unclear points settled.",
    "play": "Play a game against the computer, or watch, in the terminal; slither by default.",
    "serve": "Start the web page on which all games are played, explored and analysed.",
    "gtp": "Play a game with another program, which sends commands in GTP to standard input.",
    "check": "Play a game at random and say in plain words whether its rules are sound.",
    "perft": "Count the sequences of turns of a game to a depth, or its distinct positions.",
    "bench": (
        "Measure random playouts per second of processor time, on one core; slither 8x8 by default."
    ),
    "match": "Play a match between two players, both colours of every opening.",
    "ladder": "Measure the levels of the computer: each plays those below it, and all get an Elo.",
    "levels": (
        "List the levels of the computer, with their Elo at a game where that has been measured."
    ),
    "solve": "Prove who wins, and what every first move leads to.",
    "analyse": "Say where a game was lost, or what every move in a position is worth.",
    "report": "Play a few thousand games and tell a designer all that can be measured about them.",
    "compare": (
        "Put reports side by side: what differs, by how much, and whether that is more than chance."
    ),
    "convert": "Convert games: SGF, our own records, lists of moves, and what other sites write.",
    "warm": (
        "Compile a game, or all, for its default size, or another, and keep the result on disk."
    ),
    "database": "Look at the database of games, upgrade it, back it up and restore it.",
}
"""What the help says of each command, in its order; a test compares it with the command's own."""


MODULES = {"warm": "precompile"}
"""Modules that are not named after their command."""

EXTRAS = {"serve": "web", "database": "web", "report": "report", "compare": "report"}
"""What has to be installed for a command, beside the base."""


class Stopped(Exception):
    """The user pressed Ctrl-C; typer would leave without a word."""


class Commands(TyperGroup):
    """A group that knows the summaries of its commands, and loads the one that is run."""

    def __init__(self, **options: Any):
        listed = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}
        super().__init__(**{**options, "commands": listed})

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Return the name, the command itself and its arguments."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and load(listed.name), rest


def load(name: str) -> Any:
    """Import a command, or the group of commands that a module has."""
    module = import_module(f"crosscut.apps.cli.commands.{MODULES.get(name, name)}")
    app = typer.Typer(no_args_is_help=hasattr(module, "COMMANDS"), help=module.__doc__,
                      add_completion=False)  # fmt: skip
    for command in getattr(module, "COMMANDS", ()):
        app.command()(stoppable(command, EXTRAS.get(name)))
    if hasattr(module, "command"):
        app.command(name)(stoppable(module.command, EXTRAS.get(name)))
    return get_command(app)


def stoppable(command: Callable, extra: str | None = None) -> Callable:
    """Return the command so that Ctrl-C reaches `main`, and a missing extra is named first."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        if extra:
            require(extra)
        try:
            command(*args, **options)
        except KeyboardInterrupt as interrupt:
            raise Stopped from interrupt

    return run
