"""Dialogs and panels on phones: what one taps is large enough, and what it says can be read."""

import pytest

from tests.support.browser import act, expect, loads

PHONES = [320, 360, 412]
PLAY = "/play/slither?size=5&first=person&second=person#c3.c5.e1"
SMALLEST = 24
"""Pixels that a finger hits at all."""
CROWDED = """(box, smallest) => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const wrong = [];
  const outer = box.getBoundingClientRect();
  const name = (e) => e.id || e.textContent.trim().slice(0, 40);
  const inside = ({ left, right }) => left >= outer.left && right <= outer.right;
  for (const e of [...box.querySelectorAll("button, input, select, textarea")].filter(seen)) {
    const shape = e.getBoundingClientRect();
    const size = `${Math.round(shape.width)}x${Math.round(shape.height)}`;
    if (shape.width < smallest || shape.height < smallest) wrong.push(`${name(e)} is ${size}`);
    if (!inside(shape)) wrong.push(`${name(e)} is cut off`);
    if (e.tagName === "SELECT" && shape.width >= smallest) {
      for (const { text } of e.options) {
        const copy = e.cloneNode();
        copy.removeAttribute("id");
        copy.append(new Option(text));
        const { font, padding, border } = getComputedStyle(e);
        const free = { position: "absolute", width: "auto", maxWidth: "none" };
        Object.assign(copy.style, { ...free, font, padding, border });
        e.after(copy);
        const needed = copy.getBoundingClientRect().width;
        copy.remove();
        if (needed <= shape.width + 0.5) continue;
        wrong.push(`${name(e)} is ${size}, ${text} needs ${Math.ceil(needed)}`);
      }
    }
  }
  for (const e of [...box.querySelectorAll("label, legend")].filter(seen)) {
    const words = document.createRange();
    words.selectNodeContents(e);
    const shapes = [...words.getClientRects()];
    if (!shapes.every(inside)) wrong.push(`the label ${name(e)} is cut off`);
    const control = e.control?.getBoundingClientRect();
    const text = e.getBoundingClientRect();
    if (!control || e.contains(e.control)) continue;
    const beside = text.right <= control.left || text.bottom <= control.top;
    if (!beside) wrong.push(`the label ${name(e)} lies on its control`);
  }
  if (box.scrollWidth > box.clientWidth) wrong.push(`${name(box)} scrolls sideways`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  return wrong;
}"""
"""What is too small, cut off or not shown as a whole in an element, as a script."""


def crowded(page, selector, smallest=SMALLEST):
    """Return what is wrong in a dialog or panel that is open."""
    box = page.locator(selector)
    expect(box).to_be_visible()
    return box.evaluate(CROWDED, smallest)


@pytest.fixture
def phone(visit):
    """A function that opens a page as a phone of some width does."""

    def opened(path, width, **options):
        return visit(path, width=width, height=740, has_touch=True, is_mobile=True, **options)

    return opened


@pytest.mark.parametrize("width", PHONES)
def test_the_settings_can_be_read_and_tapped(phone, width):
    page = phone(PLAY, width)
    page.locator("#open-settings").tap()
    assert crowded(page, "#settings") == []
    page.select_option("#prefer-palette", "own")  # which asks for two colours
    expect(page.locator("#prefer-own0")).to_be_visible()
    assert crowded(page, "#settings") == []


@pytest.mark.parametrize("width", PHONES)
def test_sound_can_be_switched_off_by_a_tap(phone, width):
    page = phone(PLAY, width)
    page.locator("#open-settings").tap()
    box = page.locator("#prefer-sound").bounding_box()
    assert box["width"] >= SMALLEST
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    expect(page.locator("#prefer-sound")).not_to_be_checked()
    page.reload()
    page.locator("#open-settings").tap()
    expect(page.locator("#prefer-sound")).not_to_be_checked()
    page.locator("label[for=prefer-sound]").tap()
    expect(page.locator("#prefer-sound")).to_be_checked()
    page.locator("#settings button").tap()
    expect(page.locator("#settings")).to_be_hidden()


@pytest.mark.parametrize("width", PHONES)
def test_a_new_game_can_be_read_and_tapped(phone, width):
    page = phone("/play/snaketrail?first=person&second=casual&seed=1", width)
    act(page, "new")
    expect(page.locator("#new-second")).to_have_value("casual")
    assert crowded(page, "#new-game") == []
    page.select_option("#new-second", "friend")
    expect(page.locator("#new-name")).to_be_visible()
    assert crowded(page, "#new-game") == []
    page.select_option("#new-which", "slither")
    page.select_option("#new-second", "casual")
    expect(page.locator("#new-watch")).to_be_visible()
    assert crowded(page, "#new-game") == []
    checked = page.locator("#new-pie").is_checked()
    page.get_by_text("the second player may swap").tap()
    expect(page.locator("#new-pie")).to_be_checked(checked=not checked)
    begin = page.locator("#new-begin").bounding_box()
    assert begin["y"] + begin["height"] <= 740  # without scrolling


@pytest.mark.parametrize("width", [500, 600, 1200])
def test_a_window_shows_what_is_chosen(visit, width):
    page = visit(PLAY, width=width)
    page.locator("#open-settings").click()
    assert crowded(page, "#settings", smallest=16) == []  # for a mouse
    page.keyboard.press("Escape")
    act(page, "new")
    assert crowded(page, "#new-game", smallest=16) == []


@pytest.mark.parametrize("width", PHONES)
def test_every_panel_can_be_read_and_tapped(phone, width):
    page = phone(PLAY, width)
    for tab in ("moves", "analysis", "position", "share", "rules"):
        page.locator(f"#tab-{tab}").tap()
        assert crowded(page, f"#panel-{tab}") == [], tab
    page.locator("#tab-position").tap()
    act(page, "edit")
    assert crowded(page, "#panel-position") == []


@pytest.mark.parametrize("width", PHONES)
def test_a_room_can_be_read_and_tapped(phone, width):
    page = phone("/", width)
    page.locator("#play-friend").tap()
    assert crowded(page, "#new-game") == []
    page.locator("#new-begin").tap()
    page.wait_for_url("**/room/*")
    for tab in ("moves", "links", "rules"):
        page.locator(f"#tab-{tab}").tap()
        assert crowded(page, f"#panel-{tab}") == [], tab
    act(page, "rename")
    assert crowded(page, "#rename") == []


@pytest.mark.parametrize("width", PHONES)
def test_other_pages_can_be_read_and_tapped(visit, phone, width):
    page = phone("/", width)
    for path in ("/", "/learn", "/learn/hex/bridge#2", "/puzzles", "/puzzles/y", "/rules/slither"):
        page.goto("about:blank")
        page.goto(visit.server.address + path)
        loads(page, path)
        assert crowded(page, "main") == [], path
