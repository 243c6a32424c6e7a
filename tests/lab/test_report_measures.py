"""The measures that follow from the games: on logs so small that all is worked out by hand."""

import json
import math
import random
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import crosscut
from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.estimates import mean, middle, ratio, resampled, share
from crosscut.lab.report.json_format import to_dict
from crosscut.lab.report.measure import Chart, HeatMap, Line, Picture, Table, Text
from crosscut.lab.report.measures import load
from crosscut.lab.report.measures.moves import classified, moves_of
from crosscut.lab.report.measures.openings import common_beginnings
from crosscut.lab.report.measures.results import reach, verdict
from crosscut.lab.report.measures.state_space import Buckets, estimate, fill
from crosscut.lab.report.measures.state_space import summary as state_space_summary
from crosscut.lab.report.measures.strengths import trend
from crosscut.lab.report.percentile_bands import band, band_chart
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.rules_source import definitions
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.symmetry_classes import canonical, orbits, ways
from crosscut.lab.report.user_ratings import read_ratings
from crosscut.lab.stats import wilson
from crosscut.rules.registry import game_class
from tests.support.for_each import for_each
from tests.support.games import SMALL_SIZES, variants

MEASURES = (
    "facts rules ratings representative_game size_of_rules results strengths length branching "
    "complexity state_space actions_per_turn action_types moves coverage material opening_map "
    "openings"
).split()
NONE_AT_RANDOM = Effort(random_games=0, strengths=(0, 16))
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def record(game, number, texts, unfinished=False):
    """Return the record of a game whose turns, or moves, are given as text."""
    here = start = game.position()
    for text in texts:
        here = here.play(text)
    return {
        "key": [number],
        "taps": here.taps_since(start),
        "winner": here.winner,
        "unfinished": unfinished,
        "turns": here.history(),
        "chances": [None] * here.turn_number,
    }


def sample_of(name, size, variant, pie, games, **options):
    """Return a sample of games that are given by their turns; nothing was played at random."""
    plan = Plan(name, size, variant, pie, effort=NONE_AT_RANDOM)
    logs = {"games": [record(plan.rules, i, texts, **options) for i, texts in enumerate(games)]}
    return Sample(plan, logs)


def measured(name, sample):
    """Return a measure by its name."""
    return load(name)(sample)


def values(measure):
    """Return the values of all figures by their names."""
    return {figure.name: figure.value for figure in measure.figures}


def exhibits(measure, kind):
    """Return the exhibits of one kind."""
    return [each for each in measure.exhibits if isinstance(each, kind)]


@pytest.fixture
def hex2():
    """Two games of Hex on 2x2: Black wins the first in 3 moves, White the second in 4.

    Nothing is ever removed, so there are 4, 3, 2 and 1 legal moves.
    """
    games = ["a1 b1 a2".split(), "a1 a2 b1 b2".split()]
    return sample_of("hex", 2, "standard", False, games)


@pytest.fixture
def slither3():
    """One game of Slither on 3x3, broken off after three turns of two seats and a half.

    The legal moves, by hand: 9 placements; 8 placements or swap; the first seat is White now and
    has no stone, so 8 placements; Black may place on the 4 points beside b2 (all others are bare
    diagonals) or step from it to 7 points; with the stone on c3, b2 is a bare diagonal, so 6.
    """
    return sample_of(
        "slither", 3, "classic", True, [["b2", "swap", "a1", "b2-c3/c2"]], unfinished=True
    )


# Bands.


def test_a_band_drops_games_that_have_ended():
    rows = [[1, 10, 5], [2, 20], [3, 30], [4, None], [5]]
    found = band(rows, least=3)
    # place 1: 1 to 5; place 2: 10, 20 and 30, one has no value; place 3 has one row only
    assert found.xs == [1, 2]
    assert found.n == [5, 3]
    assert found.median == [3, 20]
    assert found.low == pytest.approx([1.4, 12])  # 0.1 * 4 steps above 1; 0.1 * 2 above 10
    assert found.high == pytest.approx([4.6, 28])
    assert band(rows, first=0, least=1).xs == [0, 1, 2]


def test_a_band_of_few_rows_goes_as_far_as_all_of_them():
    assert band([[1, 2, 3], [3, 4]]).xs == [1, 2]
    assert band([]).xs == []
    assert band([[], [None]]).xs == []


def test_a_chart_of_bands_can_be_drawn_without_any():
    chart = band_chart("nothing", "turn", "pieces", {"engine": band([])})
    assert chart.data.rows == []
    assert charts.svg(chart, "empty").startswith("<svg")


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


# Who wins.


def test_results_by_hand(hex2):
    measure = measured("results", hex2)
    found = values(measure)
    assert (found["first seat"], found["second seat"], found["draws"]) == (0.5, 0.5, 0)
    assert found["decisive games"] == 1
    assert found["games that did not end"] == 0
    assert measure.figure("first seat at random").n == 0


def test_a_draw_is_half_a_point_each():
    full = [f"{letter}{row}" for row in (1, 2) for letter in "ab"]
    sample = sample_of("filler", 2, "standard", False, [full])
    measure = measured("results", sample)
    assert values(measure)["first seat"] == 0.5
    assert values(measure)["draws"] == 1
    assert measure.summary == "Nobody ever won."


def test_games_without_an_end_have_no_result(slither3):
    measure = measured("results", slither3)
    assert measure.figure("first seat").n == 0
    assert values(measure)["games that did not end"] == 1
    assert values(measure)["swaps"] == 1


def test_few_or_equal_values_make_nothing_certain():
    assert middle("x", [1, 2, 3, 4, 5, 6, 7]).interval is None
    assert middle("x", [1, 2, 3, 4, 5, 6, 7, 8]).interval == (1, 8)
    alike = middle("x", [7] * 9)
    assert (alike.interval, alike.note) == (None, "all alike")
    nearly = middle("x", [1, *[7] * 30, 9])
    assert (nearly.interval, nearly.note) == (None, "the middle games are all alike")
    for few in (mean("x", [1.0, 2.0]), resampled("x", [1.0, 2.0], fmean), share("x", 1, 7)):
        assert few.interval is None
        assert few.note == "fewer than 8 games"
    for figure in (mean("x", [3.1] * 9), resampled("x", [3.1] * 9, fmean)):
        assert (figure.interval, figure.note) == (None, "all alike")
    for figure in (mean("x", [0.0] * 9, "%"), resampled("x", [0.0] * 9, fmean, "%")):
        assert (figure.interval, figure.note) == (wilson(0, 9), "all alike")
    # 0.05 once in ten: the mean is 0.005, its standard error 0.005, and no share is below 0
    assert mean("x", [0.05] + 9 * [0.0], "%").interval == pytest.approx((0, 0.0163), abs=1e-4)


def test_intervals_are_those_of_scipy():
    source = np.random.default_rng(3)
    values = source.gamma(4, 2, 23)
    expected = stats.ttest_1samp(values, 0).confidence_interval()
    assert mean("x", values.tolist()).interval == pytest.approx(tuple(expected))
    # the ratio of sums is that of the means, by the delta method
    sizes = source.integers(1, 9, 23)
    sums = values * sizes
    covered = np.cov(sums, sizes) / 23
    slope = np.array([1, -sums.sum() / sizes.sum()]) / sizes.mean()
    error = np.sqrt(slope @ covered @ slope)
    found = ratio("x", list(zip(sums, sizes, strict=True)))
    assert found.value == pytest.approx(sums.sum() / sizes.sum())
    assert found.interval[1] - found.value == pytest.approx(stats.t.ppf(0.975, 22) * error)
    # leaving out each value in turn, a mean has the interval of a mean, and in groups nearly so
    left_out = resampled("x", values.tolist(), np.mean).interval
    assert left_out == pytest.approx(tuple(expected))
    many = source.gamma(4, 2, 3000).tolist()
    grouped = resampled("x", many, np.mean).interval
    assert grouped == pytest.approx(mean("x", many).interval, rel=0.01)


def test_the_reach_of_an_interval_is_that_of_published_reports():
    """Ai Ai's report on Slither: 46.62 +-2.17 and 53.38 +-2.18 over 2014 games."""
    assert round(100 * 939 / 2014, 2) == 46.62
    assert 100 * reach(939, 2014) == pytest.approx(2.17, abs=0.005)
    assert 100 * reach(1075, 2014) == pytest.approx(2.18, abs=0.005)


def strength_log(*scores):
    """Return the results of players whose first seat won so many games of so many.

    Games of player i have 5 + i moves, or one more.
    """
    return [
        {"key": [i, number], "winner": int(number >= won), "moves": 5 + i + number % 2}
        for i, (won, games) in enumerate(scores)
        for number in range(games)
    ]


def test_first_seat_and_length_by_strength():
    plan = Plan("hex", 3, "standard", False, effort=NONE_AT_RANDOM)
    log = strength_log((10, 20), (19, 20))
    log.append({"key": [1, 20], "winner": None, "moves": 8})
    measure = measured("strengths", Sample(plan, {"strengths": log}))
    assert values(measure) == pytest.approx(
        {
            "first seat at random play": 0.5,
            "first seat at 16 simulations": 19.5 / 21,
            "length at random play": 5.5,
            "length at 16 simulations": (6.5 * 20 + 8) / 21,
        }
    )
    rises = "rises with strength on the whole"
    assert measure.summary == f"The first seat's share {rises}. Length {rises}."
    seats, lengths = exhibits(measure, Chart)
    for chart, value in ((seats, 0.5), (lengths, 5.5)):
        name, *numbers, games = chart.data.rows[0]
        assert (name, numbers[0], games) == ("random play", value, 20)
        assert numbers[1] < value < numbers[2]
    level = Sample(plan, {"strengths": strength_log((10, 20), (12, 20))})
    said = measured("strengths", level).summary
    assert said.startswith("The first seat's share shows no influence of strength beyond")
    few = Sample(plan, {"strengths": strength_log((0, 4), (4, 4))})
    assert measured("strengths", few).summary == ""


def test_a_quantity_may_differ_without_rising():
    up_and_down = [[0.0] * 20, [1.0] * 20, [0.0] * 20]
    assert trend({"It": up_and_down}) == (
        "It differs between strengths, but neither rises nor falls on the whole."
    )
    assert (
        trend({"It": [[1.0] * 20, [0.5] * 20, [0.0] * 20]})
        == "It falls with strength on the whole."
    )
    assert trend({"It": [[1.0] * 20] * 3}) == ""


def test_a_trend_that_turns_back_is_not_all_along():
    source = np.random.default_rng(1)
    falling = [source.normal(mean, 1, 60).tolist() for mean in (9, 6, 4, 2)]
    assert trend({"It": falling}) == "It falls with strength on the whole."
    back = [*falling, source.normal(4, 1, 60).tolist()]
    assert trend({"It": back}) == "It falls with strength on the whole, but not all along."
    mirrored = [[-each for each in group] for group in back]
    assert trend({"It": mirrored}) == "It rises with strength on the whole, but not all along."
    same = [source.normal(0, 1, 13 + 6 * number).tolist() for number in range(3)]
    assert "with 13 games of a player a small one would not show." in trend({"It": same})


def test_a_trend_seldom_turns_back_by_chance():
    """The true means stay where they are after a fall: at most one in twenty turns back."""
    source = np.random.default_rng(2)
    runs = [
        trend({"It": [source.normal(mean, 1, 30).tolist() for mean in (3, 0, 0, 0, 0)]})
        for _ in range(100)
    ]
    assert sum("not all along" in each for each in runs) <= 8


def test_a_seat_ahead_at_95_percent_alone_says_so():
    def games(won, lost):
        return [Played(n, None, [], int(n >= won), True, None) for n in range(won + lost)]

    said = verdict(games(222, 178), False)
    assert said == "The first seat scored more than chance explains at 95 %, though not at 99 %."
    assert verdict(games(178, 222), False).startswith("The second seat scored more")
    assert verdict(games(240, 160), False) == "The first seat scored more than chance explains."


def test_a_state_space_that_hardly_repeats_is_a_guess():
    fresh = Buckets(10, [100] * 10, [101] * 10, 1000, 1010)
    assert "99% were still new" in state_space_summary(fresh)
    assert "a guess" in state_space_summary(fresh)
    dried = Buckets(10, [100, 80, 60, 50, 40, 30, 20, 10, 5, 2], [100] * 10, 397, 1000)
    assert "in the end" in state_space_summary(dried)


# The board.


def test_coverage_by_hand(hex2, slither3):
    measure = measured("coverage", hex2)
    assert values(measure)["occupied in the end"] == (3 / 4 + 4 / 4) / 2
    (heat,) = exhibits(measure, HeatMap)
    b2 = hex2.game.board.cell("b2")  # empty at the end of the first game
    assert heat.values == {cell: 0.5 if cell == b2 else 1.0 for cell in hex2.game.board.cells}
    # b2 was left by a step: a1, b2, c3 and c2 were occupied at some time, three in the end
    found = values(measured("coverage", slither3))
    assert found["ever occupied"] == pytest.approx(4 / 9)
    assert found["occupied in the end"] == pytest.approx(3 / 9)


def test_material_by_hand(hex2):
    measure = measured("material", hex2)
    assert values(measure) == {
        "Black in the end": 2,
        "White in the end": 1.5,
        "all in the end": 3.5,
        "change a turn": 1,
    }
    (chart,) = exhibits(measure, Chart)
    black = [row[1:3] for row in chart.data.rows if row[0] == "Black"]
    assert black == [(0, 0), (1, 1), (2, 1), (3, 2)]


def test_opening_map_by_hand(hex2, slither3):
    measure = measured("opening_map", hex2)
    assert values(measure)["cells on which games began"] == 1
    assert values(measure)["most frequent"] == "a1"
    assert values(measure)["first seat after it"] == 0.5
    (heat,) = exhibits(measure, HeatMap)  # two games are too few for a map of scores
    # a half turn takes a1 to b2, so each has half of the games
    assert heat.values == {0: 0.5, 1: 0.0, 2: 0.0, 3: 0.5}
    (table,) = exhibits(measure, Table)
    assert table.rows[0][:5] == ["a1", 2, 2, 1.0, 0.5]
    assert table.rows[0][5:7] == [None, None]  # an interval of two games
    (table,) = exhibits(measured("opening_map", slither3), Table)
    assert table.rows[0][0] == "b2"
    assert table.rows[0][-1] == 1  # swapped


# Openings and games to look at.


def test_openings_are_where_games_part():
    lines = [(0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 5), (0, 6), (0, 1, 2, 3)]
    assert common_beginnings(lines) == [(0, 1, 2, 3), (0, 1, 2), (0, 1)]
    assert common_beginnings([(0, 1), (1, 1)]) == []  # other starts, other games
    assert common_beginnings([(0, 1)]) == []


def test_openings_by_hand(hex2, slither3):
    measure = measured("openings", hex2)
    (line,) = exhibits(measure, Line)
    assert line.end.history() == ["a1"]
    assert line.note.startswith("2 games began so; the first seat scored 50 %")
    assert values(measure) == {
        "longest opening": 1,
        "openings": 1,
        "distinct first moves": 1,
        "distinct games": 2,
    }
    assert measured("openings", slither3).summary == "No two games began alike."


def test_openings_are_pooled_by_symmetry():
    """A half turn takes a1 b1 to c3 b3 on Hex 3x3; a mirror image would exchange the colours."""
    games = [line.split() for line in ("a1 b1 a2", "c3 b3 c1", "a1 a2", "b2")]
    sample = sample_of("hex", 3, "standard", False, games, unfinished=True)
    measure = measured("openings", sample)
    assert [each.end.history() for each in exhibits(measure, Line)] == [["a1", "b1"], ["a1"]]
    assert [row[1:3] for row in exhibits(measure, Table)[0].rows] == [(2, 2), (1, 3)]
    assert values(measure)["distinct first moves"] == 2
    assert "turned and mirrored" in measure.formula


@pytest.mark.parametrize("name", sorted(SMALL_SIZES))
def test_lines_that_symmetries_take_to_each_other_are_one(name):
    """Turned by every way that keeps the start, a random beginning is legal, and the same line."""
    start = crosscut.game(name, SMALL_SIZES[name], pie=False).position(seed=1)
    source, here, ends, images = random.Random(4), start, [], ways(start.game)
    while not here.over and len(ends) < 6:
        here = here.tap(source.choice(here.actions()))
        if not here.mid_move:
            ends.append(len(here.taps_since(start)))
    taps = here.taps_since(start)[: ends[-1]]
    for image in images:
        there = start
        for tap in image[taps].tolist():
            there = there.tap(tap)
        turned = canonical(there.taps_since(start), ends, images)
        assert turned == canonical(taps, ends, images)
    orbited = sorted(cell for orbit in orbits(start.game) for cell in orbit)
    assert orbited == sorted(start.game.board.cells)
    assert len(images) == 1 if start.game.has_deal else len(images) >= 1


def test_openings_end_in_the_middle_of_a_turn():
    games = [["b2", "a1", "b2-c3/c2"], ["b2", "a1", "b2-c3/c1"]]
    sample = sample_of("slither", 3, "classic", True, games, unfinished=True)
    (line,) = exhibits(measured("openings", sample), Line)
    assert line.end.history() == ["b2", "a1", "b2-c3"]
    assert line.shown == 2


def test_the_representative_game_is_the_first_nearest_the_mean(hex2):
    measure = measured("representative_game", hex2)
    assert values(measure)["number of the game"] == 0  # 3 and 4 are as near to 3.5
    (line,) = measure.exhibits
    assert line.end.history() == ["a1", "b1", "a2"]
    assert "the first seat won" in line.note


# The game itself.


def test_facts_and_rules_of_slither():
    sample = Sample(Plan("slither", 5, "advanced", True), {})
    (table,) = measured("facts", sample).exhibits
    rows = dict(table.rows)
    assert rows["designer"] == "Corey Clark"
    assert rows["board"] == "5x5, 25 cells"
    assert rows["mechanism"] == "Connection"
    assert rows["a player without a turn"] == "passes"
    assert rows["pie rule here"] == "yes"
    measure = measured("rules", sample)
    rules, settled = exhibits(measure, Text)
    assert rules.numbered
    assert len(rules.paragraphs) == 7
    assert len(settled.paragraphs) == 5
    assert all(each.svg.startswith("<svg") for each in exhibits(measure, Picture))


def weighed(game):
    """Return the figures of how large a game's rules are."""
    return values(measured("size_of_rules", Sample(Plan(str(game), 5, "standard", False), {})))


def test_what_counts_as_rules(tmp_path):
    file, text = tmp_path / "mine.py", (EXAMPLES / "sidestep.py").read_text()
    file.write_text(text)
    found = weighed(file)
    # a comment, a text, a blank line and a constant that nobody uses change nothing
    idle = text.replace("    def start", '    # why\n\n    "text"\n\n    def start') + "A = 1\n"
    file.write_text(idle)
    assert weighed(file) == found
    # what is used counts: 8 bytes for "LATE = 7", and 16 for an indented line "late = LATE"
    used = text.replace("    def start", "    late = LATE\n\n    def start")
    file.write_text(used.replace("@dataclass", "LATE = 7\n\n\n@dataclass", 1))
    assert weighed(file)["size"] == found["size"] + 24
    assert weighed(file)["size of its own file"] == found["size of its own file"] + 24


def test_a_neighbour_of_a_game_file_counts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    text = (EXAMPLES / "sidestep.py").read_text()
    (tmp_path / "late_neighbour.py").write_text("LATE = 7\nOTHER = 8\n")
    file = tmp_path / "mine.py"
    file.write_text(
        "from late_neighbour import LATE\n"
        + text.replace("    def start", "    late = LATE\n\n    def start")
    )
    assert weighed(file)["size"] == weighed(EXAMPLES / "sidestep.py")["size"] + 24


def test_filler_is_what_others_are_compared_with():
    filler, found = weighed("filler"), weighed("hex")
    assert filler["ratio"] == filler["ratio of own files"] == 1
    assert found["size of the reference"] == filler["size"]
    assert found["ratio"] == found["size"] / filler["size"]
    # both are connection games: what a class inherits is counted, what it does not is not
    parts = definitions(game_class("slither"))
    assert ("crosscut.rules.connection", "MovingGame") in parts
    assert ("crosscut.rules.connection", "PlacingGame") not in parts
    assert not any(module == "crosscut.rules.game" for module, _ in parts)


# Ratings.


def test_ratings_of_the_published_report_on_slither():
    ratings = read_ratings(Path(__file__).parents[1] / "data" / "slither-ratings.csv")
    plan = Plan("slither", 8, "classic", True)
    measure = measured("ratings", Sample(plan, {}, ratings))
    found = values(measure)
    assert found["voters"] == 81
    assert round(found["mean rating"], 5) == 7.97963
    assert round(found["standard deviation"], 5) == 1.47055
    low, high = measure.figure("standard deviation").interval
    assert low < 1.47055 < high
    (chart,) = exhibits(measure, Chart)
    assert sum(row[1] for row in chart.data.rows) == 81


def write(path, text):
    """Write a file of ratings and return where it is."""
    file = path / "ratings.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_ratings_come_in_any_order(tmp_path):
    text = '\ufeffComment,USER, Rating\n"good, very good",ann,8.5\nno idea,bob,N/A\n\n,,\n'
    assert read_ratings(write(tmp_path, text)) == [
        ("ann", 8.5, "good, very good"),
        ("bob", None, "no idea"),
        ("", None, ""),
    ]
    text = "user;rating\nann;7.5\n"  # as spreadsheets write where the comma is for decimals
    assert read_ratings(write(tmp_path, text)) == [("ann", 7.5, "")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("user,comment\nann,x\n", "line 1: there is no column rating"),
        ("", "line 1: there is no column user or rating"),
        ("user,rating,comment\nann,8,\nbob,11,\n", "line 3: the rating 11 is not from 0 to 10"),
        ("user,rating,comment\nann,nan,\n", "line 2: the rating nan is not from 0 to 10"),
        ("user,rating,comment\nann,good,\n", "line 2: the rating 'good' is no number"),
        ("user,rating,comment\nann,8,so, so\n", "line 2: 4 columns instead of 3"),
        ('user,rating,comment\nann,8,"open\n', "line 2: "),
        (b"user,rating,comment\nann,8,\xff\xfe\n", "are no text"),
    ],
)
def test_a_bad_file_of_ratings_is_explained(tmp_path, text, told):
    with pytest.raises(BadRecord, match=told):
        read_ratings(write(tmp_path, text))


def test_a_file_of_ratings_has_to_be_there(tmp_path):
    with pytest.raises(BadOption, match="cannot read the ratings"):
        read_ratings(tmp_path / "none.csv")


# Never a crash.


def check(name, sample):
    """Compute a measure and make all that is shown of it."""
    measure = measured(name, sample)
    assert measure.title
    assert measure.formula
    assert measure.missing or measure.figures or measure.exhibits
    assert len(values(measure)) == len(measure.figures)  # names are unique
    json.dumps(to_dict({}, {name: measure}), allow_nan=False)
    for chart in exhibits(measure, Chart):
        assert charts.svg(chart, name).startswith("<svg")
        assert chart.alt
    for heat in exhibits(measure, HeatMap):
        assert set(heat.values) <= set(sample.game.board.cells)


@for_each("name", MEASURES)
def test_without_any_games_a_measure_says_so(name):
    check(name, Sample(Plan("slither", 3, "classic", True, effort=NONE_AT_RANDOM), {}, []))


def kept(played):
    """Return a random game as if the engine had played it."""
    return {
        "key": [played.number],
        "seed": played.start.origin.get("seed"),
        "taps": played.taps,
        "winner": played.winner,
        "unfinished": not played.finished,
        "turns": played.end.history(),
        "chances": [],
    }


@pytest.mark.parametrize("game", sorted(SMALL_SIZES))
def test_every_measure_takes_every_game(game):
    plan = Plan(game, SMALL_SIZES[game], variants(game)[0], True, effort=Effort(random_games=6))
    games = [kept(played) for played in Sample(plan, {}).random_games]
    sample = Sample(plan, {"games": games})
    for name in MEASURES:
        check(name, sample)


@pytest.mark.parametrize("name", MEASURES)
def test_a_game_without_winners_can_be_measured(name):
    full = [f"{letter}{row}" for row in (1, 2) for letter in "ab"]
    check(name, sample_of("filler", 2, "standard", False, [full] * 12))


# What others have measured.

PEERS = {
    "classic": {
        "mean length at random": 87.0,
        "mean length in turns at random": 55.4,
        "mean over all moves at random": 44.9,
        "first seat at random": 0.505,
        "game-tree complexity at random": 125.1,
    },
    "advanced": {
        "mean length at random": 81.5,
        "mean over all moves at random": 39.1,
        "first seat at random": 0.512,
    },
}
"""Of 2,000 random games of Slither on 8x8, by another program."""


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_random_slither_is_as_others_have_measured(variant, monkeypatch):
    """Both samples are of 2,000 games, so their difference has sqrt 2 standard errors of ours.

    One standard error is a quarter of the interval's width (3.92, to be exact). Four of those of
    the difference are exceeded by chance once in 16,000 times; our games are always the same.
    """
    monkeypatch.delenv("CROSSCUT_INTERPRET")
    plan = Plan("slither", 8, variant, False, effort=Effort(random_games=2000))
    sample = Sample(plan, {"games": [record(plan.rules, 0, ["d4", "e5"], unfinished=True)]})
    measures = [measured(n, sample) for n in ("length", "branching", "results", "complexity")]
    figures = {figure.name: figure for measure in measures for figure in measure.figures}
    for name, expected in PEERS[variant].items():
        low, high = figures[name].interval
        error = (high - low) / 3.92
        rounding = 0.0005 if expected < 1 else 0.05
        assert abs(figures[name].value - expected) < 4 * math.sqrt(2) * error + rounding, name
    # 64 placements, 224 steps along lines and 196 diagonal ones; nobody can swap here
    assert sample.random_replayer.moves.distinct == 484
    # nobody ever passes, so the stones on the board are the turns
    coverage = values(measured("coverage", sample))["occupied in the end at random"]
    assert 64 * coverage == pytest.approx(figures["mean length in turns at random"].value)
