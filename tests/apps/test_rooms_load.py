"""Many visitors: the load script measures what it says, and the server does not keep everything."""

import asyncio

import pytest

from crosscut.apps.web.rooms import hall
from figures import slope, summary
from house import House
from load import Crowd, visit
from tests.support.browser import LONG
from tests.support.rooms import room_server


@pytest.mark.slow
def test_players_and_spectators_are_measured(tmp_path):
    house = House(tmp_path, CROSSCUT_INTERPRET="1").start()
    try:
        crowd = Crowd(house.address, (0.0, 0.0), 7)
        crowd.patience = LONG
        figures = asyncio.run(visit(crowd, 2, 6, LONG, house))
    finally:
        house.stop()
    assert figures.errors == []
    assert house.complaints() == ""
    assert len(figures.confirmed) == 6
    assert len(figures.answered) >= 4
    assert 0 < len(figures.heard) <= 3 * len(figures.confirmed)  # some came after the first turn
    found = summary(figures, 1.0, {})
    times = found["times"]["turn confirmed"]
    assert 0 < times["median"] <= times["95 %"] <= times["most"]
    assert found["memory"]["server"]["first"] > 20


def test_growth_is_that_of_the_later_half():
    assert slope([0, 50, 100, 100, 100, 100]) == 0
    assert slope([5, 5, 5, 5, 6, 7]) == 30  # samples are two seconds apart


def test_rooms_that_are_forgotten_are_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "MOST_ROOMS", 2)
    with room_server(tmp_path) as person:
        one = person()
        rooms = [one.open()["room"] for _ in range(5)]
        for turn, room in zip(("a1", "b1", "c1", "a2", "b2"), rooms, strict=True):
            one.play(room, turn)
        kept = one.client.app.state.hall.rooms
        assert list(kept) == rooms[-2:]
        with one.watch(rooms[-1]), one.watch(rooms[-2]):
            assert [one.look(room)["turns"] for room in rooms[:3]] == [["a1"], ["b1"], ["c1"]]
            assert set(rooms[-2:]) < set(kept)  # somebody follows them
