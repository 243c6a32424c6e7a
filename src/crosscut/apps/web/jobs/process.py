"""A worker process as the pool sees it."""

import asyncio
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from crosscut.apps.web.jobs.handle import Handle
from crosscut.apps.web.jobs.worker import JOB, NOW, STOP, work
from crosscut.lab.workers.process_pool import GRACE, deaf

Message = tuple[int, str, dict]
"""The number of a job, the event, and what belongs to it."""


class Worker:
    """A process that does one job at a time, and what it is at.

    A thread listens to it, and lets the loop hear messages; the last one is None: it has died.
    """

    def __init__(
        self, files: Sequence[Path], heard: Callable[["Worker", Message | None], None]
    ) -> None:
        self.heard = heard
        self.loop = asyncio.get_running_loop()
        self.ready = False
        self.handle: Handle | None = None
        self.stopping = False
        self.compiling = 0
        """Functions that its compiler has begun; 0 while it is at rest."""
        self.last_table: Hashable = None
        """Whose tree it may still have."""
        self.charged = 0.0
        """Until when its time has been charged to who asked."""
        self.alarm: asyncio.TimerHandle | None = None
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, list(files)), daemon=True)
        with deaf():
            self.process.start()
        theirs.close()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    @property
    def idle(self) -> bool:
        """Whether it can be given a job."""
        return self.ready and self.handle is None

    def give(self, handle: Handle) -> None:
        """Let it do a job."""
        self.handle, self.last_table = handle, handle.table
        self.charged = self.loop.time()
        self.send((JOB, handle.number, (handle.job, handle.table, handle.interpreted)))
        if handle.hurried:
            self.hurry()

    def charge(self) -> float:
        """Charge to who asked what its job has taken since it was last charged, in seconds."""
        now = self.loop.time()
        seconds, self.charged = now - self.charged, now
        self.handle.on_use(seconds)
        return seconds

    def hurry(self) -> None:
        """Ask it to end its job with what it has found."""
        self.send((NOW, self.handle.number, None))

    def stop(self) -> None:
        """Ask it to forget its job."""
        self.stopping = True
        self.send((STOP, self.handle.number, None))

    def send(self, message: tuple[str, int, Any]) -> None:
        """Tell it something."""
        with suppress(OSError):  # it has died, which will be heard
            self.pipe.send(message)

    def set_alarm(self, seconds: float | None, ring: Callable[["Worker"], None]) -> None:
        """Let something happen if nothing is heard for some time, instead of what was set before.

        None is for ever.
        """
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None if seconds is None else self.loop.call_later(seconds, ring, self)

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.set_alarm(None, self.heard)
        self.process.kill()

    def wait(self) -> None:
        """Wait until the process is dead, in vain after some seconds.

        The listener alone waits for the process itself: of two threads that do, one learns nothing.
        """
        self.listener.join(GRACE)

    def listen(self) -> None:
        """Hand on what the process says, until it is dead."""
        message: Message | None = (0, "", {})
        while message is not None:
            try:
                message = self.pipe.recv()
            except (EOFError, OSError):
                message = None
                self.process.join(GRACE)
            with suppress(RuntimeError):  # the loop has been closed
                self.loop.call_soon_threadsafe(self.heard, self, message)
        self.process.kill()  # should it have closed the pipe and live on
        self.process.join()
        self.pipe.close()
