"""Functions that run interpreted as they stand and compiled when speed is asked for.

`jitable` marks a function that compiled code may call. `entry` marks one that is compiled as a
whole, specialised for the game it is given, and kept on disk. Neither imports Numba: that happens
at the first call of an entry, because it costs half a second that help texts should not pay.
"""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from typing import Any, TypeVar

from crosscut.core.errors import CrosscutError
from crosscut.core.process import interrupts_later
from crosscut.core.user_code import noting_place

F = TypeVar("F", bound=Callable)

overload_modules: list[str] = []
"""Modules with compiled twins beyond the room; imported when the compiler is first needed."""

jitables: list[Callable] = []
"""Functions marked so far; `crosscut.core.compiler` registers them when it is first needed."""

on_mark: list[Callable] = [jitables.append]
"""What is told of a newly marked function."""

on_compile: list[Callable[[bool], None]] = []
"""What is told, by True and False, when the compiler starts and ends its work."""
on_part: list[Callable[[int], None]] = []
"""What is told how many functions the compiler has begun since it started; see `PARTS`."""
PARTS = 140
"""About how many functions a search is compiled from: 114 to 139 in the games that come with it."""
COMPILING = "compiling, first time only ..."
"""What people are told then."""


def announce() -> None:
    """Say so on standard error when the compiler starts, because that takes some seconds."""
    if notice not in on_compile:
        on_compile.append(notice)


def notice(started: bool) -> None:
    """Print the notice, once for each time it was asked for."""
    if started:
        on_compile.remove(notice)
        print(COMPILING, file=sys.stderr, flush=True)


class NotCompiled(UserWarning):
    """Say that a rule will not compile, and where, and that the interpreter runs it instead."""


def jitable(function: F) -> F:
    """Let compiled code call this function; in the interpreter it stays what it is."""
    for note in on_mark:
        note(function)
    return function


def separate() -> None:
    """Keep the function that calls this in one piece, where the compiler would copy it around.

    That is for long rules that are used in many places: copies of copies take minutes to compile.
    """


INTERPRET = "CROSSCUT_INTERPRET"


def interpreting() -> bool:
    """Tell whether the user asked for plain Python, by CROSSCUT_INTERPRET=1."""
    return os.environ.get(INTERPRET, "0") not in ("", "0")


@contextmanager
def uncompiled() -> Iterator[None]:
    """Run in the interpreter what is over before the compiler would have begun."""
    before = os.environ.get(INTERPRET, "0")
    os.environ[INTERPRET] = "1"
    try:
        yield
    finally:
        os.environ[INTERPRET] = before


class Entry:
    """A function compiled for each game it is called with; its first argument is the game."""

    def __init__(self, function: Callable):
        self.function = function
        self.refused: set[str] = set()
        self.proven: set[str] = set()
        update_wrapper(self, function)

    @cached_property
    def compiled(self) -> Callable:
        """The compiled function, kept on disk between processes."""
        from crosscut.core.compiler import compile_entry

        return compile_entry(self.function)

    def interpreted(self, game, *args) -> Any:
        """Run in the interpreter; arrays give and take whole Python integers there."""
        with noting_place():
            return self.function(game, *map(plain, args))

    def interprets(self, game) -> bool:
        """Tell whether a game is known to run interpreted, by choice or for want of better."""
        return interpreting() or game._code_key in self.refused

    def compiles(self, game, *args) -> bool:
        """Tell whether it is compiled for a game, after trying to if that is still to be done."""
        if game._code_key in self.proven:
            return True
        from crosscut.core.compiler import compile_for, explain

        try:
            with interrupts_later():
                compile_for(self.compiled, game, *args)
        except CrosscutError:
            raise
        except Exception as failure:  # whatever the compiler stumbles over, the game goes on
            self.refused.add(game._code_key)
            warnings.warn(explain(game, failure), NotCompiled, stacklevel=3)
            return False
        self.proven.add(game._code_key)
        return True

    def __call__(self, game, *args) -> Any:
        """Run compiled, or interpreted if the user asked for it or the rules will not compile."""
        if self.interprets(game) or not self.compiles(game, *args):
            return self.interpreted(game, *args)
        return self.compiled(game, *args)

    def ready(self, game, *args) -> Callable:
        """Return what is called with arguments of the very types of these, which it takes on trust.

        To find the code for some arguments takes longer than many a short call.
        """
        if self.interprets(game) or not self.compiles(game, *args):
            return self.interpreted
        from crosscut.core.compiler import code_for

        return code_for(self.compiled, game, *args)


def entry(function: Callable) -> Entry:
    """Compile this function as a whole for each game it is called with."""
    return Entry(function)


class Plain:
    """An array as the interpreter wants it: its items are Python's own numbers."""

    def __init__(self, array):
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: int):
        return self.array.item(i) if self.array.ndim == 1 else Plain(self.array[i])

    def __setitem__(self, i: int, value) -> None:
        self.array[i] = value


def plain(value: Any) -> Any:
    """Return an array, or a tuple of arrays, for the interpreter; anything else as it is."""
    if isinstance(value, tuple):
        return type(value)(*map(plain, value))
    return Plain(value) if hasattr(value, "dtype") else value
