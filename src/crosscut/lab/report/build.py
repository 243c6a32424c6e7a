"""Making a report: play what is missing, measure it, and write the figures and the page."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from crosscut.core.errors import BadOption
from crosscut.core.version import __version__
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.budget import unplayed
from crosscut.lab.report.calibration.proofs import LOG as PROOFS
from crosscut.lab.report.folder import FIGURES, PAGE, Folder
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.logs import blaming
from crosscut.lab.report.measure import Measure
from crosscut.lab.report.measures import compute_all, load
from crosscut.lab.report.page.render import render
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.runner import SPENT, Listener, run
from crosscut.lab.report.sample import Sample
from crosscut.lab.workers.job import Crew
from crosscut.search.options import DEFAULT

Ratings = list[tuple[str, float | None, str]]


def make(
    plan: Plan,
    folder: Folder,
    crew_of: Callable[..., Crew] | None,
    ratings: Ratings | None = None,
    own_measures: Sequence[str] = (),
    listener: Listener | None = None,
    told: Sequence[str] = (),
) -> tuple[dict, dict[str, Measure]]:
    """Play, measure and write a report; return what stands at its top, and all measures.

    Without a crew nothing is played: what is there is measured. ``told`` are the options beside
    the plan, as they were given.
    """
    listener = listener or Listener()
    logs = played(plan, folder, crew_of, listener) if crew_of else folder.logs()
    if not logs["games"]:
        raise BadOption(f"no game was played for {folder.path} yet; play some first")
    sample = Sample(plan, {**logs, PROOFS: folder.log(PROOFS)}, ratings)
    measures = compute_all(sample, own_measures, listener.computing)
    with blaming([folder.path / "runs.jsonl"]):
        seconds = sum(each["seconds"] for each in folder.log("runs"))
    about = about_it(plan, sample, seconds)
    about["command"] = command_of(plan, len(sample.games), told)
    about["unplayed"] = unplayed(plan, logs)
    about["effort"] = "part" if about["unplayed"] else "full"
    figures = json.dumps(to_dict(about, measures), indent=1, allow_nan=False)
    folder.write(FIGURES, figures + "\n")
    folder.write(PAGE, render(about, measures))
    return about, measures


def played(
    plan: Plan, folder: Folder, crew_of: Callable[..., Crew], listener: Listener
) -> dict[str, Journal]:
    """Play what is missing and return all that was played, and keep how long it took."""
    runs = folder.log("runs")
    begun = time.monotonic()
    try:
        return run(plan, folder, crew_of, listener)
    finally:
        runs.add(
            {
                "key": [len(runs)],
                "seconds": round(time.monotonic() - begun, 1),
                SPENT: round(listener.spent, 1),
                "version": __version__,
            }
        )


def about_it(plan: Plan, sample: Sample, seconds: float) -> dict:
    """Return what stands at the top of a report."""
    game = plan.rules
    pie = ", pie rule" if plan.pie else ""
    return {
        "title": f"{game.facts.title} {game.board.dimensions}, {plan.variant}{pie}",
        "name": game.facts.title,
        "game": Path(plan.game).stem,
        "size": plan.size,
        "cells": len(game.board.cells),
        "variant": plan.variant,
        "pie": plan.pie,
        "limit": plan.limit,
        "player": plan.player,
        "seed": plan.seed,
        "version": __version__,
        "games": len(sample.games),
        "seconds": round(seconds, 1),
    }


def command_of(plan: Plan, games: int, told: Sequence[str] = ()) -> str:
    """Return the command that makes the report again."""
    words = ["crosscut report", Path(plan.game).name, f"--size {plan.size}"]
    words += [f"--variant {plan.variant}", "--pie" if plan.pie else "--no-pie"]
    games = plan.games if plan.quick else games
    words += [f"--limit {plan.limit}", f"--seed {plan.seed}"]
    if plan.player != DEFAULT:
        words.append(f"--player {plan.player}")
    words.append(f"--games {games}")
    if plan.quick:
        words.append("--quick")
    return " ".join([*words, *told])


def refuse_bad_measures(own: Sequence[str]) -> None:
    """Raise an error, before anything is played, if a measure of the user's own does not load."""
    for name in own:
        if not name.endswith(".py"):
            raise BadOption(f"{name} is no measure; its name would end in .py")
        load(name)


def page_of(folder: Folder) -> Path:
    """Return the page of a report."""
    return folder.path / PAGE
