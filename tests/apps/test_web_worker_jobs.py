"""Jobs of the workers beside moves: own files, analyses, reviews, and compiling."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.jobs.handle import Handle
from crosscut.apps.web.jobs.requests import LONGEST, Analyse
from crosscut.apps.web.jobs.results import Results
from tests.apps.test_web_workers import (
    HEX,
    SHUTTLE,
    SLITHER,
    events,
    job,
    last,
    position,
    until,
    with_pool,
)
from tests.support.browser import wait_long


@pytest.fixture(autouse=True)
def _quick(interpreted):
    """Nothing has to be compiled for tiny boards."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """A process may be slow on a busy machine."""
    wait_long(monkeypatch)


async def enough(handle):
    """Return all that is told of an analysis, which is hurried when it has told enough."""
    told = []
    async for event in handle:
        told.append(event)
        if sum(each["event"] == "snapshot" for each in told) >= 3:
            handle.now()
    return told


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
