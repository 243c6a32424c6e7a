"""The source of a game without all that is for people: how much it takes to tell the rules.

What counts is the class of the game and every definition of a file that it uses, directly or not:
its state, its base classes, functions and constants. Docstrings, comments, imports and layout do
not count: definitions are written out anew by Python. The framework that all games are given does
not count either, only the files of the package that hold rules of some games.
"""

import ast
import sys
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

from crosscut.core.static import PACKAGE, used_modules
from crosscut.rules.game import Game

GAMES, SHARED_RULES = "rules.games", ("rules.connection",)
"""The modules of the package whose definitions are rules of some games."""
Place = tuple[str, str]
"""A module, and the name of something in it."""


def definitions(game_class: type[Game]) -> dict[Place, str]:
    """Return the source of all that a game consists of; nothing if it was not read from a file."""
    start = game_class.__module__
    if not getattr(sys.modules[start], "__file__", None):
        return {}
    own = used_modules(start)
    found: dict[ast.stmt, Place] = {}  # by statement, as one may define several names
    seen, waiting = set(), [(start, game_class.__name__)]
    while waiting:
        module, name = place = waiting.pop()
        if place in seen or not (module in own or holds_rules(module)):
            continue
        seen.add(place)
        meant = statements(module).get(name)
        if isinstance(meant, tuple):  # imported from there
            waiting.append(meant)
        elif meant is not None and meant not in found:
            found[meant] = place
            waiting += used(module, meant)
    return {place: ast.unparse(bare(statement)) for statement, place in found.items()}


def holds_rules(module: str) -> bool:
    """Tell whether a module of the package holds rules of games."""
    package, _, rest = module.partition(".")
    return package == PACKAGE and (rest in SHARED_RULES or rest.startswith(f"{GAMES}."))


@cache
def statements(module: str) -> dict[str, ast.stmt | Place]:
    """Return what each name in a module stands for: a definition, or a place somewhere else."""
    found: dict[str, ast.stmt | Place] = {}
    for node in ast.parse(Path(sys.modules[module].__file__).read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (each for target in targets for each in ast.walk(target))
            found |= {each.id: node for each in names if isinstance(each, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            relative = "." * node.level + (node.module or "")
            source = resolve_name(relative, sys.modules[module].__package__)
            found |= {each.asname or each.name: (source, each.name) for each in node.names}
    return found


def used(module: str, statement: ast.stmt) -> list[Place]:
    """Return the places of all names that a definition may use, those of other modules too."""
    known, found = statements(module), []
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            found.append((module, node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            place = known.get(node.value.id)
            if isinstance(place, tuple):  # perhaps a module, which is asked for something in it
                found.append((".".join(place), node.attr))
    return found


def bare(statement: ast.stmt) -> ast.stmt:
    """Return a definition without docstrings."""
    copy = ast.parse(ast.unparse(statement)).body[0]
    for node in ast.walk(copy):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            body = [part for part in node.body if not is_text(part)]
            node.body = body or [ast.Pass()]
    return copy


def is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is a text that does nothing."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
