"""Clocks in GTP: what is understood, and how time is spent."""

import random
import time

import pytest

import crosscut
from crosscut.apps.gtp.session import Session, Strength
from crosscut.apps.gtp.time_control import Clock, Hand, Kind
from crosscut.search.limits import Limits
from crosscut.search.options import Options
from tests.apps.test_gtp import session, told

pytestmark = pytest.mark.usefixtures("interpreted")


def test_no_clock_no_limit():
    assert Clock().plan(0) is None


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        (Kind.absolute, (60,)),
        (Kind.absolute, (0.5,)),
        (Kind.canadian, (10, 30, 5)),
        (Kind.canadian, (0, 2, 1)),
        (Kind.byoyomi, (5, 3, 2)),
        (Kind.byoyomi, (0, 1, 3)),
    ],
)
def test_no_game_is_lost_on_time(kind, numbers):
    clock, rng = Clock(), random.Random(1)
    clock.set(kind, *numbers)
    for _ in range(500):
        before = clock.hands[0].seconds + (clock.for_a_stone if clock.hands[0].stones == 0 else 0)
        seconds, most = clock.plan(0)
        assert 0 < seconds <= most
        assert most < before or before < 0.01
        clock.spend(0, rng.uniform(0, most))
        assert clock.hands[0].seconds >= 0 or (kind is Kind.absolute and most == 0.001)
    assert clock.hands[1] == clock.beginning()


def test_what_is_told_counts():
    clock = Clock()
    clock.set(Kind.canadian, 0, 100, 10)
    clock.tell(1, 8, 4)
    assert clock.plan(1)[0] == pytest.approx(1.8)
    clock.tell(1, 50, 0)
    assert clock.plan(1)[0] == pytest.approx(9)


@pytest.mark.parametrize(
    ("main", "turns", "periods"),
    [
        (0, [2.9], 5),
        (0, [3.1], 4),
        (0, [3.1, 1, 6.5], 2),
        (0, [1000], 1),
        (5, [4], 0),
        (5, [4, 3], 5),
        (5, [4, 5], 4),
    ],
)
def test_a_period_of_byo_yomi_is_lost_by_a_turn_that_takes_longer(main, turns, periods):
    clock = Clock()
    clock.set(Kind.byoyomi, main, 3, 5)
    for seconds in turns:
        clock.spend(0, seconds)
    assert clock.hands[0] == (Hand(3, periods) if periods else Hand(1))


def test_stones_of_a_canadian_period_are_counted():
    clock = Clock()
    clock.set(Kind.canadian, 5, 10, 3)
    seen = []
    for _ in range(6):
        clock.spend(1, 3)
        seen.append(clock.hands[1])
    assert seen == [Hand(2), Hand(9, 3), Hand(6, 2), Hand(3, 1), Hand(10, 3), Hand(7, 2)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("time_settings 0 0 0", Kind.none),
        ("time_settings 0 0 5", Kind.none),
        ("time_settings 0 10 0", Kind.none),
        ("time_settings 9 0 0", Kind.absolute),
        ("kgs-time_settings none", Kind.none),
        ("kgs-time_settings absolute 0", Kind.none),
        ("kgs-time_settings byoyomi 9 0 3", Kind.absolute),
        ("kgs-time_settings canadian 0 9 3", Kind.canadian),
    ],
)
def test_a_clock_without_time_is_none(line, kind):
    here = session("hex", 3)
    told(here, line)
    assert here.clock.kind is kind
    assert (here.clock.plan(0) is None) == (kind is Kind.none)


def test_a_turn_keeps_to_the_clock():
    here = Session(crosscut.game("hex", 5), Strength(Options(), Limits(seconds=3600)))
    told(here, "time_settings 0 1 2")
    limits, latest = here.limits(0)
    assert limits.seconds <= 0.5
    assert latest <= time.monotonic() + 1
    told(here, "genmove b")
    assert here.position.turn_number == 1
