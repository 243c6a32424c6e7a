"""What doublings of the effort gain, and the measures of mirrors and of speed."""

import re

import pytest

from crosscut.lab.matches.bradley_terry import PER_ELO
from crosscut.lab.matches.mirror_player import (
    COPY,
    ROTATION,
)
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.elo_by_effort import Curve, Result
from crosscut.lab.report.measure import Chart
from crosscut.lab.report.measures import load
from crosscut.lab.report.measures.chain import PARTS, TOTAL
from crosscut.lab.stats import elo, expected, wilson
from tests.lab.test_report_matches import LOST, WON, cells, game_of, match_of, sample_of


def doubled(upper, points):
    """Return the results of a player against the one with half as many simulations."""
    return [
        game_of(upper, number, each) | {"key": [upper, upper - 1, number]}
        for number, each in enumerate(points)
    ]


def steady(top, won=24, lost=16):
    """Return a log in which every doubling gains as much: 24 of 40 points are 70.4 Elo."""
    return [game for k in range(top + 1) for game in doubled(k, won * WON + lost * LOST)]


def test_every_doubling_gains_as_much():
    measure = load("chain")(sample_of(chain=steady(9)))
    for part in ("low", "middle", "high"):
        figure = measure.figure(f"Elo per doubling, {part} effort")
        # Firth's correction takes a little off, as half a point a game does
        assert figure.value == pytest.approx(70.4, abs=1)
        assert figure.interval[0] < 70.4 < figure.interval[1]
        assert figure.n == 120
    assert measure.figure("Elo per doubling, high effort").note == "64 to 512 simulations"
    total = measure.figure("strongest above Random")
    assert total.value == pytest.approx(704, abs=10)
    assert measure.figure("gains at high effort").value == "go on"
    assert "Gains go on at high effort: on average over the doublings there" in measure.summary
    assert re.search(
        r"Of the last one alone the curve says -?[\d,]+ Elo \(-?\d+ to \d+\)", measure.summary
    )
    gains, totals = (each for each in measure.exhibits if isinstance(each, Chart))
    assert len(gains.data.rows) == 9
    assert [row[0] for row in totals.data.rows][:2] == ["1 simulation", "2 simulations"]
    for chart in (gains, totals):
        assert "<svg" in charts.svg(chart, "chain")
    first = cells(measure, 0)
    assert (first["player"], first["against"], first["games"]) == ("1 simulation", "Random", 40)


def test_gains_that_end_are_told():
    log = doubled(0, 300 * WON + 100 * LOST)
    for k in range(1, 13):
        won = round(400 * expected(200 * ((12 - k) / 11) ** 2))
        log += doubled(k, won * WON + (400 - won) * LOST)
    measure = load("chain")(sample_of(chain=log))
    low, _, high = (measure.figure(f"Elo per doubling, {p} effort") for p in PARTS)
    # the means of the four first and the four last squares
    assert low.value == pytest.approx(200 * (121 + 100 + 81 + 64) / 121 / 4, abs=4)
    assert high.value == pytest.approx(200 * (9 + 4 + 1 + 0) / 121 / 4, abs=4)
    assert measure.figure("gains at high effort").value == "have ended"


def test_a_clean_sweep_is_at_least():
    measure = load("chain")(sample_of(chain=steady(6))).figure("one simulation above Random")
    assert measure.interval is not None
    log = doubled(0, 40 * WON) + [each for each in steady(6) if each["key"][0]]
    swept = load("chain")(sample_of(chain=log))
    first, total = (swept.figure(n) for n in ("one simulation above Random", TOTAL))
    assert (first.interval, first.note) == (None, "at least")
    # 40 of 40 leave room for a player who gets 0.912 (Clopper and Pearson), which are 406 Elo
    assert 200 < first.value < 406
    assert (total.interval, total.note) == (None, "at least; 64 simulations")
    assert "From Random to 64 simulations these add up to at least" in swept.summary
    all_won = load("chain")(sample_of(chain=[g for k in range(5) for g in doubled(k, 30 * WON)]))
    assert all_won.figure("Elo per doubling, high effort").interval is None


def test_where_a_seat_always_wins_strength_cannot_show():
    log = [
        each | {"winner": 1}
        for k in range(7)
        for each in doubled(k, 40 * WON)  # the second seat wins, whoever has it
    ]
    measure = load("chain")(sample_of(chain=log))
    assert measure.figure("Elo per doubling, high effort").value == pytest.approx(0, abs=1e-6)
    figure = measure.figure("gains at high effort")
    assert figure.value == "cannot be told"
    assert "the second seat wins there, whoever has it" in measure.summary


def test_a_chain_in_which_candidates_climbed_is_read():
    # 1 simulation failed against Random, 2 beat it, 4 beat 2
    log = match_of(0, 15 * LOST) + match_of(1, 36 * WON) + match_of(2, 36 * WON + 10 * LOST)
    measure = load("chain")(sample_of(chain=log))
    pairs = [cells(measure, i)["against"] for i in range(3)]
    assert pairs == ["Random", "Random", "2 simulations"]
    assert [cells(measure, i)["games"] for i in range(3)] == [15, 36, 36]
    assert "earlier version" in measure.formula
    # where there are games of this version, they count alone
    new = load("chain")(sample_of(chain=log + steady(4)))
    assert len(new.exhibits[-1].rows) == 5
    assert "earlier version" not in new.formula


def test_the_fit_is_that_of_logistic_regression():
    """One gain for all: the points of all games together, and half a game more to each side."""
    results = [Result(k, k - 1, 30.0, 40) for k in range(1, 2)]
    curve = Curve(results)
    # Firth's correction of a single share is half a point for each side
    assert curve.between(1, 0).elo == pytest.approx(elo(30.5 / 41), rel=1e-4)
    error = 1 / (41 * (30.5 / 41) * (10.5 / 41)) ** 0.5 / PER_ELO
    assert curve.between(1, 0).error == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize("name", ["ladder", "chain", "mirrors", "playout_speed", "search_speed"])
def test_nothing_was_played(name):
    assert load(name)(sample_of()).missing


def mirrored(strategy, number, points, asked, copied):
    """Return the result of a game of a strategy."""
    return game_of(strategy, number, points) | {"asked": asked, "copied": copied}


def test_the_measure_of_mirrors():
    log = [
        mirrored(ROTATION, 0, 0.0, 10, 9),
        mirrored(ROTATION, 1, 0.0, 6, 3),
        mirrored(COPY, 0, 1.0, 5, 0),
        mirrored(COPY, 1, 0.5, 5, 0),
    ]
    measure = load("mirrors")(sample_of("y", 5, mirrors=log))
    first, second, third, fourth = (cells(measure, i) for i in range(4))
    assert (first["won"], first["drawn"], first["lost"]) == (0, 0, 2)
    assert (first["turns to copy"], first["copied"]) == (16, 12)
    assert first["remark"] == "lost each game, as expected"
    assert second["remark"] == "no game was played"
    assert third["remark"] == "the board has no such symmetry"
    assert (fourth["won"], fourth["drawn"], fourth["lost"], fourth["points %"]) == (1, 1, 0, 75.0)
    # what copied nothing tells nothing of copying
    assert fourth["remark"] == "could not be tested: it copied 0% of its turns"
    untested = measure.figure("copy last move")
    assert (untested.value, untested.interval, untested.note) == (None, None, fourth["remark"])
    turns = measure.figure("rotation (half turn): turns copied")
    assert (turns.value, turns.interval) == (0.75, None)  # of two games
    told = "1 of 2 mirroring strategies could be tested; each lost every game, as expected."
    assert measure.summary == told
    none = load("mirrors")(sample_of(mirrors=log[2:]))
    assert none.summary == "Mirroring strategies could not be tested: they could hardly ever copy."
    won = [mirrored(ROTATION, number, 1.0, 10, 9 - number % 2) for number in range(8)]
    fared = load("mirrors")(sample_of(mirrors=won))
    assert fared.figure("rotation (half turn)").interval == wilson(8, 8)
    low, high = fared.figure("rotation (half turn): turns copied").interval
    assert 0.8 < low < 0.85 < high < 0.9
    assert fared.summary.endswith("could be tested; 1 of them did not lose every game.")


SPEED = {
    "key": [0],
    "playouts": {"rates": [100.0, 100.0], "games": 20, "length": 30.0, "spread": 5.0},
    "reference": {"rates": [400.0, 200.0], "games": 60, "length": 21.0, "spread": 7.0},
    "searches": {
        "uct-plain": {"rates": [50.0, 70.0], "nodes": [500.0, 700.0]},
        "default": {"rates": [60.0], "nodes": [90.0]},
        "solver": {"rates": [], "nodes": []},
    },
}

RATES = ("playouts", "reference")


def test_the_measure_of_playouts():
    measure = load("playout_speed")(sample_of(speed=[SPEED]))
    assert measure.figure("playouts").value == 100
    assert measure.figure("playouts").interval is None  # of two rounds
    assert measure.figure("time of a playout").value == 10_000
    ratio = measure.figure("ratio")
    assert (ratio.value, ratio.interval) == (3, None)
    many = SPEED | {name: SPEED[name] | {"rates": 8 * SPEED[name]["rates"]} for name in RATES}
    measure = load("playout_speed")(sample_of(speed=[many]))
    assert measure.figure("playouts").note == "all alike"
    # rates 400 and 200, 8 times each: standard error 100 / sqrt 15, Student's 2.1314 of 15
    slowest = measure.figure("time of a playout of Connect Four").interval[1]
    assert slowest == pytest.approx(1e6 / (300 - 2.13145 * 100 / 15**0.5), rel=1e-5)


def test_the_measure_of_searches():
    measure = load("search_speed")(sample_of(speed=[SPEED]))
    (table,) = measure.exhibits
    # the standard deviation of 50 and 70 is the root of 200; 100 games of 30 moves are 3000 nodes
    assert [list(row) for row in table.rows] == [
        ["random playout", 100, 0, 3000, 0, 30, 5],
        ["search: plain UCT", 60, 14.14, 600, 141.42, None, None],
        ["search: default", 60, None, 90, None, None, None],
        ["solver", None, None, None, None, None, None],
    ]
    assert measure.figure("search: plain UCT, simulations").value == 60
    assert measure.figure("solver, nodes").value is None
