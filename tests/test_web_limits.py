"""How limits are counted: what is used up comes back with time, and nobody is kept for ever."""

import pytest

from crosscut.web.limits import Buckets, Gate, spoken
from crosscut.web.settings import Limits
from crosscut.web.visitors import Owner, address_of, at_home


@pytest.fixture
def clock(monkeypatch):
    """A clock that is moved on by hand, in seconds."""
    now = [1000.0]
    monkeypatch.setattr("crosscut.web.limits.time.monotonic", lambda: now[0])

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
