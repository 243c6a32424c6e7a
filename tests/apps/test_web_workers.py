"""The engine's work behind the pages: what is asked for comes, whatever becomes of workers."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.jobs.handle import Handle
from crosscut.apps.web.jobs.progress import OPTIONS
from crosscut.apps.web.jobs.requests import JOBS, LONGEST, Analyse
from crosscut.apps.web.jobs.results import Results
from crosscut.apps.web.jobs.scheduling import ordered
from crosscut.apps.web.jobs.think import Thinker
from crosscut.apps.web.jobs.worker import NICE
from crosscut.apps.web.positions import Moment, position_of
from crosscut.core.errors import BadOption
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


async def enough(handle):
    """Return all that is told of an analysis, which is hurried when it has told enough."""
    told = []
    async for event in handle:
        told.append(event)
        if sum(each["event"] == "snapshot" for each in told) >= 3:
            handle.now()
    return told


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


# What may happen to workers.


def test_a_job_whose_process_is_killed_is_begun_again_but_not_for_ever():
    async def story(pool):
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        told = []
        for _ in range(3):
            await until(handle, "progress")
            os.kill(pool.workers[0].process.pid, signal.SIGKILL)
            told.append(await anext(each async for each in handle if each["event"] != "progress"))
        after = await last(pool.submit(job("think", level=1), 1))
        return told, after

    told, after = with_pool(story)
    assert [each["event"] for each in told] == ["notice", "notice", "error"]
    assert "failed 3 times: a process died" in told[-1]["message"]
    assert after["event"] == "done"


def test_a_job_whose_process_hangs_is_begun_again_and_the_game_goes_on(monkeypatch):
    async def story(pool):
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        await until(handle, "progress")
        frozen = pool.workers[0].process
        os.kill(frozen.pid, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr("crosscut.apps.web.jobs.pool.SILENCE", 0.1)
            pool.set_alarm(pool.workers[0])
            told = await until(handle, "notice")
        await until(handle, "progress")
        handle.now()
        done = await last(handle)
        assert not frozen.is_alive()
        return told, done, pool.replaced

    told, done, replaced = with_pool(story)
    assert "silent" in told["text"]
    assert position(SLITHER, done["turns"])
    assert replaced == 1


def test_a_worker_that_does_not_listen_is_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr("crosscut.apps.web.jobs.pool.GRACE", 0.1)
    file = tmp_path / "endless.py"
    file.write_text(
        SHUTTLE.read_text().replace(
            "        steps =", "        while self.size == 2:\n            pass\n        steps ="
        )
    )
    start = {"game": "endless", "size": 2, "variant": "once", "pie": True}

    async def story(pool):
        handle = pool.submit(job("think", start, level=1), 1)
        await until(handle, "started")
        hanging = pool.workers[0].process
        behind = pool.submit(job("think", {**start, "size": 3}, level=1), 1)
        handle.stop()
        assert await last(handle) == {"event": "stopped"}
        assert (await last(behind))["event"] == "done"
        assert not hanging.is_alive()

    with_pool(story, files=[file])


def test_closing_ends_all_processes_at_once():
    async def story(pool):
        handles = [pool.submit(job("hint", SLITHER, seconds=LONGEST), owner) for owner in range(3)]
        await until(handles[0], "progress")
        processes = [worker.process for worker in pool.workers]
        await pool.close()
        assert not any(process.is_alive() for process in processes)
        return [(await last(handle))["event"] for handle in handles]

    assert with_pool(story, workers=2) == ["stopped"] * 3


def test_workers_stand_back_for_the_pages_and_their_time_is_counted(monkeypatch):
    monkeypatch.delenv(NICE)

    async def story(pool):
        charged = []
        handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), 1)
        handle.on_use = charged.append
        for _ in range(3):
            await until(handle, "progress")
        nice = os.getpriority(os.PRIO_PROCESS, pool.workers[0].process.pid)
        handle.now()
        await last(handle)
        return nice - os.getpriority(os.PRIO_PROCESS, 0), charged, pool.seconds

    nice, charged, seconds = with_pool(story)
    assert nice == min(10, 19 - os.getpriority(os.PRIO_PROCESS, 0))
    assert len(charged) > 2
    assert sum(charged) == pytest.approx(seconds)
    assert seconds > 0


@pytest.mark.parametrize("text", ["-1", "20", "low", "9" * 5000])
def test_a_wrong_priority_is_refused_before_anything_starts(text, monkeypatch):
    monkeypatch.setenv(NICE, text)
    with pytest.raises(BadOption, match="CROSSCUT_NICE is a whole number from 0 to 19"):
        Pool()


def test_a_tree_belongs_to_the_board_it_was_grown_for():
    desk = SimpleNamespace(table=1)
    thinker = Thinker(desk)
    first = thinker.engine_for(OPTIONS, seed=3)
    assert thinker.engine_for(OPTIONS, seed=3) is first
    desk.table = 2  # another window of the same visitor
    assert thinker.engine_for(OPTIONS, seed=3) is not first

    async def story(pool):
        handles = [pool.submit(job("hint", SLITHER, seconds=LONGEST), "visitor", n) for n in (1, 2)]
        for handle in handles:
            await until(handle, "progress")
            handle.stop()
        while not all(worker.idle for worker in pool.workers):
            await asyncio.sleep(0.01)
        chosen = []
        for table in (2, 1, 2):
            handle = pool.submit(job("hint", SLITHER, seconds=LONGEST), "visitor", table)
            await until(handle, "started")
            chosen.append((pool.worker_at(handle).process.pid, table))
            handle.stop()
            while not all(worker.idle for worker in pool.workers):
                await asyncio.sleep(0.01)
        return set(chosen)

    assert len(with_pool(story, workers=2)) == 2  # each window has the process it had before


# Files of one's own.


def test_an_own_file_may_be_broken_edited_and_put_right_between_two_jobs(tmp_path):
    text, file = SHUTTLE.read_text(), tmp_path / "mine.py"
    start = {"game": "mine", "size": 2, "variant": "once", "pie": False}
    texts = [
        "class",
        text,
        text.replace("own = self.board.bit(action)", "own = self.board.bit(action) // 0"),
        text.replace("sizes=(2, 3)", "sizes=(3,), smallest=3"),
        text,
    ]

    async def story(pool):
        told = []
        for each in texts:
            file.write_text(each)
            told.append(await last(pool.submit(job("think", start, level=1), 1)))
        assert len(pool.workers) == 1
        return told

    told = with_pool(story, files=[file])
    assert [each["event"] for each in told[:3]] == ["error", "done", "error"]
    assert f"{file}, line 1: " in told[0]["message"]
    line = text[: text.index("own = self.board.bit(action)")].count("\n") + 1
    assert f"{file}, line {line}: ZeroDivisionError" in told[2]["message"]
    assert told[3]["event"] == "error"
    assert told[4]["turn"] == told[1]["turn"]


def test_what_is_known_of_a_game_file_is_forgotten_when_it_is_edited(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SHUTTLE.read_text())
    results = Results([file])
    asked = job("analyse", {"game": "Mine", "size": 2, "variant": "once", "pie": False})
    before = results.key(asked)
    file.write_text(SHUTTLE.read_text() + "\n")
    assert results.key(asked) != before


# Analyses and reviews.


def test_snapshots_stream_and_are_kept():
    turns = ["a1", "c4"]

    async def story(pool):
        first = await enough(pool.submit(job("analyse", SLITHER, turns, seconds=LONGEST), 1))
        less = first[-1]["seconds"] / 2
        again = await events(pool.submit(job("analyse", SLITHER, turns, seconds=less), 2))
        more = await enough(pool.submit(job("analyse", SLITHER, turns, seconds=LONGEST), 2))
        return first, again, more

    first, again, more = with_pool(story)
    shown = [each for each in first if each["event"] == "snapshot"]
    assert len(shown) >= 2
    assert shown[0]["simulations"] < shown[-1]["simulations"]
    done = first[-1]
    assert done["done"]
    assert done["to_play"] == 0
    assert done["moves"][0]["visits"] > 0
    for value in done["turns"]:
        assert position(SLITHER, turns, value["taps"]) == position(SLITHER, [*turns, value["text"]])
    assert again == [{**done, "cached": True}]
    assert more[0] == {**done, "event": "snapshot", "done": False, "cached": True}
    assert more[-1]["event"] == "done"
    found = [each["simulations"] for each in more if "simulations" in each]
    assert found == sorted(found)


def test_analysing_within_a_turn_and_every_move():
    async def story(pool):
        within = await last(
            pool.submit(job("analyse", SLITHER, ["a1", "c4"], ["a1"], seconds=0.3), 1)
        )
        every = await last(pool.submit(job("analyse", HEX, seconds=0.1, each=3), 1))
        return within, every

    within, every = with_pool(story)
    here = position(SLITHER, ["a1", "c4"], ["a1"])
    for value in within["moves"]:
        assert position(SLITHER, ["a1", "c4"], ["a1", *value["taps"]]).parent is not None
    assert {value["text"] for value in within["moves"]} <= set(here.moves())
    assert [value["taps"] for value in every["moves"]] == [[v["text"]] for v in every["moves"]]
    assert len(every["moves"]) == 9
    assert all(value["visits"] for value in every["moves"])


def test_what_is_known_is_never_told_worse():
    results, asked = Results(most=2), job("analyse", seconds=10)
    key = results.key(asked)

    def learn(event, simulations, seconds, hurried=False):
        content = {"simulations": simulations, "seconds": seconds, "done": event == "done"}
        return results.learn(key, asked, event, content, hurried)

    assert learn("snapshot", 100, 4.0)[0] == "snapshot"
    assert learn("snapshot", 50, 2.0) == ("progress", {"share": 0.2})
    assert results.recall(key, asked)[0] == "snapshot"
    assert results.recall(key, job("analyse", seconds=4))[0] == "done"
    event, content = learn("done", 90, 10.0)
    assert (event, content["simulations"], content["cached"]) == ("done", 100, True)
    assert results.recall(key, asked)[0] == "done"
    for number in range(2):
        other = Analyse.model_validate({**asked.model_dump(), "each": number + 1})
        content = {"simulations": 1, "seconds": 1.0}
        results.learn(results.key(other), other, "snapshot", content, False)
    assert results.recall(key, asked) is None


def test_a_review_is_told_turn_by_turn_and_kept():
    turns = ["b2", "a1", "c1", "a3"]

    async def story(pool):
        told = await events(pool.submit(job("review", HEX, turns, simulations_each=30), 1))
        again = await events(pool.submit(job("review", HEX, turns, simulations_each=30), 2))
        return told, again

    told, again = with_pool(story)
    reviews = [each for each in told if each["event"] == "review"]
    assert told[-1]["event"] == "done"
    assert told[-1]["share"] == 1
    assert [turn["text"] for turn in told[-1]["turns"]] == turns
    shares = [each["share"] for each in told if "share" in each]
    assert shares == sorted(shares)
    assert all(0 < len(each["turns"]) < len(turns) for each in reviews)
    assert again == [{**told[-1], "cached": True}]


# Compiling.


def test_a_job_that_is_stopped_before_it_compiles_is_not_done_after_all():
    pool = Pool(2)
    handle = Handle(1, job("think", level="beginner"), "me", None, None, pool.hurry, pool.drop)
    worker = SimpleNamespace(handle=handle, compiling=0)
    handle.tell("stopped")
    pool.note(worker, handle, "compiling", {"parts": 3})
    assert pool.waiting == []
    assert worker.handle is handle


def test_the_server_needs_no_compiler():
    code = "import sys, crosscut.apps.web.routes.websocket; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_compiling_is_told_goes_on_when_nobody_waits_and_helps_the_next(monkeypatch, tmp_path):
    monkeypatch.setenv("CROSSCUT_INTERPRET", "0")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def story(pool):
        warm = pool.submit(job("warm"), 1)
        await until(warm, "compiling")
        think = pool.submit(job("think", level=1), 2)
        warm.stop()
        told = [each["event"] for each in await events(think)]
        other = pool.submit(job("warm", {**HEX, "size": 4}), 1)
        await until(other, "compiling")
        await pool.close()
        return told

    told = with_pool(story, workers=2)
    assert told[:2] == ["queued", "compiling"]
    assert told[told.index("compiled") :][:2] == ["compiled", "started"]
    assert told[-1] == "done"
