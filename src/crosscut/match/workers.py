"""Several processes that play the games of a match.

A worker gets the number of a game through its pipe and answers with the record. It ends when the
pipe is closed, whatever became of the process at the other end.
"""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import connection, get_context
from typing import Any

from crosscut import kernel
from crosscut.errors import CrosscutError
from crosscut.games import FILE_MODULE
from crosscut.kernel import COMPILING, NotCompiled
from crosscut.match.contest import Contest, play_game
from crosscut.search.check import place_of

READY, GAME, NOTICE, ERROR = "ready", "game", "notice", "error"
"""What a worker has to say."""
GRACE = 2.0
"""Seconds that a worker has to end before it is made to."""


class MatchError(CrosscutError):
    """A match cannot go on; the text says why."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def usual_jobs(contest: Contest) -> int:
    """Return how many games can be played at once without taking time from each other."""
    return max(1, cores() // max(spec.threads for spec in contest.specs))


@dataclass
class Worker:
    """A process, the pipe to it, and the game it plays."""

    process: Any
    pipe: connection.Connection
    number: int | None = None


def played(
    contest: Contest,
    numbers: Iterable[int],
    jobs: int,
    notify: Callable[[str], None] = lambda text: None,
) -> Iterator[dict]:
    """Yield the records of some games as they end; closing the generator stops all work at once."""
    waiting = list(numbers)[::-1]
    workers: list[Worker] = []
    told: set[str] = set()
    try:
        if waiting:
            workers.append(start_worker(contest))
        while workers:
            for pipe in connection.wait([worker.pipe for worker in workers]):
                worker = next(each for each in workers if each.pipe is pipe)
                what, content = hear(worker)
                if what == NOTICE and content not in told:
                    told.add(content)
                    notify(content)
                elif what == ERROR:
                    raise MatchError(content)
                elif what == READY and len(workers) == 1:
                    # all others find in the cache what the first one has compiled
                    more = min(jobs, len(waiting)) - 1
                    workers += [start_worker(contest) for _ in range(more)]
                if what in (READY, GAME):
                    give_work(worker, waiting, workers)
                if what == GAME:
                    yield content
    finally:
        stop(workers)


def give_work(worker: Worker, waiting: list[int], workers: list[Worker]) -> None:
    """Hand a worker the next game, or let it go."""
    if waiting:
        worker.number = waiting.pop()
        with suppress(OSError):  # it has died, which will be heard
            worker.pipe.send(worker.number)
    else:
        worker.pipe.close()
        workers.remove(worker)


def hear(worker: Worker) -> tuple[str, Any]:
    """Return what a worker says."""
    try:
        return worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join(GRACE)
        doing = "getting ready" if worker.number is None else f"playing game {worker.number}"
        code = worker.process.exitcode
        raise MatchError(f"a process died while {doing} (exit code {code})") from None


def start_worker(contest: Contest) -> Worker:
    """Start a process that is deaf to Ctrl-C, which a terminal sends to everybody."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    bare = replace(contest)  # without what it has looked up, which cannot be sent
    process = context.Process(target=work, args=(bare, theirs), daemon=True)
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


def stop(workers: list[Worker]) -> None:
    """End all processes, those that do not listen by force."""
    for worker in workers:
        worker.pipe.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(GRACE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


# In the worker.


def work(contest: Contest, pipe: connection.Connection) -> None:
    """Play the games that are asked for, until nobody asks any more."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    kernel.on_compile.append(lambda started: pipe.send((NOTICE, COMPILING)) if started else None)
    warnings.showwarning = lambda message, category, *rest: (
        pipe.send((NOTICE, str(message))) if issubclass(category, NotCompiled) else None
    )
    players = {}
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            players = contest.players()
            for player in players.values():
                player.warm(contest.rules.position(seed=0 if contest.rules.has_deal else None))
            pipe.send((READY, None))
            while True:
                pipe.send((GAME, play_game(contest, pipe.recv(), players)))
        except CrosscutError as error:
            pipe.send((ERROR, str(error)))
        except (OSError, EOFError):
            raise
        except Exception as error:
            if not type(contest.rules).__module__.startswith(FILE_MODULE):
                raise
            pipe.send((ERROR, place_of(error, contest.rules)))
        finally:
            for player in players.values():
                player.close()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # nothing is left that must be closed
