"""What scores say: intervals, Elo, the stopping rule and ratings, against known values."""

import math
import random

import pytest

from crosscut.lab.matches.bradley_terry import Result, ratings
from crosscut.lab.matches.result import Tally
from crosscut.lab.stats import PAIR_SCORES, Sprt, elo, expected, likely_frequencies, wilson

WILSON = [
    (0, 10, 0.0, 0.2775),
    (8, 10, 0.4902, 0.9433),
    (50, 100, 0.4038, 0.5962),
    (10, 10, 0.7225, 1.0),
]


@pytest.mark.parametrize(("points", "games", "low", "high"), WILSON)
def test_wilson_interval(points, games, low, high):
    assert wilson(points, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_interval_of_nothing_is_everything():
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_interval_covers_the_truth():
    """Exactly, by the binomial distribution; for one share it varies, on average it is 95 %."""
    n, shares = 60, [i / 200 for i in range(20, 181)]
    ways = [math.comb(n, k) for k in range(n + 1)]
    covered = 0.0
    for k, (low, high) in enumerate(wilson(k, n) for k in range(n + 1)):
        inside = (share for share in shares if low <= share <= high)
        covered += sum(ways[k] * share**k * (1 - share) ** (n - k) for share in inside)
    assert covered / len(shares) == pytest.approx(0.95, abs=0.005)


def test_elo():
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
    assert expected(elo(0.64)) == pytest.approx(0.64)


def test_likely_frequencies_have_the_mean_and_are_the_best():
    counts = [3.0, 5.0, 20.0, 9.0, 4.0]
    found = likely_frequencies(counts, 0.6)
    assert sum(found) == pytest.approx(1)
    assert sum(p * s for p, s in zip(found, PAIR_SCORES, strict=True)) == pytest.approx(0.6)

    def likelihood(frequencies):
        return sum(n * math.log(p) for n, p in zip(counts, frequencies, strict=True))

    for step in (0.001, -0.001):  # a change that keeps the sum and the mean
        other = [p + step * d for p, d in zip(found, (1, -2, 1, 0, 0), strict=True)]
        assert likelihood(other) < likelihood(found)


def test_sprt_bounds_and_ratio():
    """Near the hypotheses the ratio is that of a normal distribution, which has a closed form."""
    test = Sprt(0, 10)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    scores = [0.0] * 20 + [0.25] * 50 + [0.5] * 140 + [0.75] * 56 + [1.0] * 24
    random.Random(3).shuffle(scores)
    for score in scores:
        test.add(score)
    n, s0, s1 = len(scores), expected(0), expected(10)
    mean = sum(scores) / n
    variance = sum((score - mean) ** 2 for score in scores) / n
    assert test.verdict == ""
    assert test.pairs == n
    normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert test.ratio == pytest.approx(normal, rel=0.02)


@pytest.mark.parametrize(("truth", "verdict"), [(0, "H0"), (120, "H1")])
def test_sprt_errs_as_rarely_as_it_says(truth, verdict):
    source, found = random.Random(truth), []
    for _ in range(150):
        test = Sprt(0, 120, alpha=0.1, beta=0.1)
        while not test.verdict:
            wins = sum(source.random() < expected(truth) for _ in "AB")
            test.add(wins / 2)
        found.append(test.verdict)
    assert found.count(verdict) > 0.82 * len(found)


def test_sprt_of_one_sided_results_ends():
    test = Sprt(0, 50)
    for _ in range(200):
        test.add(1.0)
    assert test.verdict == "H1"
    assert test.pairs < 40


def game(number, winner, **more):
    """Return the record of a game, as far as it is counted."""
    first = "AB"[number % 2]
    thoughts = [{"player": "A", "seconds": 0.5, "simulations": 100, "win_chance": None}]
    plain = {"unfinished": False, "forfeit": "", "turns": ["a1"] * 10, "thoughts": thoughts}
    return {"number": number, "first": first, "winner": winner} | plain | more


def test_tally():
    tally = Tally()
    for number, winner in enumerate(["A", "A", "B", None, "A", "B"]):
        tally.add(game(number, winner))
    tally.add(game(6, "A", forfeit="it resigned"))
    tally.add(game(7, None, unfinished=True))
    found = tally.summary()
    assert (found["wins"], found["draws"], found["losses"]) == (4, 2, 2)
    assert found["score"] == 5 / 8
    assert (found["wins_as_first"], found["wins_as_second"]) == (3, 1)
    assert (found["losses_as_first"], found["losses_as_second"]) == (1, 1)
    assert found["pairs"] == {"ahead": 2, "even": 1, "behind": 1}
    assert found["forfeits"] == [{"player": "B", "reason": "it resigned", "games": 1}]
    assert (found["unfinished"], found["mean_turns"]) == (1, 10)
    assert found["effort"]["A"]["simulations_per_second"] == 200
    assert found["effort"]["B"]["simulations_per_second"] is None


def test_the_stopping_rule_sees_pairs_in_order():
    tally = Tally(Sprt(0, 50))
    for number in (2, 3, 5, 1):
        tally.add(game(number, "A"))
    assert tally.sprt.pairs == 0
    tally.add(game(0, "B"))
    assert tally.sprt.pairs == 2
    assert tally.sprt.counts[2] > 1


def test_what_is_infinite_is_none():
    tally = Tally()
    tally.add(game(0, "A"))
    found = tally.summary()
    assert found["elo"] is None
    assert found["elo_interval"][1] is None
    assert Tally().summary()["score"] is None


def test_ratings_of_two_are_the_elo_of_their_match():
    """With the one draw that is added."""
    (zero, none), (found, spread) = ratings(2, [Result(1, 0, 74.5, 99)])
    assert (zero, none) == (0, 0)
    assert found == pytest.approx(elo(0.75))
    share = wilson(75, 100)
    assert spread == pytest.approx((elo(share[1]) - elo(share[0])) / 2, rel=0.05)


def test_ratings_add_up_and_stay_finite():
    results = [Result(1, 0, 150, 200), Result(2, 1, 150, 200), Result(3, 2, 200, 200)]
    found = ratings(4, results)
    assert found[2][0] == pytest.approx(2 * found[1][0])
    assert found[2][1] > found[1][1]
    assert 900 < found[3][0] - found[2][0] < 1200
    assert found[3][1] > 300


def test_ratings_find_the_truth():
    source, truth = random.Random(5), [0, 100, 250, 300, 600]
    results = [
        Result(i, j, sum(source.random() < expected(truth[i] - truth[j]) for _ in range(400)), 400)
        for i in range(5)
        for j in range(max(0, i - 2), i)
    ]
    for (found, spread), true in zip(ratings(5, results), truth, strict=True):
        assert abs(found - true) <= 1.5 * spread + 1e-9


def test_a_clean_sweep_has_an_exact_end():
    for games in range(1, 500):
        assert wilson(games, games)[1] == 1.0
        assert wilson(0, games)[0] == 0.0
