"""How a game feels: reviews of games, and the measures of tension, against what is worked out."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import crosscut
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.measures import (
    critical_turns,
    lead_changes,
    temperature,
    trajectory,
)
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.stages import reviews as stage
from crosscut.lab.report.win_curve import course, courses, per_game, pooled, representative, reviews
from crosscut.lab.stats import wilson
from crosscut.search.replay import Story

# Games and reviews written by hand.


def played(number, first_seat, winner, finished=True):
    """Return a game in which seats take turns, by the chances of the first seat before each."""
    turns = len(first_seat)
    seats = np.arange(turns) % 2
    story = Story(
        move_ends=np.arange(1, 1),
        branching=np.ones(turns, int),
        types=np.zeros((turns, 6), int),
        chosen=np.zeros(turns, int),
        seats=seats,
        turn_ends=np.arange(1, turns + 1),
        material=np.zeros((turns + 1, 2), int),
        moves=np.zeros(turns, int),
        positions=np.zeros(turns, int),
        ever=0,
        final=0,
    )
    own = [
        c if c is None or seat == 0 else 1 - c for c, seat in zip(first_seat, seats, strict=True)
    ]
    return Played(number, None, [], winner, finished, story, (), tuple(own))


def turn(number, value, values, nothing, **more):
    """Return what a review notes of a turn."""
    noted = {"turn": number, "seat": number % 2, "value": value, "proven": False}
    noted |= {"nothing": nothing, "moves": len(values), "values": values}
    return noted | {"played": value, "early": value, "changed": False} | more


def sample_of(games, *records):
    """Return a sample of games, and of records of reviews."""
    plan = Plan("hex", 3, crosscut.game("hex", 3).variant, False)
    sample = Sample(plan, {"reviews": records})
    sample.games = games
    return sample


A = played(0, [0.6, 0.4, 0.4, 0.7], winner=0)
D = played(1, [0.5, 0.3, 0.9, 0.05], winner=1)
DRAWN = played(2, [0.5, 0.5, 0.4], winner=None)
CUT_OFF = played(3, [None, 0.6, 0.3], winner=None, finished=False)
SILENT = played(4, [None, None], winner=0)
ENDLESS = played(5, [0.5], winner=None, finished=False)

REVIEW = {
    "key": [0],
    "length": 4,
    "turns": [
        turn(0, 0.6, [0.6, 0.5, 0.4], 0.5, early=0.5, changed=True),
        turn(1, 0.4, [0.4, 0.35], 0.4, played=0.35),
        turn(2, 1.0, [1.0, 1.0], None, proven=True, early=None),
        turn(3, 0.7, [0.7, 0.2], 0.9, moves=4, played=0.2, early=0.2, changed=True),
    ],
}
"""Of game A. At the last turn only two of four moves were valued."""


def value(measure, name):
    """Return a figure's value."""
    return measure.figure(name).value


# Chances and leads.


def test_course_of_a_game():
    assert course(A).chances == [0.6, 0.4, 0.4, 0.7, 1.0]
    assert course(A).turns == 4
    assert course(A).own(0) == [0.6, 0.4, 1.0]
    assert course(A).own(1) == [0.6, 0.3, 0.0]
    assert course(DRAWN).chances[-1] == 0.5
    # a game that did not end has no result, and unknown chances are left out
    assert course(CUT_OFF).chances == [0.6, 0.3]
    assert course(CUT_OFF).own(0) == [0.3]
    # one chance alone tells of no turn; a result alone does not either
    found = courses(sample_of([A, SILENT, ENDLESS, CUT_OFF]))
    assert [each.chances for each in found] == [course(A).chances, [0.6, 0.3]]


def test_lead_changes_counted_by_hand():
    # A: .6 | .4 (first change) .4 | .7 (second) 1: turns 1 and 3
    assert course(A).lead_changes == [1, 3]
    # agreed leads of A: none, none (.6, .4), second seat (.4, .4), none (.4, .7), first seat (1)
    assert course(A).agreed_lead_changes == [4]
    # D: even, .3 second, .9 first, .05 second, 0 second; no two agree but the last
    assert course(D).lead_changes == [2, 3]
    assert course(D).agreed_lead_changes == []
    # exactly 1/2 leaves the lead where it was, and there is none before
    assert course(DRAWN).lead_changes == []
    measure = lead_changes.compute(sample_of([A, DRAWN]))
    assert value(measure, "lead changes") == pytest.approx(2 / 7)
    assert value(measure, "agreed lead changes") == pytest.approx(1 / 7)
    assert value(measure, "lead changes per game") == 1
    assert value(measure, "games in which the lead never changed") == 0.5
    assert measure.figure("lead changes").interval is None  # of two games
    assert measure.figure("lead changes").n == 2
    # four of each: A is 2 - 4 * 2/7 = 6/7 changes off, DRAWN as much below, so the variance of the
    # sum is 8/7 * 8 * (6/7)^2, and there are 28 turns; Student's 2.365 of 7
    many = lead_changes.compute(sample_of(4 * [A, DRAWN])).figure("lead changes")
    error = (8 / 7 * 8 * (6 / 7) ** 2) ** 0.5 / 28
    reach = pytest.approx(2.364624 * error, rel=1e-6)
    assert (many.interval[1] - 2 / 7, 2 / 7 - many.interval[0]) == (reach, reach)
    assert value(measure, "lead changes in reviews") is None
    # the changes of A, turns 1 and 3 of 4, are in tenths 0 and 5; of DRAWN's three, one in each
    rows = {row[0]: row[1:] for row in measure.exhibits[0].data.rows}
    assert rows["0-10 %"] == (0.5, 0.0, 2)
    assert rows["50-60 %"] == (1.0, 0.0, 1)
    assert rows["70-80 %"] == (0.0, 1.0, 1)


def test_lead_changes_in_reviews():
    # first seat by the review: .6 .6 1 .3 and the result 1: turns 3 and 4
    measure = lead_changes.compute(sample_of([A], REVIEW))
    assert value(measure, "lead changes in reviews") == 0.5
    assert measure.figure("lead changes in reviews").interval is None  # one game
    # a review that leaves turns out cannot tell
    part = REVIEW | {"turns": REVIEW["turns"][::3]}
    measure = lead_changes.compute(sample_of([A], part))
    assert value(measure, "lead changes in reviews") is None


def test_pooled_is_over_turns_and_sure_only_of_games():
    figure = pooled("x", [[1, 1, None], [0], [None]], "%")
    assert (figure.value, figure.n) == (pytest.approx(2 / 3), 2)
    assert figure.note == "3 turns, fewer than 8 games"
    assert figure.interval is None  # of two games
    # games without any spread have Wilson's interval of so many games
    alike = pooled("x", [[0, 0], [0]] * 5, "%")
    assert (alike.interval, alike.note) == (wilson(0, 10), "15 turns, all alike")
    assert pooled("x", [[None]], "%").value is None
    # 8 games of 0 and 1: mean 1/2, standard error sqrt(1/4 * 8/7 / 8), Student's 2.365 of 7
    low, high = per_game("x", [0.0, 1.0] * 4).interval
    assert (low, high) == pytest.approx((0.0531, 0.9469), abs=1e-4)


# Reviewed turns.


def test_critical_and_hot_turns_by_hand():
    measure = critical_turns.compute(sample_of([A], REVIEW))
    # one good move at turn 0, none at 1, two at 2; at 3 not all are known
    assert value(measure, "critical turns") == pytest.approx(1 / 3)
    assert value(measure, "critical turns per game") == pytest.approx(4 / 3)
    # best minus nothing: .1, 0, unknown, -.2
    assert value(measure, "hot turns") == pytest.approx(1 / 3)
    assert value(measure, "cold turns") == pytest.approx(1 / 3)
    assert value(measure, "mean heat") == pytest.approx(-0.1 / 3)
    # turns 0 to 3 of 4 are in tenths 0, 2, 5, 7
    rows = {row[:2]: row[2:] for row in measure.exhibits[0].data.rows}
    assert rows[("hot", "0-10 %")] == (100, 1)
    assert rows[("critical", "50-60 %")] == (0, 1)
    assert ("hot", "50-60 %") not in rows
    assert ("critical", "70-80 %") not in rows


def test_temperature_by_hand():
    measure = temperature.compute(sample_of([A], REVIEW))
    assert value(measure, "spread of the moves") == pytest.approx((0.2 + 0.05 + 0 + 0.5) / 4)
    # medians .5, .375, 1, .45
    assert value(measure, "edge of the best move") == pytest.approx((0.1 + 0.025 + 0 + 0.25) / 4)
    assert value(measure, "good moves") == pytest.approx((1 / 3 + 0 + 1 + 1 / 2) / 4)
    picture, percentiles = measure.exhibits
    # of .6 .5 .4: worst, 10 %, 25 %, median, 75 %, 90 %, best
    assert picture.data.rows[0] == (1, 0, 3, 0.4, 0.42, 0.45, 0.5, 0.55, 0.58, 0.6)
    assert percentiles.data.rows[-1] == ("70-80 %", *[0.2, 0.25, 0.325, 0.45, 0.575, 0.65, 0.7], 1)


def test_the_picture_says_what_is_grey():
    (whole,) = reviews(sample_of([A], REVIEW))
    for review, grey in ((whole, False), (replace(whole, turns=whole.turns[:-1]), True)):
        drawn = charts.svg(temperature.picture(review), "c")
        assert ("turns that were not reviewed" in drawn) == grey


def test_trajectory_by_hand():
    measure = trajectory.compute(sample_of([A, D, DRAWN], REVIEW))
    # half-way is before turn 3 of 4: A .4 for the winner, D 1 - .9; three quarters .7 and .95
    assert value(measure, "winner's chance half-way") == pytest.approx(0.25)
    assert value(measure, "winner's chance after three quarters") == pytest.approx(0.825)
    assert measure.figure("winner's chance half-way").n == 2
    assert value(measure, "value of the best move") == pytest.approx(2.7 / 4)
    assert value(measure, "value of doing nothing") == pytest.approx(0.6)
    winner, values, game = measure.exhibits
    rows = {row[1]: row[2] for row in winner.data.rows}
    assert rows[0] == pytest.approx(0.55)  # .6 and .5
    assert rows[100] == 1
    assert {row[:3] for row in values.data.rows} >= {
        ("best move", 5, 0.6),
        ("best move", 25, 0.4),
        ("doing nothing", 75, 0.9),
    }
    # from the first seat's view
    assert game.data.rows == [(0, 0.6, 0.5), (1, 0.6, 0.6), (2, 1, None), (3, 0.3, 0.1)]


def test_representative_game_is_of_mean_length():
    games = [played(0, [0.5] * 4, 0), played(1, [0.5] * 9, 0), played(2, [0.5] * 8, 0)]
    records = [REVIEW | {"key": [number]} for number in (0, 2)]
    sample = sample_of(games, *records)  # 7 turns on average; game 1 is not reviewed
    assert representative(sample, reviews(sample)).number == 2


# The stage.


@pytest.fixture
def interpreted(monkeypatch):
    """Play small games without compiling them."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def plan_of(name, size, **effort):
    """Return the plan of a report on a small game."""
    usual = {"review_simulations": 400, "each": 60}
    variant = crosscut.game(name, size).variant
    return Plan(name, size, variant, False, "50", 3, effort=Effort(**usual | effort))


def record_of(plan, *turns):
    """Return the record of a game, and its positions before each turn."""
    here = plan.rules.position()
    before = []
    for text in turns:
        before.append(here)
        here = here.play(text)
    return {"key": [0], "taps": here.taps_since(here.line[0])}, before


@cache
def wins(position):
    """Tell whether the player to move wins, by trying everything."""
    return any(
        after.winner == position.to_play if after.over else not wins(after)
        for _, after in position.next_moves()
    )


def winning(position):
    """Return how many moves win."""
    return sum(
        after.winner == position.to_play if after.over else not wins(after)
        for _, after in position.next_moves()
    )


def test_review_knows_what_small_hex_is_worth(interpreted):
    plan = plan_of("hex", 3, each=400)
    record, positions = record_of(plan, "a1", "b2", "c1", "a3", "c2", "c3", "b1")
    found = stage.do(plan, (0,), record)
    assert found["length"] == len(found["turns"]) == 7
    for number, (noted, position) in enumerate(zip(found["turns"], positions, strict=True)):
        assert (noted["turn"], noted["seat"]) == (number, position.to_play)
        assert noted["moves"] == len(noted["values"]) == len(position.moves())
        assert noted["value"] == max(noted["values"])
        if noted["proven"]:
            assert noted["value"] == wins(position), number
        if number >= 2:
            # so few stones are left to place that all is proven: as many moves win as can
            assert noted["proven"]
            assert sum(worth == 1 for worth in noted["values"]) == winning(position), number
    # the opening of a corner loses, and b2 is an answer that wins, not the only one
    assert not wins(positions[1].play("b2"))
    assert found["turns"][1]["played"] > 0.5


def test_only_winning_move_is_critical(interpreted):
    plan = plan_of("hex", 3)
    # Black has b3 and b2, and wins at the top by b1; else White joins a2 and c1 there and wins
    record, positions = record_of(plan, "b3", "c1", "b2", "a2", "b1")
    assert winning(positions[-1]) == 1
    last = stage.do(plan, (0,), record)["turns"][-1]
    assert (last["value"], last["played"], last["proven"]) == (1, 1, True)
    assert last["values"] == [1, 0, 0, 0, 0]
    assert last["nothing"] == 0  # for then White plays b1
    sample = sample_of([played(0, [0.5] * 5, 0)], {"key": [0], "length": 5, "turns": [last]})
    measure = critical_turns.compute(sample)
    assert value(measure, "critical turns") == 1
    assert value(measure, "mean heat") == 1


def test_reviews_are_the_same_again_and_small(interpreted):
    plan = plan_of("slither", 3, review_simulations=60, each=10)
    record, _ = record_of(plan, "b2", "a1", "b2-b1/c1", "a3")
    found = stage.do(plan, (0,), record)
    assert found == stage.do(plan, (0,), record)
    assert found != stage.do(replace(plan, seed=1), (0,), record)
    for noted in found["turns"]:
        numbers = [noted["value"], noted["nothing"], noted["played"], *noted["values"]]
        assert all(0 <= number <= 1 and number == round(number, 3) for number in numbers)
        assert noted["played"] <= noted["value"]
        assert noted["values"] == sorted(noted["values"], reverse=True)


def test_long_games_are_reviewed_in_part_and_fairly(interpreted):
    plan = plan_of("hex", 3, review_simulations=8, each=2, review_turns=4)
    record, _ = record_of(plan, "a1", "b2", "c1", "a3", "c2", "c3", "b1")
    # 7 turns are more than 4; every second would show one seat only, so it is every third
    turns = [
        [noted["turn"] for noted in stage.do(plan, (key,), record)["turns"]] for key in range(3)
    ]
    assert turns == [[0, 3, 6], [1, 4], [2, 5]]


def test_many_moves_are_sampled_evenly(interpreted, monkeypatch):
    monkeypatch.setattr(stage, "MOST_MOVES", 3)
    plan = plan_of("hex", 3, review_simulations=20, each=5)
    record, _ = record_of(plan, "a1", "b2")
    first, _ = stage.do(plan, (0,), record)["turns"]
    assert (first["moves"], len(first["values"])) == (9, 3)
    assert first["played"] is not None
    assert stage.evenly(list(range(10)), 4) == [0, 2, 5, 7]
    assert stage.evenly([1, 2], 4) == [1, 2]


def test_drawn_game_is_even_throughout(interpreted):
    plan = plan_of("filler", 2, review_simulations=60, each=20)
    here = plan.rules.position()
    while not here.over:
        here = here.tap(here.actions()[0])
    assert here.winner is None
    found = stage.do(plan, (0,), {"key": [0], "taps": here.taps_since(here.line[0])})
    assert found["length"] == 4
    for noted in found["turns"]:
        assert noted["value"] == noted["played"] == 0.5
        assert set(noted["values"]) == {0.5}
        assert noted["nothing"] in (0.5, None)


def test_items_are_the_first_games_not_reviewed_yet(tmp_path):
    plan = plan_of("hex", 3, reviews=2)
    logs = {name: Journal(tmp_path / name, "key") for name in ("games", "reviews")}
    assert stage.items(plan, logs) == {}
    for number in (3, 1, 2):
        logs["games"].add({"key": [number], "taps": []})
    assert list(stage.items(plan, logs)) == [(1,), (2,)]
    logs["reviews"].add({"key": [1], "length": 0, "turns": []})
    assert list(stage.items(plan, logs)) == [(2,)]
    assert stage.do(plan, (2,), {"taps": []}) == {"length": 0, "turns": []}
