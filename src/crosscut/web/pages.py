"""The pages: home, boards, rooms, rules and reports, by Jinja and useful without a script."""

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

import crosscut
from crosscut.games import game_class
from crosscut.learn.lessons import lessons
from crosscut.learn.puzzles import puzzles
from crosscut.play.page import picture
from crosscut.play.rulebook import figures, rulebook
from crosscut.play.svg import draw
from crosscut.records.naming import named
from crosscut.web.answers import page
from crosscut.web.catalogue import catalogue, facts_of
from crosscut.web.visitors import visitor_of

router = APIRouter(include_in_schema=False)

REPORT_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
)
"""A report is one file that carries its style and script, and says itself which it allows."""


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Show what can be played, and the games that were begun."""
    errors = request.app.state.own.errors
    return page(
        request, "home", games=catalogue(skip=errors), errors=errors, sample=sample,
        lessons=lessons, puzzles=puzzles,
    )  # fmt: skip


@lru_cache(maxsize=100)
def sample(name: str) -> str:
    """Return a small picture of a game: the first figure of its rules, or its empty board."""
    cls = game_class(name)
    for figure in figures(cls):
        return picture(figure.diagrams[0])
    game = crosscut.game(name)
    return draw(game.position(seed=1) if game.has_deal else game.position())


@router.get("/play")
def play_something() -> RedirectResponse:
    """Go to the board of Slither."""
    return RedirectResponse("/play/slither")


@router.get("/play/{name}")
def play(name: str, request: Request) -> HTMLResponse:
    """Show the board of a game."""
    known, errors = named(name), request.app.state.own.errors
    if known in errors:
        return page(request, "broken", game=known, error=errors[known])
    return page(
        request, "play", game=facts_of(known), taught=lessons(known), puzzled=puzzles(known)
    )


@router.get("/room/{name}")
def room(name: str, request: Request) -> HTMLResponse:
    """Show the table of a room; who sits there the page asks itself."""
    known = named(request.app.state.hall.find(name).charter.start.game)
    shown = page(
        request, "room", game=facts_of(known), taught=lessons(known), puzzled=puzzles(known)
    )
    visitor_of(request, shown)  # else a seat would be lost together with the answer that names him
    return shown


@router.get("/rules/{name}")
def rules(name: str, request: Request) -> HTMLResponse:
    """Show the rules of a game with their figures."""
    cls = game_class(named(name))
    shown = [
        (figure.title, [(each.caption, picture(each)) for each in figure.diagrams])
        for figure in figures(cls)
    ]
    facts = facts_of(named(name))
    return page(request, "rules", game=facts, facts=cls.facts, book=rulebook(cls), figures=shown)


@router.get("/report/{name}")
def report(name: str, request: Request) -> Response:
    """Show the report of a game, or how to make one."""
    facts = facts_of(named(name))
    file = request.app.state.settings.reports / f"{facts['id']}.html"
    if not file.is_file():
        return page(request, "noreport", game=facts)
    return FileResponse(file, headers={"Content-Security-Policy": REPORT_POLICY})
