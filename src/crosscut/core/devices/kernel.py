"""Kernels: what many threads do at once, each with a number of its own.

A kernel's body is a plain function ``body(game, thread, threads, given, rng, work)``: ``given`` is
a `NamedTuple` of arrays and whole numbers, ``rng`` room for a random generator and ``work`` working
memory, both the thread's own. It is compiled for a GPU (`crosscut.core.devices.cuda`), and the very
same function runs on the CPU, thread after thread (`crosscut.core.devices.cpu`). Threads share
arrays, so they add to them with `crosscut.core.atomics.add` only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from crosscut.core.jit import Entry, entry
from crosscut.core.static import Static
from crosscut.core.workspace import Room


@dataclass(frozen=True)
class Kernel:
    """What threads do, compiled for each game it is asked of."""

    body: Callable
    instead: Entry | None = None
    """What the CPU does in place of `here`, where another way is quicker there."""
    trace: Callable[[Static], int] = lambda game: 0
    """How many taps each thread writes down."""

    @property
    def name(self) -> str:
        """The name of its body."""
        return self.body.__name__

    @cached_property
    def here(self) -> Entry:
        """What runs threads ``first`` to ``last`` on the CPU, one after another:
        ``here(game, first, last, threads, given, rng, work)``."""
        return self.instead or one_after_another(self.body)


def one_after_another(body: Callable) -> Entry:
    """Return an entry that does what some threads do, on the CPU."""

    def run(game, first, last, threads, given, rng, work):
        for thread in range(first, last):
            body(game, thread, threads, given, rng, work)

    run.__name__ = run.__qualname__ = f"{body.__name__}_here"  # by which it is found on disk
    return entry(run)


class Device(Protocol):
    """What runs kernels: a GPU, or the CPU in its place."""

    name: str

    def on(self, stream: int) -> "Device":
        """Return the same device, doing things in the order of a CUDA stream."""

    def array(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """Return an array of zeros in the device's memory."""

    def send(self, array: np.ndarray) -> Any:
        """Return a copy of an array in the device's memory."""

    def write(self, target: Any, source: np.ndarray) -> None:
        """Copy an array into one of the device's that is as large."""

    def borrow(self, thing: Any) -> Any:
        """Return an array of another library that lies on this card, or None if it lies on none."""

    def fetch(self, array: Any) -> np.ndarray:
        """Return a copy of one of the device's arrays."""

    def pinned(self, shape: int | tuple[int, ...], kind: Any) -> np.ndarray:
        """Return an array of this machine for `copy_in` and `copy_out`."""

    def clear(self, array: Any) -> None:
        """Begin to fill one of the device's arrays with zeros."""

    def copy_in(self, target: Any, source: np.ndarray) -> None:
        """Begin to copy an array to the beginning of one of the device's."""

    def copy_out(self, target: np.ndarray, source: Any) -> None:
        """Begin to fill an array with the beginning of one of the device's."""

    def beside(self) -> "Device":
        """Return the same device for another thread of this program, in an order of its own."""

    def threads(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> int:
        """Return how many threads keep the device busy."""

    def run(self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room) -> None:
        """Run so many threads; what they do is done when something is fetched."""

    def ready(
        self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room
    ) -> Callable[[], None]:
        """Return what runs so many threads each time it is called, with less ado than `run`."""

    def recorded(self, steps: Callable[[], None]) -> Callable[[], None]:
        """Return what does some steps each time it is called: copies, and what `ready` returned."""

    def about(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> dict:
        """Return what a kernel needs on this device, where that is limited."""

    def finish(self) -> None:
        """Wait until everything it was told to do is done."""

    @property
    def idle(self) -> bool:
        """Whether everything it was told to do is done."""

    def lanes(self) -> "list[Device]":
        """Return what threads of this program should use, one each, to keep the device busy."""
