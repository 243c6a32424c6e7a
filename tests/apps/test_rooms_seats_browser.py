"""A seat changes hands, or is shared: what players and spectators see of it."""

import re

from tests.support.browser import act, expect, shows_message, tap
from tests.support.room_browser import invitation, link, opened, play, room_of


def seat_link(page):
    """Return a new link to a player's own seat, as a path."""
    page.locator("#tab-links").click()
    field = page.locator("#seat-link")
    before = field.input_value()
    act(page, "move")
    expect(field).to_have_value(re.compile("#seat="))
    expect(field).not_to_have_value(before)
    return link(page, "#seat-link")


def test_a_seat_that_is_given_away_stays_with_who_has_it(visit):
    one = opened(visit)
    both = visit(invitation(one), one.context)
    both.get_by_role("button", name="Sit on both sides").click()
    play((both, "a1"))
    spectator = visit(room_of(one))
    given, spare = seat_link(both), seat_link(both)
    other = visit(given)
    expect(other.locator(".players")).to_contain_text("Black: you")
    for page in (both, spectator):
        shows_message(page, "Somebody else has taken over Black.")
    expect(both.locator(".players")).to_contain_text("White: you")
    expect(both.locator(".players")).not_to_contain_text("Black: you")
    tab = visit(spare, one.context)
    expect(tab.locator(".players")).to_contain_text("White: you")
    expect(tab.locator(".players")).not_to_contain_text("Black: you")
    play((both, "b1"))
    tap(both, "a2")
    shows_message(both, "It is Black's turn.")
    play((other, "a2"))


def test_a_seat_that_is_shared_says_so(visit):
    one = opened(visit)
    other = visit(invitation(one))
    shows_message(one, "has come")
    second = visit(seat_link(other))
    expect(second.locator(".players")).to_contain_text("White: you")
    shows_message(other, "Another browser now shares your seat and can play for you.")
    shows_message(one, "White is now played from one more browser.")
    for page in (one, other, second):
        expect(page.locator(".players li").nth(1)).to_contain_text("in 2 browsers")
