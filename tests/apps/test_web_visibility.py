"""What a tap on a phone changes can be seen there: the review, its mistakes, and the board."""

import re

import pytest

from tests.support.browser import cell, expect, has_pieces, is_at, shows_message, wait_until

PHONES = [(360, 740), (412, 915)]
FINISHED = "/play/slither?size=4&pie=0&first=person&second=person#a1.d4.a2.d3.a3.d2.a4"
"""Black joins top and bottom while White looks on."""
SEEN = """e => {
  const { left, top, width, height } = e.getBoundingClientRect();
  let seen = 0;
  for (let i = 0.5; i < 10; i += 1) {
    for (let k = 0.5; k < 10; k += 1) {
      const [x, y] = [left + (width * i) / 10, top + (height * k) / 10];
      if (e.contains(document.elementFromPoint(x, y))) seen += 1;
    }
  }
  return seen / 100;
}"""
"""How much of an element is on the screen and not covered, as a script."""
CALM = """() => {
  document.querySelector("[data-do=review]").click();
  return document.querySelector(".review").getBoundingClientRect().top < innerHeight / 2;
}"""
"""Whether the review is in sight at once when it is asked for, as a script."""


def comes_into_sight(page, selector, share=0.9):
    """Wait until most of an element can be seen."""
    wait_until(page, lambda: page.locator(selector).first.evaluate(SEEN) >= share)


@pytest.fixture
def phone(visit):
    """A function that opens the end of a game on a phone."""

    def opened(size=(360, 740), path=FINISHED, **options):
        width, height = size
        page = visit(path, width=width, height=height, has_touch=True, is_mobile=True, **options)
        shows_message(page, "Black has won.")
        return page

    return opened


def review(page):
    """Tap "Review this game", and wait for the end of the review."""
    page.get_by_role("button", name="Review this game").first.tap()
    page.locator("#review-found").wait_for()
    page.locator("#review-state").wait_for(state="hidden")


@pytest.mark.parametrize("size", PHONES)
def test_a_review_comes_into_sight_with_the_board(phone, size):
    page = phone(size)
    page.get_by_role("button", name="Review this game").first.tap()
    comes_into_sight(page, "#review-begin")
    page.locator("#review-found").wait_for()
    page.locator("#review-state").wait_for(state="hidden")
    comes_into_sight(page, "#review-graph")
    comes_into_sight(page, "#review-where")
    comes_into_sight(page, "#board")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.evaluate("document.activeElement.id") == "review-title"


@pytest.mark.parametrize("size", PHONES)
def test_a_mistake_is_seen_on_the_board(phone, size):
    page = phone(size)
    review(page)
    mistakes = page.locator("#review-mistakes > li")
    assert mistakes.count() > 1
    last = mistakes.last.locator("button").first
    turn = last.text_content().split(". ")
    last.tap()
    is_at(page, turn[1])
    comes_into_sight(page, "#board")
    has_pieces(page, int(turn[0]))
    assert last.evaluate(SEEN) > 0.9  # and the list is where it was
    graph = page.locator("#review-graph svg")
    page.locator(".review").evaluate("e => e.scrollIntoView()")  # below the board
    comes_into_sight(page, "#review-graph svg")
    box = graph.bounding_box()
    page.touchscreen.tap(box["x"] + 0.07 * box["width"], box["y"] + box["height"] / 2)
    has_pieces(page, 0)
    comes_into_sight(page, "#board")
    comes_into_sight(page, "#review-graph svg")


@pytest.mark.parametrize("size", PHONES)
def test_what_is_tried_again_is_seen_and_there_is_a_way_back(phone, size):
    page = phone(size)
    back = page.get_by_role("button", name="Back to the review")
    expect(back).to_have_count(0)
    review(page)
    last = page.locator("#review-mistakes > li").last
    number = int(last.locator("button").first.text_content().split(".")[0])
    last.get_by_role("button", name="Try again from here").tap()
    shows_message(page, "find something better than")
    comes_into_sight(page, "#message")
    comes_into_sight(page, "#board")
    has_pieces(page, number - 1)
    cell(page, "b1").tap()
    is_at(page, "b1")
    comes_into_sight(page, "#board")
    back.tap()
    wait_until(page, lambda: last.locator("button").first.evaluate(SEEN) > 0.9)
    comes_into_sight(page, "#board")


def test_who_goes_elsewhere_is_left_there(phone):
    page = phone(reduced_motion="reduce")  # or what is left of the motion would move the page
    page.locator("#tab-analysis").tap()
    page.locator("#review-seconds").select_option("1")  # there is time to go
    page.get_by_role("button", name="Review this game").first.tap()
    comes_into_sight(page, "#review-begin")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.locator("#typed-move").focus()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.locator("#review-found").wait_for(state="attached")
    page.locator("#review-state").wait_for(state="hidden")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement.id") == "typed-move"


def test_without_motion_it_is_there_at_once(phone):
    page = phone()
    assert not page.evaluate(CALM)
    comes_into_sight(page, "#review-begin")
    page = phone(reduced_motion="reduce")
    assert page.evaluate(CALM)
    page = phone()
    page.locator("#open-settings").tap()
    page.select_option("#prefer-motion", "none")
    page.locator("#settings button").tap()
    assert page.evaluate(CALM)


@pytest.mark.parametrize("size", PHONES)
def test_a_turn_in_the_list_is_seen_on_the_board(phone, size):
    page = phone(size)
    page.locator("#moves [data-number='2']").tap()
    has_pieces(page, 2)
    comes_into_sight(page, "#board")


@pytest.mark.parametrize("size", PHONES)
def test_a_position_that_is_set_up_is_seen(phone, size):
    page = phone(size)
    page.locator("#tab-position").tap()
    page.get_by_role("button", name="Edit position").tap()
    page.get_by_role("button", name="Clear board").tap()
    has_pieces(page, 0)
    comes_into_sight(page, "#board")


@pytest.mark.parametrize("size", PHONES)
def test_an_imported_game_is_seen_with_its_players_and_its_end(phone, size):
    page = phone(size)
    page.locator("#tab-share").tap()
    page.locator("#import-text").fill("(;GM[11]SZ[5]PB[Ada]PW[Bob];B[a2];W[swap-pieces];B[c4])")
    page.get_by_role("button", name="Open as a new game").tap()
    shows_message(page, "Black (Bob) to move.")
    for selector in ("#message", "#notes", ".players", "#board"):
        comes_into_sight(page, selector)


@pytest.mark.parametrize("size", [*PHONES, (360, 616)])
def test_an_answer_is_seen_wherever_one_has_scrolled(visit, size):
    width, height = size
    path = "/play/hex?size=4&first=person&second=person"
    page = visit(path, width=width, height=height, has_touch=True, is_mobile=True)
    shows_message(page, "Black, your turn")
    typed = page.locator("#typed-move")
    typed.evaluate("e => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    typed.fill("z9")
    typed.press("Enter")
    expect(page.locator("#message")).to_have_class(re.compile("refused"))
    comes_into_sight(page, "#message")
    page.locator("#moves").evaluate("e => e.scrollIntoView({ behavior: 'instant' })")
    page.locator("#tab-moves").focus()
    page.keyboard.press("h")
    shows_message(page, "Try ")
    comes_into_sight(page, "#message")


@pytest.mark.parametrize("size", PHONES)
def test_why_a_tap_is_refused_is_seen_below_the_board(visit, size):
    width, height = size
    path = "/play/slither?size=5&pie=0&first=person&second=person#b2.e5"
    page = visit(path, width=width, height=height, has_touch=True, is_mobile=True)
    shows_message(page, "Black, your turn")
    page.locator("#moves").evaluate("e => e.scrollIntoView({ behavior: 'instant' })")
    assert page.locator("#message").evaluate(SEEN) < 0.1  # the board is over it
    cell(page, "c3").tap()
    expect(page.locator("#openers")).to_be_visible()
    comes_into_sight(page, "#message")


def test_what_is_tried_again_is_told_in_sight_on_a_wide_screen_too(visit):
    page = visit(FINISHED, width=1440, height=700)
    shows_message(page, "Black has won.")
    page.get_by_role("button", name="Review this game").first.click()
    page.locator("#review-found").wait_for()
    page.locator("#review-state").wait_for(state="hidden")
    again = page.get_by_role("button", name="Try again from here").last
    again.evaluate("e => e.scrollIntoView({ block: 'start', behavior: 'instant' })")
    again.click()
    shows_message(page, "find something better than")
    comes_into_sight(page, "#message")


def test_on_its_side_a_phone_shows_both(phone):
    page = phone((740, 360))
    review(page)
    comes_into_sight(page, "#review-graph")
    page.locator("#review-mistakes > li button").last.tap()
    comes_into_sight(page, "#board", 0.8)


def test_a_high_board_leaves_the_screen(visit):
    page = visit("/play/hex?size=11&first=person&second=person", width=360, height=740)
    for _ in range(3):
        page.keyboard.press("t")  # turned, it is higher than wide
    board = page.locator("#board")
    wait_until(page, lambda: board.bounding_box()["height"] > 0.6 * 740)
    page.locator("#comment").scroll_into_view_if_needed()
    assert board.bounding_box()["y"] < 0


@pytest.mark.parametrize("tab", ["moves", "analysis"])
def test_the_focus_is_never_below_the_board(phone, tab):
    page = phone(reduced_motion="reduce")
    page.locator(f"#tab-{tab}").tap()
    last = page.locator(f"#panel-{tab}").locator("button:visible, textarea, select:visible").last
    last.focus()
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        on_board = "#board, #board *, .top *"
        focus, share = page.evaluate(
            f"[document.activeElement.outerHTML.slice(0, 60), ({SEEN})(document.activeElement)]"
        )
        if page.evaluate(f"document.activeElement.matches('{on_board}, body, [role=tabpanel]')"):
            continue
        assert share > 0.9, focus
