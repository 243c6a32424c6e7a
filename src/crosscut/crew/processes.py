"""Several processes of this machine that do the items of a job.

A worker gets an item through its pipe and answers with the result. It ends when the pipe is closed,
whatever became of the process at the other end.
"""

import signal
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from typing import Any

from crosscut import kernel
from crosscut.crew.job import CrewError, Job, Notify, fault_of
from crosscut.kernel import COMPILING, NotCompiled

READY, RESULT, NOTICE, ERROR = "ready", "result", "notice", "error"
"""What a worker has to say."""
GRACE = 2.0
"""Seconds that a worker has to end before it is made to."""
IDLE = object()
"""What a worker does that has no item."""


@dataclass
class Worker:
    """A process, the pipe to it, and the item it is at."""

    process: Any
    pipe: connection.Connection
    ready: bool = False
    item: Any = IDLE


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

    def do(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield results as they come; closing the iterator ends what is under way, by force."""
        waiting = list(items)[::-1]
        finished = False
        try:
            while waiting or self.busy():
                self.hire(len(waiting))
                for worker in self.workers:
                    if worker.ready and worker.item is IDLE and waiting:
                        give(worker, waiting.pop())
                yield from self.heard()
            finished = True
        finally:
            if not finished:
                self.close()

    def busy(self) -> bool:
        """Tell whether an item is being worked on."""
        return any(worker.item is not IDLE for worker in self.workers)

    def hire(self, items: int) -> None:
        """Start the workers that so many waiting items need."""
        wanted = min(self.most, items + sum(worker.item is not IDLE for worker in self.workers))
        if not self.workers and wanted:
            self.workers.append(start(self.job))
        elif all(worker.ready for worker in self.workers):
            # all others find in the cache what the first one has compiled
            while len(self.workers) < wanted:
                self.workers.append(start(self.job))

    def heard(self) -> Iterator[Any]:
        """Wait until a worker says something, and yield the results among it."""
        for pipe in connection.wait([worker.pipe for worker in self.workers]):
            worker = next(each for each in self.workers if each.pipe is pipe)
            what, content = self.hear(worker)
            if what == NOTICE and content not in self.told:
                self.told.add(content)
                self.notify(content)
            elif what == ERROR:
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
            worker.process.join(GRACE)
            doing = "getting ready" if worker.item is IDLE else self.job.title(worker.item)
            code = worker.process.exitcode
            raise CrewError(f"a process died while {doing} (exit code {code})") from None

    def close(self) -> None:
        """End all processes, those that do not listen by force."""
        for worker in self.workers:
            worker.pipe.close()
            if worker.item is not IDLE or not worker.ready:
                worker.process.terminate()
        for worker in self.workers:
            worker.process.join(GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self.workers = []


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
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    kernel.on_compile.append(lambda started: pipe.send((NOTICE, COMPILING)) if started else None)
    warnings.showwarning = lambda message, category, *rest: (
        pipe.send((NOTICE, str(message))) if issubclass(category, NotCompiled) else None
    )
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            job.prepare()
            pipe.send((READY, None))
            while True:
                pipe.send((RESULT, job.do(pipe.recv())))
        except (OSError, EOFError):
            raise
        except Exception as error:
            fault = fault_of(error, job.rules)
            if fault is None:
                raise
            pipe.send((ERROR, fault))
        finally:
            job.close()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is left that must be closed
