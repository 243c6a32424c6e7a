"""Rules, lessons and puzzles in a real browser."""

import json

import pytest

from crosscut.play.lessons.lesson import LOOK, TAP, lessons
from crosscut.play.puzzles.puzzle import puzzles
from tests.support.browser import cell, expect, is_called, shows_message, tap


def verdict(page, words):
    """Wait until an answer has been judged with some words."""
    expect(page.locator("#verdict")).to_contain_text(words)


def is_asked(page):
    """Wait until the board is that of the task, whose words are there before it."""
    ways_on = page.locator("#solution:visible:enabled, #next:visible:enabled")
    expect(ways_on).not_to_have_count(0)


def click_turn(page, text):
    """Make a turn by clicking: the taps of its moves one after the other, or a button."""
    for name in text.replace("/", "-").split("-"):
        cell(page, name).or_(page.locator(f"#choices [data-tap='{name}']")).click()


@pytest.mark.parametrize("name", ["moving", "pie"])
def test_a_lesson_is_finished_by_clicking(visit, name):
    lesson = next(each for each in lessons("slither") if each.id == name)
    page = visit(f"/learn/slither/{name}")
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.locator("#place")).to_have_text(f"Step {number} of {len(lesson.steps)}")
        expect(page.locator("#task")).to_have_text(step.words)
        is_asked(page)
        if step.task == TAP:
            tap(page, step.solution)
        elif step.task != LOOK:
            click_turn(page, step.solution)
        if step.task != LOOK and step.then:
            verdict(page, step.then)
        page.locator("#next").click()
    expect(page.locator("#finished")).to_be_visible()
    page.goto(page.url.split("/learn")[0] + "/learn/slither")
    expect(page.locator(f"[data-lesson='{name}'] .tick")).to_contain_text("done")


def test_a_wrong_answer_is_told_and_can_be_mended(visit):
    page = visit("/learn/slither/goal#2")
    tap(page, "a1")
    verdict(page, "the chain still has its gap")
    expect(page.locator("#next")).to_be_hidden()
    page.locator("#again").click()
    is_called(page, "a1", "a1, empty, place here")
    page.locator("#hint").click()
    verdict(page, "between c4 and c2")
    page.locator("#solution").click()
    verdict(page, "A right answer: c3.")
    page.locator("#again").click()
    is_called(page, "c3", "c3, empty, place here")
    cell(page, "c3").focus()
    page.keyboard.press("Enter")
    verdict(page, "Top and bottom are joined")
    expect(page.locator("#next")).to_be_focused()


def test_an_illegal_answer_gives_the_rule(visit):
    page = visit("/learn/slither/moving#2")
    shows_message(page, "Black, your turn.")
    tap(page, "c3")
    shows_message(page, "(rule 4)")
    expect(page.locator("#verdict")).to_be_empty()


def test_a_puzzle_is_solved_and_remembered(visit):
    first = puzzles("hex")[0]
    page = visit("/puzzles/hex")
    expect(page.locator("#task")).to_contain_text(first.title)
    wrong = next(text for text in first.position.turns() if text != first.solution)
    click_turn(page, wrong)
    verdict(page, "does not win against the best answer")
    page.locator("#again").click()
    expect(page.locator("#again")).to_be_hidden()
    click_turn(page, first.solution)
    verdict(page, "Right")
    expect(page.locator("#solved")).to_have_text(f"1 of {len(puzzles('hex'))} solved")
    page.locator("#next").click()
    expect(page.locator("#place")).to_contain_text("Puzzle 2 of")
    page.reload()
    expect(page.locator("#place")).to_contain_text("Puzzle 2 of")
    expect(page.locator("#solved")).to_contain_text("1 of")


def test_a_puzzle_can_be_explored_on_the_play_page(visit):
    puzzle = puzzles("slither")[0]
    page = visit("/puzzles/slither")
    expect(page.locator("#task")).to_contain_text("variant advanced")
    page.locator("#explore").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(puzzle.turns[-1])


def test_a_solution_is_shown_with_its_line(visit):
    puzzle = next(each for each in puzzles("slither") if len(each.line) > 1)
    page = visit(f"/puzzles/slither#{puzzle.id}")
    page.locator("#solution").click()
    verdict(page, puzzle.solution)
    shows_message(page, " ".join(puzzle.line))


def test_rules_have_figures(visit):
    page = visit("/rules/slither")
    assert page.locator("figure svg").count() >= 3
    expect(page.locator("ol.rules li")).to_have_count(7)
    page.get_by_role("link", name="Play Slither").click()
    expect(page.locator("#board [data-cell]").first).to_be_visible()


def test_lessons_puzzles_and_rules_are_linked(visit):
    page = visit("/learn")
    assert page.locator("ol.course").count() == 2
    page.goto(visit.server.address + "/puzzles")
    assert page.locator("ul.columns li").count() == 16
    page.goto(visit.server.address + "/puzzles/filler")
    expect(page.locator("h1")).to_have_text("No puzzles of Filler yet")


def test_the_page_holds_the_lesson_as_data(visit):
    page = visit("/learn/hex/bridge")
    data = json.loads(page.locator("#data").text_content())
    assert data["title"] == "The bridge"
