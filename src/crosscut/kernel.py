"""Functions that run interpreted as they stand and compiled when speed is asked for.

`jitable` marks a function that compiled code may call. `entry` marks one that is compiled as a
whole, specialised for the game it is given, and kept on disk. Neither imports Numba: that happens
at the first call of an entry, because it costs half a second that help texts should not pay.
"""

import os
import warnings
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)

jitables: list[Callable] = []
"""Functions marked so far; `crosscut.compiled` registers them when it is first needed."""

on_mark: list[Callable] = [jitables.append]
"""What is told of a newly marked function."""

on_compile: list[Callable[[bool], None]] = []
"""What is told, by True and False, when the compiler starts and ends its work."""


class NotCompiled(UserWarning):
    """Say that a rule will not compile, and where, and that the interpreter runs it instead."""


def jitable(function: F) -> F:
    """Let compiled code call this function; in the interpreter it stays what it is."""
    for note in on_mark:
        note(function)
    return function


def interpreting() -> bool:
    """Tell whether the user asked for plain Python, by CROSSCUT_INTERPRET=1."""
    return os.environ.get("CROSSCUT_INTERPRET", "0") not in ("", "0")


class Entry:
    """A function compiled for each game it is called with; its first argument is the game."""

    def __init__(self, function: Callable):
        self.function = function
        self.refused: set[str] = set()
        update_wrapper(self, function)

    @cached_property
    def compiled(self) -> Callable:
        """The compiled function, kept on disk between processes."""
        from crosscut.compiled import compile_entry

        return compile_entry(self.function)

    def interpreted(self, game, *args) -> Any:
        """Run in the interpreter, on lists instead of arrays: they hold whole Python integers."""
        lists = [as_lists(arg) for arg in args]
        result = self.function(game, *lists)
        for arg, changed in zip(args, lists, strict=True):
            write_back(arg, changed)
        return result

    def __call__(self, game, *args) -> Any:
        """Run compiled, or interpreted if the user asked for it or the rules will not compile."""
        if interpreting() or game.code_key in self.refused:
            return self.interpreted(game, *args)
        from crosscut.compiled import explain, failures

        try:
            return self.compiled(game, *args)
        except failures() as failure:
            self.refused.add(game.code_key)
            warnings.warn(explain(game, failure), NotCompiled, stacklevel=2)
            return self.interpreted(game, *args)


def entry(function: Callable) -> Entry:
    """Compile this function as a whole for each game it is called with."""
    return Entry(function)


def as_lists(value: Any) -> Any:
    """Return an array, or a tuple of arrays, as lists; anything else as it is."""
    if isinstance(value, tuple):
        return type(value)(*map(as_lists, value))
    return value.tolist() if hasattr(value, "tolist") else value


def write_back(value: Any, changed: Any) -> None:
    """Copy lists that a function has changed to the arrays they were made from."""
    if isinstance(value, tuple):
        for member, change in zip(value, changed, strict=True):
            write_back(member, change)
    elif isinstance(changed, list):
        value[...] = changed
