"""What pages ask the server, in JSON: boards, positions, levels, and games that are kept."""

import re
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from crosscut.apps.web.clients import address_of, at_home, known_visitor, visitor_of
from crosscut.apps.web.db.saved_games import Outdated, Store
from crosscut.apps.web.import_export import Brought, Wanted, opened, taken_away
from crosscut.apps.web.positions import (
    Moment,
    Start,
    Text,
    after_turns,
    game_of,
    position_of,
    tapped,
)
from crosscut.apps.web.rate_limits import Gate
from crosscut.apps.web.responses import REFUSED
from crosscut.apps.web.schemas.bounds import Count, FailFast, Sent, Whole
from crosscut.apps.web.schemas.documents import Document
from crosscut.apps.web.views.catalogue import catalogue, levels_of
from crosscut.apps.web.views.geometry import ground
from crosscut.apps.web.views.pictures import animation, picture
from crosscut.apps.web.views.position import allowing, closed_cells, glimpse, refusal, view
from crosscut.apps.web.views.setup import Sketch, examined
from crosscut.core.errors import BadOption, CrosscutError, IllegalMove
from crosscut.play.notation import example
from crosscut.play.records.conventions import named
from crosscut.rules.registry import load_game

router = APIRouter(prefix="/api")

SAVED_ID = re.compile(r"[A-Za-z0-9_-]{16,40}")
LONGEST_LINE = 40
SVG = "image/svg+xml"
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {}}}}

Line = Annotated[list[Text], Field(max_length=LONGEST_LINE), FailFast()]
Name = Annotated[str, Field(max_length=80)]


class Typed(Moment):
    """A moment, and what a person typed there."""

    text: Text


class Tapped(Moment):
    """A moment, and a cell of it."""

    tap: Name


class Continued(Moment):
    """A moment, and turns that might follow."""

    line: Line


class Draft(Sent):
    """A game that is to be kept: the revision it was last seen at, and what it is now.

    ``writer`` is the same for all tabs of a browser that are in step by themselves.
    """

    base: Count = 0
    document: Document
    writer: Annotated[str, Field(max_length=40, pattern="^[A-Za-z0-9_-]*$")] = ""


# What can be played.


@router.get("/games")
def list_games(request: Request) -> list[dict]:
    """Return the facts of all games that can be played."""
    return catalogue(skip=request.app.state.own.errors)


@router.get("/board")
def board(
    game: Name, size: Whole | None = None, variant: Name | None = None, pie: bool | None = None
) -> dict:
    """Return a board, what is chosen where nothing was, and the levels of the computer."""
    rules = load_game(named(game), size, variant, pie)
    start = Start(game=game, size=rules.size, variant=rules.variant, pie=rules.pie)
    chosen = start.model_dump(exclude_none=True)
    return {"start": chosen, "ground": ground(rules), **levels_of(rules)}


# Positions.


@router.post("/position")
def show(moment: Moment) -> JSONResponse:
    """Return the position of a moment; an illegal tap is refused with its reasons."""
    here = after_turns(moment)
    for tap in moment.taps:
        try:
            here = tapped(here, tap)
        except IllegalMove as error:
            return JSONResponse(refusal(here, tap, error) | {"tap": tap}, REFUSED)
    return JSONResponse(view(here))  # which is plain already: encoding it anew would take longest


@router.post("/typed")
def typed(request: Typed) -> JSONResponse:
    """Return the position after a move or turn that was typed, or why it is not legal."""
    here, text = position_of(request), request.text.strip()
    if not text:
        raise IllegalMove(f"that is no move; {example(here.game)}")
    try:
        return JSONResponse(view(here.play(text)))
    except IllegalMove as error:
        with suppress(CrosscutError):  # a whole turn replaces what has been tapped of one
            return JSONResponse(view(after_turns(request).play(text)))
        if text.lower() not in here.game.board.names:
            raise
        return JSONResponse(refusal(here, text, error) | {"tap": text}, REFUSED)


@router.post("/reach")
def reach(moment: Moment) -> dict:
    """Return the empty cells that cannot be reached in this turn."""
    return {"closed": closed_cells(position_of(moment))}


@router.post("/openers")
def help_out(request: Tapped) -> dict:
    """Return the moves after which, in the same turn, a cell may be tapped."""
    return {"openers": allowing(position_of(request), request.tap)}


@router.post("/line")
def follow(request: Continued) -> dict:
    """Return the positions that a line of turns leads through."""
    here = position_of(request)
    views = []
    for turn in request.line:
        here = here.play(turn)
        views.append(glimpse(here))
    return {"steps": views}


@router.post("/picture.svg", responses=PICTURE)
def draw(moment: Moment) -> Response:
    """Return a picture of a position."""
    return Response(picture(moment), media_type=SVG)


@router.post("/animation.svg", responses=PICTURE)
def animate(moment: Moment) -> Response:
    """Return the whole game as a picture that moves."""
    return Response(animation(moment), media_type=SVG)


# Positions and games from elsewhere.


@router.post("/diagram")
def examine(sketch: Sketch) -> dict:
    """Return a position that is being set up, in all its forms, and what is wrong with it."""
    return examined(sketch)


@router.post("/import")
def bring(brought: Brought) -> dict:
    """Return the game that a text tells, in any of the formats that are known."""
    return opened(brought)


@router.post("/export")
def take_away(wanted: Wanted) -> dict:
    """Return a game as text in a format of other programs, such as SGF."""
    return {"text": taken_away(wanted)}


# Games that are kept.


def store_of(request: Request) -> Store:
    """Return where games are kept."""
    return request.app.state.store


@router.get("/saved")
def list_saved(request: Request, response: Response) -> list[dict]:
    """Return summaries of the games that this browser has kept on the server."""
    return store_of(request).list(visitor_of(request, response))


@router.get("/saved/{name}")
def load(name: str, request: Request) -> dict:
    """Return a game that was kept, and whether this browser keeps it."""
    found = store_of(request).get(checked(name), known_visitor(request))
    if found is None:
        raise HTTPException(404, "there is no game with this name on the server")
    return found


@router.put("/saved/{name}", responses={409: {"description": "It was changed elsewhere."}})
def save(name: str, draft: Annotated[Draft, Body()], request: Request, response: Response) -> Any:
    """Keep a game; if it has been changed meanwhile, return that, and whether by this browser."""
    game_of(draft.document.start)
    store, visitor = store_of(request), visitor_of(request, response)
    if not store.has(checked(name)):
        check_space(request, visitor)
    document = draft.document.model_dump(exclude_none=True)
    try:
        revision = store.put(name, visitor, draft.base, document, draft.writer)
    except Outdated as error:
        return JSONResponse({"error": str(error), "own": error.own} | error.saved, 409)
    return {"revision": revision}


@router.delete("/saved/{name}")
def forget(name: str, request: Request, response: Response) -> dict:
    """Delete a game that this browser has kept."""
    deleted = store_of(request).delete(checked(name), visitor_of(request, response))
    return {"deleted": deleted}


def checked(name: str) -> str:
    """Return the name of a kept game if it can be one."""
    if not SAVED_ID.fullmatch(name):
        raise HTTPException(404, "that is no name of a game")
    return name


def check_space(request: Request, visitor: str) -> None:
    """See that a visitor may keep one more game."""
    gate: Gate = request.app.state.gate
    most = gate.limits.kept_games
    if at_home(request.scope) or not most:
        return
    if store_of(request).count(visitor) >= most:
        raise BadOption(f"the server keeps {most:,} games of yours, as many as it may; delete some")
    gate.begin_game(address_of(request.scope))
