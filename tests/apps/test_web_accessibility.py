"""For everybody: no serious finding of axe-core, phones, dark pages, palettes, little motion."""

import pytest

from tests.support.browser import cell, expect, loads, set_preference, shows_message, tap

MIDDLE = "/play/slither?size=5&first=person&second=person#c3.c5.e1"
PAGES = ["/", MIDDLE, "/play/hex?first=person&second=person#d4", "/rules/slither",
         "/play/snaketrail?first=person&second=person&seed=1", "/learn", "/learn/hex",
         "/learn/hex/bridge#2", "/puzzles", "/puzzles/y"]  # fmt: skip


@pytest.mark.parametrize(
    ("scheme", "width"),
    [
        ("light", 1200),
        pytest.param("light", 360, marks=pytest.mark.slow),
        pytest.param("dark", 1200, marks=pytest.mark.slow),
        ("dark", 360),
    ],
)
def test_axe_finds_nothing_serious(visit, examine, scheme, width):
    page = visit("/", color_scheme=scheme, width=width, height=740)
    for path in PAGES:
        page.goto("about:blank")
        page.goto(visit.server.address + path)
        loads(page, path)
        if path.startswith(("/play", "/learn/hex/", "/puzzles/")):
            shows_message(page, "our turn")
        assert examine(page) == [], path


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_in_dialogs_and_refusals(visit, examine, scheme):
    page = visit(MIDDLE, color_scheme=scheme)
    for key, dialog in (("?", "#help"), ("n", "#new-game")):
        page.keyboard.press(key)
        expect(page.locator(dialog)).to_be_visible()
        assert examine(page) == [], dialog
        page.keyboard.press("Escape")
        expect(page.locator(dialog)).to_be_hidden()
    page.locator("#open-settings").click()
    expect(page.locator("#settings")).to_be_visible()
    assert examine(page) == [], "settings"
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    tap(page, "c3")
    expect(page.locator("#message.refused")).to_be_visible()
    assert examine(page) == [], "refused"
    for tab in ("analysis", "position", "share", "rules"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert examine(page) == [], tab


@pytest.mark.parametrize("width", [pytest.param(360, marks=pytest.mark.slow), 320])
def test_a_phone_shows_the_whole_width_and_no_more(visit, width):
    page = visit(MIDDLE, width=width, height=740, has_touch=True, is_mobile=True)
    for path in PAGES:
        page.goto(visit.server.address + path)
        expect(page.locator("main")).to_be_visible()
        loads(page, path)
        if path.startswith("/play"):
            shows_message(page, "our turn")
            board = page.locator("#board").bounding_box()
            assert board["width"] > 0.93 * width
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.goto(visit.server.address + MIDDLE)
    loads(page, MIDDLE)
    for button in page.locator("button:visible:not(.moves button)").all():
        assert button.bounding_box()["height"] >= 32, button.text_content()
    cell(page, "a5").tap()
    shows_message(page, "White plays a5.")


def style(page, selector, name):
    """Return how the first of some elements looks."""
    return page.locator(selector).first.evaluate(f"e => getComputedStyle(e)['{name}']")


def test_a_system_that_is_dark_and_pages_that_are_not(visit):
    looks = {}
    for scheme in ("light", "dark"):
        page = visit(MIDDLE, color_scheme=scheme)
        looks[scheme] = style(page, "body", "backgroundColor"), style(page, ".wood", "fill")
        other = {"light": "dark", "dark": "light"}[scheme]
        set_preference(page, theme=other)
        looks[scheme, other] = style(page, "body", "backgroundColor"), style(page, ".wood", "fill")
    assert looks["light"][0] != looks["dark"][0]
    assert looks["light"][1] != looks["dark"][1]
    assert looks["light", "dark"] == looks["dark"]
    assert looks["dark", "light"] == looks["light"]


def test_palettes_change_the_stones_and_add_signs(visit):
    page = visit(MIDDLE)
    own = {"own0": "#101010", "own1": "#f0e0d0"}
    seen = set()
    for palette in ("stones", "safe", "bold", "own"):
        set_preference(page, palette=palette, **(own if palette == "own" else {}))
        seen.add(
            tuple(style(page, f".pieces .{look} .stone", "fill") for look in ("black", "white"))
        )
        signs = page.locator("#board .pieces .sign.own")
        if palette == "stones":
            expect(signs.first).to_be_hidden()
        else:
            expect(signs.first).to_be_visible()
            shapes = signs.evaluate_all("all => all.map(e => e.tagName)")
            assert set(shapes) == {"circle", "rect"}
    assert len(seen) == 4
    assert ("rgb(16, 16, 16)", "rgb(240, 224, 208)") in seen
    page.reload()
    shows_message(page, "your turn")
    assert style(page, ".pieces .black .stone", "fill") == "rgb(16, 16, 16)"


def test_little_motion_where_it_is_wished(visit):
    for options, chosen, moves in (
        ({}, {}, True), ({"reduced_motion": "reduce"}, {}, False), ({}, {"motion": "none"}, False),
    ):  # fmt: skip
        page = visit(MIDDLE, **options)
        set_preference(page, **chosen)
        tap(page, "a5")
        shows_message(page, "White plays a5.")
        fresh = page.locator("#board .pieces .fresh")
        names = fresh.evaluate_all("all => all.map(e => getComputedStyle(e).animationName)")
        assert (set(names) - {"none"} != set()) is moves
