"""What friends do on the page of a room, each in a browser of their own."""

import json
import re

import pytest

from tests.support.browser import act, expect, shows_message, shows_turns, tap
from tests.support.rooms import HEX


def opened(visit, start=HEX, **options):
    """Return the page of who has opened a room."""
    context = visit.meet()
    answer = context.request.post(
        f"{visit.server.address}/api/rooms", data={"start": start, **options}
    )
    assert answer.ok, answer.text()
    return visit(f"/room/{answer.json()['room']}", context)


def invitation(page):
    """Return the invitation that a player makes, as a path."""
    act(page, "invite")
    expect(page.locator("#invitation-link")).to_have_value(re.compile("#seat="))
    return link(page, "#invitation-link")


def link(page, field):
    """Return the link that a field shows, without the host."""
    return "/room/" + page.locator(field).input_value().partition("/room/")[2]


def room_of(page):
    """Return the path of the room that a page shows."""
    return "/room/" + page.url.partition("/room/")[2]


def friends(visit, **options):
    """Return the pages of two friends at a room, the first of whom opened it."""
    one = opened(visit, **options)
    other = visit(invitation(one))
    shows_message(one, "has come")
    return one, other


def play(*turns):
    """Let two pages play turns, one after the other."""
    for page, turn in turns:
        shows_message(page, "your turn")
        tap(page, turn)
        shows_message(page, f"plays {turn}.")


def serious(page):
    """Return what axe-core finds on a page that would keep somebody from using it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core")
    found = axe.Axe().run(page).response["violations"]
    return [
        (each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"][-200:])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def comes_back_to_what_was_taken_back(page):
    """Leave the page with a turn on its way that was played, and taken back elsewhere."""
    turn = {"turn": "c3", "number": 1, "key": "played-and-undone"}
    deeds = page.url.replace("/room/", "/api/rooms/") + "/deeds"
    for deed in ({"do": "play", **turn}, {"do": "ask", "what": "takeback", "key": "taken-back"}):
        assert page.request.post(deeds, data={"seat": 1, **deed}).ok
    shows_message(page, "1 turn was taken back.")  # which forgets what is kept
    kept = json.dumps({"taps": [], "number": 1, "pending": turn})
    name = "crosscut:room:" + page.url.rpartition("/")[2]
    page.evaluate("all => localStorage.setItem(...all)", [name, kept])
    page.reload()
    shows_message(page, "White, your turn.")
    shows_turns(page, "a1")


def swallow(route):
    """Let a request reach the server, and lose the answer."""
    route.fetch()
    route.abort()


def listen(page, seen):
    """Note all that a page asks for and hears."""
    page.on("request", lambda each: seen.append([each.url, dict(each.headers)]))
    page.on(
        "websocket", lambda each: each.on("framereceived", lambda text: seen.append([text, None]))
    )
    return page
