"""Play what a report needs, stage after stage, by several workers."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from crosscut.core.jit import interpreting
from crosscut.core.process import interrupts_later
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report import budget
from crosscut.lab.report.folder import Folder
from crosscut.lab.report.logs import blaming
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.precompile import ALWAYS, TASKS
from crosscut.lab.report.recorded_games import Key
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import NAMES, stage
from crosscut.lab.workers.job import Crew, Notify
from crosscut.lab.workers.process_pool import Processes
from crosscut.lab.workers.ray_cluster import Cluster
from crosscut.rules.game import Game

Item = tuple[str, Key, Any]
"""The name of a stage, the key of an item, and what the worker has to know of it."""
WARM = "getting ready"
"""What comes before all stages, and leaves nothing in a log."""
SPENT = "processor_seconds"
"""What an item took, which is not kept with what it has brought: it differs each time."""
BUDGET = budget.LOG
"""What decides how much of each stage a quick report plays."""


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
        if name == BUDGET:
            return {"key": list(key)} | budget.budget_of(self.plan)
        begin = time.process_time()
        found = stage(name).do(self.plan, key, given)
        spent = time.process_time() - begin
        return {"stage": name, "key": list(key)} | found | {SPENT: spent}

    def title(self, item: Item) -> str:
        """Say what is done."""
        name, key, _ = item
        return f"at work on {name} {'.'.join(map(str, key))}"

    def close(self) -> None:
        """Do nothing: nothing was taken."""


class Listener:
    """Somebody who follows how a report is played; by default nobody."""

    spent: float = 0.0
    """Seconds of a processor for all items so far; compiling ahead is not among them."""

    def notice(self, text: str) -> None:
        """Hear what a worker has to say."""

    def begin(self, title: str, there: int, more: int) -> None:
        """Hear that a stage begins: how many results are there, and how many come next."""

    def result(self) -> None:
        """Hear that one more has come."""

    def computing(self, name: str) -> None:
        """Hear which measure is computed."""


def run(
    plan: Plan,
    folder: Folder,
    crew_of: Callable[[Work, Notify], Crew],
    listener: Listener | None = None,
) -> dict[str, Journal]:
    """Play all that is not there yet and return what all stages have brought.

    A quick report plays the stages that have a share of its budget, as far as that goes.
    """
    listener = listener or Listener()
    logs = folder.logs()
    crew = crew_of(Work(plan), listener.notice)
    with closing(crew):
        names = [name for name in NAMES if not (plan.quick and budget.left_out(name))]
        if not interpreting() and any(items_of(name, plan, logs) for name in names):
            warm(crew, needed(names), listener)
        spend = budget_in(folder, crew) if plan.quick else None
        for name in names:
            run_stage(plan, name, logs, crew, spend, listener)
            if name == NAMES[0]:
                Sample(plan, logs).check()  # for all others rest on the games
    return logs


def budget_in(folder: Folder, crew: Crew) -> budget.Budget:
    """Return the budget that a folder keeps, found by a worker if there is none yet."""
    log = folder.log(BUDGET)
    if (0,) not in log:
        for found in crew.do([(BUDGET, (0,), None)]):
            log.add(found)
    with blaming([log.path]):
        kept = dict(log.results[0,])
        kept.pop("key")
        return budget.Budget(**kept)


def items_of(name: str, plan: Plan, logs: dict[str, Journal]) -> dict[Key, Any]:
    """Return what a stage has to do next, by what its log holds."""
    with blaming([logs[name].path]):
        return stage(name).items(plan, logs)


def needed(names: Sequence[str]) -> list[str]:
    """Return what has to be compiled for some stages, by its names, in a good order."""
    wanted = {*ALWAYS, *(task for name in names for task in getattr(stage(name), "NEEDS", ()))}
    return [name for name in TASKS if name in wanted]


def warm(crew: Crew, names: Sequence[str], listener: Listener) -> None:
    """Compile what the stages need; what all of them need comes first."""
    listener.begin(WARM, 0, len(names))
    for some in ([n for n in names if n in ALWAYS], [n for n in names if n not in ALWAYS]):
        items = ((WARM, (number,), name) for number, name in enumerate(some))
        with closing(crew.do(items)) as results:
            for _ in results:
                listener.result()


def run_stage(
    plan: Plan,
    name: str,
    logs: dict[str, Journal],
    crew: Crew,
    spend: budget.Budget | None,
    listener: Listener,
) -> None:
    """Do the items of one stage until none is left that is wanted and, if quick, affordable."""
    log, module = logs[name], stage(name)
    while items := items_of(name, plan, logs):
        if spend is not None:
            items = budget.affordable(name, plan, logs, spend, items)
        if not items:
            return
        listener.begin(module.TITLE, len(log), len(items))
        work = ((name, key, given) for key, given in items.items())
        with closing(crew.do(work)) as results:
            for result in results:
                with interrupts_later():  # a result is kept or not, never half
                    result.pop("stage")
                    listener.spent += result.pop(SPENT)
                    log.add(result)
                listener.result()


def by_processes(workers: int) -> Callable[[Work, Notify], Crew]:
    """Return what makes a crew of some processes of this machine."""
    return lambda work, notify: Processes(work, workers, notify)


def by_cluster(address: str) -> Callable[[Work, Notify], Crew]:
    """Return what makes a crew of all machines of a Ray cluster; ``auto`` finds or starts one."""
    return lambda work, notify: Cluster(work, address, notify)
