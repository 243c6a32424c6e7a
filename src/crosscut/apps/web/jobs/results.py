"""What analyses and reviews have found out, kept for the next one who asks."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from crosscut.apps.web.jobs.events import DONE, PROGRESS, REVIEW, SNAPSHOT
from crosscut.apps.web.jobs.requests import Analyse, Job, Reviewing
from crosscut.rules.registry import plain

MOST = 2000
"""Results that are kept."""
KEPT = frozenset({DONE, SNAPSHOT, REVIEW})


class Found(NamedTuple):
    """A result, how much is behind it, and how long a search it answers."""

    text: str
    """As JSON, which takes a tenth of the memory."""
    weight: int
    amount: float


class Results:
    """The best result known of every position and game, of those asked for lately."""

    def __init__(self, files: Iterable[Path] = (), most: int = MOST):
        self.files = {plain(path.stem): path for path in files}
        self.most = most
        self.found: OrderedDict[str, Found] = OrderedDict()

    def key(self, job: Job) -> str | None:
        """Return by what a result is known: all that it depends on but the time; None if it is not.

        The text of a game file of the user's own belongs to it, for he may edit it.
        """
        if isinstance(job, Analyse):
            about = [job.do, job.moment.model_dump(), job.each]
        elif isinstance(job, Reviewing):  # of whole turns, by the clock or not
            whole = job.moment.model_dump(exclude={"taps"})
            about = [job.do, whole, job.simulations_each is None]
        else:
            return None
        file = self.files.get(plain(job.begin.game))
        try:
            about.append(file and hashlib.sha256(file.read_bytes()).hexdigest())
        except OSError:
            return None
        return json.dumps(about, sort_keys=True)

    def recall(self, key: str | None, job: Job) -> tuple[str, dict] | None:
        """Return what is known as an event, the last one if that is all that a job asks for."""
        if key not in self.found:
            return None
        self.found.move_to_end(key)
        known = self.found[key]
        event = SNAPSHOT if isinstance(job, Analyse) else REVIEW
        return told(known, DONE if known.amount >= asked(job) else event)

    def learn(
        self, key: str | None, job: Job, event: str, content: dict, hurried: bool
    ) -> tuple[str, dict]:
        """Keep a result; return what is to be told, which never falls behind what is known."""
        if key is None or event not in KEPT:
            return event, content
        weight = weight_of(job, content)
        whole = event == DONE and not hurried
        found = Found(
            json.dumps(content), weight, asked(job) if whole else content.get("seconds", 0.0)
        )
        known = self.found.get(key, found)
        if weight < known.weight:
            found = known._replace(amount=max(known.amount, found.amount))
        self.found[key] = found
        self.found.move_to_end(key)
        if len(self.found) > self.most:
            self.found.popitem(last=False)
        if weight >= known.weight:
            return event, content
        return told(known, DONE) if event == DONE else (PROGRESS, {"share": share_of(job, content)})


def told(known: Found, event: str) -> tuple[str, dict]:
    """Return the event that tells what was known before."""
    content = json.loads(known.text)
    if event == SNAPSHOT:
        content["done"] = False  # the search goes on
    return event, {**content, "cached": True}


def asked(job: Job) -> float:
    """Return how much a job asks for, in seconds or simulations."""
    if isinstance(job, Analyse):
        return job.seconds
    return job.simulations_each or job.seconds_each


def weight_of(job: Job, content: dict) -> int:
    """Return how much is behind a result."""
    return content["simulations"] if isinstance(job, Analyse) else len(content["turns"])


def share_of(job: Job, content: dict) -> float:
    """Return which share of a job is done."""
    if isinstance(job, Analyse):
        return min(1.0, content["seconds"] / job.seconds)
    return content["share"]
