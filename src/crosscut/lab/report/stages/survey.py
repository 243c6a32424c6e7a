"""Random games by the million, on a GPU by the hundred million: what they show, added up.

How many there are depends on how fast they are; what so many show does not, nor on what device.
"""

from crosscut.core.devices.discovery import do_on, names_of
from crosscut.core.devices.kernel import Device
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.lab.survey_results import affordable, survey

TITLE = "random games"
NEEDS = ("surveys",)


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the only item, unless it is there."""
    return {} if (0,) in logs["survey"] else {(0,): None}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Survey as many games as there is time for."""

    def work(devices: list[Device]) -> dict:
        effort = plan.effort
        games = affordable(plan.rules, effort.survey_seconds, devices, effort.survey_games)
        found = survey(plan.rules, games, plan.seed, devices)
        return found.plain() | {"device": names_of(devices)}

    return do_on(plan.device, work)
