"""The engine's work behind the pages: turns are chosen, and jobs wait their turn."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.jobs.requests import JOBS, LONGEST
from crosscut.apps.web.jobs.scheduling import ordered
from crosscut.apps.web.positions import Moment, position_of
from tests.support.browser import LONG, wait_long

SHUTTLE = Path(__file__).parents[1] / "support" / "game_files" / "shuttle.py"
HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": True}
SLITHER = {"game": "slither", "size": 4, "variant": "classic", "pie": True}
SNAKETRAIL = {"game": "snaketrail", "size": 5, "variant": "standard", "pie": False}


@pytest.fixture(autouse=True)
def _quick(interpreted):
    """Nothing has to be compiled for tiny boards."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """A process may be slow on a busy machine."""
    wait_long(monkeypatch)


def job(do, start=HEX, turns=(), taps=(), **fields):
    """Return a job about a moment of a game."""
    about = {"start": start} if do == "warm" else {"moment": moment(start, turns, taps)}
    return JOBS.validate_python({"do": do, **about, **fields})


def moment(start, turns=(), taps=()):
    """Return a moment as a page sends it."""
    return {"start": start, "turns": list(turns), "taps": list(taps)}


def position(start, turns=(), taps=()):
    return position_of(Moment(**moment(start, turns, taps)))


def with_pool(story, workers=1, files=()):
    """Run a story with a pool of its own and return what it returns."""

    async def told():
        async with Pool(workers, files) as pool:
            return await asyncio.wait_for(story(pool), LONG)

    return asyncio.run(told())


async def events(handle):
    """Return all that is told of a job."""
    return [event async for event in handle]


async def last(handle):
    """Return the last that is told of a job."""
    return (await events(handle))[-1]


async def until(handle, name):
    """Return the next event with a name."""
    async for event in handle:
        if event["event"] == name:
            return event
    raise AssertionError(f"no {name}")


# Thinking.


@pytest.mark.parametrize(
    ("start", "turns", "taps"),
    [
        (HEX, (), ()),
        (HEX, ("b2",), ()),
        (SLITHER, ("b2", "c3"), ("b2",)),
        (SNAKETRAIL, (), ()),
        (SNAKETRAIL, (), ("e8",)),
        (SNAKETRAIL, ("W:e8 R:h2",), ()),
    ],
)
def test_thinking_gives_a_whole_turn_that_the_rules_accept(start, turns, taps):
    async def story(pool):
        return await last(pool.submit(job("think", start, turns, taps, level="beginner"), 1))

    found = with_pool(story)
    assert found["event"] == "done"
    after = position(start, found["turns"])
    assert found["turns"] == [*turns, found["turn"]]
    assert after == position(start, turns, (*taps, *found["taps"]))
    assert not after.mid_turn
    assert found["line"][0] == found["turn"]
    assert found["simulations"] > 0
    assert 0 <= found["win_chance"] <= 1


def test_swap_is_chosen_where_it_is_best_and_a_proven_win_is_told():
    async def story(pool):
        swap = await last(pool.submit(job("hint", HEX, ["b2"], seconds=LONGEST), 1))
        win = await last(pool.submit(job("hint", {**HEX, "pie": False}, seconds=LONGEST), 1))
        return swap, win

    swap, win = with_pool(story)
    assert (swap["turn"], swap["taps"], swap["proven"]) == ("swap", ["swap"], 1)
    assert (win["proven"], win["win_chance"]) == (0, 1.0)


def test_progress_is_told_and_now_ends_the_search_with_what_there_is():
    async def story(pool):
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        progress = await until(handle, "progress")
        handle.now()
        return progress, await last(handle)

    progress, found = with_pool(story)
    told = {"event", "share", "seconds", "simulations", "win_chance", "best", "quick"}
    assert set(progress) == told
    assert position(SLITHER).play(progress["best"])
    assert found["event"] == "done"
    assert position(SLITHER, found["turns"])


def test_a_job_that_is_hurried_while_it_waits_ends_soon_after_it_began():
    async def story(pool):
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        handle.now()
        return await last(handle)

    assert with_pool(story)["event"] == "done"


def test_stop_frees_the_worker_and_the_same_process_goes_on():
    async def story(pool):
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        await until(handle, "progress")
        process = pool.workers[0].process.pid
        handle.stop()
        stopped = await last(handle)
        assert (await last(pool.submit(job("think", level=1), 1)))["event"] == "done"
        return stopped, process == pool.workers[0].process.pid

    assert with_pool(story) == ({"event": "stopped"}, True)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (job("think", HEX, ["b2", "b2"], level=1), "turn 2, b2: "),
        (job("think", HEX, level="godlike"), "there is no level 'godlike'"),
        (job("analyse", {**HEX, "game": "hexx"}), "did you mean hex?"),
        (job("review", HEX), "no whole turn yet"),
    ],
)
def test_errors_are_told_in_words_for_people(asked, words):
    async def story(pool):
        return await last(pool.submit(asked, 1))

    found = with_pool(story)
    assert found["event"] == "error"
    assert words in found["message"]


# The queue.


@dataclass(frozen=True)
class Ticket:
    rank: int
    owner: str
    number: int


def test_urgent_jobs_come_first_and_owners_take_turns():
    greedy = [Ticket(2, "a", number) for number in range(4)]
    others = [Ticket(2, "b", 4), Ticket(0, "c", 5), Ticket(2, "b", 6)]
    numbers = [each.number for each in ordered([*greedy, *others])]
    assert numbers == [5, 0, 4, 1, 6, 2, 3]
    busy = [each.number for each in ordered([*greedy, *others], busy=["a"])]
    assert busy == [5, 4, 0, 6, 1, 2, 3]


def test_places_in_the_queue_are_told_anew_when_they_change():
    async def story(pool):
        first = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        await until(first, "progress")
        warm = pool.submit(job("warm"), 1)
        review = pool.submit(job("review", HEX, ["a1"], simulations_each=3), 1)
        think = pool.submit(job("think", level=1), 2)
        places = [await anext(each) for each in (warm, review, think)]
        first.stop()
        ends = {}

        async def follow(name, handle):
            told = await events(handle)
            ends[name] = [each["place"] for each in told if each["event"] == "queued"]

        await asyncio.gather(follow("warm", warm), follow("review", review), follow("think", think))
        return [each["place"] for each in places], ends

    places, ends = with_pool(story)
    assert places == [3, 2, 1]
    assert list(ends) == ["think", "review", "warm"]
    assert ends == {"think": [], "review": [1], "warm": [2, 1]}


def test_two_jobs_run_at_once_and_a_third_waits():
    async def story(pool):
        one, two = (pool.submit(job("hint", SLITHER, seconds=LONGEST), owner) for owner in (1, 2))
        await until(one, "progress")
        await until(two, "progress")
        three = pool.submit(job("hint", SLITHER, seconds=LONGEST), 3)
        assert (await anext(three))["event"] == "queued"
        assert len({worker.process.pid for worker in pool.workers}) == 2
        one.now()
        await until(three, "progress")
        assert (await last(one))["event"] == "done"

    with_pool(story, workers=2)


def test_a_turn_does_not_wait_for_an_analysis_which_goes_on_afterwards():
    async def story(pool):
        analysis = pool.submit(job("analyse", SLITHER, seconds=LONGEST), 1)
        await until(analysis, "snapshot")
        assert (await last(pool.submit(job("think", level=1), 2)))["event"] == "done"
        assert not analysis.over
        await until(analysis, "snapshot")
        analysis.now()
        return await last(analysis)

    assert with_pool(story)["event"] == "done"
