"""Which tests more than this process can hold up: a browser, a socket, another process or a clock.

They are marked ``outside``. A test is one if it uses something from a module named here, by itself,
by a fixture or by other code of the tests.
"""

from collections.abc import Iterator
from inspect import isclass, isfunction, ismodule, unwrap
from types import CodeType, FunctionType
from typing import Any

MODULES = (
    "asyncio", "crosscut.apps.web.app", "crosscut.apps.web.jobs", "crosscut.lab.matches.gtp_client",
    "crosscut.lab.workers",
    "house", "httpx2", "multiprocessing", "nbclient", "psutil", "queue", "ray", "signal", "socket",
    "starlette.testclient", "subprocess", "tests.support.browser", "tests.support.gtp_engine",
    "tests.support.gtp_referee", "tests.support.jobs", "tests.support.postgres",
    "tests.support.program", "tests.support.room_browser", "tests.support.rooms", "threading",
    "time", "urllib.request", "websockets",
)  # fmt: skip


def reaches_outside(item: Any) -> bool:
    """Tell whether a test, or a fixture it uses, depends on more than this process."""
    functions = [getattr(item, "function", None)]
    info = getattr(item, "_fixtureinfo", None)
    for definitions in info.name2fixturedefs.values() if info else ():
        functions += [each.func for each in definitions]
    return any(uses_outside(unwrap(each), set()) for each in functions if isfunction(each))


def uses_outside(function: FunctionType, seen: set[FunctionType]) -> bool:
    """Tell whether a function uses one of the modules, by itself or by other code of the tests."""
    seen.add(function)
    if is_outside(function.__module__):
        return True
    for name in names_in(function.__code__):
        found = function.__globals__.get(name)
        module = found.__name__ if ismodule(found) else getattr(found, "__module__", None)
        if is_outside(module) or (found is None and is_outside(name)):  # or imported within
            return True
        if str(module).startswith("tests."):
            inner = vars(found).values() if isclass(found) else [found]
            others = [each for each in inner if isfunction(each) and each not in seen]
            if any(uses_outside(each, seen) for each in others):
                return True
    return False


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function asks for, those of functions within it included."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_in(each)


def is_outside(module: str | None) -> bool:
    """Tell whether a module is one of those, or within one."""
    return any(f"{module}.".startswith(f"{each}.") for each in MODULES)
