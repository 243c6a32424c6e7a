"""Everything that knows Numba: importing this package imports it and fixes the cache folder."""

import re
from pathlib import Path

from crosscut.compiled import cache

cache.choose_folder()  # before the first decorator, or Numba would pick one itself

# ruff: noqa: E402
import numba
from numba.core import errors, event
from numba.extending import register_jitable

from crosscut import kernel
from crosscut.compiled import rows, setfunctions, static, words

__all__ = ["compile_entry", "explain", "failures", "rows", "setfunctions", "static", "words"]

register = register_jitable(**words.INLINED)
for marked in kernel.jitables:
    register(marked)
kernel.on_mark.append(register)


class Announcer(event.Listener):
    """Tells whoever wants to know when the compiler starts its work, and when it ends."""

    depth = 0

    def on_start(self, event):
        self.depth += 1
        if self.depth == 1:
            for tell in kernel.on_compile:
                tell(True)

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            for tell in kernel.on_compile:
                tell(False)


event.register("numba:compile", Announcer())


def compile_entry(function):
    """Return the compiled form of an entry point; it is kept on disk between processes."""
    return numba.njit(cache=True, nogil=True, **words.LEAN)(function)


def failures() -> tuple[type[Exception], ...]:
    """Return the errors by which Numba says that it cannot compile something."""
    return (errors.NumbaError, NotImplementedError)


def explain(game, failure: Exception) -> str:
    """Say in one sentence which line stopped the compiler, and that the game still runs."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(failure))
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    own = [(file, line) for file, line in places if not Path(file).is_relative_to(cache.PACKAGE)]
    file, line = (own or places or [("the rules", "?")])[-1]
    reasons = [part.strip() for part in text.splitlines() if part.strip()]
    known = [part for part in reasons if not part.startswith(("File ", "Failed in", "During"))]
    reason = known[0] if known else type(failure).__name__
    return (
        f"{game.facts.title} runs interpreted, slower: line {line} of {Path(file).name} "
        f"will not compile ({reason})"
    )
