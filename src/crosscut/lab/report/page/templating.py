"""Filling in templates: everything from outside is escaped, and nothing may be left out."""

import base64
import hashlib
import re
from typing import Any

from crosscut.lab.report.number_format import SPACE

POWER = re.compile(r"\b(\d+|e)\^(-?\d+(?:[.,]\d+)*|[a-z]\b)")
"""Powers as they are written without raised letters: 10^77.31, 2^k."""
MICROSECONDS = re.compile(r"(?<=\d[ \N{NO-BREAK SPACE}])us\b|^us$")
SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
TERM = re.compile(r"([A-Z][a-z -]{2,30}): (.+)", re.DOTALL)
"""A word and what it means."""
TERMS, LONG = 3, 280
"""From how many terms on a text is a list of them, and the characters that fill a paragraph."""


def template_environment(*packages: str, **names: Any) -> Any:
    """Return where Jinja finds the templates of packages; they may use these names."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(names)
    environment.filters.update(explained=explained, parted=parted, typeset=typeset)
    return environment


def script_of(environment: Any) -> dict[str, str]:
    """Return the script of pages, and the hash by which their policy allows it alone."""
    script = environment.get_template("script.js").render()
    digest = hashlib.sha256(script.encode()).digest()
    return {"script": script, "script_hash": base64.b64encode(digest).decode()}


def typeset(text: str) -> Any:
    """Return a text as HTML with raised powers and the sign for microseconds."""
    from markupsafe import Markup, escape

    # the sign is kept for who copies or hears it: 10^77 must not become 1077
    raised = POWER.sub(r'\1<span class="unseen">^</span><sup>\2</sup>', str(escape(text)))
    return Markup(MICROSECONDS.sub("µs", raised))


def parted(interval: str) -> str:
    """Return an interval that may be broken between its ends, and nowhere else."""
    return interval.replace(f"{SPACE}to{SPACE}", f"{SPACE}to ")


def explained(text: str) -> list[tuple[str, str]]:
    """Return a long text in paragraphs, each with the term that it explains or with none."""
    found = []
    for part in filter(None, text.splitlines()):
        sentences = SENTENCE_END.split(part)
        terms = sum(bool(TERM.fullmatch(each)) for each in sentences) >= TERMS
        for sentence in sentences:
            term = TERM.fullmatch(sentence) if terms else None
            if term:
                found.append(term.groups())
            elif found and continues(found[-1], sentence):
                found[-1] = (found[-1][0], f"{found[-1][1]} {sentence}")
            else:
                found.append(("", sentence))
    return found


def continues(before: tuple[str, str], sentence: str) -> bool:
    """Tell whether a sentence belongs to the paragraph before."""
    term, text = before
    if term:
        return not sentence.startswith("Interval")  # these are of all terms
    return len(text) < LONG
