"""What is played for a report, stage after stage: one stage, one file.

A stage has a `TITLE` for the progress bar, a `SHARE` of the seconds there are, perhaps `NEEDS`, the
names of what has to be compiled (see `crosscut.lab.report.precompile`), and two functions:

- ``items(plan, logs)`` returns what there is to do next, by keys (tuples of whole numbers), each
  with what the worker has to know; the logs of all stages are there by name. Asked again when all
  of it is done, it returns what follows from that, and in the end nothing.
- ``do(plan, key, given)`` does one item, in a worker, and returns plain data.

What an item brings depends on the plan, its key and what was given alone.
"""

from importlib import import_module

NAMES = (
    "games",
    "openings",
    "swaps",
    "reviews",
    "strengths",
    "ladder",
    "chain",
    "mirrors",
    "speed",
    "survey",
    "unique",
    "solved",
    "puzzles",
    "shortest",
)
"""In the order in which they are played."""


def stage(name: str):
    """Return the module of a stage."""
    return import_module(f"{__name__}.{name}")
