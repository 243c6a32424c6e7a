"""Games of others in the browser: records with names and a result, and links that somebody sent.

A visitor looks at them: nobody is called "you", the computer does not move, and what is tapped is a
variation. To play on is a game of one's own.
"""

import re

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
from tests.support.room_browser import friends, play

RESIGNED = "(;GM[11]SZ[4]PB[Ada]PW[Böb]RE[W+Resign];B[a1];W[b2];B[c3];W[d2])"
FOREIGN = "/play/slither?size=5&first=person&second=person"
AGAINST_COMPUTER = "/play/hex?size=2&pie=0&first=person&second=beginner"


def bring_in(page, text):
    """Import a text."""
    page.locator("#tab-share").click()
    page.locator("#import-text").fill(text)
    page.get_by_role("button", name="Open as a new game").click()


def players(page):
    """Return the box of the players."""
    return page.locator(".players")


def is_told(page, *parts):
    """Wait until the message says this, and not that it is the turn of who looks."""
    shows_message(page, *parts)
    expect(page.locator("#message")).not_to_contain_text("your turn")


def is_ada_against_bob(page):
    """Wait until a page shows who played, and how it ended."""
    is_told(page, "White (Böb) has won: Black (Ada) resigned.")
    expect(players(page)).to_contain_text("Black: Ada")
    expect(players(page)).to_contain_text("White: Böb")
    expect(players(page)).not_to_contain_text("a person")
    expect(page.locator(".players .winner")).to_contain_text("Böb")
    expect(page.locator(".players .to-move")).to_have_count(0)


@pytest.mark.parametrize("path", ["/play/hex?size=4&first=person&second=person", FOREIGN])
def test_an_imported_game_tells_who_played_and_who_won(visit, path):
    page = visit(path)
    bring_in(page, RESIGNED)
    shows_turns(page, "a1", "b2", "c3", "d2")
    is_ada_against_bob(page)
    page.reload()
    is_ada_against_bob(page)
    wait_until(page, lambda: page.evaluate(SENT))
    page.goto(visit.server.address)
    page.get_by_role("link", name="Hex, size 4, 4 turns").click()
    is_ada_against_bob(page)
    expect(page.locator(".offer")).to_have_text("Review this game")
    act(page, "back")
    is_told(page, "White (Böb) to move.")
    expect(page.locator(".offer")).to_be_hidden()


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("B+T", "Black (Ada) has won: White (Böb) ran out of time."),
        ("W+Forfeit", "White (Böb) has won: Black (Ada) forfeited."),
        ("B+", "Black (Ada) has won."),
        ("0", "The game was recorded as a draw."),
        ("Draw", "The game was recorded as a draw."),
        ("Void", "The game ended without a result."),
        ("?", "Black (Ada) to move."),
    ],
)
def test_results_of_records_are_told_in_words(visit, result, words):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, RESIGNED.replace("W+Resign", result))
    is_told(page, words)


def test_the_winner_is_right_after_a_swap(visit):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, "(;GM[11]SZ[4]PB[Ada]PW[Bob]RE[B+R];B[a2];W[swap-sides];W[c3])")
    shows_turns(page, "a2", "swap", "c3")
    who = page.locator(".players li.winner")
    expect(who).to_contain_text("Black: Ada")
    shows_message(page, "Black (Ada) has won: White (Bob) resigned.")


def test_what_is_tried_in_a_record_is_a_variation(visit):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, RESIGNED)
    is_ada_against_bob(page)
    tap(page, "a4")  # after the end
    shows_message(page, "Black plays a4.", "White (Böb) to move.")
    act(page, "back")
    is_ada_against_bob(page)
    act(page, "back")
    shows_message(page, "White (Böb) to move.")
    tap(page, "b4")
    shows_message(page, "White plays b4.", "Black (Ada) to move.")
    shows_turns(page, "a1", "b2", "c3", "d2", "b4", "a4")
    page.reload()
    page.locator("#moves").get_by_text("d2", exact=True).click()
    is_ada_against_bob(page)


def test_a_record_can_be_played_on_as_a_game_of_ones_own(visit):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, RESIGNED)
    is_ada_against_bob(page)
    record = address(page)
    page.get_by_role("button", name="Play on from here").click()
    shows_message(page, "Black, your turn.")
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()
    expect(players(page)).to_contain_text("Black: a person")
    tap(page, "a4")
    shows_turns(page, "a1", "b2", "c3", "d2", "a4")
    page.go_back()
    shows_turns(page, "a1", "b2", "c3", "d2")
    is_ada_against_bob(page)
    assert address(page) == record


def test_a_link_to_a_record_tells_who_played_too(visit):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, RESIGNED)
    is_ada_against_bob(page)
    page.locator("#tab-share").click()
    page.get_by_role("button", name="Copy link to this game").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/play/"))
    link = page.locator("#share-link").input_value().removeprefix(visit.server.address)
    is_ada_against_bob(visit(link))


def test_what_was_guessed_in_a_record_is_said_until_it_is_dismissed(visit):
    page = visit("/play/hex?size=5&first=person&second=person")
    bring_in(page, "https://hexworld.org/board/#5c1,a2:sc4")
    notes = page.locator("#notes")
    expect(notes).to_contain_text("mirror")
    page.reload()
    expect(notes).to_contain_text("mirror")
    notes.get_by_role("button", name="Dismiss").click()
    expect(notes).to_be_hidden()
    page.reload()
    shows_turns(page, "a2", "swap", "d3")
    expect(notes).to_be_hidden()


SIDES = ("width", "height")
MIRRORED = [
    "https://hexworld.org/board/#5c1,a2:sc4",
    "1. a2 2. swap-pieces 3. c4",
    "(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c4])",
]
AS_HERE = ["1. a2 2. swap-sides 3. d3", "(;GM[11]SZ[5];B[a2];W[swap-sides];W[d3])"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [*((text, True) for text in MIRRORED), *((text, False) for text in AS_HERE)],
)
def test_a_mirrored_board_is_said_to_be_one(visit, text, shown):
    page = visit("/play/hex?size=5&first=person&second=person", width=360, height=740)
    bring_in(page, text)
    shows_turns(page, "a2", "swap", "d3")
    expect(page.locator("#notes")).to_be_visible(visible=shown)
    if shown:
        expect(page.locator("#notes li")).to_have_text(re.compile("all later moves are mirrored"))
        width, height = (page.locator("#notes button").bounding_box()[key] for key in SIDES)
        assert width > height  # its word is in one line


def test_a_game_of_a_room_is_analysed_with_its_players_and_its_end(visit):
    one, other = friends(visit)
    one.locator(".nameless").click()
    one.locator("#rename input").fill("Ada")
    one.keyboard.press("Enter")
    play((one, "a1"), (other, "b2"))
    act(other, "resign")
    other.locator("#resigning .danger").click()
    other.get_by_role("link", name="Analyse this game").click()
    is_told(other, "Black (Ada) has won: White resigned.")
    shows_turns(other, "a1", "b2")


# Links to games against the computer.


def lost_to_the_computer(visit):
    """Return the page of who has lost a tiny game against the computer."""
    page = visit("/play/hex?size=1&pie=0&first=beginner&second=person")
    shows_message(page, "The computer has won.")
    return page


def copied(page):
    """Return the link to its game that a page copies."""
    page.locator("#tab-share").click()
    page.get_by_role("button", name="Copy link to this game").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/play/"))
    return page.locator("#share-link").input_value().partition("/play")[2]


def is_somebody_elses(page):
    """Wait until a page shows the game of others, to others."""
    is_told(page, "Black (computer, beginner) has won.")
    expect(page.locator("#message")).not_to_contain_text(re.compile("[Yy]ou"))
    expect(players(page)).not_to_contain_text("you")
    expect(players(page)).to_contain_text("White: a person")
    expect(page.locator("[data-do=rematch]")).to_be_hidden()


@pytest.mark.parametrize("how", ["copied", "from the address bar"])
def test_a_recipient_is_not_told_who_they_are_not(visit, how):
    page = lost_to_the_computer(visit)
    if how == "copied":
        link = "/play" + copied(page)
    else:
        wait_until(page, lambda: page.evaluate(SENT))
        link = address(page)
        assert "id=" in link
    other = visit(link)
    is_somebody_elses(other)
    other.reload()
    is_somebody_elses(other)
    page.reload()
    shows_message(page, "The computer has won.")
    expect(players(page)).to_contain_text("White: you")


def test_a_recipient_looks_and_tries_and_plays_on_when_they_say_so(visit):
    page = visit("/play/hex?size=4&pie=0&first=person&second=beginner")
    tap(page, "b2")
    shows_message(page, "White, the computer, plays")
    wait_until(page, lambda: page.evaluate(SENT))
    other = visit(address(page))
    shows_message(other, "Black to move.")
    made = other.locator("#moves button[data-number]")
    expect(made).to_have_count(2)
    free = other.locator("#board .cells .legal").first
    free.click()
    shows_message(other, "White (computer, beginner) to move.", "lets the computer answer")
    expect(other.locator("#thinking")).to_be_hidden()
    act(other, "back")
    other.get_by_role("button", name="Play on from here").click()
    shows_message(other, "Black, your turn.")
    expect(players(other)).to_contain_text("Black: you")
    other.locator("#board .cells .legal").first.click()
    shows_message(other, "White, the computer, plays")
    expect(made).to_have_count(4)
    expect(page.locator("#moves button[data-number]")).to_have_count(2)
    page.reload()
    shows_message(page, "Black, your turn.")
    expect(page.locator("#moves button[data-number]")).to_have_count(2)


def test_a_link_without_turns_begins_a_game(visit):
    page = visit(AGAINST_COMPUTER)
    shows_message(page, "Black, your turn.")
    expect(players(page)).to_contain_text("Black: you")
    is_at(page, "Start")


def test_a_record_of_a_game_against_the_computer_is_no_game_of_ones_own(visit):
    page = visit("/play/hex?size=4&first=person&second=person")
    bring_in(page, "(;GM[11]SZ[4]PB[Ada]PW[beginner];B[a1];W[b2];B[c3])")
    is_told(page, "White (computer, beginner) to move.")
    expect(players(page)).to_contain_text("Black: Ada")
    expect(page.locator("#thinking")).to_be_hidden()
    page.get_by_role("button", name="Play on from here").click()
    shows_message(page, "White, the computer, plays")


def test_names_of_any_length_and_direction_fit(visit):
    page = visit("/play/hex?size=4&first=person&second=person", width=360, height=740)
    name = "Wolfeschlegelsteinhausenbergerdorff"
    bring_in(page, RESIGNED.replace("Ada", name).replace("Böb", "עדה"))
    is_told(page, "White (\u2068עדה\u2069) has won: Black (Wolfeschlegelsteinh…) resigned.")
    expect(page.locator(f".players [title='{name}']")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
