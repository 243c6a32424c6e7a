"""Which way a worker does each kind of job."""

from contextlib import nullcontext, suppress

from crosscut.apps.web.jobs.analyse import analyse
from crosscut.apps.web.jobs.precompile import warm
from crosscut.apps.web.jobs.requests import Analyse, Hint, Job, Reviewing, Think, Warm
from crosscut.apps.web.jobs.review import review
from crosscut.apps.web.jobs.think import Thinker
from crosscut.apps.web.jobs.worker import Desk
from crosscut.core.errors import BadCache
from crosscut.core.jit import interpreting, uncompiled


class Hands:
    """What does jobs, with a memory for the last game that it thought about."""

    def __init__(self, desk: Desk):
        self.desk = desk
        thinker = Thinker(desk)
        self.ways = {
            Think: thinker.think,
            Hint: thinker.hint,
            Analyse: lambda job: analyse(job, desk),
            Reviewing: lambda job: review(job, desk),
            Warm: lambda job: warm(job, desk),
        }

    def do(self, job: Job) -> None:
        """Do a job and tell what comes of it."""
        with uncompiled() if self.desk.interpreted else nullcontext():
            self.ways[type(job)](job)


def load_compiler() -> None:
    """Load the compiler before the first job, so that a job is never silent for that long."""
    if not interpreting():
        with suppress(BadCache):  # the first job will say so
            import crosscut.core.compiler  # noqa: F401
