"""One measure, one file: each has a function ``compute(sample) -> Measure``.

A file in this folder is found by its name, and so is a file of a user's own, given by its path.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from pkgutil import iter_modules

from crosscut.core.errors import BadOption, CrosscutError
from crosscut.core.user_code import place_in_file
from crosscut.lab.report.logs import blaming
from crosscut.lab.report.measure import Measure
from crosscut.lab.report.sample import Sample

FILE_MODULE = "crosscut_measure_"
"""What the names of modules begin with that hold a measure of a user's own."""
SPEED = "Speed"
SECTIONS = {
    "The game": ("facts", "rules", "ratings", "representative_game", "size_of_rules"),
    "Who wins": ("balance", "results", "strengths", "mirrors", "solved"),
    "Depth": ("ladder", "chain"),
    "Length and choice": (
        "length",
        "branching",
        "complexity",
        "state_space",
        "actions_per_turn",
        "action_types",
        "moves",
    ),
    "The board": ("coverage", "material", "opening_map"),
    "Tension": (
        "calibration",
        "trajectory",
        "temperature",
        "critical_turns",
        "lead_changes",
        "quality",
    ),
    "Openings, endings, puzzles": ("openings", "unique_positions", "shortest_games", "puzzles"),
    "Random play": ("random_play",),
    SPEED: ("playout_speed", "search_speed"),
}
"""The measures of the page in their order; any others come last."""
OTHERS = "More"


def names() -> tuple[str, ...]:
    """Return the names of all measures in this folder, in the order of the page."""
    found = {module.name for module in iter_modules(__path__)}
    listed = [name for section in SECTIONS.values() for name in section if name in found]
    return *listed, *sorted(found - set(listed))


def section_of(name: str) -> str:
    """Return the section of the page in which a measure stands."""
    return next((title for title, inside in SECTIONS.items() if name in inside), OTHERS)


def load(name: str) -> Callable[[Sample], Measure]:
    """Return the function of a measure: one of this folder by name, or of a file by its path."""
    if not name.endswith(".py"):
        return importlib.import_module(f"{__name__}.{name}").compute
    path = Path(name)
    if path.stem in names():
        raise BadOption(f"there is a measure {path.stem} already; give {path} another name")
    try:
        spec = importlib.util.spec_from_file_location(f"{FILE_MODULE}{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadOption(f"the measure {place_of(path, error)} does not run: {error!r}") from error
    if not hasattr(module, "compute"):
        raise BadOption(f"the measure {path} has no function compute(sample)")
    return module.compute


def place_of(name: str | Path, error: BaseException) -> str:
    """Return the file of a measure, with the line in which an error arose if that is known."""
    place = place_in_file(error, FILE_MODULE)
    return f"{place}," if place else str(name)


def compute_all(
    sample: Sample, own: Iterable[str] = (), tick: Callable[[str], None] = lambda name: None
) -> dict[str, Measure]:
    """Compute every measure of a sample, and some of the user's own files, by their names."""
    found = {}
    for name in (*names(), *own):
        compute = load(name)
        label = Path(name).stem
        tick(label)
        if not name.endswith(".py"):
            sample.read.clear()
            with blaming(sample.read):
                found[label] = compute(sample)
            continue
        try:
            found[label] = compute(sample)
        except CrosscutError:
            raise
        except Exception as error:
            raise BadOption(f"the measure {place_of(name, error)} failed: {error!r}") from error
        if not isinstance(found[label], Measure):
            raise BadOption(f"compute in {name} returns {found[label]!r}, which is no Measure")
    return found
