"""Friends in a room, in browsers of their own: a whole game, secrets, words."""

import re

import pytest

from tests.support.browser import (
    act,
    cell,
    expect,
    has_pieces,
    is_at,
    is_called,
    legal,
    shows_message,
    shows_turns,
    tap,
    type_move,
)
from tests.support.room_browser import (
    comes_back_to_what_was_taken_back,
    friends,
    invitation,
    link,
    opened,
    play,
    room_of,
    serious,
)
from tests.support.rooms import HEX

SCRIPT = "<script>document.title=1</script>"
LOST = ("failed: ", "WebSocket connection to")
"""What a browser says while the connection is cut, which is meant to be."""


# A whole game.


def test_a_game_between_friends_with_a_spectator(visit):
    one = visit("/")
    one.get_by_role("button", name="Play a friend").click()
    one.locator("#new-which").select_option("hex")
    one.locator("#new-size").fill("3")
    one.locator("#new-pie").uncheck()
    one.locator("#new-name").fill("Ada")
    one.locator("#new-begin").click()
    shows_message(one, "Black, your turn.")
    expect(one.locator(".players")).to_contain_text("nobody yet")
    other = visit(invitation(one))
    expect(one.locator("#invitation")).to_be_hidden()
    spectator = visit(room_of(one))
    for page in (one, other, spectator):
        expect(page.locator(".players")).to_contain_text("Ada")
        expect(page.locator("#watching")).to_contain_text("1 person is watching.")
    expect(one).to_have_title("● Your turn – Hex – Crosscut")
    play((one, "a1"))
    expect(other).to_have_title("● Your turn – Hex – Crosscut")
    expect(one).to_have_title("Hex – Crosscut")
    tap(spectator, "b1")
    shows_message(spectator, "You are watching.")
    tap(one, "b1")
    shows_message(one, "It is White's turn.")
    play((other, "b1"))
    does_not_follow_who_looks_back(one, spectator, other)
    play((one, "a3"))
    for page in (one, other, spectator):
        shows_message(page, "Black (Ada) has won.")
        shows_turns(page, "a1", "b1", "a2", "b2", "a3")
    shows_message(one, "You have won.")
    shows_message(other, "You have lost.")
    rematch(one, other, spectator)


def does_not_follow_who_looks_back(one, spectator, other):
    """Let a spectator look at an earlier position while two turns are made."""
    shows_turns(spectator, "a1", "b1")
    spectator.keyboard.press("Home")
    shows_message(spectator, "You are looking at turn 0 of 2. It is Ada's turn.")
    expect(spectator.get_by_role("button", name="Back to the game")).to_be_visible()
    play((one, "a2"), (other, "b2"))
    expect(spectator.get_by_role("button", name="2 new turns")).to_be_visible()
    has_pieces(spectator, 0)
    is_at(spectator, "Start")
    spectator.get_by_role("button", name="2 new turns").click()
    shows_message(spectator, "You are watching. Black to move.")
    expect(spectator.locator("#to-end")).to_be_hidden()
    has_pieces(spectator, 4)


def rematch(one, other, spectator):
    """Play once more with the seats exchanged."""
    before = one.url
    expect(one).to_have_title("You have won – Hex – Crosscut")
    act(one, "rematch")
    expect(spectator.locator("#offers")).to_contain_text("Ada asks for a rematch.")
    expect(other).to_have_title("● Ada asks for a rematch – Hex – Crosscut")
    other.get_by_role("button", name="Accept").click()
    for page in (one, other):
        page.wait_for_url(lambda url: "/room/" in url and url != before)
    shows_message(other, "Rematch: you are Black now. Black, your turn.")
    shows_message(one, "Rematch: you are White now. Black moves first.")
    assert one.get_by_role("link", name="The game before").evaluate("e => e.href") == before
    expect(one.locator(".players li").nth(1)).to_contain_text("White: Ada (you)")
    spectator.get_by_role("link", name="Go to the rematch").click()
    play((other, "c3"))
    shows_turns(spectator, "c3")
    spectator.get_by_role("link", name="Explore a copy").click()
    expect(spectator).to_have_url(re.compile(r"/play/hex\?"))
    shows_turns(spectator, "c3")


def test_takeback_is_asked_declined_and_granted(visit):
    one, other = friends(visit)
    expect(one.locator("[data-do=takeback]")).to_be_disabled()
    play((one, "a1"))
    act(one, "takeback")
    expect(other.locator("#offers")).to_contain_text("Black asks to take back turn 1, a1.")
    other.get_by_role("button", name="Decline").click()
    shows_message(one, "White declines.")
    shows_message(other, "You have declined.")
    shows_turns(one, "a1")
    act(one, "takeback")
    expect(one.locator("#offers")).to_contain_text("You have asked to take back.")
    other.get_by_role("button", name="Accept").click()
    for page in (one, other):
        shows_message(page, "1 turn was taken back.")
        shows_turns(page)
        expect(page.locator("#offers")).to_be_empty()
    one.keyboard.press("b")  # and now by the keyboard
    one.keyboard.press("Enter")
    shows_message(one, "Black plays b2.")
    shows_message(other, "your turn")
    type_move(other, "a1")
    shows_message(other, "White plays a1.")
    one.keyboard.press("?")
    expect(one.locator("#help")).to_contain_text("one turn back")
    expect(one.locator("#help")).not_to_contain_text("hint")
    other.locator("[data-do=resign]").dblclick()  # which is no answer
    other.get_by_role("button", name="Go on playing").click()
    expect(other.locator("#resigning")).to_be_empty()
    act(other, "resign")
    other.locator("#resigning .danger").click()
    shows_message(one, "Black has won: White resigned.")
    expect(other.get_by_role("link", name="Analyse this game")).to_be_visible()
    tap(other, "a1")
    shows_message(other, "The game is over.")


def test_a_clock_runs_low_on_a_small_dark_phone_too(visit):
    one = opened(visit, clock={"seconds": 3600, "increment": 1})
    path = invitation(one)
    assert serious(one) == []
    phone = visit.meet(width=320, height=740, color_scheme="dark")
    phone.clock.install()
    other = visit(path, phone)
    expect(one.locator(".clock.running")).to_have_count(0)
    play((one, "a1"))
    act(one, "takeback")
    expect(other.locator("#offers button")).to_have_count(2)
    other.locator("#tab-talk").click()
    expect(other.locator(".clock.running")).to_have_text(re.compile(r"^(60|59):\d\d$"))
    phone.clock.fast_forward(3595_000)
    expect(other.locator(".clock.running.urgent")).to_have_text(re.compile(r"^[0-5]\.\d$"))
    assert serious(other) == []
    assert other.evaluate("document.documentElement.scrollWidth") <= 320
    one.keyboard.press("n")
    expect(one.locator("#new-minutes")).to_be_visible()
    assert serious(one) == []


def test_a_clock_runs_out(visit):
    one, other = friends(visit, clock={"seconds": 5})
    shows_message(one, "your turn")
    tap(one, "a1")
    for page in (one, other):
        shows_message(page, "Black has won: White ran out of time.")
    expect(one.locator(".clock")).to_have_text(["5.0", "0.0"])


def test_two_browsers_on_one_seat_and_a_second_tab(visit):
    one, other = friends(visit)
    other.locator("#tab-links").click()
    act(other, "move")
    expect(other.locator("#seat-link")).to_have_value(re.compile("#seat="))
    second = visit(link(other, "#seat-link"))
    used = other.locator("#seat-link").input_value()
    act(other, "move")
    expect(other.locator("#seat-link")).not_to_have_value(used)
    tab = visit(room_of(one), one.context)
    play((tab, "a1"), (second, "b1"), (one, "a2"), (other, "b2"))
    for page in (one, tab, other, second):
        shows_turns(page, "a1", "b1", "a2", "b2")
    shows_message(tab, "Black, your turn.")
    shows_message(second, "Black to move.")
    expect(second.locator(".players")).to_contain_text("White: you")
    one.route("**/deeds", lambda route: route.abort())  # until the other one is there
    tap(one, "c3")
    shows_message(one, "Sending c3")
    play((tab, "c2"))  # both at once: one of them counts
    one.unroute("**/deeds")
    shows_message(one, "that was meant to be turn 5")
    shows_turns(one, "a1", "b1", "a2", "b2", "c2")
    visit.forgive(*LOST)


@pytest.mark.slow
def test_own_invitation_and_both_seats_at_one_screen(visit):
    one = opened(visit)
    path = invitation(one)
    tab = visit(path, one.context)
    expect(tab.locator("#own-invitation")).to_be_visible()
    assert "#" not in tab.url
    tab.get_by_role("button", name="Sit on both sides").click()
    expect(tab.locator("#own-invitation")).to_be_hidden()
    play((tab, "a1"), (tab, "b1"), (tab, "a2"))
    act(tab, "takeback")
    shows_turns(tab, "a1")
    comes_back_to_what_was_taken_back(tab)
    stranger = visit(path)
    stranger.reload()
    expect(stranger.locator("#seatless")).to_contain_text("used already")
    tap(stranger, "b2")
    shows_message(stranger, "You are watching.")


def test_a_computer_that_others_may_watch(visit):
    page = visit("/play/hex?size=3&first=person&second=person")
    act(page, "new")
    page.locator("#new-second").select_option("beginner")
    page.locator("#new-watch").check()
    page.locator("#new-begin").click()
    page.wait_for_url("**/room/*")
    spectator = visit(room_of(page))
    shows_message(page, "your turn")
    tap(page, "b1")  # what is said of it lasts until the computer answers
    for each in (page, spectator):
        shows_message(each, "White, the computer, plays")
    turns = page.locator("#moves button[data-number]")
    expect(turns).to_have_count(2)
    expect(turns.first).to_have_text("b1")
    shows_message(page, "your turn")
    page.goto(visit.server.address)
    row = page.locator("#rooms-open li").first
    expect(row).to_contain_text("Hex, size 3, against computer, beginner")
    expect(row).to_contain_text("Your turn")
    expect(page.get_by_text("Finished games")).to_be_hidden()
    page.locator("#rooms a").first.click()
    shows_message(page, "your turn")


# Setter and chooser.


def test_a_set_up_by_hand_survives_a_reload(visit):
    start = {"game": "snaketrail", "size": 3, "variant": "standard", "pie": False}
    chooser = opened(visit, start=start)
    setter = visit(invitation(chooser), width=360, height=740)
    expect(setter.locator(".players")).to_contain_text("Setter: you")
    shows_message(chooser, "You are the chooser against Setter. Setter moves first.")
    begun = []
    for _ in range(2):
        setter.locator("#board .cells .legal").first.wait_for()
        begun.append(legal(setter)[0])
        tap(setter, begun[-1])
        shows_message(setter, "So far", begun[-1])  # which is answered, not only drawn ahead
        expect(cell(setter, begun[-1])).not_to_have_attribute("aria-label", re.compile("empty"))
    before = [cell(setter, name).get_attribute("aria-label") for name in begun]
    setter.reload()
    shows_message(setter, "So far", *begun)
    for name, words in zip(begun, before, strict=True):
        assert "empty" not in words
        is_called(setter, name, words)
    has_pieces(chooser, 0)
    assert setter.evaluate("document.documentElement.scrollWidth") <= 360
    setter.locator("#choices button").first.click()
    shows_message(setter, "Chooser to move.")
    shows_message(chooser, "Setter plays", "Chooser, your turn.")
    has_pieces(chooser, 2)


def test_a_stone_in_hand_stays_there_while_one_looks_back(visit):
    one, other = friends(visit, start={**HEX, "game": "slither", "size": 4, "variant": "classic"})
    play((one, "b2"), (other, "d4"))
    shows_message(one, "your turn")
    tap(one, "b2")
    shows_message(one, "in hand")
    one.keyboard.press("k")
    shows_message(one, "You are looking at turn 1 of 2. It is your turn.")
    tap(one, "a1")
    shows_message(one, "Go back to the game to play.")
    one.keyboard.press("End")
    shows_message(one, "in hand")
    tap(one, "b3")
    shows_message(one, "So far b2-b3.")


# Words and secrets.


def test_words_are_text_and_for_the_two(visit):
    one, other = friends(visit)
    spectator = visit(room_of(one))
    act(one, "rename")
    one.locator("#own-name").fill(SCRIPT)
    one.locator("#own-name").press("Enter")
    one.locator("#tab-talk").click()
    one.locator("#talk-text").fill(SCRIPT + "!")
    one.locator("#talk-text").press("Enter")
    expect(other.locator("#tab-talk")).to_have_text("Words (1 new)")
    expect(other).to_have_title(re.compile("✉"))
    expect(other.locator("#unread")).to_have_text(f"{SCRIPT}: {SCRIPT}!")
    other.locator("#unread").click()
    expect(other.locator("#unread")).to_be_hidden()
    expect(other.locator("#tab-talk")).to_have_text("Words")
    expect(other.locator("#words li")).to_have_text(f"{SCRIPT}: {SCRIPT}!")
    expect(spectator.locator(".players")).to_contain_text(SCRIPT[:19] + "…")
    expect(spectator.get_by_title(SCRIPT)).to_be_visible()
    expect(spectator.locator("#tab-talk")).to_be_hidden()
    for page in (one, other, spectator):
        assert page.locator("script").count() == 1
        assert "Hex" in page.title()
    assert "script>!" not in spectator.content()
