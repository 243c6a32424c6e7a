"""Measures of who wins."""

from statistics import fmean

import numpy as np
import pytest
from scipy import stats

from crosscut.lab.report.estimates import mean, middle, ratio, resampled, share
from crosscut.lab.report.measure import Chart
from crosscut.lab.report.measures.results import reach, verdict
from crosscut.lab.report.measures.state_space import Buckets
from crosscut.lab.report.measures.state_space import summary as state_space_summary
from crosscut.lab.report.measures.strengths import trend
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.stats import wilson
from tests.support.measured import NONE_AT_RANDOM, exhibits, measured, sample_of, values


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


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
