"""Answers when something is wrong: JSON for scripts, a page for people."""

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from starlette.exceptions import HTTPException

from crosscut.core.errors import CrosscutError, UnknownGame
from crosscut.lab.report.page.templating import template_environment

MISSING, TOO_SLOW, REFUSED, TOO_MANY, BROKEN, UNABLE = 404, 408, 422, 429, 500, 503
LINE_END = "\n"
KINDS = {
    400: "The request cannot be read, or is no address of ours.",
    403: "It comes from another site, or from somebody who may not.",
    MISSING: "There is no such thing.",
    405: "This address is asked in another way.",
    TOO_SLOW: "It did not come within 20 seconds.",
    413: "It is too large.",
    REFUSED: "The rules or the options do not allow it; the words say why.",
    TOO_MANY: "Too many requests; the header Retry-After says for how many seconds to wait.",
    BROKEN: "The server made a mistake.",
    UNABLE: "The server cannot reach its database, or is being stopped.",
}
"""What may be wrong with any request, by status."""


class Wrong(BaseModel):
    """Why a request was refused; what else helps stands beside."""

    model_config = ConfigDict(extra="allow")

    error: str


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Wrong, "description": words} for status, words in KINDS.items()
}
"""The errors as the description of the interface has them."""
MISTAKE = "the server made a mistake; its log says more"
NOT_FOUND = "Not Found"
"""What the framework says of an unknown address."""


@cache
def templates() -> Any:
    """Return where Jinja finds the templates of pages."""
    return template_environment("crosscut.apps.web")


def page(request: Request, name: str, status: int = 200, **content: Any) -> HTMLResponse:
    """Return a page made from a template."""
    template = templates().get_template(f"{name}.html")
    return HTMLResponse(template.render(path=request.url.path, **content), status)


def of_scripts(request: Request) -> bool:
    """Tell whether a script asks, and no person."""
    return request.url.path.startswith("/api")


def answer(
    request: Request, status: int, words: str, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """Return an error as JSON for scripts, as a page for people."""
    if of_scripts(request):
        return plain_answer(status, words, headers, **more)
    response = page(request, "sorry", status, words=sentence(words))
    response.headers.update(headers or {})
    return response


def sentence(words: str) -> str:
    """Return words as a whole sentence, for people."""
    return words[:1].upper() + words[1:].rstrip(".") + "."


def plain_answer(
    status: int, words: str, headers: Mapping[str, str] | None = None, **more: Any
) -> JSONResponse:
    """Return an error as JSON."""
    return JSONResponse({"error": words, **more}, status, headers)


async def refused(request: Request, error: CrosscutError) -> Response:
    """Answer what the rules or the options do not allow; a game that is none has no pages."""
    missing = isinstance(error, UnknownGame) and not of_scripts(request)
    status = MISSING if missing else getattr(error, "status", REFUSED)
    return answer(request, status, str(error), turn=getattr(error, "number", None))


async def malformed(request: Request, error: RequestValidationError) -> Response:
    """Answer a request that is not what it should be."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return answer(request, REFUSED, f"{where or 'the request'}: {first['msg']}")


async def not_kept(request: Request, error: SQLAlchemyError) -> Response:
    """Answer when the database does not do what it should."""
    return answer(request, UNABLE, words_for(error))


def words_for(error: CrosscutError | SQLAlchemyError) -> str:
    """Say what went wrong, be it with what was asked for or with the database.

    Why the database failed is for who runs the server, if it is about the database itself; other
    errors might quote a visitor.
    """
    if isinstance(error, CrosscutError):
        return str(error)
    reason = type(error).__name__
    if isinstance(error, OperationalError):
        reason += f": {str(error.orig).partition(LINE_END)[0]}"
    print(f"the database failed: {reason}", file=sys.stderr, flush=True)
    return "the server cannot reach its games now; try again in a minute"


async def told(request: Request, error: HTTPException) -> Response:
    """Answer an error that has its words already."""
    words = "there is no such page" if error.detail == NOT_FOUND else str(error.detail)
    return answer(request, error.status_code, words, error.headers)
