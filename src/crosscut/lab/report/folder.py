"""A report on disk: the plan, the results of every stage line by line, the figures and the page."""

from dataclasses import fields, replace
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.jsonl_log import Journal, claim_folder, read_json
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.plan import PASSING, Plan
from crosscut.lab.report.stages import NAMES
from crosscut.play.record import replace_file

FORMAT = 1
PLAN, FIGURES, PAGE = "plan.json", "report.json", "index.html"


def read_plan(path: Path) -> Plan:
    """Return the plan of the report in a folder, with as many games as there are."""
    if not (path / PLAN).is_file():
        raise BadOption(f"there is no report in {path}; without --no-play it would be played")
    found = read_json(path / PLAN)
    try:
        told = [field.name for field in fields(Plan) if field.name not in PASSING]
        known = {name: found[name] for name in told}
        effort = known["effort"] | {"strengths": tuple(known["effort"]["strengths"])}
        plan = Plan(**known | {"effort": Effort(**effort)})
    except (KeyError, TypeError) as error:
        raise BadRecord(f"{path / PLAN} is no plan of a report ({error})") from error
    return replace(plan, games=len(Journal(path / "games.jsonl", "key")))


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
