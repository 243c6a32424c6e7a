"""Write the pages of the Python interface, docs/api/*.md, from the docstrings of the package.

python docs/make_api.py [FOLDER]
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path

import pdoc.doc
from pdoc import extract

PAGES = {
    "crosscut": "What most scripts need",
    "crosscut.rules.game": "The contract of a game: what a game file defines",
    "crosscut.rules.game_text": "How a game is spoken of and written down",
    "crosscut.rules.facts": "What people want to know about a game before its rules",
    "crosscut.rules.connection": "Kinds of connection games to build on",
    "crosscut.rules.boards": "Boards: cells, sides, neighbours, fills",
    "crosscut.core.bits": "Sets of cells as integers",
    "crosscut.play.position": "Positions",
    "crosscut.play.diagram": "Boards as text",
    "crosscut.play.svg": "Boards as pictures",
    "crosscut.play.record": "Games on disk",
    "crosscut.play.records": "Games in the formats of others",
    "crosscut.play.records.game_tree": "Games with variations",
    "crosscut.search.engine": "The engine as a player",
    "crosscut.search.mcts.search": "A search of one position",
    "crosscut.search.limits": "When to stop thinking",
    "crosscut.search.options": "How the engine searches",
    "crosscut.search.levels": "Named levels of play",
    "crosscut.search.results": "What a search has found",
    "crosscut.search.analysis.analysis": "Analysis of one position",
    "crosscut.search.analysis.review": "Review of a game",
    "crosscut.search.analysis.values": "What a move is worth",
    "crosscut.search.analysis.marks": "What is said of the turns of a game",
    "crosscut.search.solver.solution": "Exact solutions",
    "crosscut.search.solver.solver": "The exact solver",
    "crosscut.lab.matches.match": "Matches",
    "crosscut.lab.matches.result": "Results of a match",
    "crosscut.lab.report.saved_report": "Reports read back",
    "crosscut.lab.report.compare.comparison": "Reports side by side",
    "crosscut.lab.report.measure": "Measures of a report",
    "crosscut.lab.envs": "Environments for learning",
    "crosscut.lab.envs.vector": "Thousands of games stepped at once",
    "crosscut.lab.envs.device": "The same on a GPU",
    "crosscut.search.observation": "What a learner sees",
    "crosscut.lab.envs.gymnasium": "A seat of a game for Gymnasium",
    "crosscut.lab.envs.pettingzoo": "Games for PettingZoo",
    "crosscut.lab.envs.openspiel": "Games for OpenSpiel",
    "crosscut.core.errors": "What can go wrong",
}
"""The public modules, and what is in each."""
NOTICE = "<!-- written by docs/make_api.py from the docstrings -->"
DOCTEST = re.compile(r"((?:^ *>>> .*\n(?:^(?! *>>>) *\S.*\n?)*)+)", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return all pages by their file names, without those whose libraries are not installed."""
    made = {}
    for name, title in PAGES.items():
        with suppress(RuntimeError):  # as pdoc says that something cannot be imported
            made[f"{name}.md"] = page(name, title)
    links = [f"- [`{name}`]({name}.md): {title}." for name, title in PAGES.items()]
    about = "Every public name with its docstring; [python.md](../python.md) shows how to use them."
    made["README.md"] = "\n".join([NOTICE, "# Python interface", "", about, "", *links, ""])
    return made


def page(name: str, title: str) -> str:
    """Return the page of one module."""
    module = pdoc.doc.Module(extract.load_module(name))
    parts = [NOTICE, f"# `{name}`: {title[0].lower()}{title[1:]}", text_of(module)]
    for member in module.members.values():
        if is_public(member) and is_own(member, name):
            parts += described(member, 2)
    return "\n\n".join(part for part in parts if part) + "\n"


def is_public(member: pdoc.doc.Doc) -> bool:
    """Tell whether a name is for everybody: it has words and no underscore."""
    return bool(member.docstring) and not member.name.startswith("_")


def is_own(member: pdoc.doc.Doc, name: str) -> bool:
    """Tell whether something is described here: a package shows what no page of its own has."""
    origin = str(getattr(getattr(member, "obj", None), "__module__", None) or name)
    return origin == name or (origin.startswith(f"{name}.") and origin not in PAGES)


def described(member: pdoc.doc.Doc, depth: int) -> Iterator[str]:
    """Yield a name with its signature and words, and for a class those of its members."""
    yield f"{'#' * depth} {heading(member)}"
    yield text_of(member)
    if isinstance(member, pdoc.doc.Class):
        made = member.obj.__dict__.get("__init__")
        yield inspect.cleandoc(made.__doc__ or "").replace("``", "`") if made else ""
        internal = getattr(member.obj, "_internal", ())
        for inner in member.own_members:
            if is_public(inner) and inner.name not in internal:
                yield from described(inner, depth + 1)


def heading(member: pdoc.doc.Doc) -> str:
    """Return a name as code, functions with what they take and give."""
    if isinstance(member, pdoc.doc.Class):
        return f"class `{member.name}{constructor(member)}`"
    if isinstance(member, pdoc.doc.Function):
        return f"`{member.name}{signature(member.obj)}`"
    return f"`{member.name}`"


def constructor(made: pdoc.doc.Class) -> str:
    """Return what makes an object of a class, where that is anything."""
    if issubclass(made.obj, Exception | Enum):
        return f"({made.obj.__base__.__name__})"
    try:
        return signature(made.obj).removesuffix(" -> None")
    except ValueError:  # there is nothing that Python could tell
        return ""


def signature(function: Callable) -> str:
    """Return what a function takes and gives, without the places where types were defined."""
    taken = inspect.signature(function)
    parameters = [each for name, each in taken.parameters.items() if name not in ("self", "cls")]
    shown = str(taken.replace(parameters=parameters))
    shown = re.sub(r"<function (?:\w+\.)*(\w+|<lambda>) at \w+>", r"\1", shown)
    shown = re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown)  # types that are named before they exist
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", shown).replace("<factory>", "...")


def text_of(member: pdoc.doc.Doc) -> str:
    """Return the words of a docstring, its examples as code."""
    text = inspect.cleandoc(member.docstring).replace("``", "`")
    return DOCTEST.sub(lambda found: f"```python\n{found[1].rstrip()}\n```\n", text + "\n").strip()


def main() -> None:
    """Write the pages."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "api"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.md"):
        if old.stem not in PAGES:
            old.unlink()
    for name, text in pages().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
