"""The CPU in the place of a GPU: the same kernels, thread after thread, on all cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from crosscut.core.arrays import apart, new_rng, new_work
from crosscut.core.devices.kernel import Kernel
from crosscut.core.process import cores as all_cores
from crosscut.core.static import Static
from crosscut.core.workspace import Room, Work


class Host:
    """The cores of this machine; arrays are numpy's own."""

    def __init__(self, cores: int | None = None):
        self.cores = cores or all_cores()
        self.name = f"the CPU, {self.cores} cores" if self.cores > 1 else "the CPU, one core"

    def on(self, stream: int) -> "Host":
        """Return the same device: here there is one order of things."""
        return self

    def array(self, shape: int | tuple[int, ...], kind) -> np.ndarray:
        """Return an array of zeros."""
        return np.zeros(shape, kind)

    def send(self, array: np.ndarray) -> np.ndarray:
        """Return a copy of an array."""
        return np.array(array, order="C")

    def write(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy an array into another one that is as large."""
        target[...] = source

    def borrow(self, thing: Any) -> None:
        """Return None: nothing of others lies on a card."""

    def fetch(self, array: np.ndarray) -> np.ndarray:
        """Return a copy of an array."""
        return array.copy()

    def pinned(self, shape: int | tuple[int, ...], kind) -> np.ndarray:
        """Return an array of zeros."""
        return np.zeros(shape, kind)

    def clear(self, array: np.ndarray) -> None:
        """Fill an array with zeros."""
        array[...] = 0

    def copy_in(self, target: np.ndarray, source: np.ndarray) -> None:
        """Copy an array to the beginning of another."""
        target.ravel()[: source.size] = source.ravel()

    def copy_out(self, target: np.ndarray, source: np.ndarray) -> None:
        """Fill an array with the beginning of another."""
        target.ravel()[:] = source.ravel()[: target.size]

    def beside(self) -> "Host":
        """Return the same cores for another thread of this program."""
        return self

    def threads(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> int:
        """Return one thread for each core."""
        return self.cores

    def ready(
        self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room
    ) -> Callable[[], None]:
        """Return what runs so many threads each time it is called."""
        return partial(self.run, kernel, game, given, threads, room)

    def run(self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room) -> None:
        """Run so many threads, each core its part of them."""

        def part(first: int, last: int) -> None:
            rng, work = apart(new_rng()), Work(*map(apart, new_work(room)))
            kernel.here(game, first, last, threads, given, rng, work)

        part(0, 0)  # compiles, where that is still to be done, or finds out that it cannot be
        parts = 1 if kernel.here.interprets(game) else min(self.cores, threads)
        if parts == 1:
            part(0, threads)
            return
        ends = np.linspace(0, threads, parts + 1).astype(int).tolist()
        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(lambda ends: part(*ends), pairwise(ends)))

    def recorded(self, steps: Callable[[], None]) -> Callable[[], None]:
        """Return the steps themselves."""
        return steps

    def about(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> dict:
        """Return nothing: a core has what any kernel needs."""
        return {}

    def finish(self) -> None:
        """Return at once: what was to be run has been run."""

    @property
    def idle(self) -> bool:
        """Whether everything it was told to do is done: always."""
        return True

    def lanes(self) -> "list[Host]":
        """Return the CPU itself, which divides its work among its cores."""
        return [self]
