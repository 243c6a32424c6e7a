"""A report in the browser: there from the board of its game, and back by the navigation."""

import pytest

import crosscut
from crosscut.lab.report.page.render import render
from tests.support.browser import Server, expect
from tests.support.sample_report import ABOUT, report

NOW = crosscut.__version__
REPORTS = {"hex": NOW, "slither": "0.5.0", "y": "0.5.0"}
"""Which version made the report on a game."""
PATHS = ["/report/hex", "/report/hex/full", "/report/slither/full", "/report/havannah"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with reports of this version, of another one, and of none."""
    folder = tmp_path_factory.mktemp("reports")
    for game, version in REPORTS.items():
        (folder / f"{game}.html").write_text(render(ABOUT | {"version": version}, report()))
    state = tmp_path_factory.mktemp("state")
    started = Server(state, "--reports", str(folder)).start()
    yield started
    code, said = started.stop()
    assert "Traceback" not in said, said
    assert code in (0, 130)


def open_report(page):
    """Go to the summary from the board of its game."""
    page.locator("#tab-rules").click()
    page.locator("#panel-rules").get_by_role("link", name="Report").click()


def back_to_the_games(page):
    """Leave a page by the navigation."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Games").click()
    expect(page.locator("h1")).to_have_text("Connection games")


def test_from_a_board_to_the_report_and_back(visit):
    page = visit("/play/hex")
    open_report(page)
    expect(page.locator("h1")).to_have_text("What kind of game is Hex?")
    page.get_by_role("link", name="Show the full report").click()
    expect(page.locator("h1")).to_have_text("Slither")  # which the sample is about
    expect(page.get_by_text("Old report")).to_have_count(0)
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.get_by_role("navigation", name="Main")).to_be_in_viewport()
    back_to_the_games(page)
    page.go_back()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Play").click()
    expect(page).to_have_title("Hex – Crosscut")


def test_an_old_report_says_so_before_it_is_shown_and_while_it_is(visit):
    page = visit("/play/slither")
    open_report(page)
    expect(page.locator("main")).to_contain_text("made by Crosscut 0.5.0")
    expect(page.locator("main")).to_contain_text(f"this is Crosscut {NOW}")
    page.get_by_role("link", name="Show the old report").click()
    page.locator("footer").scroll_into_view_if_needed()
    mark = page.get_by_text("Old report: made by Crosscut 0.5.0")
    expect(mark).to_be_in_viewport()
    back_to_the_games(page)


@pytest.mark.parametrize("width", [1200, 360])
@pytest.mark.parametrize("path", ["/report/hex/full", "/report/slither/full"])
def test_the_navigation_covers_nothing_that_a_link_leads_to(visit, path, width):
    page = visit(f"{path}#results", width=width, height=740, reduced_motion="reduce")
    bar = page.locator(".site-bar").bounding_box()
    assert bar["y"] == 0
    assert page.evaluate("scrollY") > 0
    assert page.locator("#results").bounding_box()["y"] >= bar["height"]
    if width == 1200:  # else they are not beside the report
        contents = page.get_by_role("navigation", name="Contents")
        assert contents.bounding_box()["y"] >= bar["height"]


@pytest.mark.parametrize("width", [1200, 360, 320])
def test_a_report_is_no_wider_than_the_screen(visit, width):
    for path in PATHS:
        page = visit(path, width=width, height=740)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_reports(visit, examine, scheme):
    for path in PATHS:
        for width in (1200, 360):
            assert examine(visit(path, color_scheme=scheme, width=width)) == [], (path, width)


def test_the_way_back_needs_no_script(visit):
    page = visit("/report/slither", java_script_enabled=False)
    page.get_by_role("link", name="Show the old report").click()
    expect(page.get_by_text("Old report: made by Crosscut 0.5.0")).to_be_visible()
    page.get_by_role("link", name="Details").click()
    expect(page.get_by_role("link", name="Show the old report")).to_be_visible()
    back_to_the_games(page)


def test_what_is_printed_has_the_mark_and_no_navigation(visit):
    page = visit("/report/slither/full")
    page.emulate_media(media="print")
    expect(page.get_by_text("Old report: made by Crosscut 0.5.0")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzles")).to_be_hidden()
