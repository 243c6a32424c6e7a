"""The pages: home, boards, rooms, rules and reports, by Jinja and useful without a script."""

import shlex
from functools import lru_cache
from typing import BinaryIO

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from crosscut.apps.web.clients import visitor_of
from crosscut.apps.web.reports import open_report, show, version_of
from crosscut.apps.web.responses import page
from crosscut.apps.web.views.catalogue import catalogue, facts_of
from crosscut.core.version import __version__
from crosscut.lab.report.plan import GAMES
from crosscut.lab.report.summary.shipped import summary_of
from crosscut.play.game_page import picture
from crosscut.play.lessons.lesson import lessons
from crosscut.play.puzzles.puzzle import puzzles
from crosscut.play.records.conventions import named
from crosscut.play.rulebook import figures, rulebook
from crosscut.play.svg import draw
from crosscut.rules.registry import game_class, load_game, own_files

router = APIRouter(include_in_schema=False)


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
    game = load_game(name)
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
    """Show what is known of a game, where its full report is, and how to make one."""
    facts, file, version = report_on(name, request)
    if file:
        file.close()
    known = facts["id"]
    return page(
        request, "report", game=facts, found=None if known in own_files else summary_of(known),
        there=file is not None, version=version, current=__version__, source=source_of(known),
        full=f"{GAMES:,}",
    )  # fmt: skip


@router.get("/report/{name}/full")
def full_report(name: str, request: Request) -> Response:
    """Show the full report of a game, marked if another version made it."""
    facts, file, version = report_on(name, request)
    if file:
        return show(request, file, facts["id"], version)
    return RedirectResponse(f"/report/{facts['id']}")


@router.get("/report/{name}/old")
def old_report(name: str) -> Response:
    """Go where a report of another version was once shown by itself."""
    return RedirectResponse(f"/report/{named(name)}/full")


def report_on(name: str, request: Request) -> tuple[dict, BinaryIO | None, str | None]:
    """Return the facts of a game, its report if there is one, and the version that made it."""
    facts = facts_of(named(name))
    path = request.app.state.settings.reports / f"{facts['id']}.html"
    file = open_report(path, facts["title"])
    return facts, file, version_of(file) if file else None


def source_of(name: str) -> str:
    """Return what a command calls a game: its name, or the file of the user's own."""
    return shlex.quote(own_files[name].name) if name in own_files else name
