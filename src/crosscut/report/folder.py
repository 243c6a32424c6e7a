"""A report on disk: the plan, the results of every stage line by line, the figures and the page."""

from pathlib import Path

from crosscut.crew.journal import Journal, claim_folder
from crosscut.play.record import replace_file
from crosscut.report.plan import Plan
from crosscut.report.stages import NAMES

FORMAT = 1
PLAN, FIGURES, PAGE = "plan.json", "report.json", "index.html"


class Folder:
    """The folder of a report, made if it is not there."""

    def __init__(self, path: Path, plan: Plan):
        self.path = path
        claim_folder(path, PLAN, {"crosscut_report": FORMAT} | plan.describe(), "report")

    def log(self, stage: str) -> Journal:
        """Return what a stage has brought so far."""
        return Journal(self.path / f"{stage}.jsonl", "key")

    def logs(self) -> dict[str, Journal]:
        """Return what all stages have brought so far, by their names."""
        return {name: self.log(name) for name in NAMES}

    def write(self, name: str, text: str) -> Path:
        """Write a file as a whole, so that there is always an old or a new one."""
        replace_file(self.path / name, text)
        return self.path / name
