"""Analysing: what every move in a position is worth, told while it is found out."""

from dataclasses import replace

from crosscut.apps.web.jobs.events import DONE, SNAPSHOT
from crosscut.apps.web.jobs.progress import OPTIONS, Every, tap_names
from crosscut.apps.web.jobs.requests import Analyse
from crosscut.apps.web.jobs.worker import Desk
from crosscut.apps.web.positions import position_of
from crosscut.search.analysis.analysis import Analysis
from crosscut.search.analysis.lines import Taps
from crosscut.search.limits import Limits

INTERVAL = 0.15
"""Seconds between two snapshots."""
MOST = 30
"""Moves, and turns, that are told where not every move was to be searched."""


def analyse(job: Analyse, desk: Desk) -> None:
    """Search a position, and each move if that is asked for."""
    analysis = Analysis(position_of(job.moment), OPTIONS, each=job.each)
    most, shown = (None if job.each else MOST), Every(INTERVAL)
    for _ in analysis.steps(Limits(seconds=job.seconds)):
        if desk.hurried:
            break
        if shown.due():
            desk.say(SNAPSHOT, **told(analysis, most))
    analysis.done = True
    desk.say(DONE, **told(analysis, most))


def told(analysis: Analysis, most: int | None) -> dict:
    """Return what is thought so far, the moves and turns with their taps."""
    full = analysis.snapshot()
    found = replace(full, moves=full.moves[:most], turns=full.turns[:most]).to_dict()
    with_taps(analysis, found["moves"], analysis.moves)
    with_taps(analysis, found["turns"], analysis.turns())
    return {**found, "to_play": full.seat}


def with_taps(analysis: Analysis, values: list[dict], texts: dict[Taps, str]) -> None:
    """Add to moves or turns which taps make them, by their names."""
    taps = {text: taps for taps, text in texts.items()}
    for value in values:
        value["taps"] = tap_names(analysis.position.game, taps[value["text"]])
