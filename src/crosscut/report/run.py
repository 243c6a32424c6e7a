"""Playing what a report needs: stage after stage, by many hands, until it is done or time is up."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from crosscut.crew.cluster import Cluster
from crosscut.crew.job import Crew, Notify
from crosscut.crew.journal import Journal
from crosscut.crew.processes import Processes
from crosscut.game import Game
from crosscut.kernel import interpreting, interrupts_later
from crosscut.report.blame import blaming
from crosscut.report.folder import Folder
from crosscut.report.plan import Plan
from crosscut.report.sample import Sample
from crosscut.report.stages import NAMES, stage
from crosscut.report.stages.played import Key
from crosscut.report.warm import ALWAYS, TASKS

Item = tuple[str, Key, Any]
"""The name of a stage, the key of an item, and what the worker has to know of it."""
WARM = "getting ready"
"""What comes before all stages, and leaves nothing in a log."""
WARM_SHARE = 0.35
"""The share of the seconds there are after which nothing more is compiled ahead."""
PLAY_SHARE = 0.6
"""The share of the seconds that is left for playing, however long the compiler took."""


class Work:
    """The items of all stages of a report as work for many hands."""

    def __init__(self, plan: Plan):
        self.plan = replace(plan)  # without what it has looked up, which cannot be sent

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return self.plan.rules

    def prepare(self) -> None:
        """Do nothing: what has to be compiled is work for several hands itself."""

    def do(self, item: Item) -> dict:
        """Do one item."""
        name, key, given = item
        if name == WARM:
            TASKS[given](self.plan)
            return {"task": given}
        return {"stage": name, "key": list(key)} | stage(name).do(self.plan, key, given)

    def title(self, item: Item) -> str:
        """Say what is done."""
        name, key, _ = item
        return f"at work on {name} {'.'.join(map(str, key))}"

    def close(self) -> None:
        """Do nothing: nothing was taken."""


class Listener:
    """Somebody who follows how a report is played; by default nobody."""

    def notice(self, text: str) -> None:
        """Hear what a worker has to say."""

    def begin(self, title: str, there: int, more: int) -> None:
        """Hear that a stage begins: how many results are there, and how many come next."""

    def result(self) -> None:
        """Hear that one more has come."""

    def computing(self, name: str) -> None:
        """Hear which measure is computed."""


@dataclass
class Clock:
    """Seconds by the clock, shared by the stages; what one leaves the next ones get."""

    seconds: float | None
    begun: float

    @property
    def over(self) -> bool:
        """Whether all seconds are gone."""
        return self.seconds is not None and time.monotonic() >= self.begun + self.seconds

    def save(self, share: float) -> None:
        """Have at least this share of the seconds left from now on."""
        if self.seconds is not None:
            self.begun = max(self.begun, time.monotonic() - (1 - share) * self.seconds)

    def until(self, share: float, left: float) -> float | None:
        """Return when a stage has to end that has a share of all seconds, ``left`` being open."""
        if self.seconds is None:
            return None
        now = time.monotonic()
        rest = self.begun + self.seconds - now
        return now + max(0.0, rest * share / left)


def run(
    plan: Plan,
    folder: Folder,
    crew_of: Callable[[Work, Notify], Crew],
    listener: Listener | None = None,
) -> dict[str, Journal]:
    """Play all that is not there yet and return what all stages have brought."""
    listener = listener or Listener()
    logs = folder.logs()
    crew = crew_of(Work(plan), listener.notice)
    clock = Clock(plan.effort.seconds, time.monotonic())
    with closing(crew):
        ready = set(TASKS)
        if not interpreting() and any(items_of(name, plan, logs) for name in NAMES):
            ready = warm(crew, clock.until(WARM_SHARE, 1.0), listener)
            clock.save(PLAY_SHARE)
        for number, name in enumerate(NAMES):
            left = sum(stage(each).SHARE for each in NAMES[number:])
            needed = set(getattr(stage(name), "NEEDS", ()))
            if number == 0 or (needed <= ready and not clock.over):
                run_stage(plan, name, logs, crew, clock.until(stage(name).SHARE, left), listener)
            if number == 0:
                Sample(plan, logs).check()  # for all others rest on the games
    return logs


def items_of(name: str, plan: Plan, logs: dict[str, Journal]) -> dict[Key, Any]:
    """Return what a stage has to do next, by what its log holds."""
    with blaming([logs[name].path]):
        return stage(name).items(plan, logs)


def warm(crew: Crew, until: float | None, listener: Listener) -> set[str]:
    """Compile what the stages need, and return the names of what was begun in time."""
    listener.begin(WARM, 0, len(TASKS))
    ready: set[str] = set()
    others = [name for name in TASKS if name not in ALWAYS]
    for names in (ALWAYS, others):
        if ready and until is not None and time.monotonic() >= until:
            break
        items = ((WARM, (number,), name) for number, name in enumerate(names))
        # half a compilation would be lost: who has begun it ends it
        with closing(crew.do(items, until if ready else None, patience=None)) as results:
            for result in results:
                ready.add(result["task"])
                listener.result()
    return ready


def run_stage(
    plan: Plan,
    name: str,
    logs: dict[str, Journal],
    crew: Crew,
    until: float | None,
    listener: Listener,
) -> None:
    """Do the items of one stage until there are none left, or time is up; one is always done."""
    log, module = logs[name], stage(name)
    while items := items_of(name, plan, logs):
        listener.begin(module.TITLE, len(log), len(items))
        work = ((name, key, given) for key, given in items.items())
        with closing(crew.do(work, until)) as results:
            for result in results:
                with interrupts_later():  # a result is kept or not, never half
                    result.pop("stage")
                    log.add(result)
                listener.result()
        if until is not None and time.monotonic() >= until:
            return


def by_processes(workers: int) -> Callable[[Work, Notify], Crew]:
    """Return what makes a crew of some processes of this machine."""
    return lambda work, notify: Processes(work, workers, notify)


def by_cluster(address: str) -> Callable[[Work, Notify], Crew]:
    """Return what makes a crew of all machines of a Ray cluster; ``auto`` finds or starts one."""
    return lambda work, notify: Cluster(work, address, notify)
