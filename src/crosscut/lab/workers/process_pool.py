"""Several processes of this machine that do the items of a job.

A worker gets an item through its pipe and answers with the result. It ends when the pipe is closed,
whatever became of the process at the other end. An item waits, is what one worker is at, or is
done; so no result comes twice. The item of a worker that has died waits again.
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

from crosscut.core import jit as kernel
from crosscut.core.jit import COMPILING, NotCompiled
from crosscut.lab.workers.job import TRIES, CrewError, Job, Notify, fault_of

STARTING = threading.Lock()
"""Who holds it starts a process."""
READY, RESULT, NOTICE, ERROR, DEATH = "ready", "result", "notice", "error", "death"
"""What a worker has to say; the last one without words."""
GRACE = 2.0
"""Seconds that a worker has to end before it is made to."""
READINESS = {False: "getting ready", True: "waiting for work"}


@dataclass(eq=False)
class Task:
    """An item, and how many workers have died while they were at it."""

    item: Any
    losses: int = 0


@dataclass(eq=False)
class Worker:
    """A process, the pipe to it, and what it is at."""

    process: Any
    pipe: connection.Connection
    ready: bool = False
    task: Task | None = None

    @property
    def busy(self) -> bool:
        """Whether it is at an item."""
        return self.task is not None


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
        """Yield results as they come; closing the iterator ends what is under way, by force.

        Workers who are at no item stay for the next time.
        """
        waiting = [Task(item) for item in items][::-1]
        try:
            while True:
                if waiting:
                    self.hand_out(waiting)
                elif not self.busy():
                    break
                yield from self.heard(waiting)
        finally:
            self.dismiss(self.busy())

    def busy(self) -> list[Worker]:
        """Return the workers who are at an item."""
        return [worker for worker in self.workers if worker.busy]

    def hand_out(self, waiting: list[Task]) -> None:
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

    def heard(self, waiting: list[Task]) -> Iterator[Any]:
        """Wait until a worker says something or dies, and yield the results among it."""
        for pipe in connection.wait([worker.pipe for worker in self.workers]):
            worker = next(each for each in self.workers if each.pipe is pipe)
            what, content = hear(worker)
            if what == NOTICE and content not in self.told:
                self.told.add(content)
                self.notify(content)
            elif what == ERROR:
                told = self.bury(worker)
                raise CrewError(content or told)
            elif what == DEATH:
                self.replace(worker, waiting)
            elif what == READY:
                worker.ready = True
            elif what == RESULT:
                worker.task = None
                yield content

    def replace(self, worker: Worker, waiting: list[Task]) -> None:
        """Let what a dead worker was at wait again, for another one, unless it seems to be deadly.

        Who dies before it is ready has no successor, for that would go on for ever.
        """
        told, task = self.bury(worker), worker.task
        if task:
            task.losses += 1
            waiting.append(task)
        if not worker.ready or (task and task.losses >= TRIES):
            raise CrewError(told)
        self.notify(f"{told}; another one takes its place")

    def bury(self, worker: Worker) -> str:
        """Remove a worker that has ended or is about to, and say what it was at."""
        doing = self.job.title(worker.task.item) if worker.task else READINESS[worker.ready]
        worker.process.join(GRACE)
        self.dismiss([worker])
        return f"a process died while {doing} (exit code {worker.process.exitcode})"

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


def give(worker: Worker, task: Task) -> None:
    """Hand a worker an item."""
    worker.task = task
    with suppress(OSError):  # it has died, which will be heard
        worker.pipe.send(task.item)


def hear(worker: Worker) -> tuple[str, Any]:
    """Return what a worker says, or that it is dead."""
    try:
        return worker.pipe.recv()
    except (EOFError, OSError):
        return DEATH, None


def start(job: Job) -> Worker:
    """Start a process that is deaf to Ctrl-C, which a terminal sends to everybody."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(job, theirs), daemon=True)
    with deaf(), without_main():
        process.start()
    theirs.close()
    return Worker(process, ours)


@contextmanager
def without_main() -> Iterator[None]:
    """Keep a new process from running the user's script again: it needs nothing of it.

    Else a script would have to hide its work behind a question for the name of its module.
    """
    main = vars(sys.modules["__main__"])
    with STARTING:
        kept = {name: main.pop(name) for name in ("__spec__", "__file__") if name in main}
        main["__spec__"] = None  # which the start of a process asks for
        try:
            yield
        finally:
            main.update(kept)


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
        say(ERROR, fault)  # the same would happen to whoever tried again
        if fault is None:
            raise
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
