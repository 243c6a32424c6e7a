"""A designer's file in the browser: played, reloaded when it is saved, its errors told."""

import re
from pathlib import Path

import pytest

from tests.support.browser import Server, Visits, cell, expect, shows_message, tap

EXAMPLE = Path(__file__).parents[2] / "examples" / "sidestep.py"
TWO = "first=person&second=person"


@pytest.fixture
def own(tmp_path, browser):
    """A server with a file of the user's own, the file, and a way to visit."""
    file = tmp_path / "sidestep.py"
    file.write_text(EXAMPLE.read_text())
    server = Server(tmp_path, "--game", str(file), "--reload").start()
    visits = Visits(browser, server)
    yield file, visits
    visits.close()
    code, said = server.stop()
    assert code in (0, 130)
    assert "Traceback" not in said


def test_a_file_is_played_reloaded_and_its_errors_are_told(own):
    file, visit = own
    text = file.read_text()
    page = visit(f"/play/sidestep?{TWO}&pie=0")
    tap(page, "d4")
    shows_message(page, "Black plays d4.")
    file.write_text(text.replace("def legal", "def legal oops", 1))
    shows_message(page, "expected '('", "sidestep.py, line")
    expect(page.locator("#message")).to_have_class("message refused")
    file.write_text(text)
    shows_message(page, "White, your turn.")
    tap(page, "b2")
    shows_message(page, "White plays b2.")
    # an error that shows only when the game is played
    head = next(line for line in text.splitlines() if line.strip().startswith("def legal"))
    file.write_text(text.replace(head, f"{head}\n        1 / 0"))
    shows_message(page, "ZeroDivisionError")
    # with other rules the game goes on as far as they allow it
    file.write_text(text.replace('Facts("Sidestep"', 'Facts("Sidestep Two"'))
    expect(page).to_have_title("Sidestep Two – Crosscut")
    expect(cell(page, "d4")).to_have_attribute("aria-label", re.compile("^d4, Black"))


@pytest.mark.slow
def test_a_file_that_does_not_run_is_waited_for(own):
    file, visit = own
    text = file.read_text()
    page = visit("/play/sidestep")
    file.write_text("x = (\n")
    shows_message(
        page, "line 1: '(' was never closed"
    )  # so the server knows, which home does not wait for
    page.goto(visit.server.address)
    expect(page.get_by_role("alert")).to_contain_text("line 1: '(' was never closed")
    page.goto(visit.server.address + "/play/sidestep")
    expect(page.get_by_role("alert")).to_contain_text("line 1: '(' was never closed")
    file.write_text("y = [\n")
    expect(page.get_by_role("alert")).to_contain_text("'[' was never closed")
    file.write_text(text)
    expect(page.locator("#board [data-cell]").first).to_be_visible()


@pytest.mark.slow
def test_a_rule_that_never_ends_is_told(own, monkeypatch):
    file, visit = own
    text = file.read_text()
    head = next(line for line in text.splitlines() if line.strip().startswith("def legal"))
    page = visit(f"/play/sidestep?{TWO}&pie=0")
    file.write_text(text.replace(head, f"{head}\n        while True:\n            pass"))
    expect(page.locator("#message")).to_contain_text("does a rule loop for ever?")
    file.write_text(text)
    shows_message(page, "Black, your turn.")
