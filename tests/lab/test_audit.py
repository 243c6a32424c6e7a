"""The audit of intervals, with fewer runs: it has to fail where an interval is wrong."""

import math

import pytest
from scipy import stats

import audit
from auditpage import BAND, CLAIMED, Row, page
from crosscut.lab import stats as shares
from crosscut.lab.report import estimates as statistics
from crosscut.lab.report.compare import comparison as compare
from crosscut.lab.report.elo_by_effort import RANDOM

LOW, HIGH = BAND


def normal(value, error, freedom=math.inf):
    """Return the interval that stood in reports before: the normal one, however few games."""
    return value - 1.96 * error, value + 1.96 * error


def rows(found):
    """Return rows by what they are about."""
    return {(row.what, row.games): row for row in found}


def test_means_hold_the_truth_as_often_as_they_claim():
    found = rows(audit.means(1500, (8, 50)))
    for (what, games), row in found.items():
        if "rare" not in what:
            assert LOW <= row.found <= HIGH, (what, games, row.found)


def test_the_normal_interval_of_8_games_is_found_out(monkeypatch):
    monkeypatch.setattr(statistics, "student", normal)
    found = rows(audit.means(1500, (8, 50)))
    row = found["symmetric (normal)", 8]
    # Student's distribution of 7 degrees has 9.1 % beyond 1.96
    exact = 1 - 2 * stats.t.sf(1.96, 7)
    assert row.found == pytest.approx(exact, abs=4 * row.error)
    assert row.verdict == "too narrow"


def test_shares_agree_with_enumeration():
    found = list(audit.shares(400))
    assert all(row.agrees for row in found)
    drawn = [
        row.exact for row in found if ", 0 % of the games drawn" in row.what and row.games < 2000
    ]
    assert min(drawn) > 0.92
    # draws make points spread less than Wilson supposes, never more
    assert all(row.exact > CLAIMED for row in found if "30 %" in row.what)
    for games in (8, 20, 50):
        assert audit.mean_share_coverage(games) == pytest.approx(CLAIMED, abs=0.01)


def test_a_wrong_interval_of_shares_is_found_out(monkeypatch):
    def wald(points, games, z=shares.Z):
        part = points / games
        reach = z * math.sqrt(part * (1 - part) / games)
        return part - reach, part + reach

    monkeypatch.setattr(statistics, "wilson", wald)
    assert audit.mean_share_coverage(20) < 0.92


def test_points_of_games_by_hand():
    # of two games, half points 0 to 4, with a loss 0.5, a draw 0.2 and a win 0.3
    assert audit.points_of(0.4, 0.2, 2) == pytest.approx([0.25, 0.2, 0.34, 0.12, 0.09])
    assert audit.points_of(0.5, 0.0, 8)[::2] == pytest.approx(stats.binom.pmf(range(9), 8, 0.5))


def test_wilson_is_that_of_scipy_on_whole_counts():
    for wins, games in ((0, 8), (3, 8), (8, 8), (939, 2014)):
        expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
        assert shares.wilson(wins, games) == pytest.approx(tuple(expected), abs=1e-6)


def test_medians_and_shares_of_turns():
    assert min(row.found for row in audit.medians(150)) > LOW
    found = rows(audit.ratios(250))
    for games in (20, 50):
        row = found["Student's, over games: what a report has", games]
        assert row.found > CLAIMED - 3 * row.error - 0.02
    assert found["as if turns were independent", 50].found < 0.8


def test_elo_by_doubling(monkeypatch):
    found = list(audit.doublings(250, (50,)))
    steady = [row for row in found if row.what.startswith("100 Elo")]
    assert all(row.found > LOW - 0.02 for row in steady)
    # with half of its width an interval is found out
    narrow = audit.Curve.by_doubling

    def halved(curve, first, last):
        gain = narrow(curve, first, last)
        return type(gain)(gain.elo, gain.error / 2)

    monkeypatch.setattr(audit.Curve, "by_doubling", halved)
    assert all(row.found < 0.85 for row in audit.doublings(100, (50,)) if "effort" in row.what)


def test_a_curve_finds_the_truth_of_many_games():
    slopes = audit.SLOPES["gains that fall off (300 e^(-k/4))"]
    curve = audit.played(audit.source_of("many"), slopes, 100_000)
    for first, last in audit.THIRDS.values():
        truth = slopes[first : last + 1].mean()
        assert curve.by_doubling(first, last).elo == pytest.approx(truth, abs=4)
    assert curve.between(audit.TOP, RANDOM).elo == pytest.approx(slopes.sum(), abs=12)


def test_false_claims_are_as_rare_as_promised(monkeypatch):
    null = audit.claims("no figure differs", 0, 100)
    mixed = audit.claims("5 differ", 5, 60)
    assert null.false <= 0.05
    assert null.uncorrected > 0.4  # 20 tests at 5 % each: 64 % of pages
    assert mixed.false <= 0.05
    assert mixed.power > 0.5
    monkeypatch.setattr(compare, "corrected", list)
    assert audit.claims("no figure differs", 0, 60).false > 0.3


def test_the_page_is_the_same_again_and_says_what_falls_short():
    found = [*audit.means(30, (8,)), Row("Means", "planted", 20, 100, 80)]
    claims = [audit.claims("no figure differs", 0, 3)]
    averages = {8: 0.955}
    text = page(found, claims, averages)
    again = page(
        [*audit.means(30, (8,)), Row("Means", "planted", 20, 100, 80)],
        [audit.claims("no figure differs", 0, 3)],
        averages,
    )
    assert text == again
    assert "- Means, planted, 20 games: 80.0 ± 4.0 %" in text
    assert "| planted | 20 | 95 % | 80.0 ± 4.0 % | too narrow |" in text
