"""Import paths of version 0.10 and before, which game files, scripts and pickles still name.

A module that has moved is found under its old path too: as a stand-in that looks names up in the
new one and warns, once for each old path.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

PACKAGE = __name__.partition(".")[0]
MOVED = {
    "analysis": "search.analysis",
    "analysis.curves": "search.analysis.calibration",
    "analysis.marks": "search.analysis.marks",
    "analysis.position": "search.analysis.analysis",
    "analysis.review": "search.analysis.review",
    "analysis.values": "search.analysis.values",
    "bits": "core.bits",
    "boards": "rules.boards",
    "boards.hexes": "rules.boards.hexagonal",
    "connection": "rules.connection",
    "crowds": "core.bit_counters",
    "engine": "search",
    "engine.search": "search.mcts.search",
    "engine.thought": "search.results",
    "envs": "lab.envs",
    "envs.moment": "lab.envs.state",
    "envs.names": "lab.envs.ids",
    "envs.observation": "search.observation",
    "envs.stepping": "lab.envs.batch",
    "envs.single": "lab.envs.common",
    "errors": "core.errors",
    "exchange": "rules.games._exchange",
    "facts": "rules.facts",
    "game": "rules.game",
    "games": "rules.games",
    "gpu": "core.devices",
    "gpu.card": "core.devices.cuda",
    "gpu.choose": "core.devices.discovery",
    "gpu.host": "core.devices.cpu",
    "gpu.outcome": "search.playout_results",
    "kernel": "core.jit",
    "layout": "rules.state_schema",
    "match": "lab.matches",
    "match.contest": "lab.matches.match",
    "match.tally": "lab.matches.result",
    "play.frames": "play.cell_string",
    "play.unchanging": "play.immutable",
    "play.looks": "play.piece_style",
    "play.refusals": "play.illegal",
    "play.page": "play.game_page",
    "play.telling": "play.status",
    "reasons": "rules.refusals",
    "records": "play.records",
    "records.jsonrecord": "play.records.json_format",
    "records.movelist": "play.records.move_list",
    "records.sgf": "play.records.sgf",
    "records.tree": "play.records.game_tree",
    "report": "lab.report",
    "report.charts": "lab.report.svg_charts",
    "report.compare": "lab.report.compare.comparison",
    "report.make": "lab.report.build",
    "report.reports": "lab.report.saved_report",
    "report.statistics": "lab.report.estimates",
    "rng": "core.rng",
    "rows": "rules.state_packing",
    "sampled": "rules.move_code",
    "search.random_play": "search.playout",
    "search.shortest": "search.shortest_game",
    "search.walk": "search.perft",
    "snakes": "rules.games._snakes",
    "solve": "search.solver",
    "static": "core.static",
    "symmetry": "rules.symmetry",
    "table": "rules.game_state",
    "trails": "rules.games._trails",
    "wording": "rules.game_text",
}
"""New paths by old ones; what lies below an old path lies below the new one."""


def new_path(old: str) -> str | None:
    """Return the new path of a module, or None if it has not moved."""
    package, _, rest = old.partition(".")
    parts = rest.split(".")
    for count in range(len(parts), 0, -1) if package == PACKAGE else ():
        known = MOVED.get(".".join(parts[:count]))
        if known:
            return ".".join((PACKAGE, known, *parts[count:]))
    return None


class MovedModule(ModuleType):
    """Stands in for a module under its old path."""

    def __init__(self, old: str, new: str):
        super().__init__(old)
        self.__dict__["_new"] = new
        self.__path__: Sequence[str] = []  # so that modules below it are looked for

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        new = self.__dict__["_new"]
        if not self.__dict__.get("_warned"):
            self.__dict__["_warned"] = True
            message = (
                f"{self.__name__} has moved to {new}; the old path goes away in a later release"
            )
            warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(import_module(new), name)

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__dict__["_new"]))


class MovedFinder(MetaPathFinder, Loader):
    """Finds moved modules under their old paths."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return where a moved module is found; None for any other."""
        return ModuleSpec(name, self, is_package=True) if new_path(name) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the stand-in, after making sure that there is something behind it."""
        new = new_path(spec.name)
        assert new is not None
        import_module(new)
        return MovedModule(spec.name, new)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: names are looked up when they are asked for."""


def install() -> None:
    """Let old paths be found, even where empty folders of an earlier version are left."""
    sys.meta_path.insert(0, MovedFinder())
    # a module that Python finds here already does not replace the function `crosscut.game`
    sys.modules[f"{PACKAGE}.game"] = MovedModule(f"{PACKAGE}.game", f"{PACKAGE}.rules.game")
