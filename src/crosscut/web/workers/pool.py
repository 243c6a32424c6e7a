"""Worker processes for the engine's work, and the queue before them.

A job waits, is what one worker is at, or is over. A worker that dies is replaced, and its job waits
again. What a page needs at once comes before what it merely likes to have.
"""

import asyncio
from collections.abc import Hashable, Iterable
from itertools import count
from pathlib import Path

from crosscut.crew.job import TRIES, cores
from crosscut.crew.processes import GRACE
from crosscut.web.workers.events import (
    BEAT,
    COMPILED,
    COMPILING,
    ERROR,
    LAST,
    NOTICE,
    READY,
    STARTED,
    STOPPED,
)
from crosscut.web.workers.handle import Handle
from crosscut.web.workers.jobs import URGENT, Analyse, Job, Rules
from crosscut.web.workers.known import Results
from crosscut.web.workers.order import ordered
from crosscut.web.workers.process import Message, Worker

MOST_WORKERS = 4
"""Processes by default, where there are so many cores."""
SILENCE = 120.0
"""Seconds after which a worker that has said nothing, and does not compile, is taken for lost."""


class Pool:
    """Workers that start when they are needed, and the jobs for them."""

    def __init__(self, workers: int | None = None, files: Iterable[Path] = ()):
        self.most = workers or max(1, min(cores(), MOST_WORKERS))
        self.files = tuple(files)
        """Game files of the user's own."""
        self.results = Results(self.files)
        self.numbers = count(1)
        self.workers: list[Worker] = []
        self.waiting: list[Handle] = []
        self.settled: set[Rules] = set()
        """Games that have been searched, so that nothing is left to compile for them."""
        self.stillborn = 0
        """Workers in a row that died before they could begin."""
        self.closed = False

    async def __aenter__(self) -> "Pool":
        return self

    async def __aexit__(self, *failure) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop all jobs and end all processes at once."""
        self.closed = True
        workers, self.workers = self.workers, []
        for handle in [*self.waiting, *(worker.handle for worker in workers if worker.handle)]:
            handle.tell(STOPPED)
        self.waiting = []
        for worker in workers:
            worker.end()
        for worker in workers:
            await asyncio.to_thread(worker.process.join, GRACE)

    def submit(self, job: Job, owner: Hashable) -> Handle:
        """Ask for a job; owners take turns, and the worker an owner had before is preferred."""
        key = self.results.key(job)
        handle = Handle(next(self.numbers), job, owner, key, self.hurry, self.drop)
        known = self.results.recall(key, job)
        if known is not None:
            event, content = known
            handle.tell(event, **content)
        if self.closed:
            handle.tell(STOPPED)
        if not handle.over:
            self.waiting.append(handle)
            self.go_on()
        return handle

    # What handles ask for.

    def worker_at(self, handle: Handle) -> Worker | None:
        """Return the worker that does a job, if one does."""
        return next((worker for worker in self.workers if worker.handle is handle), None)

    def hurry(self, handle: Handle) -> None:
        """Let a job end soon; one that waits, as soon as it has begun."""
        worker = self.worker_at(handle)
        if worker is not None:
            worker.hurry()

    def drop(self, handle: Handle) -> None:
        """Forget a job; its worker has a little time to notice."""
        handle.tell(STOPPED)
        worker = self.worker_at(handle)
        if worker is None:
            self.waiting.remove(handle)
        else:
            self.stop(worker)
        self.go_on()

    # Who does what.

    def go_on(self) -> None:
        """Hand out what can be, start workers for what cannot, and tell everybody his place."""
        busy = [worker.handle.owner for worker in self.workers if worker.handle]
        queue = ordered(self.waiting, busy)
        free = [handle for handle in queue if not self.held(handle)]
        idle = [worker for worker in self.workers if worker.idle]
        if free and idle:
            handle = free[0]
            self.waiting.remove(handle)
            self.give(handle, min(idle, key=lambda each: each.last_owner != handle.owner))
            self.go_on()
            return
        while len(self.workers) < min(self.most, len(busy) + len(free)):
            self.workers.append(Worker(self.files, self.heard))
        if free and free[0].rank == URGENT:
            self.make_room()
        compiling = {worker.handle.job.rules for worker in self.workers if worker.compiling}
        for place, handle in enumerate(queue, start=1):
            handle.tell_place(place)
            handle.tell_compiling(handle.job.rules in compiling)

    def held(self, handle: Handle) -> bool:
        """Tell whether a job waits for what another one compiles; later it is found on the disk."""
        rules = handle.job.rules
        return any(
            worker.compiling or rules not in self.settled
            for worker in self.workers
            if worker.handle and worker.handle.job.rules == rules
        )

    def make_room(self) -> None:
        """Let an analysis wait again if all are busy; what it has found is kept."""
        analyses = [
            worker
            for worker in self.workers
            if worker.handle and isinstance(worker.handle.job, Analyse)
        ]
        if analyses and all(worker.handle and not worker.stopping for worker in self.workers):
            self.stop(analyses[0])

    def stop(self, worker: Worker) -> None:
        """Make a worker forget its job; it has a little time to notice."""
        worker.stop()
        self.set_alarm(worker)

    def give(self, handle: Handle, worker: Worker) -> None:
        """Let a worker begin a job."""
        handle.place = 0
        handle.tell_compiling(False)
        handle.tell(STARTED)
        worker.give(handle)
        self.set_alarm(worker)

    def set_alarm(self, worker: Worker) -> None:
        """Give a worker as long as its job may be silent; the compiler has all its time."""
        seconds = None
        if worker.handle is not None and not worker.compiling:
            seconds = GRACE if worker.stopping else SILENCE
        worker.set_alarm(seconds, self.give_up)

    def give_up(self, worker: Worker) -> None:
        """End a worker that does not listen."""
        if worker.stopping:
            self.put_back(worker.handle)
        else:
            worker.handle.tell(
                ERROR,
                message=f"nothing was heard of this for {SILENCE:.0f} seconds, so it was ended; "
                "if the game is a file of your own, look for a loop in it that does not end",
            )
        self.workers.remove(worker)
        worker.end()
        self.go_on()

    def put_back(self, handle: Handle) -> None:
        """Let a job wait again, unless it is over."""
        if not handle.over:
            handle.tell_compiling(False)
            self.waiting.append(handle)

    # What workers say.

    def heard(self, worker: Worker, message: Message | None) -> None:
        """Do what follows from a message of a worker; None is its death."""
        if worker not in self.workers:
            return
        if message is None:
            self.bury(worker)
        else:
            _, event, content = message
            if event == READY:
                worker.ready, self.stillborn = True, 0
            elif worker.handle is not None:
                self.note(worker, worker.handle, event, content)
            self.set_alarm(worker)
        self.go_on()

    def note(self, worker: Worker, handle: Handle, event: str, content: dict) -> None:
        """Take down what a worker says of its job."""
        if event in (COMPILING, COMPILED):
            worker.compiling = event == COMPILING
            handle.tell_compiling(worker.compiling)
            return
        if event not in (NOTICE, ERROR, STOPPED):
            self.settled.add(handle.job.rules)
        if event in LAST:
            worker.handle, worker.compiling, worker.stopping = None, False, False
        if event == STOPPED:
            self.put_back(handle)
        elif event != BEAT:
            event, content = self.results.learn(
                handle.key, handle.job, event, content, handle.hurried
            )
            handle.tell(event, **content)

    def bury(self, worker: Worker) -> None:
        """Take a dead worker out; what it was at waits again, unless it seems to be deadly."""
        self.workers.remove(worker)
        worker.set_alarm(None, self.give_up)
        handle, code = worker.handle, worker.process.exitcode
        if not worker.ready:
            self.stillborn += 1
        if self.stillborn >= TRIES:
            self.stillborn = 0
            lost, self.waiting = self.waiting, []
            for each in lost:
                each.tell(ERROR, message=f"the engine's process does not start (exit code {code})")
        if handle is None or handle.over:
            return
        handle.losses += 1
        if handle.losses >= TRIES:
            handle.tell(
                ERROR,
                message=f"the process that worked on this died {TRIES} times (exit code {code}); "
                "perhaps there is not enough memory",
            )
            return
        handle.tell(NOTICE, text=f"a process died (exit code {code}); another one begins again")
        self.put_back(handle)
