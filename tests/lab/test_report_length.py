"""Measures of length, choice and the state space."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from crosscut.lab.report.measure import Chart, Table
from crosscut.lab.report.measures.moves import classified, moves_of
from crosscut.lab.report.measures.state_space import Buckets, estimate, fill
from tests.support.measured import exhibits, measured, sample_of, values


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


# Length and choice.


def test_length_by_hand(hex2, slither3):
    found = values(measured("length", hex2))
    assert found["mean length"] == 3.5
    assert found["median length"] == 3.5
    assert found["most frequent length"] == 3  # once each: the shorter one
    assert (found["shortest"], found["longest"]) == (3, 4)
    assert found["mean length in turns"] == 3.5
    # a step and a placement are two moves of one turn
    found = values(measured("length", slither3))
    assert (found["mean length"], found["mean length in turns"]) == (5, 4)


def test_the_interval_of_a_mean_by_hand(hex2):
    few = measured("length", hex2).figure("mean length")
    assert (few.interval, few.note) == (None, "fewer than 8 games")
    games = ["a1 b1 a2".split(), "a1 a2 b1 b2".split()]
    eight = sample_of("hex", 2, "standard", False, 4 * games)
    low, high = measured("length", eight).figure("mean length").interval
    # four of 3 and four of 4: standard deviation sqrt(8 / 7) / 2, Student's 2.3646 of 7
    reach = 2.364624 * (8 / 7) ** 0.5 / 2 / 8**0.5
    assert (low, high) == pytest.approx((3.5 - reach, 3.5 + reach))


def test_branching_by_hand(hex2, slither3):
    found = values(measured("branching", hex2))
    assert found["branching factor"] == 2.75  # (4 + 3 + 2) / 3 = 3 and 10 / 4 = 2.5
    assert found["mean over all moves"] == pytest.approx(19 / 7)
    assert values(measured("branching", slither3))["branching factor"] == (9 + 9 + 8 + 11 + 6) / 5


def test_the_chart_of_branching_goes_by_shares_of_a_game(hex2):
    (chart,) = exhibits(measured("branching", hex2), Chart)
    assert [row[1] for row in chart.data.rows] == [5 * part + 2.5 for part in range(20)]
    # in the first twentieth 4 moves in both; in the last 2 and 1, so the median is 1.5
    assert (chart.data.rows[0][2], chart.data.rows[-1][2]) == (4, 1.5)


def test_complexity_by_hand(hex2):
    found = values(measured("complexity", hex2))
    assert found["game-tree complexity"] == pytest.approx(math.log10(24))  # 4 * 3 * 2 (* 1)
    assert found["geometric mean branching"] == pytest.approx((24 * 24) ** (1 / 7))
    assert found["length times log branching"] == pytest.approx(3.5 * math.log10(2.75))


def test_legal_moves_by_move_and_by_turn(slither3):
    measure = measured("actions_per_turn", slither3)
    by_move, by_turn = exhibits(measure, Chart)
    assert [row[2] for row in by_move.data.rows] == [9, 9, 8, 11, 6]
    assert [row[2] for row in by_turn.data.rows] == [9, 9, 8, 11]
    assert values(measure) == {
        "at the first turn": 9,
        "at the largest median": 11,
        "at the last turn": 11,
    }
    assert "turn 4" in measure.summary


def test_types_of_moves_by_hand(slither3):
    measure = measured("action_types", slither3)
    # of 43 legal moves: 9 + 8 + 8 + 4 + 6 add, 7 move, 1 swaps; made were 3, 1 and 1
    assert values(measure) == pytest.approx(
        {
            "add, available": 35 / 43,
            "move, available": 7 / 43,
            "swap sides, available": 1 / 43,
            "add, chosen": 3 / 5,
            "move, chosen": 1 / 5,
            "swap sides, chosen": 1 / 5,
        }
    )
    available, chosen = exhibits(measure, Chart)
    # turn 2: 8 of 9 add; turn 4 has two moves, of whose 17 legal ones 10 add; one of two adds
    assert available.data.columns == ("turn", "add, %", "move, %", "swap sides, %")
    assert available.data.rows[1] == pytest.approx((2, 800 / 9, 0, 100 / 9))
    assert available.data.rows[3] == pytest.approx((4, 1000 / 17, 700 / 17, 0))
    assert chosen.data.rows[3] == (4, 50, 50, 0)


def test_classes_of_moves_by_hand(hex2):
    measure = measured("moves", hex2)
    # available, over both games: a1 twice (first moves), b1 and a2 five times, b2 seven times;
    # chosen 2, 2, 2 and 1; the average is 7 / 19 = 0.37, below the 2 / 5 of b1 and a2
    found = values(measure)
    assert found["distinct moves"] == 4
    assert found["killer moves"] == 1
    assert found["good moves"] == 3
    assert found["bad moves"] == 1
    assert found["average share"] == pytest.approx(7 / 19)
    # Black: a1 2 of 2, a2 and b1 once of 3, b2 never of 4; White: a2 and b1 once of 2, b2 of 3
    best, worst, *white = exhibits(measure, Table)
    assert best.rows[0] == ["a1", 2, 2, 1.0, None, None, "not shown"]
    assert worst.rows[0][:4] == ["b2", 0, 4, 0.0]
    assert sorted(row[:3] for row in white[0].rows) == [["a2", 1, 2], ["b1", 1, 2], ["b2", 1, 3]]
    # nothing is sure of so few
    assert measure.summary.startswith("No move can be shown to be chosen more often than not")
    for name in ("killer moves", "good moves", "bad moves", "killer moves of Black"):
        assert measure.figure(name).interval == (0, measure.figure(name).n)
    assert measure.figure("good moves").n == 4


def test_moves_are_named_as_they_are_written(slither3):
    tables = exhibits(measured("moves", slither3), Table)
    assert {"swap", "b2-c3"} <= {row[0] for table in tables for row in table.rows}
    assert [table.title for table in tables][::2] == ["Best moves of Black", "Best moves of White"]


def test_moves_are_claimed_beyond_chance_and_by_colour():
    """Black takes a1 100 times of 100; White has it as often and takes it half of the times."""
    black = moves_of(" of Black", {(0,): (100, 100), (1,): (900, 50), (2,): (100, 20)})
    white = moves_of(" of White", {(0,): (100, 50), (1,): (900, 200)})
    first, second = classified([black, white])
    assert [first.named(at) for at in range(3)] == ["killer", "bad", "not shown"]
    # White's average is a quarter
    assert [second.named(at) for at in range(2)] == ["good", "not shown"]
    killer, good, bad = first.figures()
    assert (killer.name, killer.value, killer.interval) == ("killer moves of Black", 1, (1, 1))
    assert (good.value, good.interval, bad.interval) == (2, (1, 2), (1, 2))


def test_among_many_moves_chance_makes_no_claims():
    """Of 2,000 moves, all as good as any other, uncorrected tests would call a hundred so."""
    source = np.random.default_rng(5)
    even = {(i,): (50, int(n)) for i, n in enumerate(source.binomial(50, 0.2, 2000))}
    (found,) = classified([moves_of("", even)])
    alone = found.moves.tests()[1]
    assert (alone < 0.05).sum() > 100
    assert not found.above.any()
    assert not found.below[1].any()


# The state space.


def walks(*games):
    """Return games in which all that is known are the positions."""
    return [SimpleNamespace(story=SimpleNamespace(positions=np.array(game))) for game in games]


def test_positions_are_counted_once_in_buckets():
    games = walks([1, 2], [1, 3], *[[1]] * 18, [9])
    # ten buckets of two games; the last game fills none
    found = fill(games)
    assert found == Buckets(2, [3] + [0] * 9, [4] + [2] * 9, 4, 23)
    assert found.accuracy == 1
    assert fill(games[:9]) == Buckets(0, [], [], 3, 11)


def test_a_geometric_progression_is_summed_to_its_end():
    # 512 + 256 + ... + 1 = 1023, and all that follows is 1/2 + 1/4 + ... = 1
    halves = Buckets(5, [2**k for k in range(9, -1, -1)], [600] * 10, 1023, 6000)
    found = estimate("state space", halves)
    assert found.value == pytest.approx(math.log10(1024))
    assert found.interval == pytest.approx((math.log10(1024), math.log10(1024)), abs=1e-6)
    assert found.n == 50
    assert halves.accuracy == pytest.approx(1 - 1 / 512)


def test_a_progression_that_grows_has_no_end():
    found = estimate("state space", Buckets(1, [100] * 10, [100] * 10, 1000, 1000))
    assert found.value is None
    assert found.interval is None
    assert "no end in sight; at least 10^3.00" in found.note


def test_an_open_interval_is_said_to_be_open():
    # nearly level, but falling on the whole: drawn anew it often rises
    uneven = Buckets(1, [100, 90] * 5, [100] * 10, 950, 1000)
    found = estimate("state space", uneven)
    assert found.value > math.log10(950)
    assert found.interval is None
    assert "nothing above" in found.note


def test_few_games_give_a_lower_bound_alone(hex2):
    measure = measured("state_space", hex2)
    # a1; then a1 b1 and a1 a2; then three stones of each, and four: 1 + 2 + 2 + 1
    assert values(measure)["distinct positions"] == 6
    assert values(measure)["samples"] == 7
    assert measure.figure("state space").value is None
    assert measure.exhibits == []
