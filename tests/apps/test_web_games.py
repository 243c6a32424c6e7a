"""Every game in the browser: its board, a first move, and what is special about it."""

import re

import pytest

import crosscut
from tests.support.browser import (
    act,
    cell,
    expect,
    has_pieces,
    is_called,
    is_labelled,
    legal,
    set_preference,
    shows_message,
    shows_turns,
    tap,
)
from tests.support.games import SMALL_SIZES

TWO = "first=person&second=person"


@pytest.fixture
def table(visit):
    """Opens a game for two people, at some turns."""

    def open_at(name, turns="", **options):
        more = "".join(f"&{key}={value}" for key, value in options.items())
        return visit(f"/play/{name}?{TWO}{more}#{turns}")

    return open_at


def test_every_game_starts_and_takes_a_move(visit):
    assert len(crosscut.ids()) == len(SMALL_SIZES)
    page = visit(f"/play/slither?{TWO}")
    for name in crosscut.ids():
        page.goto(f"{visit.server.address}/play/{name}?{TWO}")
        title = crosscut.rules.registry.game_class(name).facts.title
        expect(page).to_have_title(f"{title} – Crosscut")
        expect(page.locator("#message")).to_contain_text("your turn")
        expect(page.locator("#board")).to_have_attribute("aria-label", re.compile(title))
        if name == "snaketrail":  # a set-up is drawn; the first thing is to choose
            page.locator("#choices").get_by_role("button", name="First").click()
            shows_message(page, "plays first.")
            continue
        chosen = legal(page)[0]
        tap(page, chosen)
        shows_turns(page, chosen)
        shows_message(page, f"plays {chosen}.")
        is_labelled(page, chosen, "last turn")
        expect(page.locator("#board .marks .ring.last")).not_to_have_count(0)


# What is special.


def test_serpent_crawls(table):
    page = table("serpent", "c1.c4.b1.d4.d3.a3", size=3)
    is_labelled(page, "b1", "can be lifted")
    tap(page, "b1")
    shows_message(page, "in hand")
    expect(page.locator("#board .pieces .hand")).to_have_count(1)
    assert "c2" in legal(page)
    tap(page, "c2")
    shows_message(page, "plays b1-c2.")
    is_labelled(page, "c2", "last turn")
    is_labelled(page, "b1", "empty")


SERPENT = "c2.c4.b3.c3.d3.a3.b2.b1.c5.a2.e2.e3.c2-b4.a3-a1.c1.e1.b2-d4"


def test_serpent_asks_whose_dead_are_removed_first(table):
    page = table("serpent", SERPENT, size=3)
    tap(page, "a2")  # which can go to one place alone, and goes there by itself
    choices = page.locator("#choices p")
    expect(choices).to_have_count(2)
    expect(choices.first).to_contain_text("Remove Black's dead first.")
    expect(choices.last).to_contain_text("Remove White's dead first.")
    choices.last.get_by_role("button").click()
    shows_message(page, "plays a2-c2/W.", "Removed:")
    expect(page.locator("#board .marks .removed")).not_to_have_count(0)


def test_snaketrail_is_set_up_by_hand_and_chosen(visit):
    page = visit(f"/play/slither?{TWO}")
    act(page, "new")
    page.locator("#new-which").select_option("snaketrail")
    page.locator("#new-size").fill("4")
    page.locator("#new-setup").select_option("hand")
    page.locator("#new-begin").click()
    expect(page).to_have_title("Snaketrail – Crosscut")
    tap(page, "e2", "f3")
    expect(page.locator("#choices")).to_contain_text("The set-up is complete.")
    is_labelled(page, "e2", "White")
    is_labelled(page, "f3", "Red")
    tap(page, "c5", "b2")
    page.locator("#choices").get_by_role("button", name="Done").click()
    shows_message(page, "W:e2,c5 R:f3,b2")
    choices = page.locator("#choices p")
    expect(choices).to_have_count(3)
    for words in ("the other player chooses his colour", "Play white.", "Play red."):
        expect(page.locator("#choices")).to_contain_text(words)
    choices.filter(has_text="Play white").get_by_role("button").click()
    expect(page.locator("#choices")).to_be_hidden()
    before = page.locator("#board .pieces .piece").count()
    chosen = legal(page)[0]
    tap(page, chosen)
    shows_message(page, f"plays {chosen}.")
    has_pieces(page, before + 1)
    is_labelled(page, chosen, "Head", "last turn")


def test_vimbre_places_two_or_one_and_flips(table):
    page = table("vimbre", "a4", size=4)
    tap(page, "b4")
    expect(page.locator("#choices")).to_contain_text("Place no second stone.")
    page.locator("#choices").get_by_role("button", name="Done").click()
    shows_message(page, "White plays b4.")
    page = table("vimbre", "a4", size=4)
    tap(page, "b4", "c4")
    shows_message(page, "White plays b4,c4.")
    page = table("vimbre", "c4.b4.d2,a4.c1", size=4)
    is_labelled(page, "b4", "White", "can be changed")
    tap(page, "b4")
    shows_message(page, "Black plays xb4.")
    is_labelled(page, "b4", "Black")


def test_shifty_moves_a_stone(table):
    page = table("shifty", "a4.c4.a3.b4", size=4)
    tap(page, "a4", "d1")
    shows_message(page, "Black plays a4-d1.")
    has_pieces(page, 4)


def test_resolve_exchanges_stones(table):
    page = table("resolve", "a4.b2.d1.c1.c2.a2", size=4)
    tap(page, "b1")
    is_labelled(page, "b1", "Black")
    tap(page, "c1")
    shows_message(page, "Black plays b1-c1.")
    is_labelled(page, "b1", "White")
    is_labelled(page, "c1", "Black")


def test_who_has_no_turn_passes(table):
    page = table("konobi", "a4.c1.c3.b4.b1.d4.d1.a2.c4.d3.a3.d2.a1.b3", size=4)
    expect(page.locator("#choices")).to_contain_text("You have no legal turn, so you have to pass.")
    page.locator("#choices").get_by_role("button", name="Pass").click()
    shows_message(page, "Black plays pass. White, your turn.")


# Boards.


def test_boards_are_points_cells_or_hexagons(table):
    page = table("slither", size=5)
    lines, squares = page.locator("#board .lines"), page.locator("#board .tiles.squares")
    expect(lines).to_be_visible()
    expect(squares).to_be_hidden()
    assert page.locator("#board .coordinate").count() >= 10
    assert page.locator("#board .side").count() == 4
    wood = page.locator("#board .wood")
    seen = {wood.evaluate("e => getComputedStyle(e).fill")}
    set_preference(page, ground="plain")
    seen.add(wood.evaluate("e => getComputedStyle(e).fill"))
    expect(lines).to_be_visible()
    set_preference(page, ground="cells")
    seen.add(wood.evaluate("e => getComputedStyle(e).fill"))
    assert len(seen) == 3
    expect(lines).to_be_hidden()
    expect(squares).to_be_visible()
    page = table("hex", size=5)
    points = page.locator("#board .tiles polygon").first.get_attribute("points")
    assert len(points.split()) == 6
    assert page.locator("#board .tiles polygon").count() == 25
    kinds = page.locator("#board .side").evaluate_all("all => all.map(e => e.classList[1])")
    assert sorted(kinds) == ["black", "black", "white", "white"]


@pytest.mark.parametrize(("name", "turns"), [("slither", 4), ("hex", 12)])
def test_a_turned_or_mirrored_board_still_knows_its_cells(table, name, turns):
    page = table(name, size=5)
    corner = cell(page, "a1").bounding_box()
    seen = {(round(corner["x"]), round(corner["y"]))}
    for step in range(turns):
        act(page, "turn")
        if step == turns // 2:
            act(page, "flip")
        box = cell(page, "a1").bounding_box()
        seen.add((round(box["x"]), round(box["y"])))
    assert len(seen) >= 4
    act(page, "turn")
    tap(page, "d4")
    shows_message(page, "Black plays d4.")
    is_called(page, "d4", "d4, Black, last turn")
    ring = page.locator("#board .marks .ring.last").bounding_box()
    there = cell(page, "d4").bounding_box()
    for axis, side in (("x", "width"), ("y", "height")):
        assert abs(ring[axis] + ring[side] / 2 - there[axis] - there[side] / 2) < 3
