"""What pages ask about rooms, in JSON. What happens there meanwhile comes through the WebSocket."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import JSONResponse

from crosscut.apps.web.clients import known_visitor, owner_of, visitor_of
from crosscut.apps.web.rooms.deeds import AnyDeed, Linking, Opening, Sitting
from crosscut.apps.web.rooms.hall import Hall

router = APIRouter(
    prefix="/api/rooms", responses={409: {"description": "It could be done at another time."}}
)


def hall_of(request: Request) -> Hall:
    """Return where the rooms are."""
    return request.app.state.hall


@router.post("")
def open_room(opening: Opening, request: Request, response: Response) -> dict:
    """Open a room and sit down there; return it."""
    hall, visitor = hall_of(request), visitor_of(request, response)
    return hall.snapshot(hall.open(opening, visitor, owner_of(request)), visitor)


@router.get("")
def list_rooms(request: Request) -> list[dict]:
    """Return the rooms in which this browser has a seat."""
    return hall_of(request).rooms_of(known_visitor(request))


@router.get("/{name}")
def show_room(name: str, request: Request, response: Response) -> dict:
    """Return a room as it is now.

    Who looks becomes known: if he learnt his name only when he sat down, and that answer was lost,
    the seat would belong to nobody.
    """
    return hall_of(request).snapshot(name, visitor_of(request, response))


@router.post("/{name}/sit")
def sit(name: str, sitting: Sitting, request: Request, response: Response) -> dict:
    """Take the seat that a link leads to."""
    hall, visitor = hall_of(request), visitor_of(request, response)
    hall.sit(name, sitting.token, sitting.both, visitor)
    return hall.snapshot(name, visitor)


@router.post("/{name}/links")
def link(name: str, linking: Linking, request: Request) -> dict:
    """Return the secret of a new link: to a free seat for a friend, or to one's own."""
    return {"token": hall_of(request).link(name, linking.seat, known_visitor(request))}


@router.post("/{name}/deeds")
def do(name: str, deed: Annotated[AnyDeed, Body()], request: Request) -> JSONResponse:
    """Play a turn, resign, ask for something, agree, decline or say something."""
    news, again = hall_of(request).do(name, deed, known_visitor(request), owner_of(request))
    return JSONResponse({**news, "again": again})  # plain already: encoding it anew takes longest
