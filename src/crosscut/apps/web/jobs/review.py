"""Reviewing: where a game was won and lost, told turn by turn."""

from crosscut.apps.web.jobs.events import DONE, PROGRESS, REVIEW
from crosscut.apps.web.jobs.progress import OPTIONS, Every
from crosscut.apps.web.jobs.requests import Reviewing
from crosscut.apps.web.jobs.worker import Desk
from crosscut.apps.web.positions import position_of
from crosscut.search.analysis.review import Review
from crosscut.search.limits import Limits

INTERVAL = 0.2
"""Seconds between two words on how far it is."""


def review(job: Reviewing, desk: Desk) -> None:
    """Look at every turn of the game that led to a moment."""
    limits = Limits(seconds=job.seconds_each)
    if job.simulations_each is not None:
        limits = Limits(simulations=job.simulations_each)
    found = Review(position_of(job.moment), limits, OPTIONS)
    shown, share, looked_at = Every(INTERVAL), 0.0, 1  # one position more than turns
    for share in found.steps():
        if desk.hurried:
            break
        seen = len(found.sights)
        if seen > looked_at and share >= seen / len(found.positions) and not found.done:
            looked_at = seen
            desk.say(REVIEW, share=share, **found.to_dict())
        elif shown.due():
            desk.say(PROGRESS, share=share)
    desk.say(DONE, share=share, **found.to_dict())
