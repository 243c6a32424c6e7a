"""The page of a report in a real browser: it can be used, and it fetches nothing."""

import shutil
import subprocess

import pytest

from crosscut.lab.report.estimates import counted, share
from crosscut.lab.report.measure import Figure, Measure
from crosscut.lab.report.page.render import render
from tests.support.browser import expect
from tests.support.sample_report import ABOUT, EVIL, report


@pytest.fixture(scope="module")
def html():
    """The page of a small report."""
    return render(ABOUT, report())


@pytest.fixture
def visit(browser, html, tmp_path):
    """A function that opens the page; in the end nothing was fetched and nothing went wrong."""
    wrong, contexts = [], []
    file = tmp_path / "index.html"

    def note(request):
        if request.url.partition("#")[0] != file.as_uri():
            wrong.append(request.url)

    def opened(text=html, width=1200, place="", unfolded=True, **options):
        file.write_text(text)
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", note)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(file.as_uri() + place)
        if unfolded and options.get("java_script_enabled", True):
            page.get_by_role("button", name="Unfold all").click()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def pieces_of(player):
    """Return the names of what is drawn on a board beside its ground."""
    return player.locator(".pieces use").evaluate_all(
        "all => all.map(each => each.getAttribute('href').replace(/#b\\d+-/, '')).sort().join(' ')"
    )


def test_a_line_can_be_stepped_through(visit):
    player = visit().locator("[data-player]")
    assert pieces_of(player) == ""
    player.get_by_label("One turn forward").click()
    assert pieces_of(player) == "#mark-ring 0"
    player.locator(".board").focus()
    player.locator(".board").press("ArrowRight")
    assert pieces_of(player) == "#mark-ring 0 1"
    player.locator(".board").press("End")
    assert pieces_of(player) == "#mark-ring #mark-ring #mark-ring 0 0 1"
    assert player.locator(".said").text_content() == "Turn 3 of 3: b2-b3/b2. White to move."
    assert player.get_by_label("Last position").is_disabled()
    player.locator("[data-turn='1']").click()
    assert pieces_of(player) == "#mark-ring 0"
    assert player.locator("[aria-current]").text_content() == "b2"
    player.locator("input").fill("2")
    assert pieces_of(player) == "#mark-ring 0 1"
    player.get_by_label("First position").click()
    assert pieces_of(player) == ""


def tap(player, *names):
    """Tap cells by their names and return what is said."""
    for name in names:
        player.locator(f".cells use[aria-label^='{name},']").click()
    return player.locator(".said").first.text_content()


def test_a_puzzle_is_solved_by_its_turn_alone(visit):
    player = visit().locator("[data-puzzle]")
    start = pieces_of(player)
    assert "c2 is not legal: the point is taken by White." in tap(player, "c2")
    assert pieces_of(player) == start
    assert "a1 is legal, but it does not win" in tap(player, "a1")
    assert pieces_of(player) != start
    assert player.locator(".solution").is_hidden()
    assert tap(player, "b2").startswith("Right: b2 wins.")  # begins anew by itself
    assert player.locator(".solution .said").text_content() == "Turn 1 of 1: b2. Black has won."
    player.get_by_label("First position").click()
    assert pieces_of(player) == start
    player.get_by_text("Start again").click()
    assert player.locator(".solution").is_hidden()
    assert player.locator(".said").first.text_content() == "Black to move and win."


def test_a_turn_of_several_taps_builds_up_and_can_be_taken_back(visit):
    player = visit().locator("[data-puzzle]")
    start = pieces_of(player)
    assert tap(player, "b1").startswith("b1 so far.")
    assert "a" in pieces_of(player).split()
    assert "no legal turn goes on there" in tap(player, "d4")
    player.page.keyboard.press("Escape")
    assert pieces_of(player) == start
    # another way to the same position is as good
    assert tap(player, "b1", "b2", "b1").startswith("Right: b1, b2, b1 wins.")


def test_a_puzzle_can_be_played_by_keys_and_shown(visit):
    player = visit().locator("[data-puzzle]")
    player.locator(".cells use").first.focus()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        player.page.keyboard.press(key)
    assert player.locator(".said").first.text_content().startswith("Right: b2 wins.")
    player.get_by_text("Start again").click()
    player.get_by_text("Show solution").click()
    assert player.locator(".solution .said").text_content() == "Turn 1 of 1: b2. Black has won."


def test_a_heat_map_tells_the_value_of_a_cell(visit):
    exhibit = visit().locator("figure.heat_map")
    exhibit.locator(".heat use").nth(1).hover()
    expect(exhibit.locator(".said")).to_have_text("b1: 1.0\xa0%")
    exhibit.locator(".heat use").nth(1).focus()
    exhibit.page.keyboard.press("ArrowRight")
    expect(exhibit.locator(".said")).to_have_text("c1: 2.0\xa0%")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_chosen(visit, scheme):
    page = visit(color_scheme=scheme)
    shade = "getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(239, 241, 236)", "rgb(18, 21, 20)"
    before, after = (light, dark) if scheme == "light" else (dark, light)
    assert page.evaluate(shade) == before
    page.locator("[data-theme-toggle]").click()
    assert page.evaluate(shade) == after
    page.reload()
    assert page.evaluate(shade) == after


def test_tables_that_are_wider_than_their_box_say_so(visit):
    page = visit()
    hints = "all => all.map(each => getComputedStyle(each, '::before').content !== 'none')"
    page.locator(".wider").first.wait_for()
    assert page.locator("#results-1 .box, #results-2 .box").evaluate_all(hints) == [False, True]


@pytest.mark.parametrize("width", [320, 360, 800])
def test_nothing_is_wider_than_the_screen(visit, width):
    page = visit(width=width)
    for each in page.locator("details").all():
        each.evaluate("each => { each.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_evil_texts_do_nothing_in_a_browser(visit):
    page = visit(render(ABOUT | {"title": EVIL}, {"evil": Measure(EVIL, EVIL, summary=EVIL)}))
    assert page.locator("h1").text_content() == EVIL


def test_the_page_is_complete_without_scripts(visit):
    page = visit(java_script_enabled=False, place="#puzzles")
    assert page.locator("[data-player] .pieces use").count() == 6
    assert page.locator(".controls").first.is_hidden()
    assert page.locator("noscript summary").is_visible()  # a link unfolds what it leads to


# What is folded.


FOLDED = "details.part:not([open])"
ANSWERED = ABOUT | {"game": "none of ours"}


def answered():
    """Return measures of which three questions can be answered."""
    results = Measure(
        "Who wins",
        "Counted.",
        figures=[
            share("first seat", 940, 2014),
            share("draws", 12, 2014),
            counted("games that did not end", 0, n=2014),
            share("swaps", 0, 2014),
        ],
    )
    quality = Measure("Quality", "Read.", figures=[Figure("drama", 0.5, "", (0.4, 0.6), 2014)])
    return report() | {"results": results, "quality": quality}


@pytest.fixture(scope="module")
def full():
    """A page with answers and strips."""
    return render(ANSWERED, answered())


def test_a_link_in_a_sentence_unfolds_its_figure(visit, full):
    page = visit(full, unfolded=False)
    number = page.locator("details.part").count()
    assert page.locator(FOLDED).count() == number
    row = page.locator("[id='results.first-seat']")
    assert not row.is_visible()
    page.locator("#answer-fair .sentence a").click()
    expect(row).to_be_in_viewport()
    assert page.locator(FOLDED).count() == number - 1
    page.locator("details.part[open] > summary").click()  # and once more, to the same place
    assert not row.is_visible()
    page.locator("#answer-fair .sentence a").click()
    expect(row).to_be_in_viewport()


@pytest.mark.parametrize("scripted", [True, False])
def test_an_address_with_a_place_unfolds_it(visit, full, scripted):
    page = visit(full, place="#results.draws", unfolded=False, java_script_enabled=scripted)
    expect(page.locator("[id='results.draws']")).to_be_in_viewport()


@pytest.mark.parametrize("scripted", [True, False])
def test_the_contents_lead_to_folded_sections(visit, full, scripted):
    page = visit(full, unfolded=False, java_script_enabled=scripted)
    page.get_by_role("navigation", name="Contents").get_by_role(
        "link", name="Who wins"
    ).first.click()
    expect(page.locator("#results-title")).to_be_in_viewport()


def test_folded_parts_are_opened_by_keys(visit, full):
    page = visit(full, unfolded=False)
    summary = page.locator("details.part > summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.part[open]").count() == 1
    page.get_by_role("button", name="Fold all", exact=True).press("Enter")
    assert page.locator("details.part[open]").count() == 0


@pytest.mark.parametrize("scripted", [True, False])
def test_paper_shows_what_is_folded_and_no_controls(visit, full, scripted):
    page = visit(full, unfolded=False, java_script_enabled=scripted)
    folded, formula = page.locator("#results .figures"), page.locator("#results .formula p").first
    assert not folded.is_visible()
    page.emulate_media(media="print")
    assert folded.is_visible()
    assert formula.is_visible()
    assert not page.locator(".contents").is_visible()
    assert not page.locator("[data-fold]").first.is_visible()


def test_the_printed_page_has_the_words_of_folded_parts(visit, full, tmp_path):
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed")
    page = visit(full, unfolded=False)
    page.pdf(path=tmp_path / "page.pdf")
    assert page.locator("details.part[open]").count() == 0  # as it was before
    said = subprocess.run([program, tmp_path / "page.pdf", "-"], capture_output=True, text=True)
    words = " ".join(said.stdout.split())
    for each in ("Does it end?", "Who wins", "46.7 %", "Counted.", "drama"):
        assert each in words, each
    assert "Unfold all" not in words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page_folded_or_not(visit, full, examine, scheme):
    page = visit(full, unfolded=False, color_scheme=scheme, bypass_csp=True)
    assert examine(page) == []
    page.get_by_role("button", name="Unfold all").click()
    assert examine(page) == []
