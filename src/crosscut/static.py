"""Objects that compiled code treats as constants: boards and games.

A `Static` is a frozen dataclass. Compiled code is specialised for each value of it: its attributes
become constants, its methods are compiled with it. Two values share compiled code exactly if their
keys are equal. The key holds a hash of every user's file that the value depends on; the package's
own files need none there, because the cache folder is named after a hash of them all.
"""

import hashlib
import sys
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


class Static:
    """The base of boards and games."""

    width: int
    """The number of bits in a set of cells."""

    @cached_property
    def code_key(self) -> str:
        """Name this value and the sources it depends on."""
        cls = type(self)
        return f"{cls.__module__}.{self!r}@{source_hash(cls.__module__)}"


@cache
def source_hash(module: str) -> str:
    """Return a short hash of the file of a module and of its neighbours that it uses."""
    total = hashlib.sha256()
    for name in sorted(used_modules(module)):
        total.update(name.encode() + Path(sys.modules[name].__file__).read_bytes())
    return total.hexdigest()[:16]


def used_modules(start: str) -> set[str]:
    """Return the modules a user's module depends on that lie in its own folder or below."""
    if start.partition(".")[0] == PACKAGE:
        return set()
    folder = Path(sys.modules[start].__file__).resolve().parent
    found, waiting = set(), [start]
    while waiting:
        name = waiting.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in found or not file or folder not in Path(file).resolve().parents:
            continue
        found.add(name)
        for value in vars(sys.modules[name]).values():
            is_module = isinstance(value, ModuleType)
            waiting.append(value.__name__ if is_module else getattr(value, "__module__", "") or "")
    return found
