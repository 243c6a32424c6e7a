"""Take the pictures of pages that the documents show: ``python docs/images/take.py [NAME ...]``.

It needs Chromium and Playwright, starts a server of its own on loopback, and ends it afterwards.
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "benchmarks"))
from web import BROWSERS, server  # noqa: E402

PEOPLE = "first=person&second=person"
BEGUN = "d6.d4.f7.b4.e2.g4.e4.d5"
WON = ".".join(json.loads((HERE / "slither.json").read_text())["turns"])


def analysis(page: Page, address: str) -> None:
    """The board with the analysis switched on."""
    page.goto(f"{address}/play/slither?size=8&variant=classic&pie=0&{PEOPLE}#{BEGUN}")
    page.locator("[data-cell].legal").first.wait_for()
    page.locator("[data-do=analyse]").click()
    page.locator("#tab-analysis").click()
    page.locator("table.candidates tbody tr").nth(4).wait_for(timeout=120_000)
    page.wait_for_timeout(5500)


def refusal(page: Page, address: str) -> None:
    """An illegal tap, the rule and the steps that would help."""
    diagram = "......./..X.X../.O...O./...X.../.O.O.../..X..../......."
    page.goto(
        f"{address}/play/slither?size=7&variant=classic&pie=0&diagram={diagram}"
        f"&to_play=Black&{PEOPLE}"
    )
    page.locator("[data-cell='d5']").click()
    page.locator("#openers button").first.wait_for()


def review(page: Page, address: str) -> None:
    """After the game, on a phone."""
    page.goto(f"{address}/play/slither?size=8&variant=classic&pie=0&{PEOPLE}#{WON}")
    page.locator("[data-do=review]").first.click()
    page.locator("#review-stop").wait_for()
    page.locator("#review-stop").wait_for(state="hidden", timeout=120_000)
    page.locator("#review-title").evaluate("title => title.scrollIntoView()")
    page.wait_for_timeout(500)


def room(page: Page, address: str) -> None:
    """Two friends in a room, with a clock and words."""
    friend = page.context.browser.new_context()
    start = {"game": "slither", "size": 8, "variant": "classic", "pie": False}
    clock = {"seconds": 600, "increment": 5}

    def ask(person, path, **body):
        return person.request.post(f"{address}/api/rooms{path}", data=body).json()

    opened = ask(page.context, "", start=start, clock=clock, name="Ada")
    path = f"/{opened['room']}"
    ask(friend, f"{path}/sit", token=ask(page.context, f"{path}/links", seat=1)["token"])
    ask(friend, f"{path}/deeds", do="call", key="name-of-the-friend", name="Ben")
    for number, turn in enumerate(BEGUN.split(".")):
        person = (page.context, friend)[number % 2]
        key = f"turn-number-{number}"
        ask(person, f"{path}/deeds", do="play", key=key, turn=turn, number=number)
    for person, text in ((friend, "Good evening!"), (page.context, "Let me think …")):
        ask(person, f"{path}/deeds", do="say", key=f"words-{len(text):04}", text=text)
    other = friend.new_page()
    other.goto(f"{address}/room{path}")
    page.goto(f"{address}/room{path}")
    page.locator("[data-cell].legal").first.wait_for()
    page.locator("#tab-talk").click()
    page.locator(".presence.here").wait_for()


PICTURES = {
    "play": (analysis, 1200, 800, "light"),
    "refusal": (refusal, 900, 620, "light"),
    "review-phone": (review, 390, 844, "dark"),
    "room": (room, 1200, 800, "light"),
}


def main() -> None:
    """Take the pictures that are named, or all."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with server() as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name in sys.argv[1:] or PICTURES:
            show, width, height, scheme = PICTURES[name]
            size = {"width": width, "height": height}
            page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
            show(page, address)
            page.screenshot(path=HERE / f"{name}.png")
            print(f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
