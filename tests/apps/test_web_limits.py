"""How limits are counted: what is used up comes back with time, and nobody is kept for ever."""

import asyncio
import threading

import pytest
from starlette.responses import Response

from crosscut.apps.web.clients import Owner, address_of, at_home
from crosscut.apps.web.middleware.body_buffer import Bodies
from crosscut.apps.web.rate_limits import Buckets, Gate, Throttle, spoken
from crosscut.apps.web.routes.health import Reach
from crosscut.apps.web.settings import Limits


@pytest.fixture
def clock(monkeypatch):
    """A clock that is moved on by hand, in seconds."""
    now = [1000.0]
    monkeypatch.setattr("crosscut.apps.web.rate_limits.time.monotonic", lambda: now[0])

    def move_on(seconds):
        now[0] += seconds

    return move_on


def test_what_is_taken_comes_back(clock):
    buckets = Buckets(rate=2, capacity=10)
    assert [buckets.take("one") for _ in range(10)] == [0] * 10
    assert buckets.take("one") == 0.5
    assert buckets.take("one", 4) == 2
    assert buckets.take("other") == 0
    clock(0.5)
    assert buckets.take("one") == 0
    clock(100)
    assert buckets.wait("one", 10) == 0
    assert buckets.wait("one", 11) == 0.5
    assert not buckets.spend("one", 14)
    assert buckets.wait("one") == 2.5


def test_who_has_not_asked_for_longest_is_forgotten(clock):
    buckets = Buckets(rate=1, capacity=2, most=3)
    for who in "abcabd":
        buckets.take(who)
    assert set(buckets.levels) == {"a", "b", "d"}


def test_without_a_limit_nothing_is_counted():
    buckets = Buckets(rate=0, capacity=0)
    assert buckets.take("one", 10**9) == 0
    assert buckets.spend("one", 10**9)
    assert not buckets.levels


def test_thinking_goes_by_visitor_and_by_address(clock):
    gate = Gate(Limits(thinking_minutes=10, visitors_per_address=2))
    one, two, three = (Owner(name, "here") for name in "abc")
    assert gate.thought(one, 599)
    assert not gate.thought(one, 2)
    assert gate.wait_to_think(one) == pytest.approx(2 * 6)
    assert gate.wait_to_think(two) == 0
    assert gate.thought(two, 590)
    assert not gate.thought(three, 20)  # three visitors are too many for this address
    assert gate.wait_to_think(three) > 0
    assert gate.wait_to_think(Owner("a", "elsewhere")) > 0
    assert gate.wait_to_think(Owner("d", "elsewhere")) == 0
    clock(3600)
    assert gate.wait_to_think(one) == 0


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_address(client, address):
    assert address_of({"client": (client, 1)}) == address


@pytest.mark.parametrize(
    ("client", "host", "home"),
    [
        ("127.0.0.1", "localhost:8734", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "[::1]:8734", True),
        ("127.0.0.1", "club.example", False),  # a proxy that does not say for whom it asks
        ("203.0.113.5", "localhost", False),
        (None, "localhost", False),
    ],
)
def test_who_sits_at_the_machine(client, host, home):
    scope = {"client": client and (client, 1), "headers": [(b"host", host.encode())]}
    assert at_home({**scope, "type": "http"}) == home


def test_times_as_people_say_them():
    assert [spoken(each) for each in (0.2, 1, 40, 89.5, 3000)] == [
        "1 second", "1 second", "40 seconds", "2 minutes", "50 minutes",
    ]  # fmt: skip


async def echo(scope, receive, send):
    """Answer with what was sent, as an application may."""
    answer = Response((await receive())["body"])
    await answer(scope, receive, send)


async def sent(bodies, *chunks, ends=True):
    """Send a body in parts, its last one or not; return the status, the headers and the answer."""
    left, told = list(chunks), []

    async def receive():
        if not left:
            await asyncio.Event().wait()  # which is never set
        body = left.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(left) or not ends}

    async def send(message):
        told.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/x", "query_string": b"", "headers": [],
        "client": ("203.0.113.5", 1), "server": ("localhost", 80), "scheme": "http",
    }  # fmt: skip
    await bodies(scope, receive, send)
    return told[0]["status"], dict(told[0]["headers"]), told[1]["body"]


def test_a_request_comes_whole_or_not_at_all(monkeypatch):
    monkeypatch.setattr("crosscut.apps.web.middleware.body_buffer.MOST_HELD", 10)
    bodies = Bodies(echo)
    assert asyncio.run(sent(bodies, b"one", b"two"))[::2] == (200, b"onetwo")
    with monkeypatch.context() as patch:
        patch.setattr("crosscut.apps.web.middleware.body_buffer.COMES_WITHIN", 0.1)
        status, headers, words = asyncio.run(sent(bodies, b"one", ends=False))
    assert (status, headers[b"connection"]) == (408, b"close")
    assert b"did not come within" in words
    assert asyncio.run(sent(bodies, b"one", b"two", b"three"))[0] == 429
    assert not bodies.held


def test_the_database_is_asked_once_a_second_whether_it_is_there(monkeypatch):
    asked, answer = [], threading.Event()
    monkeypatch.setattr(Reach, "ask", lambda reach: asked.append(reach))
    monkeypatch.setattr("crosscut.apps.web.routes.health.REMEMBERED", 3600)

    async def ask():
        reach = Reach(None)
        assert await asyncio.gather(*(reach.now() for _ in range(50))) == [True] * 50
        assert len(asked) == 1
        monkeypatch.setattr("crosscut.apps.web.routes.health.REMEMBERED", 0)
        assert await reach.now()
        assert len(asked) == 2
        monkeypatch.setattr(Reach, "ask", lambda reach: answer.wait())
        monkeypatch.setattr("crosscut.apps.web.routes.health.ANSWERED_WITHIN", 0.05)
        assert not await reach.now()
        answer.set()

    asyncio.run(ask())


def test_one_slow_answer_costs_so_much_and_no_more(clock):
    async def wait(scope, receive, send):
        clock(1000)

    gate = Gate(Limits(requests_per_second=100, burst_seconds=6))
    scope = {"type": "http", "path": "/api/x", "headers": [], "client": ("203.0.113.5", 1)}
    asyncio.run(Throttle(wait, gate)(scope, None, None))
    assert gate.requests.left("203.0.113.5") == 500
