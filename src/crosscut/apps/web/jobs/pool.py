"""Worker processes for the engine's work, and the queue before them.

A job waits, is what one worker is at, or is over. A worker that dies or hangs is replaced, and its
job waits again. What a page needs at once comes before what it merely likes to have.
"""

import asyncio
from collections.abc import Hashable, Iterable
from itertools import count
from pathlib import Path

from crosscut.apps.web.jobs.events import (
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
from crosscut.apps.web.jobs.handle import Handle
from crosscut.apps.web.jobs.process import Message, Worker
from crosscut.apps.web.jobs.requests import URGENT, Analyse, Job, Rules, Warm
from crosscut.apps.web.jobs.results import Results
from crosscut.apps.web.jobs.scheduling import ordered
from crosscut.apps.web.jobs.worker import niceness
from crosscut.core.process import cores
from crosscut.lab.workers.job import TRIES
from crosscut.lab.workers.process_pool import GRACE

MOST_WORKERS = 4
"""Processes by default, where there are so many cores."""
SILENCE = 30.0
"""Seconds after which a worker that has said nothing, and does not compile, is taken for lost."""
STARTING = 120.0
"""Seconds that a worker has to load what it needs."""


class Pool:
    """Workers that start when they are needed, and the jobs for them."""

    def __init__(self, workers: int | None = None, files: Iterable[Path] = ()):
        niceness()  # a wrong one ends the server at once, and not each of its workers
        self.most = workers or max(1, min(cores(), MOST_WORKERS))
        self.files = tuple(files)
        """Game files of the user's own."""
        self.results = Results(self.files)
        self.numbers = count(1)
        self.workers: list[Worker] = []
        self.waiting: list[Handle] = []
        self.settled: set[Rules] = set()
        """Games that have been searched, so that nothing is left to compile for them."""
        self.unread: dict[Rules, dict] = {}
        """Notices of the compiler that came when the job was over."""
        self.stillborn = 0
        """Workers in a row that died before they could begin."""
        self.seconds = 0.0
        """Time that jobs have taken."""
        self.replaced = 0
        """Workers that died or hung."""
        self.closed = False

    @property
    def under_way(self) -> list[Handle]:
        """The jobs that workers are at."""
        return [worker.handle for worker in self.workers if worker.handle]

    @property
    def owners(self) -> list[Hashable]:
        """Who has asked for each of the jobs that wait or are under way."""
        return [handle.owner for handle in (*self.waiting, *self.under_way)]

    @property
    def well(self) -> bool:
        """Whether workers start, as far as is known."""
        return self.stillborn < TRIES

    async def __aenter__(self) -> "Pool":
        return self

    async def __aexit__(self, *failure) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop all jobs and end all processes at once."""
        self.closed = True
        under_way = self.under_way
        workers, self.workers = self.workers, []
        for handle in [*self.waiting, *under_way]:
            handle.tell(STOPPED)
        self.waiting = []
        for worker in workers:
            worker.end()
        for worker in workers:
            await asyncio.to_thread(worker.wait)

    def submit(self, job: Job, owner: Hashable, table: Hashable = None) -> Handle:
        """Ask for a job; owners take turns, and the worker is preferred that a table had before."""
        key = self.results.key(job)
        handle = Handle(next(self.numbers), job, owner, table, key, self.hurry, self.drop)
        known = self.results.recall(key, job)
        if known is not None:
            event, content = known
            handle.tell(event, **content)
        if self.closed:
            handle.tell(STOPPED)
        if not handle.over:
            unread = self.unread.pop(job.rules, None)
            if unread is not None:
                handle.tell(NOTICE, **unread)
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
        busy = [handle.owner for handle in self.under_way]
        queue = ordered(self.waiting, busy)
        free = [handle for handle in queue if not self.held(handle)]
        idle = [worker for worker in self.workers if worker.idle]
        if free and idle:
            handle = free[0]
            self.waiting.remove(handle)
            self.give(handle, min(idle, key=lambda each: each.last_table != handle.table))
            self.go_on()
            return
        while len(self.workers) < min(self.most, len(busy) + len(free)):
            self.workers.append(Worker(self.files, self.heard))
            self.set_alarm(self.workers[-1])
        if free and free[0].rank == URGENT:
            self.make_room()
        compiling = self.compiling
        for place, handle in enumerate(queue, start=1):
            handle.tell_place(place)
            handle.tell_compiling(compiling.get(handle.job.rules, 0))

    @property
    def compiling(self) -> dict[Rules, int]:
        """The games that are being compiled, and how many functions of each were begun."""
        return {
            worker.handle.job.rules: worker.compiling for worker in self.workers if worker.compiling
        }

    def held(self, handle: Handle) -> bool:
        """Tell whether a job waits for what another one compiles; later it is found on the disk.

        For what somebody waits for, the interpreter need not wait.
        """
        rules = handle.job.rules
        if rules in self.compiling and self.may_interpret(handle):
            return False
        return any(
            worker.compiling or rules not in self.settled
            for worker in self.workers
            if worker.handle and worker.handle.job.rules == rules
        )

    def may_interpret(self, handle: Handle) -> bool:
        """Tell whether a job is done by the interpreter while another worker compiles."""
        return handle.rank == URGENT and self.most > 1

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
        handle.interpreted = handle.job.rules in self.compiling
        handle.tell_compiling(0)
        handle.tell(STARTED)
        worker.give(handle)
        self.set_alarm(worker)

    def set_alarm(self, worker: Worker) -> None:
        """Give a worker as long as its job may be silent; the compiler has all its time."""
        seconds = None if worker.ready else STARTING
        if worker.handle is not None and not worker.compiling:
            seconds = GRACE if worker.stopping else SILENCE
        worker.set_alarm(seconds, self.give_up)

    def give_up(self, worker: Worker) -> None:
        """End a worker that does not listen."""
        worker.end()
        if worker.stopping:
            self.remove(worker)
            self.put_back(worker.handle)
        else:
            silent = f"a process was silent for {SILENCE if worker.ready else STARTING:.0f} seconds"
            self.replace(
                worker, silent, "in a game file of your own, look for a loop that does not end"
            )
        self.go_on()

    def replace(self, worker: Worker, why: str, advice: str) -> None:
        """Do without a lost worker; its job begins again, unless that seems to be deadly."""
        self.remove(worker)
        self.replaced += 1
        if not worker.ready:
            self.stillborn += 1
        if not self.well:
            lost, self.waiting = self.waiting, []
            for each in lost:
                each.tell(ERROR, message=f"the engine's processes do not start: {why}")
        handle = worker.handle
        if handle is None or handle.over:
            return
        handle.losses += 1
        if handle.losses >= TRIES:
            handle.tell(ERROR, message=f"this failed {TRIES} times: {why}; {advice}")
        else:
            handle.tell(NOTICE, text=f"{why}; another one begins again")
            self.put_back(handle)

    def remove(self, worker: Worker) -> None:
        """Do without a worker from now on."""
        self.charge(worker)
        self.workers.remove(worker)
        worker.set_alarm(None, self.give_up)

    def charge(self, worker: Worker) -> None:
        """Count the time that a job has taken since it was last counted."""
        if worker.handle is not None:
            self.seconds += worker.charge()

    def put_back(self, handle: Handle) -> None:
        """Let a job wait again, unless it is over."""
        if not handle.over:
            handle.tell_compiling(0)
            self.waiting.append(handle)

    # What workers say.

    def heard(self, worker: Worker, message: Message | None) -> None:
        """Do what follows from a message of a worker; None is its death."""
        if worker not in self.workers:
            return
        if message is None:
            why = f"a process died (exit code {worker.process.exitcode})"
            self.replace(worker, why, "perhaps there is not enough memory")
        else:
            _, event, content = message
            self.charge(worker)
            if event == READY:
                worker.ready, self.stillborn = True, 0
            elif worker.handle is not None:
                self.note(worker, worker.handle, event, content)
            self.set_alarm(worker)
        self.go_on()

    def note(self, worker: Worker, handle: Handle, event: str, content: dict) -> None:
        """Take down what a worker says of its job."""
        if event in (COMPILING, COMPILED):
            worker.compiling = content.get("parts", 0)
            handle.tell_compiling(worker.compiling)
            if worker.compiling and not handle.over and self.may_interpret(handle):
                self.detach(worker, handle)
            return
        if event not in (NOTICE, ERROR, STOPPED) and not handle.interpreted:
            self.settled.add(handle.job.rules)
        if event in LAST:
            worker.handle, worker.compiling, worker.stopping = None, 0, False
        if event == STOPPED:
            self.put_back(handle)
        elif event != BEAT:
            event, content = self.results.learn(
                handle.key, handle.job, event, content, handle.hurried
            )
            handle.tell(event, **content)
            if event == NOTICE and handle.follows is not None:
                self.pass_on(handle.follows, content)

    def pass_on(self, handle: Handle, notice: dict) -> None:
        """Tell a notice of the compiler to the job that waits, or to the next one of its game."""
        if handle.over:
            self.unread[handle.job.rules] = notice
        else:
            handle.tell(NOTICE, **notice)

    def detach(self, worker: Worker, handle: Handle) -> None:
        """Let a job wait for another worker, and its own one compile on for those that follow."""
        follower = Handle(
            handle.number, Warm(start=handle.job.begin), handle.owner, handle.table, None,
            self.hurry, self.drop,
        )  # fmt: skip
        follower.on_use = handle.on_use
        follower.follows = handle
        worker.handle = follower
        follower.now()  # once it is compiled nobody asks for more
        handle.number = next(self.numbers)
        self.waiting.append(handle)
