"""Stones that are pulled from cell to cell in the browser."""

from tests.support.browser import cell, expect, is_labelled, shows_message, tap, wait_until

LIFT = "/play/slither?size=5&first=person&second=person#b2.d4"


def drag(page, source, target, by=None):
    """Pull a stone from a cell to another one, or to none, perhaps by a third one."""
    cell(page, source).hover()
    page.mouse.down()
    if by:
        page.mouse.move(*middle(page, by), steps=4)
    x, y = target if isinstance(target, tuple) else middle(page, target)
    page.mouse.move(x - 5, y - 5, steps=4)
    expect(page.locator("#board .dragged")).to_have_count(1)
    page.mouse.move(x, y)
    page.mouse.up()


def middle(page, name):
    """Return where a cell is on the screen."""
    box = cell(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def is_put_back(page):
    """Wait until nothing is in hand, nor on its way."""
    expect(page.locator("#board .pieces .hand, #board .dragged")).to_have_count(0)
    shows_message(page, "Black, your turn.")


def test_a_stone_can_be_dragged(visit):
    page = visit(LIFT)
    drag(page, "b2", "c3")
    shows_message(page, "So far b2-c3.")
    is_labelled(page, "c3", "Black")
    page.keyboard.press("Escape")
    shows_message(page, "Black, your turn.")
    drag(page, "b2", (3, 300))  # off the board
    is_put_back(page)
    drag(page, "b2", "b2", "d2")  # there and back
    is_put_back(page)
    drag(page, "b2", "e5")  # too far
    expect(page.locator("#message.refused")).to_be_visible()
    tap(page, "e1")
    expect(page.locator("#board .dragged")).to_have_count(0)


def test_a_dragged_stone_stays_when_the_server_answers(visit):
    page = visit(LIFT)
    held = []
    page.route("**/api/position", lambda route: held.append(route))
    cell(page, "b2").hover()
    page.mouse.down()
    page.mouse.move(*middle(page, "c3"), steps=4)
    expect(page.locator("#board .dragged")).to_have_count(1)
    wait_until(page, lambda: held)
    held.pop().continue_()
    page.unroute("**/api/position")
    shows_message(page, "A stone is in hand")
    expect(page.locator("#board .dragged")).to_have_count(1)
    page.mouse.up()
    shows_message(page, "So far b2-c3.")
    expect(page.locator("#board .dragged")).to_have_count(0)
