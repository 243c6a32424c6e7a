"""Warming: compiling what the other jobs need before anybody waits for it."""

from dataclasses import replace

from crosscut.engine.search import Search
from crosscut.web.moment import Moment, position_of
from crosscut.web.workers.events import DONE
from crosscut.web.workers.jobs import Warm
from crosscut.web.workers.searching import OPTIONS
from crosscut.web.workers.work import Desk

LEAST = 8
"""Megabytes for a search that nobody asks anything."""


def warm(job: Warm, desk: Desk) -> None:
    """Run one simulation, which compiles the search of a game and size."""
    position = position_of(Moment(start=job.start)).past_prelude()
    if not position.over:
        Search(position, replace(OPTIONS, memory=LEAST)).run(1)
    desk.say(DONE)
