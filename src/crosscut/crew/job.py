"""What a crew works on, and what a crew is to who gives it work."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from crosscut.errors import CrosscutError
from crosscut.game import Game
from crosscut.games import FILE_MODULE
from crosscut.search.check import place_of

Notify = Callable[[str], None]
"""What hears remarks of workers, such as that they compile."""
PATIENCE = 3.0
"""Seconds for which results of items that were begun in time are waited for."""
TRIES = 3
"""How often an item is begun whose process or machine is lost each time."""


class CrewError(CrosscutError):
    """Work cannot go on; the text says why."""


class Job(Protocol):
    """Work in many independent items. It is sent to every worker, so it has to be plain data."""

    @property
    def rules(self) -> Game:
        """The game it is about; errors in a user's own game file are told to him."""

    def prepare(self) -> None:
        """Load or compile, in the worker, what the items need."""

    def do(self, item: Any) -> Any:
        """Do one item of the work and return the result, which is plain data."""

    def title(self, item: Any) -> str:
        """Say what an item is, for messages: playing game 17."""

    def close(self) -> None:
        """Give back what was taken: processes, files."""


class Crew(Protocol):
    """Workers who do items of one job, as many at a time as there are workers."""

    def do(
        self,
        items: Iterable[Any],
        until: float | None = None,
        patience: float | None = PATIENCE,
    ) -> Iterator[Any]:
        """Yield results as they come; of what is under way when it is closed nothing is heard.

        After ``until``, by `time.monotonic`, no item is begun, and those under way have so many
        seconds of ``patience``, or all they need. One result there is, however late.
        """

    def close(self) -> None:
        """Send all workers home."""


@dataclass
class Shift:
    """How long a crew works: until a time by the clock, if any, but not before a result came."""

    until: float | None
    patience: float | None = PATIENCE
    came: bool = False

    @property
    def over(self) -> bool:
        """Whether no further item is begun."""
        return self.came and self.until is not None and time.monotonic() >= self.until

    @property
    def left(self) -> float | None:
        """For how many seconds the next result is waited for; None is as long as it takes."""
        if self.until is None or self.patience is None or not self.came:
            return None
        return max(0.0, self.until + self.patience - time.monotonic())


def fault_of(error: Exception, job: Job) -> str | None:
    """Say where in a user's game file an error arose; None if it is no user's game."""
    if isinstance(error, CrosscutError):
        return str(error)  # it may be that the game itself is not to be had
    if type(job.rules).__module__.startswith(FILE_MODULE):
        return place_of(error, job.rules)
    return None
