"""Small things that people would miss on the play page."""

from tests.support.browser import act, expect, shows_message, tap

TWO = "first=person&second=person"


def test_a_game_plays_through(visit):
    page = visit(f"/play/hex?size=3&pie=0&{TWO}#a1.b1.c1")
    act(page, "first")
    expect(page.locator("#board .piece")).to_have_count(0)
    act(page, "autoplay")
    expect(page.locator("#board .piece")).to_have_count(3)
    expect(page.locator("[data-do=autoplay]")).to_have_attribute("aria-pressed", "false")


def test_a_rematch_exchanges_the_seats(visit):
    page = visit("/play/hex?size=2&pie=0&first=person&second=beginner#a1.b1")
    act(page, "playOn")  # for a link with turns is a game of others
    shows_message(page, "Black, your turn.")
    expect(page.locator("[data-do=rematch]")).to_be_hidden()
    tap(page, "a2")
    shows_message(page, "You have won.")
    act(page, "rematch")
    expect(page.locator(".players li").first).to_contain_text("computer, beginner")
    expect(page.locator(".players li").last).to_contain_text("you")
    shows_message(page, "White, your turn.")


def test_the_title_says_whose_turn_it_is(visit):
    page = visit("/play/hex?size=3&pie=0&first=person&second=beginner")
    hidden = "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"
    page.evaluate(hidden)
    tap(page, "b2")
    expect(page).to_have_title("● Your turn – Hex – Crosscut")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => false })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).to_have_title("Hex – Crosscut")


def test_the_report_is_at_hand(visit):
    page = visit("/play/slither")
    page.locator("#tab-rules").click()
    page.locator("#panel-rules").get_by_role("link", name="Report").click()
    expect(page.locator("h1")).to_contain_text("Slither")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Play").click()
    expect(page).to_have_title("Slither – Crosscut")


def test_the_board_alone(visit):
    page = visit("/play/slither")
    page.keyboard.press("z")
    expect(page.locator(".tabs")).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".tabs")).to_be_visible()


def test_a_clock_against_the_computer_needs_no_spectators(visit):
    page = visit("/play/hex?size=3&first=person&second=person", width=360, height=740)
    act(page, "new")
    expect(page.locator("#new-minutes")).to_be_hidden()
    page.locator("#new-second").select_option("beginner")
    expect(page.locator("#new-watch")).not_to_be_checked()
    expect(page.locator("#new-game")).to_contain_text("The clock is yours: the computer has none.")
    page.locator("#new-minutes").press_sequentially("e")  # which is no number
    page.locator("#new-begin").click()
    expect(page.locator("#new-error")).to_contain_text("A clock has from 5 seconds")
    page.locator("#new-minutes").fill("5")
    page.locator("#new-increment").fill("3")
    expect(page.locator("#new-name")).to_be_hidden()  # nothing moves while one types
    page.locator("#new-begin").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".clock")).to_have_text(["5:00"])
    shows_message(page, "You play Black against the computer.")
    tap(page, "b1")
    shows_message(page, "White, the computer, plays")
    act(page, "new")
    page.locator("#new-minutes").fill("")
    page.locator("#new-begin").click()
    page.wait_for_url("**/play/*")
    shows_message(page, "your turn")
