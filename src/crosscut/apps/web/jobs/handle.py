"""A job as who asked for it sees it."""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable

from crosscut.apps.web.jobs.events import COMPILED, COMPILING, LAST, QUEUED, RENEWED
from crosscut.apps.web.jobs.requests import Job
from crosscut.core.jit import PARTS


class Handle:
    """A job under way: its events one after the other until the last, and a say in how it ends.

    An event that the next one of its kind makes superfluous is left out if nobody has taken it yet.
    """

    def __init__(
        self,
        number: int,
        job: Job,
        owner: Hashable,
        table: Hashable,
        key: str | None,
        on_now: Callable[["Handle"], None],
        on_stop: Callable[["Handle"], None],
    ):
        self.number = number
        self.job = job
        self.owner = owner
        """Who takes turns with others."""
        self.table = table
        """At which of his boards he sits; a tree is of use to the one it was grown for."""
        self.key = key
        """By what its results are known."""
        self.over = False
        """Whether the last event has been told."""
        self.hurried = False
        self.losses = 0
        """How many processes have died or hung over it."""
        self.on_use: Callable[[float], None] = lambda seconds: None
        """What hears of each bit of time, in seconds, that a process has spent on it."""
        self.place = 0
        self.compiling = 0
        """Functions that were begun to compile for it, as far as that was told; 0 if none are."""
        self.interpreted = False
        """Whether the interpreter does it, while what it needs is compiled."""
        self.follows: Handle | None = None
        """The job for which this one compiles; the notices of the compiler are for that one."""
        self.on_now, self.on_stop = on_now, on_stop
        self.events: deque[dict] = deque()
        self.arrived = asyncio.Event()

    @property
    def rank(self) -> int:
        """Whose turn comes first: the lower one."""
        return self.job.rank

    def now(self) -> None:
        """Make it end soon, with what it has found by then."""
        if not self.over and not self.hurried:
            self.hurried = True
            self.on_now(self)

    def stop(self) -> None:
        """Forget it; nothing more is told but that it was stopped."""
        if not self.over:
            self.on_stop(self)

    def __aiter__(self) -> "Handle":
        return self

    async def __anext__(self) -> dict:
        while not self.events:
            if self.over:
                raise StopAsyncIteration
            self.arrived.clear()
            await self.arrived.wait()
        return self.events.popleft()

    # For the pool.

    def tell(self, event: str, **content) -> None:
        """Add an event, unless the last one has been told."""
        if self.over:
            return
        self.over = event in LAST
        if event in RENEWED and self.events and self.events[-1]["event"] == event:
            self.events.pop()
        self.events.append({"event": event, **content})
        self.arrived.set()

    def tell_place(self, place: int) -> None:
        """Tell its place in the queue, 1 being the next, if that has changed."""
        if place != self.place:
            self.place = place
            self.tell(QUEUED, place=place)

    def tell_compiling(self, parts: int) -> None:
        """Tell how far the compiler is with what it needs, if that has changed; 0 is at rest."""
        if parts != self.compiling:
            self.compiling = parts
            if parts:
                self.tell(COMPILING, parts=parts, about=PARTS)
            else:
                self.tell(COMPILED)
