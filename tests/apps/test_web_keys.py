"""By keyboard alone: from the loaded page to the end of a game, and through its variations."""

import re

from tests.support.browser import (
    expect,
    has_pieces,
    is_at,
    is_called,
    message,
    shows_message,
    shows_turns,
)

HOT_SEAT = "/play/hex?size=3&first=person&second=person"


def press(page, *keys):
    """Press keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


def focused(page):
    """Return the cell that has the focus."""
    return page.evaluate("document.activeElement.dataset.cell ?? null")


def place(page, name):
    """Return where the middle of a cell is on the screen."""
    box = page.locator(f"#board [data-cell='{name}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def go_to(page, name):
    """Walk over the board to a cell by arrow keys."""
    x, y = place(page, name)
    for _ in range(12):
        here = focused(page)
        if here == name:
            return
        u, v = place(page, here)
        if abs(y - v) > 10:
            press(page, "ArrowDown" if y > v else "ArrowUp")
        else:
            press(page, "ArrowRight" if x > u else "ArrowLeft")
    raise AssertionError(f"{name} is not reached from {here}")


def test_a_whole_game_by_keyboard(visit):
    page = visit(HOT_SEAT)
    is_called(page, "b2", "b2, empty, place here")
    assert page.locator("#message").get_attribute("role") == "status"
    press(page, "b")
    assert focused(page)
    for name, key in zip(["a1", "b2", "a2", "c1", "a3"], ["Enter", " "] * 3, strict=False):
        go_to(page, name)
        press(page, key)
        shows_message(page, f"plays {name}." if name != "a3" else "has won.")
        if name == "a1":
            is_called(page, "a1", "a1, Black, last turn")
    expect(page.locator("#board .chain .won")).not_to_have_count(0)
    assert focused(page) == "a3"


def test_the_board_is_reached_by_tab(visit):
    page = visit(HOT_SEAT)
    for _ in range(20):
        press(page, "Tab")
        if focused(page):
            break
    assert focused(page)
    where = focused(page)
    press(page, "Enter")
    shows_message(page, f"Black plays {where}.")
    outline = page.locator(f"#board [data-cell='{where}'] .hit")
    assert outline.evaluate("e => getComputedStyle(e).strokeWidth") == "3px"


def test_typed_moves_and_help(visit):
    page = visit(HOT_SEAT)
    press(page, "/")
    page.keyboard.type("b2")
    press(page, "Enter")
    shows_message(page, "Black plays b2.")
    page.keyboard.type("swap")
    press(page, "Enter")
    shows_message(page, "White plays swap.")
    press(page, "Escape")  # leaves the field
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    assert page.locator("#help tr").count() > 15
    press(page, "ArrowLeft")  # does nothing below a dialog
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    shows_turns(page, "b2", "swap")
    is_at(page, "swap")


def test_keys_lead_through_the_tree(visit):
    page = visit(HOT_SEAT + "#b2.a1(c1.a2)a3.c3")
    shows_turns(page, "b2", "a1", "c1", "a2", "a3", "c3")
    steps = [
        ("ArrowLeft", "a3"), ("ArrowRight", "c3"), ("k", "a3"), ("j", "c3"),
        ("Home", "Start"), ("ArrowRight", "b2"), ("ArrowRight", "a1"), ("ArrowDown", "c1"),
        ("ArrowUp", "a1"), ("End", "c3"), ("Shift+ArrowLeft", "b2"), ("ArrowRight", "a1"),
        ("ArrowDown", "c1"), ("End", "a2"), ("Shift+ArrowLeft", "b2"), ("Home", "Start"),
        ("Shift+ArrowRight", "b2"), ("Shift+ArrowRight", "c3"), ("ArrowRight", "c3"),
    ]  # fmt: skip
    for key, turn in steps:
        press(page, key)
        is_at(page, turn)
    has_pieces(page, 4)


def test_keys_change_how_the_board_is_shown(visit):
    page = visit(HOT_SEAT)
    points = page.locator("#board [data-cell='c1'] polygon")
    first = points.get_attribute("points")
    press(page, "f")
    flipped = points.get_attribute("points")
    press(page, "f", "t")
    turned = points.get_attribute("points")
    assert len({first, flipped, turned}) == 3
    press(page, "c")
    expect(page.locator("#board .coordinate").first).to_be_hidden()
    press(page, "c")
    expect(page.locator("#board .coordinate").first).to_be_visible()
    press(page, "z")
    expect(page.locator(".toolbar").first).to_be_hidden()
    press(page, "z")
    expect(page.locator(".toolbar").first).to_be_visible()
    press(page, "u")
    shows_message(page, "nothing to take back")
    press(page, "n")
    expect(page.locator("#new-game")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#new-game")).to_be_hidden()


def test_the_focus_stays_on_the_board(visit):
    page = visit("/play/slither?size=5&first=person&second=person#b2.d4")
    press(page, "b")
    go_to(page, "b2")
    press(page, "Enter")
    shows_message(page, "A stone is in hand")
    press(page, "Escape")
    shows_message(page, "Black, your turn.")
    press(page, "Enter", "ArrowUp", "Enter")
    shows_message(page, "So far b2-b3.")
    press(page, "t")  # lays the board anew
    assert focused(page) == "b3"
    assert re.match("So far", message(page))
