"""The pages as people use them: a server as a process, a real browser, and what must not happen."""

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from tests.support.program import PROGRAM

BOARDS = re.compile(r"/(play|room)\b|/learn/\w+/\w+|/puzzles/\w+")
"""Paths of the pages that have a board."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SERIOUS = ("serious", "critical")
"""Findings of axe-core that keep somebody from using a page."""
ADDRESS = re.compile(r"http://[^/\s]+")
LONG = 300
"""Seconds after which what is waited for is taken not to come, on a busy machine too."""
PATIENCE = 1000 * LONG
"""The same in milliseconds, as Playwright counts."""
SENT = """Object.entries(localStorage).some(
    ([key, kept]) => key.startsWith("crosscut:game:") && JSON.parse(kept).sent)"""
"""Whether a browser knows that the server has its game, as a script."""


def wait_long(monkeypatch):
    """Keep worker pools from giving up a process that a busy machine slows down."""
    for name in ("pool.GRACE", "pool.SILENCE", "pool.STARTING", "process.GRACE"):
        monkeypatch.setattr(f"crosscut.apps.web.jobs.{name}", LONG)


class Server:
    """``crosscut serve`` as a process; the engine runs interpreted, so that nothing compiles."""

    def __init__(self, state, *options, choose_port=True, **environment):
        self.options = [*options, "--no-browser"]
        self.choose_port = choose_port
        given = {"XDG_STATE_HOME": str(state), "CROSSCUT_INTERPRET": "1", **environment}
        self.environment = {**os.environ, **given}
        self.port = 0
        self.process = None

    def start(self):
        """Start it at a free port, or at the one that it had before; return itself."""
        port = ["--port", str(self.port)] if self.choose_port else []
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", *port, *self.options],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(self.process.stderr.read())
        self.address = ADDRESS.search(line).group()
        self.port = urlsplit(self.address).port
        return self

    def stop(self):
        """End it as Ctrl-C does; return its exit code and what it said meanwhile."""
        self.process.send_signal(signal.SIGINT)
        try:
            said = self.process.communicate(timeout=LONG)[1]
        finally:
            self.process.kill()
        return self.process.returncode, said


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server for all tests of pages, who are strangers to each other."""
    started = Server(tmp_path_factory.mktemp("state")).start()
    yield started
    code, said = started.stop()
    assert "Traceback" not in said, said
    assert code in (0, 130)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A browser's end of a server within the test, which limits nobody."""
    from starlette.testclient import TestClient

    from crosscut.apps.web.app import create_app
    from crosscut.apps.web.settings import Limits, Settings

    folder = tmp_path_factory.mktemp("state")
    unhurried = Limits(requests_per_second=0)
    settings = Settings(f"sqlite:///{folder}/games.sqlite", reports=folder, limits=unhurried)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def browser():
    """A Chromium; without one, or without what drives it, these tests are skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"no browser on the path: none of {', '.join(BROWSERS)}")
    driver.expect.set_options(timeout=PATIENCE)
    with driver.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def visit(browser, server):
    """Opens pages; in the end nothing failed, and nothing came from elsewhere."""
    visits = Visits(browser, server)
    yield visits
    visits.close()
    visits.forgive()
    assert visits.wrong == []


@pytest.fixture
def examine():
    """Says what axe-core finds on a page that would keep somebody from using it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core")

    def found(page):
        answer = axe.Axe().run(page).response
        return [
            (each["id"], node["html"][:200], node["failureSummary"][-200:])
            for each in answer["violations"]
            if each["impact"] in SERIOUS
            for node in each["nodes"][:3]
        ]

    return found


class Visits:
    """Opens pages in new browsers or in one that is open, and notes what goes wrong there."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.contexts = []
        self.wrong = []
        self.forgiven = []

    def meet(self, width=1200, height=900, **options):
        """Return the browser of somebody new."""
        viewport = {"width": width, "height": height}
        context = self.browser.new_context(viewport=viewport, **options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def __call__(self, path="/", context=None, **options):
        """Open a page in a context, a new one unless given; wait until it shows what it has."""
        page = (context or self.meet(**options)).new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("requestfailed", self.fail)
        page.on("response", self.look)
        page.on("request", self.note)
        page.goto(self.server.address + path)
        loads(page, path)
        return page

    def hear(self, message):
        """Note what the console shows, but for answers, which are looked at themselves."""
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.wrong.append(message.text)

    def note(self, request):
        """Note a request to any other server."""
        own = (self.server.address, "data:", "blob:", self.server.address.replace("http", "ws"))
        if not request.url.startswith(own):
            self.wrong.append(f"foreign: {request.url}")

    def look(self, response):
        """Note an error, but not that a turn is illegal or a game or room changed elsewhere."""
        meant = {422: ("/api/",), 409: ("/api/saved/", "/api/rooms/"), 403: ("/api/rooms/",)}
        words = meant.get(response.status, ())
        if response.status >= 400 and not any(word in response.url for word in words):
            self.wrong.append(f"{response.status}: {response.url}")

    def fail(self, request):
        """Note a request that failed, unless its page was left."""
        if "ERR_ABORTED" not in request.failure:
            self.wrong.append(f"failed: {request.url}")

    def forgive(self, *words):
        """Forget what goes wrong and is meant to, by words of it, now and in the end."""
        self.forgiven += words
        wrong = self.wrong
        self.wrong = [each for each in wrong if not any(word in each for word in self.forgiven)]

    def close(self):
        """Leave all pages."""
        for context in self.contexts:
            with suppress(Exception):
                context.close()


# What a person sees and does on the play page.


def expect(*args):
    """Return Playwright's ``expect``; imported late, as it may not be there."""
    from playwright.sync_api import expect as expected

    return expected(*args)


def wait_until(page, holds):
    """Wait until something holds that no locator shows."""
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end, "it did not come"
        page.wait_for_timeout(50)


def loads(page, path):
    """Wait until a page shows what it has: where there is a board, a position and words on it."""
    if BOARDS.match(path):
        page.locator("#board .cells [data-cell][aria-label*=',']").first.wait_for()
        message(page)


def address(page):
    """Return the path of a page as it is now, which changes with the game."""
    return page.evaluate("location.pathname + location.search + location.hash")


def shows_message(page, *words):
    """Wait until the message has some words."""
    for word in words:
        expect(page.locator("#message")).to_contain_text(word)


def message(page):
    """Return the message, once there is one."""
    expect(page.locator("#message")).not_to_be_empty()
    return page.locator("#message").text_content()


def cell(page, name):
    """Return a cell by its name."""
    return page.locator(f"#board [data-cell='{name}']")


def tap(page, *names):
    """Click cells, one after the other."""
    for name in names:
        cell(page, name).click()


def act(page, deed):
    """Click a button by what it does."""
    page.locator(f"button[data-do='{deed}']").first.click()


def shows_turns(page, *turns):
    """Wait until the list of moves has these turns, variations in the order in which they stand."""
    expect(page.locator("#moves button[data-number]")).to_have_text(list(turns))


def is_at(page, turn):
    """Wait until the game is at a turn."""
    expect(page.locator("#moves [aria-current]")).to_have_text(turn)


def has_pieces(page, number):
    """Wait until so many pieces stand on the board."""
    expect(page.locator("#board .pieces .piece")).to_have_count(number)


def is_called(page, name, words):
    """Wait until a cell is called so, no more and no less, for who does not see it."""
    expect(cell(page, name)).to_have_attribute("aria-label", words)


def is_labelled(page, name, *words):
    """Wait until a cell is called by some words."""
    for word in words:
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile(re.escape(word)))


def legal(page):
    """Return the cells that may be tapped, once there are any."""
    expect(page.locator("#board .cells .legal")).not_to_have_count(0)
    return page.locator("#board .cells .legal").evaluate_all("all => all.map(e => e.dataset.cell)")


def type_move(page, text):
    """Type a move and send it."""
    page.locator("#typed-move").fill(text)
    page.locator("#typed-move").press("Enter")


def set_preference(page, **chosen):
    """Choose preferences in the dialog."""
    page.locator("#open-settings").click()
    for name, value in chosen.items():
        control = page.locator(f"#prefer-{name}")
        if isinstance(value, bool):
            control.set_checked(value)
        elif value.startswith("#"):
            control.fill(value)
        else:
            control.select_option(value)
    page.locator("#settings button").click()
