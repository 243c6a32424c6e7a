"""What a crew works on, and what a crew is to who gives it work."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from crosscut.core.errors import CrosscutError
from crosscut.core.user_code import FILE_MODULE
from crosscut.lab.check import place_of
from crosscut.rules.game import Game

Notify = Callable[[str], None]
"""What hears remarks of workers, such as that they compile."""
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

    def do(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield results as they come; closing the iterator drops what is under way."""

    def close(self) -> None:
        """Send all workers home."""


def fault_of(error: Exception, job: Job) -> str | None:
    """Say where in a user's game file an error arose; None if it is no user's game."""
    if isinstance(error, CrosscutError):
        return str(error)  # it may be that the game itself is not to be had
    if type(job.rules).__module__.startswith(FILE_MODULE):
        return place_of(error, job.rules)
    return None
