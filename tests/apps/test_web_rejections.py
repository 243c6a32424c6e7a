"""What is tried and refused, with a clear answer: each as it comes over the wire."""

import http.client
from functools import partial
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync import client as websocket

from tests.support.browser import LONG, expect

connect = partial(websocket.connect, open_timeout=LONG)
HEX = {"game": "hex", "size": 3, "variant": "standard", "pie": True}
NAME = "a-name-that-nobody-guesses"
SCRIPT = "<script>alert(1)</script>"
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
