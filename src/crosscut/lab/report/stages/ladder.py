"""The ladder: the engine climbs by thinking e times as long, from 0.01 seconds a turn on."""

import math

from crosscut.lab.report.skill_ladder import Ascent

TITLE = "ladder of seconds"


def seconds(candidate: int) -> float:
    """Return how long a candidate thinks about a turn, in seconds."""
    return 0.01 * math.e**candidate


ASCENT = Ascent(
    stage="ladder",
    seed=200,
    limit=lambda candidate: f"{seconds(candidate):.6f}s",  # not rounded to what is printed
    label=lambda candidate: f"{seconds(candidate):.2f} s",
    amount=seconds,
    unit="seconds a turn",
)
items, do = ASCENT.items, ASCENT.do
