"""Playing in the browser: taps, steps, refusals, choices, and games against the computer."""

import re

import pytest

from tests.support.browser import (
    act,
    cell,
    expect,
    has_pieces,
    is_at,
    is_labelled,
    legal,
    loads,
    message,
    set_preference,
    shows_message,
    shows_turns,
    tap,
    type_move,
    wait_until,
)
from tests.support.room_browser import listen

ALONE = "/play/slither?size=5&first=person&second=person"
MINE = re.compile("your turn|has won|have won")


def turns_made(page):
    """Return how many turns stand in the list of moves."""
    return page.locator("#moves button[data-number]").count()


def make_a_turn(page):
    """Make any turn by clicking, and wait until the computer has answered."""
    before = turns_made(page)
    marked = page.locator("#board .cells .legal")
    ended = page.locator("#message", has_text=re.compile("has won|have won"))
    while turns_made(page) == before:
        labels = marked.evaluate_all(
            "all => all.map(e => [e.dataset.cell, e.getAttribute('aria-label')])"
        )
        places = [name for name, words in labels if "place here" in words]
        tap(page, (places or [labels[0][0]])[0])
        # no cell is marked until the tap is answered, and after a turn until it is ours again
        expect(marked.or_(ended).first).to_be_visible()
    expect(page.locator("#message")).to_have_text(MINE)


def test_a_whole_game_against_the_computer(visit):
    page = visit("/play/slither?size=4&first=person&second=beginner")
    shows_message(page, "Black, your turn.")
    expect(page.locator(".players")).to_contain_text("computer, beginner")
    for _ in range(30):
        make_a_turn(page)
        if "your turn" not in message(page):
            break
    assert re.search("has won. (You have won|The computer has won)", message(page))
    assert page.locator("#board .chain .won").count() >= 4
    expect(page.locator(".players .winner")).to_have_count(1)
    expect(page.locator("#board .cells .legal")).to_have_count(0)
    tap(page, "a1")
    shows_message(page, "The game is over")


def test_hover_shows_the_stone_and_the_last_move_is_ringed(visit):
    page = visit(ALONE)
    cell(page, "b2").hover()
    expect(page.locator("#board .ghosts .ghost.black")).to_have_count(1)
    tap(page, "b2")
    shows_message(page, "Black plays b2. White, your turn.")
    expect(page.locator("#board .marks .ring.last")).to_have_count(1)
    cell(page, "d4").hover()
    expect(page.locator("#board .ghosts .ghost.white")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(page.locator("#board .ghosts .ghost")).to_have_count(0)


# Steps.

LIFT = ALONE + "#b2.d4"


def test_a_lifted_stone_is_in_hand_and_can_be_put_back(visit):
    page = visit(LIFT)
    tap(page, "b2")
    shows_message(page, "A stone is in hand")
    expect(page.locator("#board .pieces .hand")).to_have_count(1)
    expect(page.locator("#board .marks .target.dot")).to_have_count(8)
    is_labelled(page, "b2", "Black in hand")
    is_labelled(page, "b3", "move here")
    page.keyboard.press("Escape")
    shows_message(page, "Black, your turn.")
    expect(page.locator("#board .pieces .hand")).to_have_count(0)
    tap(page, "b2")
    shows_message(page, "A stone is in hand")
    tap(page, "b2")
    shows_message(page, "Black, your turn.")
    tap(page, "b2")
    page.locator("#confirm-cancel").click()
    shows_message(page, "Black, your turn.")


def test_a_step_and_a_placement_by_taps(visit):
    page = visit(LIFT)
    tap(page, "b2", "b3")
    shows_message(page, "So far b2-b3.")
    tap(page, "a1")
    shows_message(page, "Black plays b2-b3/a1.")
    shows_turns(page, "b2", "d4", "b2-b3/a1")
    has_pieces(page, 3)
    is_labelled(page, "b3", "Black", "last turn")


# Illegal taps, and classic Slither's turns in either order.

REPAIRABLE = ALONE + "#c3.c5"


def test_an_illegal_tap_is_answered_by_the_rule(visit):
    page = visit(REPAIRABLE)
    tap(page, "c5")
    shows_message(page, "c5: ")
    expect(page.locator("#message.refused")).to_be_visible()
    type_move(page, "b2")
    shows_message(page, "(rule 4)")
    type_move(page, "zz")
    expect(page.locator("#message.refused")).to_contain_text("zz")
    type_move(page, "")
    expect(page.locator("#message.refused")).to_contain_text("no move")
    shows_turns(page, "c3", "c5")
    type_move(page, "c3-c4/a1")
    shows_message(page, "Black plays c3-c4/a1.")
    expect(page.locator("#typed-move")).to_have_value("")


def test_a_stone_may_be_placed_before_the_step_that_allows_it(visit):
    page = visit(REPAIRABLE)
    tap(page, "b2")
    shows_message(page, "(rule 4)", "Lift a marked stone to mend that")
    expect(page.locator("#board .ideas .frame.wrong")).to_have_count(1)
    assert legal(page) == ["c3"]
    has_pieces(page, 3)
    tap(page, "c3")
    expect(page.locator("#board .pieces .hand")).to_have_count(1)
    assert sorted(legal(page)) == ["b3", "b4", "c2", "c4", "d2", "d3", "d4"]
    tap(page, "c3")  # back into its place
    expect(page.locator("#board .pieces .hand")).to_have_count(0)
    tap(page, "c3", "d3")
    shows_message(page, "Black plays c3-d3/b2.")
    shows_turns(page, "c3", "c5", "c3-d3/b2")


def test_what_was_placed_ahead_can_be_taken_back(visit):
    page = visit(REPAIRABLE)
    for way in ("key", "button", "tap", "elsewhere"):
        tap(page, "b2")
        expect(page.locator("#board .pieces .piece")).to_have_count(3)
        if way == "key":
            page.keyboard.press("Escape")
        elif way == "button":
            page.locator("#confirm-cancel").click()
        elif way == "tap":
            tap(page, "b2")
        else:
            tap(page, "e1")  # a legal turn
            shows_message(page, "Black plays e1.")
            break
        shows_message(page, "Black, your turn.")
        has_pieces(page, 2)


def test_a_step_that_helps_is_offered_and_can_be_clicked(visit):
    page = visit(REPAIRABLE)
    tap(page, "b2")
    chips = page.locator("#openers button")
    expect(page.locator("#openers")).to_contain_text("Legal after one of these steps")
    expect(chips).to_have_text(["c3-b3", "c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-d4"])
    chips.nth(3).click()
    shows_message(page, "Black plays c3-c4/b2.")
    expect(page.locator("#openers")).to_be_hidden()


def test_to_place_first_can_be_preferred(visit):
    page = visit(REPAIRABLE)
    set_preference(page, placeFirst=True)
    tap(page, "a1")
    shows_message(page, "a1 is placed. Step with a marked stone")
    page.locator("#confirm-play").click()
    shows_message(page, "Black plays a1.")
    tap(page, "e5")
    shows_message(page, "e5 is placed.")
    tap(page, "c5", "c4")
    shows_message(page, "White plays c5-c4/e5.")
    tap(page, "e1", "e1")
    shows_message(page, "Black plays e1.")


def test_advanced_steps_first_and_says_so(visit):
    page = visit("/play/slither?size=5&variant=advanced#b3.c3")
    tap(page, "b3")
    shows_message(page, "A stone is in hand")
    tap(page, "b2", "e1")
    shows_message(page, "Black plays b3-b2/e1.")
    page = visit("/play/slither?size=5&variant=advanced#c3.c5")
    tap(page, "b2")
    shows_message(page, "(rule 4)")
    expect(page.locator("#openers")).to_be_hidden()
    has_pieces(page, 2)
    tap(page, "c3")  # touches no stone of White's
    expect(page.locator("#message.refused")).to_be_visible()
    expect(page.locator("#board .pieces .hand")).to_have_count(0)


# Choices, and confirming.


@pytest.mark.parametrize(
    "path", ["/play/hex?size=4#b2", "/play/slither?size=5&variant=advanced#c3"]
)
def test_swap_is_a_button_with_its_sentence(visit, path):
    page = visit(path)
    shows_message(page, "You may swap instead.")
    expect(page.locator("#choices")).to_contain_text("the players exchange colours and sides")
    page.locator("#choices").get_by_role("button", name="Swap").click()
    shows_message(page, "swap", "The players have exchanged colours.")
    expect(page.locator("#choices")).to_be_hidden()
    has_pieces(page, 1)


def test_a_turn_can_be_confirmed(visit):
    page = visit(ALONE)
    set_preference(page, confirm="always")
    tap(page, "b2")
    shows_message(page, "Tap b2 again to play it.")
    shows_turns(page)
    expect(page.locator("#board .ideas .ghost")).to_have_count(1)
    tap(page, "c3")
    shows_message(page, "Tap c3 again")
    tap(page, "c3")
    shows_message(page, "Black plays c3.")
    tap(page, "a1")
    page.locator("#confirm-play").click()
    shows_message(page, "White plays a1.")
    tap(page, "e5")
    page.keyboard.press("Escape")
    shows_message(page, "Black, your turn.")
    expect(page.locator("#confirm")).to_be_hidden()


def test_touch_alone_can_ask_for_confirmation(visit):
    page = visit(ALONE, has_touch=True)
    set_preference(page, confirm="touch")
    tap(page, "b2")
    shows_message(page, "Black plays b2.")
    cell(page, "d4").tap()
    shows_message(page, "Tap d4 again")
    cell(page, "d4").tap()
    shows_message(page, "White plays d4.")


# The computer.


def test_undo_takes_back_a_whole_turn_and_keeps_the_line(visit):
    page = visit("/play/slither?size=4&first=person&second=beginner")
    make_a_turn(page)
    old = page.locator("#moves button[data-number]").all_text_contents()
    act(page, "undo")
    shows_message(page, "Black, your turn.")
    is_at(page, "Start")
    has_pieces(page, 0)
    shows_turns(page, *old)
    tap(page, "b2")
    expect(page.locator("#moves .variation")).to_have_count(1)
    expect(page.locator("#message")).to_have_text(MINE)
    expect(page.locator("#moves button[data-number]")).to_have_count(4)
    act(page, "undo")
    act(page, "undo")
    shows_message(page, "There is nothing to take back.")


SLOW = "/play/slither?size=8&first=strongest&second=person"


def test_thinking_is_shown_and_move_now_ends_it(visit):
    page = visit(SLOW)
    expect(page.locator("#thinking .said")).to_have_text(
        re.compile(r"\d\.\d s, [\d,]+ simulations")
    )
    tap(page, "d4")
    shows_message(page, "It is the computer's turn.")
    page.locator("#move-now").click()
    shows_message(page, "Black, the computer, plays")
    expect(page.locator("#thinking")).to_be_hidden()
    expect(page.locator("#moves button[data-number]")).to_have_count(1)


def test_undo_while_the_computer_thinks_stops_it(visit):
    told = []
    page = listen(visit("/rules/slither"), told)
    page.goto(f"{visit.server.address}/play/slither?size=8&first=person&second=strongest")
    loads(page, "/play")
    tap(page, "d4")
    expect(page.locator("#thinking .said")).to_have_text(re.compile("simulations"))
    act(page, "undo")
    shows_message(page, "Black, your turn.")
    expect(page.locator("#thinking")).to_be_hidden()
    wait_until(page, lambda: any('"stopped"' in str(each) for each, _ in told))
    shows_turns(page, "d4")
    is_at(page, "Start")


def test_the_computer_plays_itself(visit):
    page = visit("/play/hex?size=3&first=beginner&second=beginner")
    shows_message(page, "has won.")
    assert turns_made(page) >= 5
    expect(page.locator("#board .chain .won")).not_to_have_count(0)
    expect(page.locator("#thinking")).to_be_hidden()


def test_a_hint_is_said_and_marked(visit):
    page = visit("/play/hex?size=3&first=person&second=person")
    act(page, "hint")
    shows_message(page, "Try ")
    expect(page.locator("#board .ideas .good")).to_have_count(1)


def test_closed_points_are_shown(visit):
    page = visit("/play/slither?size=5&variant=advanced#c3.c5")
    act(page, "closed")
    expect(page.locator("#board .heat .closed")).not_to_have_count(0)
    act(page, "closed")
    expect(page.locator("#board .heat .closed")).to_have_count(0)


def test_sound_can_be_switched_off_and_on(visit):
    page = visit(ALONE)
    page.evaluate(
        """() => {
          window.tones = 0;
          OscillatorNode.prototype.start = () => (window.tones += 1);
          OscillatorNode.prototype.stop = () => {};
        }"""
    )
    tap(page, "b2")
    shows_message(page, "Black plays b2.")
    assert page.evaluate("window.tones") == 1
    set_preference(page, sound=False)
    tap(page, "d4")
    shows_message(page, "White plays d4.")
    assert page.evaluate("window.tones") == 1
    set_preference(page, sound=True)
    tap(page, "d4")
    expect(page.locator("#message.refused")).to_be_visible()
    assert page.evaluate("window.tones") == 2
