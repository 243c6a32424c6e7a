"""What a worker process does: jobs, one after the other, listening all the while.

A thread reads the pipe, so that "now" and "stop" are there when a job looks for them, and so that
the process ends as soon as nobody is at the other end, whatever it is at: a search, the compiler,
or a game file that loops for ever.
"""

import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Hashable
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue

from crosscut.apps.web.jobs.events import (
    BEAT,
    COMPILED,
    COMPILING,
    ERROR,
    NOTICE,
    READY,
    STOPPED,
)
from crosscut.apps.web.jobs.requests import Job
from crosscut.core import jit as kernel
from crosscut.core.errors import BadOption, CrosscutError
from crosscut.core.jit import NotCompiled
from crosscut.core.text import shown
from crosscut.core.user_code import place_in_file
from crosscut.rules import registry as games

JOB, NOW, STOP = "job", "now", "stop"
"""What a worker is told: to do something, to end with what it has, and to forget it."""
SIGN_OF_LIFE = 1.0
"""Seconds after which a job that listens but has nothing to tell is known to be alive."""

NICE = "CROSSCUT_NICE"
"""An environment variable: by how much the priority of the engine is lower than that of the pages.
"""
USUAL_NICE = 10


class Stopped(Exception):
    """Nobody wants to know any more."""


class Desk:
    """What a job gets: a way to tell what it finds, and to hear when to end."""

    def __init__(self, pipe: Connection):
        self.pipe = pipe
        self.jobs: SimpleQueue[tuple[int, tuple[Job, Hashable, bool]]] = SimpleQueue()
        self.number = self.now = self.stop = 0
        """The numbers of the job it is at, the last one to end soon, the last one to forget."""
        self.table: Hashable = None
        """For which board the job is."""
        self.interpreted = False
        """Whether the job is to be done without the compiler."""
        self.said = 0.0
        """When something was told last."""
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Read the pipe until it is closed."""
        while True:
            try:
                what, number, content = self.pipe.recv()
            except (EOFError, OSError):
                os._exit(0)
            if what == JOB:
                self.now = self.stop = 0  # it may be one that was put back before
                self.jobs.put((number, content))
            elif what == NOW:
                self.now = number
            elif what == STOP:
                self.stop = number

    def next_job(self) -> Job:
        """Wait for the next job."""
        self.number, (job, self.table, self.interpreted) = self.jobs.get()
        self.said = 0.0
        return job

    def say(self, event: str, **content) -> None:
        """Tell something of the job."""
        self.said = time.monotonic()
        try:
            self.pipe.send((self.number, event, content))
        except OSError:
            os._exit(0)

    @property
    def hurried(self) -> bool:
        """Whether the job is to end with what it has; a job that is to be forgotten ends here."""
        if self.stop == self.number:
            raise Stopped
        if time.monotonic() - self.said > SIGN_OF_LIFE:
            self.say(BEAT)
        return self.now == self.number


def niceness() -> int:
    """Return by how much the priority of a worker is lowered."""
    text = os.environ.get(NICE) or str(USUAL_NICE)
    if not (text.isdecimal() and len(text) <= 2 and int(text) <= 19):
        raise BadOption(f"{NICE} is a whole number from 0 to 19, not {shown(text)}")
    return int(text)


def work(pipe: Connection, files: list[Path]) -> None:
    """Do the jobs that come through a pipe, until it is closed."""
    for signed in (signal.SIGINT, signal.SIGTERM):  # the server ends it when it has to
        signal.signal(signed, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness())
    desk = Desk(pipe)
    # unread: a file that does not run today is one that has been put right tomorrow
    games.own_files |= {games.plain(path.stem): path for path in files}
    kernel.on_part.append(lambda parts: desk.say(COMPILING, parts=parts))
    kernel.on_compile.append(lambda started: None if started else desk.say(COMPILED))
    warnings.showwarning = lambda message, category, *rest: (
        desk.say(NOTICE, text=str(message)) if issubclass(category, NotCompiled) else None
    )
    from crosscut.apps.web.jobs.handlers import Hands, load_compiler  # the server needs none of it

    load_compiler()
    hands = Hands(desk)
    desk.say(READY)
    while True:
        job = desk.next_job()
        try:
            hands.do(job)
        except Stopped:
            desk.say(STOPPED)
        except Exception as error:
            desk.say(ERROR, message=words_for(error))


def words_for(error: Exception) -> str:
    """Return what a person is told of an error; what nobody foresaw goes to the server's log."""
    if isinstance(error, CrosscutError):
        return str(error)
    place = place_in_file(error)
    if place:
        return f"{place}: {type(error).__name__}: {error}"
    traceback.print_exception(error, file=sys.stderr)
    return (
        f"something went wrong inside the program ({type(error).__name__}: {error}); "
        "where, the server's own messages tell"
    )
