"""Analysis and review on the play page, in a real browser, as a player uses them."""

import re

import pytest

from tests.support.browser import expect, is_at, loads, shows_message, shows_turns, tap, wait_until

FINISHED = "a1 d4 a2 d3 a3 d2 a4"
"""Black joins top and bottom on a board of side 4 while White looks on."""


@pytest.fixture
def analysed(visit):
    """A function that opens a game of two people on a small board, after some turns.

    What the page sends to the engine is added to ``asked``, if that is given.
    """

    def opened(game="slither", turns="", asked=None, **options):
        def note(text):
            if '"ping"' not in text:  # which comes from time to time
                asked.append(text)

        path = f"/play/{game}?size=4&pie=0&first=person&second=person"
        page = visit(path, **options)
        if asked is not None:
            page.on("websocket", lambda ws: ws.on("framesent", note))
            page.reload()
            loads(page, path)
        for number, turn in enumerate(turns.split()):
            page.fill("#typed-move", turn)
            page.press("#typed-move", "Enter")
            expect(page.locator("#moves [data-number]")).to_have_count(number + 1)
        page.locator("#message").click()
        return page

    return opened


def switch_on(page):
    """Switch the analysis on by its key, and wait until it knows something."""
    page.keyboard.press("l")
    page.locator(".candidates tbody").first.wait_for()


def chance(page):
    """Return the win chance of the first player as the bar tells it."""
    bar = page.locator("#chance")
    expect(bar.locator(".number")).to_have_text(re.compile(r"\d+\s%"))
    value, shown = bar.evaluate(  # at once, as a search may change them
        "e => [e.getAttribute('aria-valuenow'), e.querySelector('.number').textContent]"
    )
    assert shown == f"{value}\xa0%"
    return int(value)


def test_one_switch_shows_candidates_lines_and_the_win_chance(analysed):
    page = analysed(turns="b2 c3 b3")
    expect(page.locator("#chance")).to_be_hidden()
    switch_on(page)
    expect(page.locator("[data-do=analyse]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#analysis-on")).to_be_checked()
    expect(page.locator("#board .candidate circle").first).to_be_attached()
    expect(page.locator("#board .candidate.best .chance-text")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator("#analysis-state")).to_have_text(
        re.compile(r"simulations \([\d,]+ a second\)")
    )
    row = page.locator(".candidates tbody").first
    expect(row.locator("td").first).to_have_text(re.compile(r"\d\s% ±\s[\d.]+|wins|loses"))
    assert page.locator(".candidates tbody").count() <= 12
    page.locator("#analysis-on").uncheck()
    expect(page.locator("#board .candidate")).to_have_count(0)
    expect(page.locator("[data-do=analyse]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#chance")).to_be_hidden()


def test_the_chance_moves_and_is_remembered(analysed):
    asked = []
    page = analysed(turns=FINISHED, asked=asked)
    page.keyboard.press("l")
    assert chance(page) == 100
    expect(page.locator("#analysis-state")).to_contain_text("over")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#analysis-state")).to_contain_text("Proven: Black wins.")
    assert chance(page) == 100
    page.keyboard.press("Home")
    is_at(page, "Start")
    page.locator(".candidates tbody").first.wait_for()
    assert 0 < chance(page) < 100
    searches = sum('"analyse"' in each for each in asked)
    assert searches == 2  # none of the finished game
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    is_at(page, "d2")
    expect(page.locator(".candidates tbody td").first).to_have_text("wins")
    assert chance(page) == 100
    assert sum('"analyse"' in each for each in asked) == searches  # nothing was asked again


def test_the_chance_is_that_of_the_first_player_whoever_moves(analysed):
    page = analysed(turns="a4 a1 b4 b1 c4 c1 d4")  # White joins left and right with d1
    page.keyboard.press("l")
    expect(page.locator("#analysis-state")).to_contain_text("Proven: White wins.")
    assert chance(page) == 0
    expect(page.locator("#chance")).to_have_attribute("aria-valuetext", "Black 0 %, White 100 %")
    expect(page.locator("#analysis-said")).to_contain_text("d1 is best")
    page.keyboard.press(" ")
    expect(page.locator("#message")).to_contain_text("White has won")
    assert chance(page) == 0


@pytest.mark.slow
def test_a_search_goes_deeper_and_keeps_what_it_knew(analysed):
    asked = []
    page = analysed(turns="b2", asked=asked)
    switch_on(page)
    page.get_by_role("button", name="Deeper (15 s)").click()
    expect(page.locator("#analysis-progress")).to_be_visible()
    expect(page.locator(".candidates tbody")).not_to_have_count(0)
    wait_until(page, lambda: '"seconds":15' in asked[-1])
    assert '"seconds":5' in asked[-2]
    page.keyboard.press("ArrowLeft")  # what is no longer looked at is stopped
    expect(page.locator("#analysis-state")).to_contain_text("of 5 s")
    wait_until(page, lambda: '"stop"' in asked[-2])


def test_a_line_is_played_by_ghosts_and_added_to_the_tree(analysed):
    page = analysed("hex", turns="b2")
    switch_on(page)
    page.locator("#analysis-progress").wait_for(state="hidden")
    line = page.locator(".candidates tbody", has=page.locator(".rest")).first
    first = line.locator("th button")
    first.hover()
    ghosts = page.locator("#board .ghosts .ghost")
    expect(ghosts).to_have_count(1)
    expect(page.locator("#board .ghosts .number")).to_have_text("1")
    expect(page.locator("#board .candidate")).to_have_count(0)
    line.locator(".rest button").first.hover()
    expect(ghosts).to_have_count(2)
    second = line.locator(".rest button").first.text_content()
    line.locator(".rest button").first.click()
    expect(page.locator("#message")).to_contain_text("Added to the moves")
    page.mouse.move(5, 5)
    expect(ghosts).to_have_count(0)
    expect(page.locator("#board .candidate").first).to_be_attached()
    shows_turns(page, "b2", first.text_content(), second)
    is_at(page, "b2")  # still there
    best = page.locator(".candidates tbody th button").first.text_content()
    page.keyboard.press(" ")
    expect(page.locator("#moves [aria-current]")).to_have_text(best)


def test_a_line_is_seen_and_played_by_keys_alone(analysed):
    page = analysed("hex", turns="b2")
    switch_on(page)
    page.locator("#analysis-progress").wait_for(state="hidden")
    page.locator("#heat-mode").focus()
    page.keyboard.press("Tab")
    for _ in range(3):  # past a box that scrolls, if the browser stops there
        if page.locator(".candidates tbody button:focus").count():
            break
        page.keyboard.press("Tab")
    expect(page.locator("#board .ghosts .ghost").first).to_be_attached()
    turn = page.locator(".candidates button:focus").text_content()
    page.keyboard.press("Enter")
    expect(page.locator("#moves [aria-current]")).to_have_text(turn)


def test_the_heat_map_and_the_closed_points_exclude_each_other(analysed):
    page = analysed(turns="b2 c3")
    page.keyboard.press("m")  # which switches the analysis on
    expect(page.locator("#heat-mode")).to_have_value("visits")
    expect(page.locator("#board .heat .warm").first).to_be_attached()
    expect(page.locator("#heat-legend")).to_contain_text("simulations")
    page.keyboard.press("m")
    expect(page.locator("#heat-legend")).to_have_text(re.compile(r"from \d+\s% to \d+\s%"))
    with page.expect_response("**/api/reach"):
        page.keyboard.press("o")
    expect(page.locator("#heat-mode")).to_have_value("off")
    expect(page.locator("#board .heat .warm")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator("[data-do=closed]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#board .heat .warm").first).to_be_attached()
    before = page.locator("#board .heat .warm").count()
    page.keyboard.press("f")
    assert page.locator("#board .heat .warm").count() >= before > 0


def test_half_a_turn_is_analysed_too(analysed):
    page = analysed(turns="b2 c3")
    tap(page, "b2")  # lifts it
    shows_message(page, "in hand")
    switch_on(page)
    turn = page.locator(".candidates tbody th button").first
    turn.hover()
    expect(page.locator("#board .ghosts .ghost").first).to_be_attached()
    turn.click()
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile("^b2-"))


def test_a_review_marks_mistakes_and_lets_one_try_again(analysed):
    page = analysed(turns=FINISHED)
    page.get_by_role("button", name="Review this game").first.click()
    page.locator("#review-found").wait_for()
    page.locator("#review-state").wait_for(state="hidden")
    expect(page.locator("#review-words")).to_contain_text("decided the game")
    assert page.locator("#review-graph .sign-of").count() > 0
    mistakes = page.locator("#review-mistakes > li")
    assert mistakes.count() == page.locator("#review-graph .sign-of").count()
    marked = page.locator("#moves .inaccuracy, #moves .mistake, #moves .blunder")
    assert marked.count() == mistakes.count()
    last = mistakes.last
    played = int(last.locator("button").first.text_content().split(".")[0])
    last.get_by_role("button", name="Try again from here").click()
    expect(page.locator("#message")).to_contain_text("find something better than")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-number", str(played - 1))
    last.locator(".rest button").first.hover()
    expect(page.locator("#board .ghosts .ghost").first).to_be_attached()
    page.fill("#typed-move", "b1")
    page.press("#typed-move", "Enter")
    expect(page.locator("#moves .variation")).to_have_count(1)
    expect(page.locator("#review-where")).to_contain_text("not on the line")
    assert marked.count() == mistakes.count()  # it still stands for its line
    graph = page.locator("#review-graph")
    graph.focus()
    page.keyboard.press("Home")
    expect(graph).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^Turn 1, a1: Black"))
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-number", "1")
    box = graph.locator("svg").bounding_box()
    page.mouse.click(box["x"] + 0.97 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-number", "7")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_on_a_phone(analysed, scheme):
    page = analysed(turns="b2 c3", width=360, color_scheme=scheme)
    page.locator("[data-do=analyse]").first.click()
    page.locator(".candidates tbody").first.wait_for()
    page.get_by_role("button", name="Review this game").last.click()
    page.locator("#review-found").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    bar = page.locator("#chance").bounding_box()
    assert bar["width"] > bar["height"] > 0
