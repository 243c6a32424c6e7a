"""Nothing is lost: the server is killed in the middle of many games, and so is its database."""

import asyncio

import pytest
from sqlalchemy import text

from crosscut.play.frames import frame
from crosscut.web.database import open_database
from house import House
from survive import GAMES, Story, compare, kill, survive


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


def test_nor_if_postgresql_is_killed_itself(tmp_path, cluster, postgres):
    async def cut_off(club):
        await asyncio.to_thread(cluster.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(cluster.start)

    tally = check(House(tmp_path, database=postgres), 10, [cut_off, kill, cut_off])
    assert all("the server cannot keep games" in each for each in tally.words)
    assert tally.words
    assert not any("crosscut@" in each or "INSERT" in each for each in tally.words)


def test_postgresql_confirms_what_is_on_the_disk(postgres):
    engine = open_database(postgres)
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
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
