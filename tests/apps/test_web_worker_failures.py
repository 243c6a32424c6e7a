"""Workers of the server that are killed, hang or do not listen: jobs are begun again."""

import asyncio
import os
import signal
from types import SimpleNamespace

import pytest

from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.jobs.progress import OPTIONS
from crosscut.apps.web.jobs.requests import LONGEST
from crosscut.apps.web.jobs.think import Thinker
from crosscut.apps.web.jobs.worker import NICE
from crosscut.core.errors import BadOption
from tests.apps.test_web_workers import SHUTTLE, SLITHER, job, last, position, until, with_pool
from tests.support.browser import wait_long


@pytest.fixture(autouse=True)
def _quick(interpreted):
    """Nothing has to be compiled for tiny boards."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """A process may be slow on a busy machine."""
    wait_long(monkeypatch)


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
