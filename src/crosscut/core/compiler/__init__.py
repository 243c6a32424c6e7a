"""Everything that knows Numba: importing this package imports it and fixes the cache folder."""

import pickle
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from crosscut.core.compiler import cache

cache.choose_folder()  # before the first decorator, or Numba would pick one itself

# ruff: noqa: E402
import numba
from numba.core import event
from numba.extending import register_jitable

from crosscut.core import jit as kernel
from crosscut.core.compiler import atomics_overloads as shared
from crosscut.core.compiler import bits_overloads as setfunctions
from crosscut.core.compiler import bits_type as words
from crosscut.core.compiler import noinline as separate
from crosscut.core.compiler import packing_overloads as packing
from crosscut.core.compiler import static_type as static

__all__ = [
    "announced",
    "compile_entry",
    "compile_for",
    "culprit",
    "explain",
    "packing",
    "separate",
    "setfunctions",
    "shared",
    "static",
    "words",
]

for module in kernel.overload_modules:
    import_module(module)

register = register_jitable(**words.INLINED)
for marked in kernel.jitables:
    register(marked)
kernel.on_mark.append(register)


class Announcer(event.Listener):
    """Tells whoever wants to know when the compiler starts its work, how far it is, and its end."""

    depth = parts = 0

    def on_start(self, event):
        self.parts = self.parts + 1 if self.depth else 1
        self.depth += 1
        for tell in tuple(kernel.on_part):
            tell(self.parts)
        if self.depth == 1:
            for tell in tuple(kernel.on_compile):
                tell(True)

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            for tell in tuple(kernel.on_compile):
                tell(False)


announcer = Announcer()
event.register("numba:compile", announcer)


@contextmanager
def announced() -> Iterator[None]:
    """Tell of a compiler that does not tell of itself."""
    announcer.on_start(None)
    try:
        yield
    finally:
        announcer.on_end(None)


def compile_entry(function):
    """Return the compiled form of an entry point; it is kept on disk between processes."""
    return numba.njit(cache=True, nogil=True, **words.LEAN)(function)


DAMAGE = (
    pickle.UnpicklingError, EOFError, ImportError, AttributeError, IndexError, ValueError,
)  # fmt: skip
"""What reading something damaged from disk may lead to."""


def compile_for(function, *args) -> None:
    """Compile a function for arguments like these, or find it on disk, without running it.

    Where what is on disk cannot be read, it is thrown away and compiled anew.
    """
    signature = tuple(numba.typeof(arg) for arg in args)
    try:
        function.compile(signature)
    except DAMAGE as error:
        if not arose_in_cache(error):
            raise
        cache.forget(function.py_func.__name__)
        function.compile(signature)


def code_for(function, *args) -> Callable:
    """Return the code of a function for arguments of these types and no others."""
    compile_for(function, *args)
    return function.get_overload(tuple(numba.typeof(arg) for arg in args))


def arose_in_cache(error: Exception) -> bool:
    """Tell whether an error arose while something was read from disk, not while compiling it."""
    frames = traceback.walk_tb(error.__traceback__)
    return any(Path(frame.f_code.co_filename).name == "caching.py" for frame, _ in frames)


COMPLAINT = re.compile(
    r"No implementation of function.*|Untyped global name.*|Unknown attribute.*|Cannot unify.*"
    r"|Undecided type.*|.*(?:[Uu]nsupported|not supported).*"
)


BESIDE = "a set stands beside a number: write self.board.bit(cell), not 1 << cell"
PLAINLY = {
    "as_declared": "a field of the state gets what it is not declared as; sets of cells are Bits",
    **{f"<built-in function {name}>": BESIDE for name in ("or_", "and_", "xor", "eq", "ne")},
}
"""What some complaints of the compiler mean for a game file."""
FORBIDDEN = {
    "NRT required": "it makes a list or another object, and rules never allocate",
    "re-entrant": "it calls itself, and rules never recurse",
}
"""What lies at the bottom of whatever else the compiler complains about."""


def explain(game, failure: Exception) -> str:
    """Say in one sentence which line of the game stopped the compiler, and that it still runs."""
    return f"{game.facts.title} runs interpreted, slower: {culprit(game, failure)}"


def culprit(game, failure: Exception) -> str:
    """Say which line of the game stopped the compiler, and why.

    Numba tells the story from the inside outwards: the first mention of the game's own file is the
    line that matters, and the last complaint before it the reason.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(failure))
    file = getattr(sys.modules[type(game).__module__], "__file__", None)
    own = Path(file or "what was typed in").resolve()
    places = list(re.finditer(r'(?:File "([^"]+)", line |\bat (\S+\.py) \()(\d+)', text))
    mine = [place for place in places if Path(place[1] or place[2]).resolve() == own]
    before = text[: mine[0].start()] if mine else text
    complaints = COMPLAINT.findall(before)
    reason = complaints[-1].strip() if complaints else type(failure).__name__
    reason = next((words for sign, words in PLAINLY.items() if sign in reason), reason)
    reason = next((words for sign, words in FORBIDDEN.items() if sign in before), reason)
    line = int(mine[0][3]) if mine else line_of_rule(game, own, text)
    where = f"line {line} of {own.name}" if line else f"a rule in {own.name}"
    return f"{where} will not compile ({reason[:120]})"


def line_of_rule(game, own: Path, text: str) -> int | None:
    """Return the line of the last rule of the game that a complaint names, if it names one."""
    for name in reversed(re.findall(r"<function \w+\.(\w+) at ", text)):
        code = getattr(getattr(type(game), name, None), "__code__", None)
        if code and Path(code.co_filename).resolve() == own:
            return code.co_firstlineno
    return None
