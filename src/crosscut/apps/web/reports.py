"""Reports in files: which version made one, and how it is shown with a way back to the site."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from fastapi import HTTPException, Request
from fastapi.responses import Response, StreamingResponse

from crosscut.apps.web.responses import UNABLE, templates
from crosscut.core.version import __version__

POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A report is one file that carries its style and script, and says itself which it allows."""
GENERATOR = re.compile(rb'<meta name="generator" content="Crosscut ([0-9A-Za-z.+!_-]{1,40})">')
"""What a report states in its head, as its template writes it."""
BODY = re.compile(rb"</head>\s{0,20}<body[^<>]{0,200}>")
STATED, HEAD, PART = 4096, 1 << 18, 1 << 16
"""Bytes within which the version is stated and the body begins, and that are sent at once."""
UNCHANGED = 304


def open_report(file: Path, title: str) -> BinaryIO | None:
    """Open the report on the game of this title; None if there is none."""
    try:
        return file.open("rb") if file.is_file() else None
    except OSError as error:
        words = f"the report on {title} cannot be read: {error.strerror}"
        raise HTTPException(UNABLE, words) from error


def version_of(report: BinaryIO) -> str | None:
    """Return the version of Crosscut that a report says it was made by; None if it says none."""
    report.seek(0)
    found = GENERATOR.search(report.read(STATED))
    report.seek(0)
    return found[1].decode() if found else None


def show(request: Request, report: BinaryIO, game: str, version: str | None) -> Response:
    """Return a report below the navigation of the site; of another version, with a mark there.

    A browser asks each time whether what it has is still right, for a newer server shows the same
    file otherwise. The report is closed in the end.
    """
    there = os.fstat(report.fileno())
    tag = f'"{__version__}-{there.st_mtime_ns:x}-{there.st_size:x}"'
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache", "ETag": tag}
    known = request.headers.get("if-none-match", "").split(",")
    if tag in (each.strip().removeprefix("W/") for each in known):
        report.close()
        return Response(status_code=UNCHANGED, headers=headers)
    bar = templates().get_template("reportbar.html")
    shown = bar.render(path=request.url.path, board=game, version=version, current=__version__)
    return StreamingResponse(parts(report, shown.encode()), headers=headers, media_type="text/html")


def parts(report: BinaryIO, bar: bytes) -> Iterator[bytes]:
    """Yield a page with something before all else in its body, or in front if it has none."""
    with report:
        head = report.read(HEAD)
        body = BODY.search(head)
        start = body.end() if body else 0
        yield head[:start] + bar + head[start:]
        while part := report.read(PART):
            yield part
