"""What is too much is refused: floods, slow senders, long thinking, many games."""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.apps.test_web_rejections import HEX, NAME, SCRIPT, connect, document, refused
from tests.support.browser import LONG, Server, shows_message, wait_until

SLITHER = {"game": "slither", "size": 5, "variant": "classic", "pie": False}
OFTEN = 5
"""Requests per second that the strict server allows to an address."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server that allows little."""
    started = Server(
        tmp_path_factory.mktemp("strict"), "--thinking-minutes", "0.02", "--kept-games", "2",
        "--sockets-per-address", "2", "--requests-per-second", str(OFTEN),
    ).start()  # fmt: skip
    yield started
    assert "Traceback" not in started.stop()[1]


AFAR = {"X-Forwarded-For": "203.0.113.1"}


def test_a_flood_is_stopped_and_others_are_served(strict):
    flood = {"X-Forwarded-For": "203.0.113.9"}

    def pour(path):
        answers = []
        with httpx2.Client(base_url=strict.address, timeout=LONG, headers=flood) as client:
            while not answers or answers[-1].status_code != 429:
                answers.append(client.get(path))
        return answers

    def knock():
        pour("/api/saved/none")
        try:
            with connect(f"{strict.address.replace('http', 'ws')}/ws", additional_headers=flood):
                return None
        except InvalidStatus as denied:
            return denied.response.status_code

    def look(number):
        headers = {"X-Forwarded-For": f"203.0.113.{10 + number}"}
        return httpx2.get(
            f"{strict.address}/play/slither", headers=headers, timeout=LONG
        ).status_code

    begin = time.monotonic()
    with ThreadPoolExecutor(7) as crew:
        poured = [crew.submit(pour, "/api/saved/none") for _ in range(3)]
        looked = list(crew.map(look, range(4)))
        answers = [answer for each in poured for answer in each.result()]
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {404, 429}
    assert statuses.count(404) <= OFTEN * (6 + time.monotonic() - begin) + 1
    assert looked == [200] * 4
    last = next(answer for answer in reversed(answers) if answer.status_code == 429)
    refused(last, 429, "try again in")
    assert int(last.headers["retry-after"]) >= 1
    page = pour("/play/slither")[-1]
    assert "<html" in page.text
    assert "try again in" in page.text
    while (status := knock()) is None:  # meanwhile a little more was allowed
        pass
    assert status == 429
    for _ in range(20):
        answer = httpx2.get(f"{strict.address}/health", headers=flood, timeout=LONG)
        assert answer.status_code == 200


def test_who_sends_slowly_keeps_nobody_waiting(server):
    club = {"X-Forwarded-For": "203.0.113.77"}
    head = (
        "POST /api/position HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.77\r\n"
        "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    place = urlsplit(server.address)
    slow = [socket.create_connection((place.hostname, place.port), LONG) for _ in range(12)]
    try:
        for each in slow:
            each.sendall(head.encode())
        with httpx2.Client(base_url=server.address, timeout=LONG, headers=club) as client:
            for _ in range(5):
                assert client.get("/api/rooms").status_code == 200
        slow[0].sendall(b" " * 48 + b"}")
        assert slow[0].recv(20).startswith(b"HTTP/1.1 422")
    finally:
        for each in slow:
            each.close()


@pytest.mark.slow
def test_people_never_meet_a_limit(visit):
    household = {"X-Forwarded-For": "203.0.113.77"}
    turns = "a1.b1.c1.d1.e1.f1.g1.h1.i1.a3.b3.c3.d3.e3.f3.g3.h3.i3.a5.b5.c5.d5.e5.f5.g5.h5.i5"
    asked = []
    pages = [visit("/play/filler?size=9", extra_http_headers=household) for _ in range(2)]
    for page in pages:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{visit.server.address}/play/filler?size=9#{turns}")
        page.goto(f"{visit.server.address}/play/hex?size=9#{turns}")
        page.locator("#board .cells [data-cell]").first.wait_for()
    for page in pages:
        for key in ("ArrowLeft", "ArrowRight"):
            for _ in range(30):  # as when it is held down
                page.keyboard.press(key)
    for page in pages:
        shows_message(page, "your turn")
    wait_until(page, lambda: len(asked) > 200)  # and visit sees that none was refused


def test_games_that_are_kept(strict):
    with httpx2.Client(base_url=strict.address, timeout=LONG, headers=AFAR) as client:
        for number in range(2):
            body = {"base": number, "document": document()}
            assert client.put(f"/api/saved/{NAME}-{number}", json=body).status_code == 200
        answer = client.put(f"/api/saved/{NAME}-more", json=body)
        refused(answer, 422, "2 games", "delete some")
        client.delete(f"/api/saved/{NAME}-0")
        client.cookies.clear()  # somebody else, as it seems
        refused(client.put(f"/api/saved/{NAME}-more", json=body), 429, "try again in")


def test_the_log_has_no_secrets(tmp_path):
    server = Server(tmp_path, "--log").start()
    with httpx2.Client(base_url=server.address, timeout=LONG, headers=AFAR) as client:
        client.get("/api/board", params={"game": SCRIPT, "size": 5})
        client.put(f"/api/saved/{NAME}", json={"base": 0, "document": document()})
        visitor = client.cookies["visitor"]
        client.get("/api/saved")
        client.post("/api/position", json={"start": HEX, "turns": ["hidden"]})
    code, said = server.stop()
    assert code in (0, 130)
    assert "GET /api/board 422 " in said
    assert "PUT /api/saved/... 200 " in said
    for secret in (NAME, visitor, "203.0.113", "size=", "alert", "hidden"):
        assert secret not in said


def hear(socket, *names):
    """Return the next event with one of some names."""
    while True:
        event = json.loads(socket.recv(timeout=LONG))
        if event["event"] in names:
            return event


def test_thinking_ends_when_it_is_enough_but_not_at_home(strict):
    address = strict.address.replace("http", "ws") + "/ws"
    analyse = {"job": "j", "do": "analyse", "seconds": 3000, "moment": {"start": SLITHER}}
    visitor = {"Cookie": "visitor=club-visitor-number-one"}
    with connect(address, additional_headers=AFAR | visitor) as socket:
        socket.send(json.dumps(analyse))
        assert hear(socket, "done", "error")["event"] == "done"
        socket.send(json.dumps(analyse | {"seconds": 3600}))
        said = hear(socket, "done", "error")["message"]
        assert "0.02 minutes" in said
        assert "try again in" in said
    with connect(address) as socket:  # who sits at the machine
        socket.send(json.dumps({**analyse, "do": "hint", "seconds": 4}))
        assert hear(socket, "done", "error")["seconds"] > 3


def test_sockets_of_an_address(strict):
    address = strict.address.replace("http", "ws") + "/ws"
    afar = {**AFAR, "X-Forwarded-For": "2001:db8::1"}
    near = {**AFAR, "X-Forwarded-For": "2001:db8::2"}  # the same household
    with (
        connect(address, additional_headers=afar) as one,
        connect(address, additional_headers=near) as two,
        connect(address, additional_headers=near) as three,
    ):
        assert "close some" in hear(three, "error")["message"]
        with pytest.raises(ConnectionClosed) as closed:
            three.recv(timeout=LONG)
        assert closed.value.rcvd.code == 1013
        for socket in (one, two):
            socket.send("{}")
            assert hear(socket, "error")
        with connect(address, additional_headers=AFAR) as other:
            other.send("{}")
            assert hear(other, "error")


def test_metrics_and_health(strict):
    with httpx2.Client(base_url=strict.address, timeout=LONG) as client:
        health = client.get("/health")
        assert health.status_code == 200
        assert health.json()["status"] == "ok"
        assert health.json()["database"] == "reachable"
        pages = 'crosscut_requests_total{method="GET",route="/play/{name}",status="200"} '
        before, *_ = [*re.findall(re.escape(pages) + r"(\d+)", client.get("/metrics").text), 0]
        client.get("/play/slither")
        client.get("/play/hex")
        client.get("/nowhere")
        text = client.get("/metrics").text
        assert f"{pages}{int(before) + 2}.0" in text
        assert 'method="GET",route="none",status="404"} ' in text
        assert "crosscut_request_seconds_bucket" in text
        for name in ("jobs_waiting", "jobs_under_way", "engine_seconds_total", "rooms", "watchers"):
            assert f"crosscut_{name}" in text
        assert client.get("/metrics", headers=AFAR).status_code == 403
