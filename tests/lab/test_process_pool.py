"""Crews: every item is done once, whatever workers do; what was written stays."""

import os
import pickle
import sys
from contextlib import closing

import pytest

from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.workers import ray_cluster as cluster
from crosscut.lab.workers.job import TRIES, CrewError, fault_of
from crosscut.lab.workers.process_pool import Processes
from crosscut.lab.workers.ray_cluster import LARGEST, Batches, Cluster
from tests.support.jobs import SquareJob
from tests.support.program import wait_for


def alive(process):
    """Tell whether a process of this machine runs; one that nobody has buried does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def seen(folder):
    """Return the processes that have been at work, each with the last number it was at."""
    return {int(path.name): path.read_text() for path in folder.iterdir() if path.name.isdigit()}


# Processes of this machine.


def both_there(crew, folder):
    """Let a crew of two do quick work until both have had some; return their processes."""
    wait_for(lambda: len(list(crew.do(range(4)))) == 4 and len(seen(folder)) == 2)
    return set(seen(folder))


@pytest.mark.parametrize("workers", [1, 3])
def test_every_item_is_done_once(workers):
    with Processes(SquareJob(), workers) as crew:
        assert sorted(crew.do(range(20))) == [i * i for i in range(20)]
        assert list(crew.do([])) == []


def test_workers_stay_for_the_next_items(tmp_path):
    with Processes(SquareJob(tmp_path), 1) as crew:
        for _ in range(3):
            assert list(crew.do([5, 6])) == [25, 36]
        assert len(seen(tmp_path)) == 1
    (process,) = seen(tmp_path)
    assert not alive(process)
    assert (tmp_path / f"closed {process}").exists()


def test_an_error_for_people_ends_the_work_with_its_words():
    with Processes(SquareJob(forbidden=frozenset([3])), 1) as crew:
        found = crew.do(range(5))
        assert [next(found) for _ in range(3)] == [0, 1, 4]
        with pytest.raises(CrewError, match=r"^3 has no square$"):
            next(found)
        assert list(crew.do([7])) == [49]  # and another worker takes the place of that one


@pytest.mark.parametrize("workers", [1, 3])
def test_what_a_worker_that_was_killed_was_at_is_done_again(workers, tmp_path):
    notices = []
    job = SquareJob(tmp_path, once_deadly=frozenset([2, 5]))
    with Processes(job, workers, notices.append) as crew:
        assert sorted(crew.do(range(20))) == [i * i for i in range(20)]
        assert len(crew.workers) <= workers
    assert sorted(notices) == [
        f"a process died while squaring {item} (exit code -9); another one takes its place"
        for item in (2, 5)
    ]


def test_an_item_at_which_workers_die_each_time_is_told():
    notices = []
    with Processes(SquareJob(deadly=frozenset([2])), 1, notices.append) as crew:
        with pytest.raises(CrewError, match=r"died while squaring 2 \(exit code 7\)$"):
            list(crew.do(range(5)))
        assert len(notices) == TRIES - 1
        assert list(crew.do([3])) == [9]


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_that_die_before_they_are_ready_have_no_successors(workers):
    crew = Processes(SquareJob(stillborn=True), workers, pytest.fail)
    with crew, pytest.raises(CrewError, match=r"died while getting ready \(exit code 7\)"):
        list(crew.do(range(5)))


def test_an_error_of_the_program_is_not_taken_for_a_closed_pipe(capfd):
    crew = Processes(SquareJob(faulty=frozenset([1])), 1)
    with crew, pytest.raises(CrewError, match=r"died while squaring 1 \(exit code 1\)"):
        list(crew.do(range(5)))
    assert capfd.readouterr().err.count("OSError: 1 is beyond me") == 1  # nobody tries again


def test_an_idle_worker_that_died_is_replaced(tmp_path):
    notices = []
    with Processes(SquareJob(tmp_path), 1, notices.append) as crew:
        assert list(crew.do([1])) == [1]
        (process,) = seen(tmp_path)
        os.kill(process, 9)
        wait_for(lambda: not alive(process))
        assert list(crew.do([2])) == [4]
    assert len(notices) == 1
    assert "(exit code -9); another one takes its place" in notices[0]


def test_a_game_that_is_not_to_be_had_is_told_in_its_own_words():
    crew = Processes(SquareJob(unready=True), 1)
    with crew, pytest.raises(CrewError, match=r"^there is no such game$"):
        list(crew.do([1]))
    assert fault_of(BadOption("no"), SquareJob(unready=True)) == "no"
    assert fault_of(OSError("no"), SquareJob()) is None


def test_closing_ends_who_is_busy_and_keeps_who_is_not(tmp_path):
    with Processes(SquareJob(tmp_path, endless=frozenset([99])), 2) as crew:
        before = both_there(crew, tmp_path)
        with closing(crew.do([99, 1])) as results:
            assert next(results) == 1
        (kept,) = filter(alive, before)
        assert [worker.process.pid for worker in crew.workers] == [kept]
        assert sorted(crew.do(range(10))) == [i * i for i in range(10)]
    assert not any(map(alive, seen(tmp_path)))


# Batches for a cluster.


def work_off(batches, hands, loses=lambda batch, number: False, does=lambda batch: len(batch)):
    """Take all batches, lose some, do a part of the others; return what was done, in order."""
    done, number = [], 0
    while batches.waiting:
        batch = batches.take(hands)
        number += 1
        if loses(batch, number):
            assert batches.lose(batch) is None
        else:
            part = does(batch)
            done += batch[:part]
            batches.give_back(batch[part:])
    return done


def test_batches_grow_with_what_waits_and_leave_some_for_all():
    assert len(Batches(10**6).take(2)) == LARGEST
    assert len(Batches(100).take(2)) == 25  # half of what two hands would have each
    assert Batches(3).take(2) == [0]
    assert Batches(1).take(50) == [0]


@pytest.mark.parametrize("hands", [1, 2, 7])
def test_batches_cover_all_items_once_whatever_is_lost_or_not_begun(hands):
    assert work_off(Batches(1000), hands) == list(range(1000))
    assert work_off(Batches(1000), hands, does=lambda batch: 1) == list(range(1000))
    lost = work_off(Batches(1000), hands, loses=lambda batch, number: number % 5 == 1)
    assert sorted(lost) == list(range(1000))


def test_items_that_were_lost_are_begun_alone_and_then_given_up():
    batches = Batches(40)
    batch = batches.take(2)
    assert batch == list(range(10))
    assert batches.lose(batch) is None
    for number in range(9):
        assert batches.take(2) == [number]
    for _ in range(TRIES - 2):  # one time is over already, and the last one is different
        assert batches.take(2) == [9]
        assert batches.lose([9]) is None
    assert batches.lose(batches.take(2)) == 9


def batch_of(job, items, rules="crosscut"):
    """Do a batch as a worker of a cluster does, in this process."""
    cluster.prepared.clear()
    order = pickle.dumps(cluster.Order(os.getcwd(), rules, job))
    return cluster.portable(cluster.stamp())(order, items)


def test_a_batch_brings_results_and_remarks():
    assert batch_of(SquareJob(), [3, 4]) == ([9, 16], "", [])
    assert batch_of(SquareJob(remarkable=frozenset([4])), [3, 4])[2] == ["4 is interpreted"]


def test_a_batch_ends_when_its_time_is_over_after_one_item_at_least(monkeypatch):
    monkeypatch.setattr(cluster, "BATCH_SECONDS", 0.0)
    assert batch_of(SquareJob(), [3, 4, 5]) == ([9], "", [])


def test_a_batch_tells_what_went_wrong_after_what_went_well():
    results, fault, _ = batch_of(SquareJob(forbidden=frozenset([4])), [3, 4, 5])
    assert results == [9]
    assert fault.startswith("4 has no square (on the machine ")
    results, fault, _ = batch_of(SquareJob(faulty=frozenset([4])), [3, 4, 5])
    assert results == [9]
    assert "OSError: 4 is beyond me" in fault
    assert batch_of(SquareJob(unready=True), [3])[1].startswith("there is no such game (on")


def test_a_worker_is_prepared_once_for_a_job(tmp_path):
    orders = [pickle.dumps(cluster.Order(os.getcwd(), "crosscut", SquareJob(tmp_path)))]
    orders.append(pickle.dumps(cluster.Order(os.getcwd(), "crosscut", SquareJob(slow=0.01))))
    cluster.prepared.clear()
    for order in (orders[0], orders[0], orders[1]):
        before = cluster.prepared.get(order)
        assert cluster.do_batch(order, [3])[0] == [9]
        assert before is None or cluster.prepared == {order: before}
    assert (tmp_path / f"closed {os.getpid()}").exists()


def test_another_game_file_or_version_is_told():
    fault = batch_of(SquareJob(), [3], rules="another")[1]
    assert fault.startswith("the game file is another one here")
    results, fault, _ = cluster.portable("9.9 (abc)")(b"", [3])
    assert results == []
    assert fault.startswith("Crosscut is 9.9 (abc) here, but on the machine ")
    assert cluster.stamp() in fault


def test_wrong_addresses_are_refused_at_once():
    pytest.importorskip("ray", reason="Ray is not installed (the extra cluster)")
    with pytest.raises(BadOption, match="'rubbish' is no cluster: auto, HOST:PORT or ray://"):
        Cluster(SquareJob(), "rubbish")
    with pytest.raises(BadOption, match=r"no cluster answers at 127\.0\.0\.1:9: "):
        Cluster(SquareJob(), "127.0.0.1:9")


def test_without_ray_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'crosscut\[cluster\]'"):
        Cluster(SquareJob())


# What is written.


def test_a_journal_keeps_each_result_once(tmp_path):
    journal = Journal(tmp_path / "log", "key")
    assert journal.add({"key": [2], "a": 1})
    assert journal.add({"key": [1], "a": 2})
    assert not journal.add({"key": [2], "a": 3})
    again = Journal(tmp_path / "log", "key")
    assert [result["a"] for result in again] == [2, 1]
    assert (1,) in again


@pytest.mark.parametrize(
    ("line", "several"),
    [
        ('{"key": 3}', True),
        ('{"key": []}', True),
        ('{"key": [1e999]}', True),
        ('{"key": [3]}', False),
        ('{"key": "3"}', False),
        ('{"key": 1e999}', False),
    ],
)
def test_a_journal_has_keys_of_one_kind(tmp_path, line, several):
    """So they can be sorted; what has another is named by its line."""
    good = Journal(tmp_path / "log", "key", several)
    good.add({"key": [1] if several else 1})
    with good.path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(BadRecord, match=r"line 2 of .*log is no game or other result"):
        Journal(good.path, "key", several)


def test_a_journal_that_may_only_be_read_is_read(tmp_path):
    path = tmp_path / "log"
    Journal(path, "key").add({"key": [1]})
    before = path.stat().st_mtime_ns
    path.chmod(0o444)
    assert len(Journal(path, "key")) == 1
    assert path.stat().st_mtime_ns == before


def test_a_full_disk_leaves_no_torn_line(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "log", "key")
    journal.add({"key": [1]})
    whole = journal.path.read_bytes()

    def full(number):
        with open(journal.path, "ab") as file:
            file.write(b'{"key": [')
        raise OSError(28, "No space left on device")

    journal.synced = 0.0
    monkeypatch.setattr("crosscut.lab.jsonl_log.os.fsync", full)
    with pytest.raises(BadRecord, match="No space left on device; what was there before is kept"):
        journal.add({"key": [2]})
    assert journal.path.read_bytes().startswith(whole)
    assert journal.path.read_bytes().endswith(b"\n")
    monkeypatch.undo()
    journal.add({"key": [3]})
    assert sorted(Journal(journal.path, "key").results) == [(1,), (2,), (3,)]
