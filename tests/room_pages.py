"""What friends do on the page of a room, each in a browser of their own."""

import re

from tests.rooms import HEX
from tests.web import do, expect, says, tap


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
    do(page, "invite")
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
    says(one, "has come")
    return one, other


def play(*turns):
    """Let two pages play turns, one after the other."""
    for page, turn in turns:
        says(page, "your turn")
        tap(page, turn)
        says(page, f"plays {turn}.")
