"""How a report is shown in the terminal: progress on standard error, then the main figures."""

import time
from collections.abc import Mapping

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crosscut.apps.cli.views.match import QUIET
from crosscut.core.text import counted
from crosscut.lab.console import err, out
from crosscut.lab.report.measure import Measure
from crosscut.lab.report.number_format import duration_text, thinking_text
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.runner import Listener
from crosscut.lab.report.summary.summary import answers
from crosscut.rules.registry import title


class Watch(Listener):
    """Progress of a report: a bar with its rate and the time left, else a line now and then."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(),
            console=err,
            transient=True,
            disable=not err.is_terminal,
        )
        self.task = None
        self.begun = self.said = time.monotonic()
        self.there = self.done = self.total = 0
        self.title = ""

    def __enter__(self):
        err.print(title(self.plan.rules))
        self.bar.start()
        return self

    def __exit__(self, *failure):
        self.bar.stop()

    def notice(self, text: str) -> None:
        """Print what a worker has to say."""
        err.print(text)

    def begin(self, title: str, there: int, more: int) -> None:
        """Show a new bar, or a longer one."""
        if title != self.title:
            if self.task is not None:
                self.bar.remove_task(self.task)
            self.title, self.there, self.done = title, there, 0
            self.begun = time.monotonic()
            self.task = self.bar.add_task(title, total=there + more, completed=there, rate="")
            if there:
                err.print(f"{title}: going on after {there}")
        self.total = there + more
        self.bar.update(self.task, total=self.total)

    def result(self) -> None:
        """Show that one more has come."""
        self.done += 1
        now = time.monotonic()
        rate = f"{self.done / max(now - self.begun, 1e-3):.2f}/s"
        self.bar.update(self.task, advance=1, rate=rate)
        if not err.is_terminal and now - self.said >= QUIET:
            self.said = now
            err.print(f"{self.title}: {self.there + self.done} of {self.total}, {rate}")

    def computing(self, name: str) -> None:
        """Show which measure is computed."""
        if err.is_terminal:
            self.begin("measures", 0, 1)
            self.bar.update(self.task, description=f"measuring: {name}")


def show(about: dict, measures: Mapping[str, Measure]) -> None:
    """Print what stands at the top of the page: six questions with their answers."""
    out.print(
        f"{about['title']}: {counted(about['games'])}, {thinking_text(about)} a turn, "
        f"seed {about['seed']}, {duration_text(about['seconds'])}"
    )
    for each in answers(about, measures):
        out.print(f"\n{each.question}", style="bold", highlight=False, markup=False)
        out.print(each.text, highlight=False, markup=False)
        if each.small_text:
            out.print(each.small_text, style="dim", highlight=False, markup=False)
    if about["unplayed"]:
        out.print(f"\nleft out or not finished: {', '.join(about['unplayed'])}")
        out.print("the same command without --quick goes on from here")
