"""Nothing is lost: the server is killed in the middle of many games, and so is its database."""

import asyncio

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import OperationalError

from crosscut.apps.web.db.connection import open_database
from crosscut.apps.web.rooms import computer, hall
from crosscut.apps.web.rooms.ledger import Ledger
from crosscut.play.cell_string import frame
from house import House
from survive import GAMES, Story, compare, kill, survive
from tests.support.browser import LONG
from tests.support.rooms import next_message, room_server, seated_pair


def check(house, rooms, troubles):
    """Play in rooms of a server that has trouble; return what happened, which must be right."""
    tally, log = asyncio.run(survive(house, rooms, troubles))
    assert tally.wrong == []
    assert log == ""
    assert tally.troubles == len(troubles)
    assert tally.confirmed > rooms * len(troubles) / 2
    assert tally.unanswered  # else nothing was under way, and nothing is shown
    assert tally.repeated >= len(troubles)
    return tally


@pytest.mark.parametrize(
    ("rooms", "kills"), [(10, 3), pytest.param(100, 20, marks=pytest.mark.slow)]
)
def test_a_server_that_is_killed_loses_nothing(tmp_path, rooms, kills):
    tally = check(House(tmp_path), rooms, [kill] * kills)
    assert tally.words == set()


@pytest.mark.slow
def test_nor_does_one_on_postgresql(tmp_path, postgres):
    check(House(tmp_path, database=postgres), 100, [kill] * 20)


@pytest.mark.slow
def test_nor_if_postgresql_is_killed_itself(tmp_path, cluster, postgres):
    async def cut_off(club):
        await asyncio.to_thread(cluster.stop)
        before = club.tally.unanswered
        async with asyncio.timeout(LONG):
            while club.tally.unanswered == before:
                await asyncio.sleep(0.01)
        await asyncio.to_thread(cluster.start)

    tally = check(House(tmp_path, database=postgres), 10, [cut_off, kill, cut_off])
    assert all("cannot reach its games" in each for each in tally.words)
    assert tally.words
    assert not any("crosscut@" in each or "INSERT" in each for each in tally.words)


def test_postgresql_confirms_what_is_on_the_disk(cluster, postgres):
    for chosen, used in (("on", "on"), ("off", "on"), ("remote_apply", "remote_apply")):
        name = make_url(postgres).database
        cluster.do(f"ALTER DATABASE {name} SET synchronous_commit TO {chosen}")
        engine = open_database(postgres)
        with engine.connect() as connection:
            assert connection.scalar(text("SHOW synchronous_commit")) == used
        engine.dispose()


def told_of(turns):
    """Return a game of Hex whose players were told of some turns, and how its room looks."""
    story = Story("room", GAMES[0], turns=list(turns), number=2 + len(turns))
    position = story.position
    for turn in turns:
        position = position.play(turn)
    state = {"number": story.number, "result": None}
    return story, {"turns": list(turns), "scene": {"cells": frame(position)}, "state": state}


def test_what_is_lost_would_be_noticed():
    story, seen = told_of(["a1", "b2", "c3"])
    assert compare(story, seen) == []
    _, fewer = told_of(["a1", "b2"])
    _, more = told_of(["a1", "b2", "c3", "d4"])
    _, other = told_of(["b2", "a1", "c3"])
    for wrong, word in ((fewer, "lost"), (more, "too much"), (other, "lost")):
        assert word in compare(story, wrong)[0]
    assert "board" in compare(story, {**seen, "scene": fewer["scene"]})[0]
    assert "entry 5" in compare(story, {**seen, "state": more["state"]})[0]
    story.pending = {"do": "play", "turn": "d4"}
    assert compare(story, more) == []
    story.pending = {"do": "play", "turn": "d3"}
    assert "too much" in compare(story, more)[0]


# What is left to the server itself while its database is away.


@pytest.fixture
def away(monkeypatch, interpreted):
    """Makes the next two writes of what a seat does fail, the second after it was done or not."""

    def go(seat, done):
        def append(ledger, room, entry):
            fails = entry.seat == seat and len(failed) < 2
            failed.extend([entry] * fails)
            if not fails or (done and len(failed) == 2):
                real(ledger, room, entry)
            if fails:
                raise OperationalError("INSERT", {}, Exception("no connection"))

        failed, real = [], Ledger.append
        monkeypatch.setattr(Ledger, "append", append)

    monkeypatch.setattr(computer, "PAUSE", 0.1)
    monkeypatch.setattr(hall, "LATER", 100)
    return go


@pytest.mark.parametrize("done", [False, True])
def test_a_turn_of_which_the_server_is_not_sure_counts_once(tmp_path, away, done):
    with room_server(tmp_path) as person:
        one, other, room = seated_pair(person)
        with other.watch(room) as socket:
            away(0, done)
            for _ in range(2):
                assert (
                    "cannot reach its games" in one.play(room, "a1", 503, key="sent-again")["error"]
                )
            assert one.play(room, "a1", number=0, key="sent-again")["again"] is done
            assert next_message(socket, "turn")["entry"]["turn"] == "a1"
        assert other.look(room)["turns"] == ["a1"]


@pytest.mark.parametrize("done", [False, True])
def test_the_computer_tries_again(tmp_path, away, done):
    with room_server(tmp_path, workers=1) as person:
        one = person()
        room = one.open(seats=["person", "beginner"])["room"]
        with one.watch(room) as socket:
            away(1, done)
            one.play(room, "a1")
            said = []
            while not said or said[-1].get("entry", {}).get("seat") != 1:
                said.append(socket.receive_json())
        assert "cannot reach its games" in str(said)
        assert len(one.look(room)["turns"]) == 2


@pytest.mark.slow  # whose time is counted again from when the server was away
@pytest.mark.parametrize("done", [False, True])
def test_a_clock_is_looked_at_again(tmp_path, away, done):
    with room_server(tmp_path) as person:
        one, _, room = seated_pair(person, clock={"seconds": 5})
        with one.watch(room) as socket:
            away(1, done)
            one.play(room, "a1")
            assert next_message(socket, "time")["state"]["result"]["how"] == "out of time"
