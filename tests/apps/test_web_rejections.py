"""What is tried and refused, with a clear answer: each as it comes over the wire."""

import http.client
import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync import client as websocket

from tests.support.browser import LONG, Server, expect, shows_message, wait_until

connect = partial(websocket.connect, open_timeout=LONG)
SLITHER = {"game": "slither", "size": 5, "variant": "classic", "pie": False}
HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": True}
NAME = "a-name-that-nobody-guesses"
SCRIPT = "<script>alert(1)</script>"
OFTEN = 5
"""Requests per second that the strict server allows to an address."""
PLAIN = {"Content-Type": "application/json"}


@pytest.fixture
def client(server):
    """A browser's end of a server with the usual limits."""
    with httpx2.Client(base_url=server.address, timeout=LONG) as client:
        yield client


def refused(answer, status, *words):
    """See that an answer to a script is a refusal with clear words, and nothing of our insides."""
    assert answer.status_code == status, answer.text
    said = answer.json()["error"]
    assert all(word in said for word in words), said
    assert "Traceback" not in answer.text


def document(**more):
    """Return a game as a page keeps it."""
    seats = ["person", "person"]
    return {"crosscut": 1, "start": HEX, "seats": seats, "nodes": [[-1, ""]], "at": 0, **more}


# Bodies.


@pytest.mark.parametrize(
    "text",
    ["{", "", "[]", "nonsense", '{"start": NaN}', "[" * 100_000, '{"start": ' + "9" * 5000 + "}",
     '"\\ud800"', '{"start": {"game": "\\ud800"}}'],
)  # fmt: skip
def test_malformed_json(client, text):
    answer = client.post("/api/position", content=text, headers=PLAIN)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


def test_bytes_that_are_no_text(client):
    answer = client.post("/api/position", content=b"\xff\xfe{}", headers=PLAIN)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("told", [True, False])
def test_ten_megabytes(client, told):
    body = b" " * 10_000_000
    content = body if told else iter([body[:100_000]] * 100)
    try:
        answer = client.post("/api/position", content=content, headers=PLAIN)
        refused(answer, 413, "1,048,576 bytes")
    except httpx2.WriteError:  # the server has answered and closed before all was sent
        assert client.get("/health").status_code == 200


def test_a_length_that_is_none(server):
    raw = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=LONG)
    for length in ("-1", "1e3", "9" * 40):
        raw.putrequest("POST", "/api/position")
        raw.putheader("Content-Length", length)
        raw.endheaders()
        assert raw.getresponse().status in (400, 413)
        raw.close()


# What is asked for.


@pytest.mark.parametrize("game", ["chess", "", "\0", "../../etc/passwd", "/etc/passwd", "a" * 81])
def test_unknown_games(client, game):
    answer = client.post("/api/position", json={"start": {**HEX, "game": game}})
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize("size", [0, -1, 27, 10**18, 10**400, "big", None, 2.5])
def test_sizes_out_of_range(client, size):
    answer = client.post("/api/position", json={"start": {**HEX, "size": size}})
    assert answer.status_code == 422
    assert "size" in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%2e%2e%2fapp.py",
     "/static/..%5capp.py", "/static//etc/passwd", "/static/%00", "/play/a%00b", "/report/..%2fx",
     "/play/%0d%0aSet-Cookie:x", "/api/saved/..%2f..%2fx", "/" + "a" * 3000],
)  # fmt: skip
def test_path_tricks(server, path):
    raw = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=LONG)
    raw.request("GET", path)  # as it is, where other clients would tidy it up
    answer = raw.getresponse()
    text = answer.read().decode()
    assert answer.status in (400, 404)
    assert "create_app" not in text
    assert "root:" not in text
    assert "no address of a page" in text.lower() or "there is no" in text.lower()


# Who asks.


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
def test_other_sites(server, client, headers):
    body = {"base": 0, "document": document()}
    refused(client.put(f"/api/saved/{NAME}", json=body, headers=headers), 403, "another site")
    refused(client.delete(f"/api/saved/{NAME}", headers=headers), 403, "another site")
    assert client.get(f"/api/saved/{NAME}").status_code == 404
    with pytest.raises(InvalidStatus) as denied:
        connect(server.address.replace("http", "ws") + "/ws", additional_headers=headers)
    assert denied.value.response.status_code == 403


def test_other_names(client):
    refused(client.get("/api/games", headers={"Host": "elsewhere.example"}), 400, "elsewhere")
    assert client.get("/api/games", headers={"Host": "localhost"}).status_code == 200


def test_forged_cookies(client):
    body = {"base": 0, "document": document()}
    kept = client.put(f"/api/saved/{NAME}", json=body)
    assert kept.status_code == 200
    cookie = kept.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    mine = client.cookies["visitor"]
    client.cookies.clear()
    for forged in ("x", mine[:-1], mine + "x", "../../etc/passwd/aaaa", "a" * 41, '" or 1=1; --aa'):
        cookies = {"Cookie": f"visitor={forged}"}
        answer = client.get("/api/saved", headers=cookies)
        assert answer.json() == []
        answer = client.delete(f"/api/saved/{NAME}", headers=cookies)
        assert answer.json() == {"deleted": False}
    mine = {"Cookie": f"visitor={mine}"}
    assert len(client.get("/api/saved", headers=mine).json()) == 1
    assert client.delete(f"/api/saved/{NAME}", headers=mine).json() == {"deleted": True}


def test_a_cookie_is_good_for_a_year_from_the_last_look(client):
    given = client.get("/api/saved").headers["set-cookie"]
    assert "Max-Age=31536000" in given
    assert client.get("/api/saved").headers["set-cookie"] == given
    assert client.get("/api/games").headers.get("set-cookie") is None


def test_cookies_are_for_https_alone_where_the_page_came_by_that(client):
    securely = {"X-Forwarded-Proto": "https"}
    answer = client.get("/api/saved", headers=securely)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-visitor=")
    assert "; Path=/" in cookie
    assert "; Secure" in cookie
    assert "Domain" not in cookie
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    mine = cookie.partition(";")[0]
    body = {"base": 0, "document": document()}
    client.put(f"/api/saved/{NAME}-2", json=body, headers=securely | {"Cookie": mine})
    planted = mine.removeprefix("__Host-")
    for headers, games in ((securely | {"Cookie": mine}, 1), (securely | {"Cookie": planted}, 0)):
        client.cookies.clear()
        assert len(client.get("/api/saved", headers=headers).json()) == games


def test_script_in_names_and_comments_is_text(client, visit):
    page = visit(f"/play/hex?size=3#b2'{SCRIPT}'")
    expect(page.locator("body")).to_contain_text(SCRIPT)
    assert page.locator("script", has_text="alert").count() == 0
    refused(client.get("/api/board", params={"game": SCRIPT}), 422, SCRIPT)
    answer = client.get("/play/<script>alert(1)")
    assert "&lt;script&gt;" in answer.text
    assert "<script>alert" not in answer.text


# Too much.


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
