"""What the site does to a page before it reads it, so that lists look as they do in the repository.

Python-Markdown wants an empty line before a list, and four blanks before a list within one.
"""

import re

FENCE = re.compile(r" *(```|~~~)")
ITEM = re.compile(r"([-*]|\d+\.) ")
INNER = re.compile(r" {2,3}(?=([-*]|\d+\.) )")


def on_page_markdown(markdown: str, **rest: object) -> str:
    """Return the text of a page with its lists as Python-Markdown reads them."""
    lines = [""]
    fenced = False
    for line in markdown.splitlines():
        fenced ^= bool(FENCE.match(line))
        if not fenced:
            paragraph = lines[-1].strip() and not lines[-1].startswith(" ")
            if ITEM.match(line) and paragraph and not ITEM.match(lines[-1]):
                lines.append("")
            line = INNER.sub("    ", line)
        lines.append(line)
    return "\n".join(lines[1:]) + "\n"
