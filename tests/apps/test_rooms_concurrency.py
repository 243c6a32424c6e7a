"""Rooms when several come at once, something fails, rules change, or somebody wants too much."""

import threading
import time
from contextlib import contextmanager

import pytest
from sqlalchemy.exc import OperationalError

from crosscut.apps.web.clients import Owner
from crosscut.apps.web.rooms import hall as halls
from crosscut.apps.web.rooms import rulings
from crosscut.apps.web.rooms.deeds import Play, Say
from crosscut.apps.web.rooms.ledger import Ledger
from crosscut.apps.web.settings import Limits
from crosscut.core.errors import IllegalMove
from crosscut.play.position import Position
from tests.support.browser import LONG
from tests.support.rooms import HEX, heard_until, is_about, next_message, room_server, seated_pair

SOMEBODY = Owner("somebody", "192.0.2.1")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Compile nothing for boards as small as these."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def visitor(person):
    """Return by what a person's browser is known."""
    return person.client.cookies["visitor"]


@contextmanager
def beside(work, *args):
    """Do something in a thread meanwhile."""
    thread = threading.Thread(target=work, args=args)
    thread.start()
    yield
    thread.join(LONG)
    assert not thread.is_alive()


# Several at once.


def test_a_link_seats_one_of_two_who_use_it_at_once(tmp_path, monkeypatch):
    with room_server(tmp_path) as new:
        one, first, second = new(), new(), new()
        room = one.open()["room"]
        token = one.link(room, 1)
        hall, codes = one.client.app.state.hall, []
        for each in (first, second):
            each.look(room)
        real, both = hall.find, threading.Barrier(2)

        def together(name):
            found = real(name)
            both.wait(LONG)  # both know the room and the link, and neither has the seat
            return found

        monkeypatch.setattr(hall, "find", together)

        def follow(person):
            try:
                hall.sit(room, token, False, visitor(person))
                codes.append(200)
            except halls.NotYours:
                codes.append(403)

        with beside(follow, first), beside(follow, second):
            pass
        monkeypatch.undo()
        assert sorted(codes) == [200, 403]
        assert sorted([first.look(room)["mine"], second.look(room)["mine"]]) == [[], [1]]


def test_a_turn_that_waits_while_a_write_fails_is_seen_by_all(tmp_path, monkeypatch):
    with room_server(tmp_path) as new:
        one, other, room = seated_pair(new)
        hall, real = one.client.app.state.hall, Ledger.append
        failing, fail, waiting = (threading.Event() for _ in range(3))
        find = hall.find

        def finds(name):
            room = find(name)
            if failing.is_set():
                waiting.set()
            return room

        monkeypatch.setattr(hall, "find", finds)

        def append(ledger, where, entry):
            if entry.kind == "say":
                failing.set()
                fail.wait(LONG)
                raise OperationalError("INSERT", {}, Exception("the disk is full"))
            real(ledger, where, entry)

        monkeypatch.setattr(Ledger, "append", append)

        def say():
            with pytest.raises(OperationalError):
                hall.do(room, Say(do="say", key="k" * 8, text="hm"), visitor(other), SOMEBODY)

        def play():
            deed = Play(do="play", key="p" * 8, turn="a1", number=0)
            assert hall.do(room, deed, visitor(one), SOMEBODY)[1] is False

        with beside(say):
            assert failing.wait(LONG)
            with beside(play):
                assert waiting.wait(LONG)  # for the room, which is found and not free
                fail.set()
                other.look(room)  # which reads the room anew
        assert other.look(room)["turns"] == ["a1"]
        other.play(room, "b1")


def test_a_room_that_is_forgotten_while_the_computer_thinks(tmp_path):
    with room_server(tmp_path, workers=1) as new:
        one = new()
        hall = one.client.app.state.hall
        room = one.open(seats=["person", "beginner"])["room"]
        real, found, go = hall.play_for_computer, threading.Event(), threading.Event()

        def slowly(*args):
            found.set()
            go.wait(LONG)
            real(*args)

        hall.play_for_computer = slowly
        one.play(room, "a1")
        assert found.wait(LONG)
        hall.forget(hall.find(room))
        with one.watch(room) as socket:
            go.set()
            next_message(socket, "turn")
        assert len(one.look(room)["turns"]) == 2
        one.play(room, next(cell for cell in ("b2", "b1") if cell not in one.look(room)["turns"]))


def test_what_was_written_counts_though_it_could_not_be_taken_down(tmp_path, monkeypatch):
    with room_server(tmp_path) as new:
        one, other, room = seated_pair(new)
        one.play(room, "a1")
        with monkeypatch.context() as patch:
            patch.setattr("crosscut.apps.web.rooms.room.remember", fails)
            assert other.play(room, "b1", 500, key="sent-again")
        assert other.play(room, "b1", number=1, key="sent-again")["again"]
        assert one.look(room)["turns"] == ["a1", "b1"]


def fails(*args):
    """Fail in a way that nobody foresaw."""
    raise ZeroDivisionError


def test_no_thought_is_wasted_on_a_game_that_is_over(tmp_path):
    with room_server(tmp_path, workers=1) as new:
        one = new()
        start = {**HEX, "size": 11}
        room = one.open(start=start, seats=["person", "strongest"])["room"]
        pool = one.client.app.state.pool
        one.play(room, "f6")
        until(lambda: pool.owners)
        one.do(room, "resign")
        until(lambda: not pool.owners)


def until(there):
    """Wait until something is so."""
    end = time.monotonic() + LONG
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


# Seats.


def test_who_gives_one_of_two_seats_away_has_it_no_longer(tmp_path):
    with room_server(tmp_path) as new:
        one, other = new(), new()
        room = one.open()["room"]
        one.sit(room, one.link(room, 1), both=True)
        other.sit(room, one.link(room, 1))
        assert (one.look(room)["mine"], other.look(room)["mine"]) == ([0], [1])
        one.play(room, "a1")
        one.play(room, "b1", 403, seat=1)
    with room_server(tmp_path) as new:  # nor after a restart
        again = new()
        again.client.cookies = one.client.cookies
        assert again.look(room)["mine"] == [0]


def test_a_seat_that_was_given_away_cannot_be_taken_back(tmp_path):
    with room_server(tmp_path) as new:
        one, other = new(), new()
        room = one.open()["room"]
        one.sit(room, one.link(room, 1), both=True)
        spare, given = one.link(room, 1), one.link(room, 1)
        other.sit(room, given)
        assert "went to somebody else" in one.sit(room, spare, 403)["error"]
        assert one.look(room)["mine"] == [0]
        new().sit(room, spare, 403)
        assert other.sit(room, given)["mine"] == [1]  # its own link works once more there


def test_nor_by_the_link_by_which_it_was_had(tmp_path):
    with room_server(tmp_path) as new:
        one, other, third = new(), new(), new()
        room = one.open()["room"]
        other.sit(room, one.link(room, 1))
        shared = other.link(room, 1)
        assert one.sit(room, shared)["mine"] == [0, 1]
        third.sit(room, one.link(room, 1))
        one.sit(room, shared, 403)
        assert one.look(room)["mine"] == [0]


def test_everybody_hears_who_sits_down(tmp_path):
    with room_server(tmp_path) as new:
        one, other, second = new(), new(), new()
        room = one.open()["room"]
        with one.watch(room) as player, new().watch(room) as spectator:
            one.sit(room, one.link(room, 1), both=True)
            one.do(room, "call", name="Ada", seat=1)
            other.sit(room, one.link(room, 1))
            second.sit(room, other.link(room, 1))
            one.play(room, "a1")
            for socket in (player, spectator):
                told = [each for each in heard_until(socket, "turn") if is_about(each, "sit")]
                assert [each["entry"].get("how") for each in told] == [None, "replaces", "joins"]
                assert [each["entry"]["seat"] for each in told] == [1, 1, 1]
                assert [each["state"]["browsers"] for each in told] == [[1, 1], [1, 1], [1, 2]]
                assert told[1]["state"]["names"] == ["", ""]  # a name goes with who had it
        assert other.ask("GET", "")[0]["names"] == ["", ""]


def test_nobody_fills_a_room_by_sitting_down(tmp_path, monkeypatch):
    monkeypatch.setattr(rulings, "MOST_ENTRIES", 3)
    with room_server(tmp_path) as new:
        _, other, room = seated_pair(new)
        new().sit(room, other.link(room, 1))
        assert "too much" in new().sit(room, other.link(room, 1), 409)["error"]


def test_a_free_seat_can_always_be_taken(tmp_path, monkeypatch):
    monkeypatch.setattr(rulings, "MOST_ENTRIES", 0)
    with room_server(tmp_path) as new:
        seated_pair(new)


def test_nobody_joins_a_seat_again_and_again(tmp_path):
    with room_server(tmp_path, limits=Limits(words_per_minute=2)) as new:
        one, other, room = seated_pair(new)
        for _ in range(2):
            new().sit(room, other.link(room, 1))
        assert "at once" in new().sit(room, other.link(room, 1), 429)["error"]
        new().sit(room, one.link(room, 0))  # the other seat has a share of its own


def test_the_page_of_a_room_makes_a_visitor_known(tmp_path):
    with room_server(tmp_path) as new:
        one, other = new(), new()
        room = one.open()["room"]
        token = one.link(room, 1)
        other.client.get(f"/room/{room}")
        known = dict(other.client.cookies)
        other.sit(room, token)
        other.client.cookies = known  # the answer was lost
        assert other.sit(room, token)["mine"] == [1]


# Clocks.


def test_a_failed_write_gives_no_time_back(tmp_path, monkeypatch):
    with room_server(tmp_path) as new:
        one, other, room = seated_pair(new, clock={"seconds": 60})
        one.play(room, "a1")
        now = halls.clock_now() + 20_000
        monkeypatch.setattr(halls, "clock_now", lambda: now)
        one.client.app.state.hall.forget(one.client.app.state.hall.find(room))
        assert other.look(room)["state"]["clock"]["left"][1] < 41_000


@pytest.mark.slow
def test_rooms_with_clocks_are_forgotten_too_and_still_end(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "MOST_ROOMS", 1)
    with room_server(tmp_path) as new:
        one, _, room = seated_pair(new, clock={"seconds": 600})
        one.play(room, "a1")
        hall = one.client.app.state.hall
        until(lambda: room in hall.alarms)
        for _ in range(2):
            one.open()
        assert room not in hall.rooms
        now = halls.clock_now() + 601_000
        monkeypatch.setattr(halls, "clock_now", lambda: now)
        one.client.portal.call(hall.ring, room)  # as its alarm does
        until(lambda: {each["room"]: each["winner"] for each in one.ask("GET", "")}[room] == 0)


# Too much.


def test_a_player_cannot_fill_a_room_so_that_it_never_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(rulings, "MOST_ENTRIES", 10)
    with room_server(tmp_path, limits=Limits(words_per_minute=0)) as new:
        one, other, room = seated_pair(new)
        while one.look(room)["state"]["number"] < 10:
            other.do(room, "call", name="Ben")
        assert "too much has happened" in other.do(room, "call", 409, name="Ben")["error"]
        one.play(room, "a1")
        other.play(room, "b1")
        other.do(room, "resign")
        assert one.look(room)["state"]["result"]["winner"] == 0


def test_asking_again_and_again_is_stopped(tmp_path):
    with room_server(tmp_path) as new:
        _, other, room = seated_pair(new)
        for _ in range(20):
            other.do(room, "call", name="Ben")
        other.do(room, "call", 429, name="Ben")


@pytest.mark.slow
def test_the_computer_thinks_in_rooms_only_as_long_as_it_may(tmp_path):
    with room_server(tmp_path, workers=1, limits=Limits(thinking_minutes=1e-9)) as new:
        one = new()
        said = []
        for _ in range(2):
            room = one.open(seats=["beginner", "person"], seat=1)["room"]
            with one.watch(room) as socket:
                told = socket.first
                while not told.get("how", {}).get("message") and len(said) < 50:
                    said.append(told := socket.receive_json())
        assert "minutes for you within an hour" in told["how"]["message"]


def test_rematches_count_as_games(tmp_path):
    with room_server(tmp_path, limits=Limits(kept_games=3)) as new:
        one = new()
        room = one.open(seats=["person", "beginner"])["room"]
        for _ in range(2):
            one.do(room, "resign")
            room = one.do(room, "ask", what="rematch")["entry"]["room"]
        one.do(room, "resign")
        assert "too many games" in one.do(room, "ask", 429, what="rematch")["error"]


def test_signs_that_nobody_sees(tmp_path):
    with room_server(tmp_path) as new:
        one, other = new(), new()
        room = one.open(name=" \u202eAda\u200b \0 Byron ")["room"]
        assert one.look(room)["state"]["names"][0] == "Ada Byron"
        other.sit(room, one.link(room, 1))
        for text in ("   ", "\u200b", "\0"):
            other.do(room, "say", 422, text=text)
        other.do(room, "say", text=" \u202e<b>👩\u200d🔬 ")
        assert one.look(room)["words"][0]["text"] == "<b>👩\u200d🔬"


# Rules that have changed.


def test_a_game_whose_rules_have_changed_is_shown_and_can_be_given_up(tmp_path, monkeypatch):
    with room_server(tmp_path) as new:
        one, other, room = seated_pair(new, clock={"seconds": 60})
        for turn, who in (("a1", one), ("b1", other), ("c1", one)):
            who.play(room, turn)
    real = Position.play

    def play(position, text, **options):
        if text == "b1":
            raise IllegalMove("b1: it is a hole now")
        return real(position, text, **options)

    monkeypatch.setattr(Position, "play", play)
    with room_server(tmp_path) as new:
        again = new()
        again.client.cookies = one.client.cookies
        found = again.look(room)
        assert found["turns"] == ["a1"]
        assert "turn 2, b1" in found["state"]["broken"]
        assert found["state"]["clock"]["running"] is None
        assert "rules have changed" in again.play(room, "a2", 409)["error"]
        again.do(room, "resign")
        assert again.look(room)["state"]["result"]["winner"] == 1
