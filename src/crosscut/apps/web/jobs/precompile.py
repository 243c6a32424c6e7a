"""Warming: compiling what the other jobs need before anybody waits for it."""

from dataclasses import replace

from crosscut.apps.web.jobs.events import DONE
from crosscut.apps.web.jobs.progress import OPTIONS
from crosscut.apps.web.jobs.requests import Warm
from crosscut.apps.web.jobs.worker import Desk
from crosscut.apps.web.positions import Moment, position_of
from crosscut.search.mcts.search import Search

LEAST = 8
"""Megabytes for a search that nobody asks anything."""


def warm(job: Warm, desk: Desk) -> None:
    """Run one simulation, which compiles the search of a game and size."""
    position = position_of(Moment(start=job.start)).past_prelude()
    if not position.over:
        Search(position, replace(OPTIONS, memory=LEAST)).run(1)
    desk.say(DONE)
