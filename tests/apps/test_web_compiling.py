"""While a game is compiled the computer answers, and says how far that is.

The compiler of these tests is real, and held up until a file appears: what comes before does not
depend on how quick anything is.
"""

import asyncio
from pathlib import Path

import pytest

from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.jobs import think as thinking
from crosscut.apps.web.jobs.requests import JOBS
from crosscut.apps.web.jobs.worker import work
from tests.support.browser import Server, expect, shows_message, tap, wait_long
from tests.support.program import PATIENCE

SIDESTEP = Path(__file__).parents[2] / "examples" / "sidestep.py"
HELD_UP = """

import pathlib, time
from crosscut.core import jit as kernel

def hold(started):
    while not pathlib.Path({gate!r}).exists():
        time.sleep(0.02)

kernel.on_compile.append(hold)
"""


@pytest.fixture
def gate(tmp_path):
    """What the compiler waits for."""
    return tmp_path / "go"


@pytest.fixture
def game(tmp_path, gate):
    """A game file whose compiler waits."""
    file = tmp_path / "waiting.py"
    file.write_text(SIDESTEP.read_text() + HELD_UP.format(gate=str(gate)))
    return file


@pytest.fixture(autouse=True)
def _nothing_compiled(tmp_path, monkeypatch):
    """Nothing has been compiled yet, and everything will be."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CROSSCUT_INTERPRET", "0")
    wait_long(monkeypatch)


def work_without_haste(pipe, files):
    """Have all the time there is for a quick search too."""
    thinking.QUICK = PATIENCE
    work(pipe, files)


def job(do, level="beginner", turns=()):
    """Return a job about the game."""
    start = {"game": "waiting", "size": 9, "variant": "standard", "pie": False}
    asked = {"do": do, "moment": {"start": start, "turns": list(turns)}, "start": start}
    return JOBS.validate_python(asked | ({"level": level} if do == "think" else {}))


def with_pool(story, game, workers):
    """Run a story with a pool of its own."""

    async def told():
        async with Pool(workers, [game]) as pool:
            await asyncio.wait_for(story(pool), PATIENCE)

    asyncio.run(told())


async def last(handle):
    """Return the last that is told of a job."""
    return [event async for event in handle][-1]


async def until(handle, name):
    """Return the next event of a name."""
    async for event in handle:
        if event["event"] == name:
            return event
    raise AssertionError(f"no {name}")


@pytest.mark.parametrize("warmed", [True, False])
def test_the_computer_answers_while_the_game_is_compiled(game, gate, warmed):
    async def story(pool):
        if warmed:
            warm = pool.submit(job("warm"), "me", 1)
            await until(warm, "compiling")
        answer = await last(pool.submit(job("think"), "me", 1))
        assert answer["event"] == "done"
        assert answer["simulations"] > 0
        assert answer["weaker"] == (answer["simulations"] < 20)  # all that this level ever thinks
        cut_short = await last(pool.submit(job("think", "strongest"), "me", 1))
        assert cut_short["weaker"]
        assert (await last(pool.submit(job("hint"), "me", 1)))["weaker"]
        assert not pool.settled
        gate.touch()
        if not warmed:
            return  # the rest takes as long as the compiler
        assert (await last(warm))["event"] == "done"
        later = await last(pool.submit(job("analyse"), "me", 1))  # which waits for the compiler
        assert later["event"] == "done"
        answer = await last(pool.submit(job("think", "strongest"), "me", 1))
        assert not answer["weaker"]

    with_pool(story, game, workers=2)


def test_a_level_that_thinks_little_is_not_weaker_meanwhile(game, gate, monkeypatch):
    monkeypatch.setattr("crosscut.apps.web.jobs.process.work", work_without_haste)

    async def story(pool):
        answer = await last(pool.submit(job("think"), "me", 1))
        assert answer["event"] == "done"
        assert answer["simulations"] >= 20  # all that this level ever thinks
        assert not answer["weaker"]
        assert not pool.settled
        gate.touch()

    with_pool(story, game, workers=2)


def test_who_waits_for_the_compiler_is_told_how_far_it_is(game, gate):
    async def story(pool):
        handle = pool.submit(job("think"), "me", 1)  # there is nobody else to answer
        first = await until(handle, "compiling")
        assert (first["parts"], first["about"]) == (1, 140)
        gate.touch()
        seen = [event async for event in handle]
        parts = [event["parts"] for event in seen if event["event"] == "compiling"]
        assert parts == sorted(set(parts))
        assert 50 < parts[-1] <= 140
        assert (seen[-1]["event"], seen[-1]["weaker"]) == ("done", False)

    with_pool(story, game, workers=1)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_rule_that_will_not_compile_is_told_to_who_plays(game, gate, workers):
    text = game.read_text()
    game.write_text(text.replace("        away =", "        away = 0 if {1: 2}[1] == 3 else", 1))
    assert game.read_text() != text

    async def story(pool):
        handle = pool.submit(job("think"), "me", 1)
        if workers == 2:
            assert (await last(handle))["event"] == "done"  # before the compiler knows
            gate.touch()
            await last(pool.submit(job("analyse"), "somebody", 2))  # until it does
            handle = pool.submit(job("think"), "me", 1)
        gate.touch()
        notice = await until(handle, "notice")
        assert "runs interpreted, slower: " in notice["text"]
        assert "waiting.py" in notice["text"]
        assert (await last(handle))["event"] == "done"

    with_pool(story, game, workers)


def test_the_page_says_what_is_compiled_and_plays_meanwhile(visit, tmp_path, game, gate):
    served = Server(tmp_path, "--game", str(game), "--workers", "2", CROSSCUT_INTERPRET="0").start()
    visit.server = served
    try:
        page = visit("/play/waiting?size=9&pie=0&first=person&second=strongest")
        page.set_default_timeout(1000 * PATIENCE)
        thinking = page.locator("#thinking")
        slowly = {"timeout": 1000 * PATIENCE}
        expect(thinking).to_contain_text("Compiling this game", **slowly)
        expect(thinking).to_contain_text("1 of about 140 parts")
        expect(page.locator("#move-now")).to_be_hidden()
        tap(page, "b2")
        expect(page.locator("#message")).to_contain_text("the computer, plays", **slowly)
        shows_message(page, "weaker than usual", "Black, your turn.")
        expect(thinking).to_contain_text("parts")  # that goes on
        gate.touch()
        expect(thinking).to_be_hidden(**slowly)
        page.locator("#board .cells .legal").first.click()
        expect(page.locator("#moves button[data-number]")).to_have_count(4, **slowly)
        expect(page.locator("#message")).not_to_contain_text("weaker")
    finally:
        gate.touch()
        visit.close()
        served.stop()
