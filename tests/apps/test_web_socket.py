"""The WebSocket: what pages may say, and what they hear."""

import json
import time
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from crosscut.apps.web.jobs import News, Pool
from crosscut.apps.web.positions import Moment, position_of
from crosscut.apps.web.rate_limits import Gate
from crosscut.apps.web.rooms import Hall
from crosscut.apps.web.routes.websocket import LARGEST, MOST_JOBS, router
from crosscut.apps.web.settings import Limits
from tests.support.browser import LONG
from tests.support.rooms import room_server

HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": True}
SLITHER = {"game": "slither", "size": 4, "variant": "classic", "pie": True}


@pytest.fixture(scope="module")
def client():
    """A browser's end of a server with one worker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROSSCUT_INTERPRET", "1")
        with TestClient(new_app()) as client:
            yield client


def new_app():
    """Return an app that has nothing but the socket."""

    @asynccontextmanager
    async def lifespan(app):
        app.state.news = News()
        async with Pool(1) as app.state.pool:
            yield

    app = FastAPI(lifespan=lifespan)
    app.state.gate = Gate(Limits())
    app.include_router(router)
    return app


def ask(do, job="j1", start=HEX, turns=(), **fields):
    """Return a message that asks for a job."""
    return {"job": job, "do": do, "moment": {"start": start, "turns": list(turns)}, **fields}


def until(socket, name):
    """Return the next event with a name."""
    while True:
        event = socket.receive_json()
        if event["event"] == name:
            return event


def test_the_server_says_that_it_is_there(client):
    with client.websocket_connect("/ws") as socket:
        socket.send_json({"do": "ping"})
        assert socket.receive_json() == {"event": "pong"}


def test_a_game_against_the_computer(client):
    turns = []
    with client.websocket_connect("/ws") as socket:
        while not position_of(Moment(start=HEX, turns=turns)).over:
            socket.send_json(ask("think", turns=turns, level="beginner", seed=len(turns)))
            done = until(socket, "done")
            assert done["job"] == "j1"
            turns = done["turns"]
    assert len(turns) >= 3


def test_now_and_stop(client):
    with client.websocket_connect("/ws") as socket:
        socket.send_json(ask("hint", start=SLITHER, seconds=60))
        until(socket, "progress")
        socket.send_json({"job": "j1", "do": "now"})
        assert until(socket, "done")["turn"]
        socket.send_json(ask("analyse", start=SLITHER, seconds=60))
        assert until(socket, "snapshot")["moves"]
        socket.send_json({"job": "j1", "do": "stop"})
        assert until(socket, "stopped") == {"job": "j1", "event": "stopped"}
        socket.send_json({"job": "j1", "do": "stop"})  # it is over: nothing happens
        socket.send_json({"job": "w", "do": "warm", "start": HEX})
        assert until(socket, "done") == {"job": "w", "event": "done"}


BAD = [
    ("{", "no JSON"),
    ("[" * 100_000, "no JSON"),
    ("[]", "an object"),
    ("{}", "names its job"),
    (json.dumps({"job": 5, "do": "think"}), "names its job"),
    (json.dumps({"job": "j", "do": "fly"}), "'think'"),
    (json.dumps({"do": "watch"}), "names its room"),
    (json.dumps({"do": "watch", "room": "\0"}), "names its room"),
    (json.dumps({"do": "watch", "room": "\ud800"}), "names its room"),
    (json.dumps({"job": "j", "do": "think", "level": 1}), "moment: Field required"),
    (json.dumps({"job": "j", "do": "warm", "start": {**HEX, "size": "big"}}), "start.size"),
    (json.dumps(ask("analyse", "j", seconds=float("nan"))), "seconds"),
    (json.dumps(ask("think", "j")), "level"),
    ('"' + "x" * LARGEST + '"', "too large"),
]


def test_bad_messages_are_answered_and_the_connection_stays(client):
    with client.websocket_connect("/ws") as socket:
        for text, words in BAD:
            socket.send_text(text)
            answer = socket.receive_json()
            assert answer["event"] == "error"
            assert words in answer["message"]
        socket.send_bytes(b"{}")
        assert "not bytes" in socket.receive_json()["message"]
        socket.send_json(ask("think", level=1))
        assert until(socket, "done")["turn"]


def test_a_connection_has_so_many_jobs_and_each_name_once(client):
    with client.websocket_connect("/ws") as socket:
        for number in range(MOST_JOBS):
            socket.send_json(ask("hint", f"j{number}", SLITHER, seconds=60))
        socket.send_json(ask("hint", "one more", SLITHER))
        refused = until(socket, "error")
        assert refused["job"] == "one more"
        assert "stop one" in refused["message"]
        socket.send_json(ask("hint", "j1", SLITHER))
        refused = until(socket, "error")
        assert refused["job"] is None
        assert "already" in refused["message"]
        socket.send_json({"job": "j7", "do": "stop"})
        assert until(socket, "stopped")["job"] == "j7"
        socket.send_json(ask("hint", "j7", SLITHER))
        assert until(socket, "queued")["job"] == "j7"


def test_a_visitor_is_one_in_all_his_windows(client, monkeypatch):
    monkeypatch.setattr(client.app.state.gate, "limits", Limits(jobs=3))
    me, other = ({"cookie": f"visitor={name * 20}"} for name in "ab")
    with (
        client.websocket_connect("/ws", headers=me) as one,
        client.websocket_connect("/ws", headers=me) as two,
        client.websocket_connect("/ws", headers=other) as three,
    ):
        for number in range(2):
            one.send_json(ask("hint", f"j{number}", SLITHER, seconds=60))
        until(one, "progress")
        two.send_json(ask("hint", "j", SLITHER, seconds=60))
        until(two, "queued")
        three.send_json(ask("hint", "j", SLITHER, seconds=60))
        assert until(three, "queued")["place"] == 1  # for nothing of his is under way
        two.send_json(ask("hint", "one more", SLITHER))
        assert "in all your windows" in until(two, "error")["message"]


def test_who_leaves_stops_what_he_asked_for(client):
    pool = client.app.state.pool
    with client.websocket_connect("/ws") as socket:
        for name in "abc":
            socket.send_json(ask("hint", name, SLITHER, seconds=60))
        until(socket, "progress")
    end = time.monotonic() + LONG
    while pool.waiting or any(worker.handle for worker in pool.workers):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_everybody_hears_the_news(client):
    news = {"event": "reloaded", "game": "mine"}
    with client.websocket_connect("/ws") as one, client.websocket_connect("/ws") as two:
        for socket in (one, two):  # an answer shows that it is there
            socket.send_text("{}")
            socket.receive_json()
        client.portal.call(client.app.state.news.publish, news)
        assert one.receive_json() == two.receive_json() == news


def test_pages_of_other_sites_are_refused(client):
    for origin in ("http://elsewhere.example", "null", "http://testserver:81"):
        with pytest.raises(WebSocketDisconnect) as refused:
            client.websocket_connect("/ws", headers={"origin": origin}).__enter__()
        assert refused.value.code == 1008
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        socket.send_text("{}")
        assert socket.receive_json()["event"] == "error"


def fail(error):
    """Return a function that raises an error, whatever it is asked."""

    def failing(*asked):
        raise error

    return failing


def test_a_room_that_cannot_be_read_is_said_and_the_page_comes_again(tmp_path, monkeypatch):
    with room_server(tmp_path) as person:
        one = person()
        room = one.open()["room"]
        away = OperationalError("SELECT", {}, Exception("no connection"))
        monkeypatch.setattr(Hall, "snapshot", fail(away))
        with one.watch(room) as socket:
            assert socket.first["event"] == "error"
            assert "cannot reach its games" in socket.first["message"]
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == 1013
        monkeypatch.undo()
        with one.watch(room) as socket:
            assert socket.first["event"] == "snapshot"


def test_a_mistake_while_a_room_is_read_is_said(tmp_path, monkeypatch, capsys):
    with room_server(tmp_path) as person:
        one = person()
        room = one.open()["room"]
        monkeypatch.setattr(Hall, "snapshot", fail(ZeroDivisionError("a secret")))
        with one.watch(room) as socket:
            assert (socket.first["room"], socket.first["event"]) == (room, "error")
            assert "made a mistake" in socket.first["message"]
            monkeypatch.undo()
            socket.send_json({"do": "watch", "room": room})
            assert socket.receive_json()["event"] == "snapshot"
        said = capsys.readouterr().err
        assert "ZeroDivisionError" in said
        assert "a secret" not in said
