"""Several tabs and browsers with one game, and other ways in which things could get lost."""

import re
from urllib.parse import urljoin

import pytest

from tests.support.browser import (
    SENT,
    act,
    address,
    expect,
    is_at,
    shows_message,
    shows_turns,
    tap,
    wait_until,
)

VERSUS = "first=person&second=beginner"
TWO = "first=person&second=person"


def is_put(answer):
    """Tell whether an answer is to a game that was sent."""
    return answer.request.method == "PUT"


def kept_turns(page):
    """Return the turns of a page's game as the server has them."""
    name = re.search("id=([^&#]+)", page.url).group(1)
    saved = page.request.get(urljoin(page.url, f"/api/saved/{name}")).json()
    return [turn for _, turn in saved.get("document", {"nodes": []})["nodes"]]


def let_it_send(page):
    """Wait until all that a page has to send by now is on its way, which is so after 400 ms."""
    page.wait_for_load_state("networkidle")
    page.evaluate("new Promise((done) => setTimeout(done, 450))")  # those before it come first


@pytest.mark.slow
def test_two_tabs_play_on_against_the_computer(visit):
    one = visit(f"/play/hex?size=4&pie=0&{VERSUS}")
    tap(one, "b2")
    shows_message(one, "your turn")
    turns = one.locator("#moves button[data-number]")
    expect(turns).to_have_count(2)
    other = visit(address(one), context=one.context)
    for page, count in ((one, 4), (other, 6)):
        legal = page.locator("#board [data-cell].legal")
        expect(legal.first).to_be_visible()
        legal.first.click()
        for each in (one, other):
            expect(each.locator("#moves button[data-number]")).to_have_count(count)
            expect(each.locator("#moves [aria-current]")).to_have_attribute(
                "data-number", str(count)
            )
    expect(one).to_have_url(re.compile(r"\*$"))
    one.reload()
    expect(turns).to_have_count(6)


def test_what_is_deleted_in_one_tab_stays_deleted_and_can_be_put_back(visit):
    one = visit(f"/play/hex?size=4&pie=0&{TWO}#a1.b1.c1")
    other = visit(address(one), context=one.context)
    shows_turns(other, "a1", "b1", "c1")
    act(one, "remove")
    shows_turns(one, "a1", "b1")
    shows_turns(other, "a1", "b1")
    wait_until(one, lambda: kept_turns(one) == ["", "a1", "b1"])
    for page in (one, other):
        let_it_send(page)
    shows_turns(one, "a1", "b1")
    shows_turns(other, "a1", "b1")
    tap(other, "d4")
    shows_turns(one, "a1", "b1", "d4")
    act(one, "remove")
    one.get_by_role("button", name="Put it back").click()
    shows_turns(one, "a1", "b1", "d4")
    is_at(one, "d4")


def test_tabs_that_send_at_once_bring_nothing_back(visit):
    one = visit("/play/hex")
    held, confirmed = [], set()

    def hold(route):
        if route.request.method == "PUT" and len(held) < 2:
            held.append(route)
        else:
            route.continue_()

    def note(answer):
        if is_put(answer) and answer.ok:
            confirmed.add(answer.frame.page)

    one.context.on("response", note)
    one.context.route("**/api/saved/*", hold)
    pages = [visit(f"/play/hex?size=4&pie=0&{TWO}#a1.b1.c1", context=one.context)]
    pages.append(visit(address(pages[0]), context=one.context))
    wait_until(one, lambda: len(held) == 2)  # both have sent c1, and neither has an answer
    act(pages[0], "remove")
    for page in pages:
        shows_turns(page, "a1", "b1")
    for route in held:
        route.continue_()
    wait_until(one, lambda: len(confirmed) == 2)  # whoever was refused has sent it again
    wait_until(one, lambda: kept_turns(pages[0]) == ["", "a1", "b1"])
    for page in pages:
        let_it_send(page)
        shows_turns(page, "a1", "b1")
    assert kept_turns(pages[0]) == ["", "a1", "b1"]


@pytest.mark.slow
def test_a_game_that_is_only_looked_at_is_not_sent(visit):
    one = visit(f"/play/hex?size=4&pie=0&{TWO}#a1.b1")
    wait_until(one, lambda: one.evaluate(SENT))
    path = address(one)
    sent = []
    one.context.on("request", lambda each: sent.append(each) if each.method == "PUT" else None)
    let_it_send(visit(path, context=one.context))
    stranger = visit(path)
    stranger.on("request", lambda each: sent.append(each) if each.method == "PUT" else None)
    let_it_send(stranger)
    assert sent == []
    with stranger.expect_response(is_put):
        tap(stranger, "c1")
    one.reload()
    shows_turns(one, "a1", "b1", "c1")  # what another browser has made of it meanwhile


def test_who_leaves_overwrites_nothing_of_another_browser(visit):
    one = visit(f"/play/hex?size=4&pie=0&{TWO}")
    with one.expect_response(is_put):
        tap(one, "a1")
        shows_message(one, "Black plays a1.")
    path = address(one)
    other = visit(path)
    with other.expect_response(is_put):
        tap(other, "b1")
        shows_message(other, "White plays b1.")
    kept = []  # by the server, before the page is left or when it is there again
    one.on("response", lambda answer: kept.append(answer) if is_put(answer) and answer.ok else None)
    tap(one, "c1")  # as a variation, unaware of the other
    expect(one.locator("#moves").get_by_role("button", name="c1")).to_be_visible()
    one.goto(visit.server.address + "/rules/hex")
    one.go_back()
    shows_turns(one, "a1", "c1", "b1")  # what this browser has, and then what the other one had
    wait_until(one, lambda: kept)
    other.reload()
    shows_turns(other, "a1", "c1", "b1")  # b1 is a variation of c1
    tap(other, "d1")
    shows_turns(other, "a1", "c1", "b1", "d1")
    visit.forgive("409")


def test_a_comment_stays_with_its_position(visit):
    page = visit(f"/play/hex?size=4&pie=0&{VERSUS}#a1.b1")
    act(page, "playOn")
    shows_message(page, "Black, your turn.")
    page.locator("#comment").fill("my first")
    page.locator("#comment").focus()
    page.locator("#board [data-cell='c3']").dispatch_event("click")
    expect(page.locator("#moves button[data-number]")).to_have_count(4)
    page.locator("#comment").press_sequentially(" thought")
    expect(page.locator("#moves .note")).to_have_count(1)
    expect(page.locator("#moves li").nth(1)).to_contain_text("thought")
    page.locator("#moves").get_by_role("button", name="Start").click()  # once is enough
    is_at(page, "Start")
    expect(page.locator("#comment")).to_have_value("")


def test_the_way_back_leads_to_the_game_before(visit):
    page = visit(f"/play/hex?size=4&pie=0&{TWO}#a1.b1")
    act(page, "new")
    page.locator("#new-begin").click()
    expect(page.locator("#moves button[data-number]")).to_have_count(0)
    page.go_back()
    shows_turns(page, "a1", "b1")


def test_a_server_that_does_not_answer_moves_nothing(visit):
    page = visit(f"/play/hex?size=4&pie=0&{TWO}#a1.b1")
    page.reload()
    shows_message(page, "your turn")
    page.route("**/api/position", lambda route: route.abort())
    act(page, "back")
    shows_message(page, "cannot be reached")
    is_at(page, "b1")
    page.unroute("**/api/position")
    tap(page, "c1")
    shows_turns(page, "a1", "b1", "c1")
    visit.forgive("failed", "ERR_FAILED")


def test_two_computers_wait_after_undo_and_go_on(visit):
    page = visit("/play/hex?size=3&pie=0&first=beginner&second=beginner")
    shows_message(page, "has won")
    act(page, "undo")
    expect(page.locator("[data-do=resume]")).to_be_visible()
    act(page, "resume")
    shows_message(page, "has won")


def test_a_typed_turn_replaces_what_is_in_hand(visit):
    page = visit(f"/play/slither?size=5&pie=0&{TWO}#b2.d4")
    tap(page, "b2", "b3")
    shows_message(page, "So far b2-b3")
    page.locator("#typed-move").fill("b2-c3/a1")
    page.locator("#typed-move").press("Enter")
    shows_turns(page, "b2", "d4", "b2-c3/a1")


def test_a_step_too_far_plays_nothing_else(visit):
    page = visit(f"/play/slither?size=7&pie=0&{TWO}#d4.d3")
    tap(page, "e5", "d4", "d6")
    shows_message(page, "d4 cannot step to d6 so that e5 is legal")
    shows_turns(page, "d4", "d3")


def test_a_phone_stays_where_the_board_is(visit):
    page = visit(f"/play/slither?size=7&pie=0&{TWO}", width=320, height=640)
    for cell in ("d4", "d3", "c4", "e3"):
        tap(page, cell)
    shows_turns(page, "d4", "d3", "c4", "e3")
    assert page.evaluate("scrollY") == 0
    for deed, dialog in (("new", "#new-game"), (None, "#settings")):
        act(page, deed) if deed else page.locator("#open-settings").click()
        expect(page.locator(dialog)).to_be_visible()
        assert page.locator(dialog).evaluate("each => each.scrollWidth <= each.clientWidth")
        page.keyboard.press("Escape")
        expect(page.locator(dialog)).to_be_hidden()
