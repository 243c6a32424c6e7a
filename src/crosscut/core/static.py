"""Objects that compiled code treats as constants: boards and games.

A `Static` is a frozen dataclass. Compiled code is specialised for each value of it: its attributes
become constants, its methods are compiled with it. Two values share compiled code exactly if their
keys are equal. The key holds a hash of every user's file that the value depends on; the package's
own files need none there, because the cache folder is named after a hash of them all.
"""

import ast
import hashlib
import sys
import uuid
from functools import cache, cached_property
from pathlib import Path

PACKAGE = __name__.partition(".")[0]
THIS_PROCESS = uuid.uuid4().hex[:16]


class Static:
    """The base of boards and games."""

    width: int
    """The number of bits in a set of cells."""

    @cached_property
    def _code_key(self) -> str:
        """Name this value and the sources it depends on."""
        cls = type(self)
        return f"{cls.__module__}.{self!r}@{source_hash(cls.__module__)}"


@cache
def source_hash(module: str) -> str:
    """Return a short hash of the file of a module and of its neighbours that it uses."""
    if module.partition(".")[0] == PACKAGE:
        return "crosscut"
    if not getattr(sys.modules[module], "__file__", None):
        return THIS_PROCESS  # typed in or piped: there is no file that could be the same later
    total = hashlib.sha256()
    for name in sorted(used_modules(module)):
        total.update(name.encode() + Path(sys.modules[name].__file__).read_bytes())
    return total.hexdigest()[:16]


def used_modules(start: str) -> set[str]:
    """Return a user's module and those it imports, directly or not, from its folder or below."""
    folder = Path(sys.modules[start].__file__).resolve().parent
    found, waiting = set(), [start]
    while waiting:
        name = waiting.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name not in found and file and folder in Path(file).resolve().parents:
            found.add(name)
            waiting += imported_names(Path(file).read_text(), sys.modules[name].__package__ or "")
    return found


def imported_names(source: str, package: str) -> list[str]:
    """Return the names of all modules that a source text may import."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return names
