"""Tiny jobs for crews: squares of numbers, by workers who may raise, die, sleep or be seen."""

import os
import signal
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import crosscut
from crosscut.core.errors import BadOption
from crosscut.core.jit import NotCompiled


@dataclass(frozen=True)
class SquareJob:
    """Squares of whole numbers; what is special about some of them is told by the fields."""

    folder: Path | None = None
    """Where every worker leaves a file with the number it is at, named after its process."""
    deadly: frozenset[int] = frozenset()
    """Numbers at which a process dies at once, as often as it is tried."""
    once_deadly: frozenset[int] = frozenset()
    """Numbers at which a process is killed, but only the first time."""
    forbidden: frozenset[int] = frozenset()
    faulty: frozenset[int] = frozenset()
    endless: frozenset[int] = frozenset()
    remarkable: frozenset[int] = frozenset()
    """Numbers about which the compiler has something to say."""
    slow: float = 0.0
    """Seconds for each."""
    unready: bool = False
    stillborn: bool = False
    """Whether processes die before they are ready."""

    @property
    def rules(self):
        if self.unready:
            raise BadOption("there is no such game")
        return crosscut.game("hex", 3)

    def prepare(self):
        self.rules  # noqa: B018
        if self.stillborn:
            os._exit(7)

    def do(self, item):
        if self.folder:
            (self.folder / f"{os.getpid()}").write_text(str(item))
        if item in self.deadly:
            os._exit(7)
        if item in self.once_deadly:
            mark = self.folder / f"died at {item}"
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if item in self.forbidden:
            raise BadOption(f"{item} has no square")
        if item in self.remarkable:
            warnings.warn(f"{item} is interpreted", NotCompiled, stacklevel=2)
        if item in self.faulty:
            raise OSError(f"{item} is beyond me")
        time.sleep(600 if item in self.endless else self.slow)
        return item * item

    def title(self, item):
        return f"squaring {item}"

    def close(self):
        if self.folder:
            (self.folder / f"closed {os.getpid()}").touch()
