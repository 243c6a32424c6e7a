"""Nothing is lost: variations, comments, reloading, other tabs and browsers, a server that ends."""

import re

import pytest

from tests.support.browser import (
    SENT,
    Server,
    act,
    address,
    cell,
    expect,
    has_pieces,
    is_at,
    is_labelled,
    shows_message,
    shows_turns,
    tap,
    type_move,
    wait_until,
)

ALONE = "/play/slither?size=5&first=person&second=person"


def saved(page):
    """Wait until the server has the game as it is now."""
    wait_until(page, lambda: page.evaluate(SENT))


def jump(page, turn):
    """Go to a turn by the list of moves."""
    page.locator("#moves button[data-number]").get_by_text(turn, exact=True).click()
    is_at(page, turn)


def branched(page):
    """Make a main line with a variation, a comment there, and half a turn."""
    tap(page, "b2")
    tap(page, "d4")
    shows_message(page, "White plays d4.")
    act(page, "back")
    tap(page, "e5")
    shows_message(page, "White plays e5.")
    page.locator("#comment").fill("why not (here)? 'so'")
    tap(page, "b2", "b3")
    shows_message(page, "So far b2-b3.")


def is_branched(page):
    """Wait until a page shows such a game."""
    shows_turns(page, "b2", "d4", "e5")
    shows_message(page, "So far b2-b3.")
    is_at(page, "e5")
    expect(page.locator("#comment")).to_have_value("why not (here)? 'so'")
    is_labelled(page, "b3", "Black")
    is_labelled(page, "e5", "White")


def test_branches_are_promoted_folded_and_deleted(visit):
    page = visit(ALONE)
    for turn in ("b2", "d4", "e1"):
        type_move(page, turn)
        shows_message(page, f"plays {turn}.")
    jump(page, "b2")
    type_move(page, "e5")
    shows_message(page, "White plays e5.")
    shows_turns(page, "b2", "d4", "e5", "e1")
    fold = page.locator("#moves .fold")
    fold.click()
    expect(page.locator("#moves .variation").get_by_text("e5")).to_be_hidden()
    fold.click()
    act(page, "promote")
    shows_turns(page, "b2", "e5", "d4", "e1")
    jump(page, "e1")
    has_pieces(page, 3)
    jump(page, "d4")
    act(page, "remove")
    shows_turns(page, "b2", "e5")
    is_at(page, "b2")
    act(page, "last")
    is_at(page, "e5")
    act(page, "first")
    is_at(page, "Start")


def test_a_reload_finds_everything(visit):
    page = visit(ALONE)
    branched(page)
    page.reload()
    is_branched(page)
    tap(page, "a1")
    shows_message(page, "Black plays b2-b3/a1.")


def test_the_back_button_finds_everything(visit):
    page = visit(ALONE)
    branched(page)
    page.locator("#tab-rules").click()
    page.get_by_role("link", name="Rules with figures").click()
    expect(page).to_have_url(re.compile("/rules/slither"))
    page.go_back()
    is_branched(page)


def test_a_second_tab_follows(visit):
    page = visit(ALONE)
    branched(page)
    saved(page)
    other = visit(address(page), context=page.context)
    is_branched(other)
    tap(other, "a1")
    shows_message(page, "White, your turn.")
    shows_turns(page, "b2", "d4", "e5", "b2-b3/a1")
    tap(page, "d5")
    shows_turns(other, "b2", "d4", "e5", "b2-b3/a1", "d5")
    has_pieces(other, 4)


def test_a_link_is_the_game(visit):
    page = visit(ALONE)
    branched(page)
    path = re.sub("&id=[^#]*", "", address(page))
    other = visit(path)
    shows_turns(other, "b2", "d4", "e5")
    is_at(other, "e5")
    expect(other.locator("#comment")).to_have_value("why not (here)? 'so'")


def test_another_browser_gets_the_game_from_the_server(visit):
    page = visit(ALONE)
    branched(page)
    saved(page)
    path = address(page).partition("#")[0]
    other = visit(path)
    is_branched(other)
    tap(other, "a1")
    shows_message(other, "Black plays b2-b3/a1.")
    saved(other)
    tap(page, "c1")  # meanwhile here: both lines are kept
    shows_turns(page, "b2", "d4", "e5", "b2-b3/c1", "b2-b3/a1")


def test_an_empty_game_keeps_its_seats(visit):
    page = visit("/play/hex?size=3&first=person&second=person")
    page.reload()
    shows_message(page, "Black, your turn.")
    expect(page.locator(".players")).not_to_contain_text("Computer")


def test_games_that_were_begun_are_listed_at_home(visit):
    page = visit(ALONE)
    tap(page, "b2")
    shows_message(page, "Black plays b2.")
    saved(page)
    page.get_by_role("link", name="Crosscut").click()
    page.get_by_role("link", name="Slither, size 5, 1 turn").click()
    shows_turns(page, "b2")
    page.evaluate("localStorage.clear()")  # then the server alone knows of it
    page.goto(visit.server.address)
    page.get_by_role("link", name="Slither, size 5, 1 turn").click()
    shows_turns(page, "b2")
    page.goto(visit.server.address)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Really delete").click()
    expect(page.locator("#recent")).to_be_hidden()
    page.reload(wait_until="networkidle")  # before, nothing is shown whatever there is
    expect(page.locator("#recent")).to_be_hidden()


def test_a_new_game_is_begun_in_the_dialog(visit):
    page = visit(ALONE)
    tap(page, "b2")
    shows_message(page, "Black plays b2.")
    act(page, "new")
    page.locator("#new-size").fill("1")
    expect(page.locator("#new-error")).to_be_visible()
    page.locator("#new-size").fill("5")
    expect(page.locator("#new-error")).to_be_hidden()
    page.locator("#new-which").select_option("hex")
    page.locator("#new-size").fill("3")
    page.locator("#new-first").select_option("beginner")
    page.locator("#new-begin").click()
    shows_message(page, "the computer, plays", "White, your turn.")
    expect(page.locator("#board [data-cell]")).to_have_count(9)
    expect(page).to_have_title("Hex – Crosscut")


def test_a_connection_that_dies_without_a_word_is_noticed(visit):
    context = visit.meet()
    context.clock.install()
    context.route_web_socket(re.compile("/ws$"), lambda socket: None)  # which never answers
    page = visit("/play/hex?size=4&first=person&second=person", context=context)
    context.clock.run_for(19_000)
    shows_message(page, "your turn")
    context.clock.run_for(25_000)
    shows_message(page, "cannot be reached")


@pytest.fixture
def own_server(tmp_path):
    """A server for a test that ends it."""
    server = Server(tmp_path).start()
    yield server
    server.stop()


@pytest.mark.slow
def test_a_server_that_ends_and_comes_again(own_server, visit):
    visit.server = own_server
    page = visit("/play/slither?size=4&first=person&second=beginner")
    tap(page, "b2")
    shows_message(page, "White, the computer, plays", "Black, your turn.")
    own_server.stop()
    shows_message(page, "The server cannot be reached.")
    tap(page, "d1")
    expect(page.locator("#message.refused")).to_contain_text("The server cannot be reached.")
    has_pieces(page, 2)
    page.locator("#comment").fill("meanwhile")
    own_server.start()
    saved(page)
    shows_message(page, "Black, your turn.")
    tap(page, "d1")
    expect(page.locator("#moves button[data-number]")).to_have_count(4)
    page.reload()
    expect(page.locator("#moves button[data-number]")).to_have_count(4)
    visit.forgive("failed: ", "WebSocket connection to")


@pytest.mark.slow
def test_a_thinking_computer_goes_on_with_a_new_server(own_server, visit):
    visit.server = own_server
    page = visit("/play/slither?size=8&first=strongest&second=person")
    expect(page.locator("#thinking .said")).to_contain_text("simulations")
    own_server.stop()
    shows_message(page, "The server cannot be reached.")
    page.locator("#move-now").click()  # which is told the next one
    own_server.start()
    shows_message(page, "Black, the computer, plays")
    expect(cell(page, "a1")).to_be_visible()
    visit.forgive("failed: ", "WebSocket connection to")
