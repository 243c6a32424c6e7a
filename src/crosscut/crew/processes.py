"""Several processes of this machine that do the items of a job.

A worker gets an item through its pipe and answers with the result. It ends when the pipe is closed,
whatever became of the process at the other end.
"""

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from typing import Any

from crosscut import kernel
from crosscut.crew.job import PATIENCE, CrewError, Job, Notify, Shift, fault_of
from crosscut.kernel import COMPILING, NotCompiled

READY, RESULT, NOTICE, ERROR = "ready", "result", "notice", "error"
"""What a worker has to say."""
GRACE = 2.0
"""Seconds that a worker has to end before it is made to."""
IDLE = object()
"""What a worker does that has no item."""
READINESS = {False: "getting ready", True: "waiting for work"}


@dataclass(eq=False)
class Worker:
    """A process, the pipe to it, and the item it is at."""

    process: Any
    pipe: connection.Connection
    ready: bool = False
    item: Any = IDLE

    @property
    def busy(self) -> bool:
        """Whether it is at an item."""
        return self.item is not IDLE


class Processes:
    """A crew of this machine; the first worker compiles, the others start when it is ready."""

    def __init__(self, job: Job, workers: int, notify: Notify = lambda text: None):
        self.job = job
        self.most = workers
        self.notify = notify
        self.workers: list[Worker] = []
        self.told: set[str] = set()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def do(
        self,
        items: Iterable[Any],
        until: float | None = None,
        patience: float | None = PATIENCE,
    ) -> Iterator[Any]:
        """Yield results as they come; closing the iterator ends what is under way, by force.

        Workers who are at no item stay for the next time.
        """
        waiting = list(items)[::-1]
        shift = Shift(until, patience)
        try:
            while True:
                if waiting and not shift.over:
                    self.hand_out(waiting)
                elif not self.busy() or shift.left == 0:
                    break
                for result in self.heard(shift.left):
                    shift.came = True
                    yield result
        finally:
            self.dismiss(self.busy())

    def busy(self) -> list[Worker]:
        """Return the workers who are at an item."""
        return [worker for worker in self.workers if worker.busy]

    def hand_out(self, waiting: list[Any]) -> None:
        """Give every worker something to do, the last of what is waiting first."""
        self.hire(len(waiting))
        for worker in self.workers:
            if worker.ready and not worker.busy and waiting:
                give(worker, waiting.pop())

    def hire(self, items: int) -> None:
        """Start the workers that so many waiting items need."""
        wanted = min(self.most, items + len(self.busy()))
        if not self.workers and wanted:
            self.workers.append(start(self.job))
        elif all(worker.ready for worker in self.workers):
            # all others find in the cache what the first one has compiled
            while len(self.workers) < wanted:
                self.workers.append(start(self.job))

    def heard(self, seconds: float | None) -> Iterator[Any]:
        """Wait until a worker says something, and yield the results among it."""
        for pipe in connection.wait([worker.pipe for worker in self.workers], seconds):
            worker = next(each for each in self.workers if each.pipe is pipe)
            what, content = self.hear(worker)
            if what == NOTICE and content not in self.told:
                self.told.add(content)
                self.notify(content)
            elif what == ERROR:
                self.dismiss([worker])
                raise CrewError(content)
            elif what == READY:
                worker.ready = True
            elif what == RESULT:
                worker.item = IDLE
                yield content

    def hear(self, worker: Worker) -> tuple[str, Any]:
        """Return what a worker says."""
        try:
            return worker.pipe.recv()
        except (EOFError, OSError):
            doing = self.job.title(worker.item) if worker.busy else READINESS[worker.ready]
            worker.process.join(GRACE)
            self.dismiss([worker])
            code = worker.process.exitcode
            raise CrewError(f"a process died while {doing} (exit code {code})") from None

    def close(self) -> None:
        """Send all workers home."""
        self.dismiss(self.workers)

    def dismiss(self, workers: list[Worker]) -> None:
        """End some processes, those that do not listen by force."""
        self.workers = [worker for worker in self.workers if worker not in workers]
        for worker in workers:
            worker.pipe.close()
            if worker.busy or not worker.ready:
                worker.process.terminate()
        end = time.monotonic() + GRACE
        for worker in workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def give(worker: Worker, item: Any) -> None:
    """Hand a worker an item."""
    worker.item = item
    with suppress(OSError):  # it has died, which will be heard
        worker.pipe.send(item)


def start(job: Job) -> Worker:
    """Start a process that is deaf to Ctrl-C, which a terminal sends to everybody."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(job, theirs), daemon=True)
    with deaf():
        process.start()
    theirs.close()
    return Worker(process, ours)


@contextmanager
def deaf() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, so that a process which is started inherits that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# In the worker.


def work(job: Job, pipe: connection.Connection) -> None:
    """Do the items that are asked for, until nobody asks any more."""

    def say(what: str, content: Any = None) -> None:
        with until_left():
            pipe.send((what, content))

    def next_item() -> Any:
        with until_left():
            return pipe.recv()

    def on_compile(started: bool) -> None:
        nonlocal compiling
        compiling = started
        if started:
            say(NOTICE, COMPILING)

    def leave(number: int, frame: Any) -> None:
        if compiling:
            os._exit(1)  # the compiler would complain on its way out
        sys.exit(1)

    compiling = False
    signal.signal(signal.SIGTERM, leave)
    kernel.on_compile.append(on_compile)
    warnings.showwarning = lambda message, category, *rest: (
        say(NOTICE, str(message)) if issubclass(category, NotCompiled) else None
    )
    try:
        job.prepare()
        say(READY)
        while True:
            say(RESULT, job.do(next_item()))
    except Exception as error:
        fault = fault_of(error, job)
        if fault is None:
            raise
        say(ERROR, fault)
    finally:
        job.close()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is left that must be closed


@contextmanager
def until_left() -> Iterator[None]:
    """End this process when there is nobody at the other end of the pipe."""
    try:
        yield
    except (EOFError, OSError):
        sys.exit()
