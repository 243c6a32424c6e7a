"""What the engine's opinion is called worth, and the measure that says so."""

import json
from dataclasses import replace

import numpy as np
import pytest

from crosscut.lab.report import json_format as figures
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.calibration.basis import CANNOT
from crosscut.lab.report.calibration.brier import NAMES, scores
from crosscut.lab.report.calibration.calibration import (
    ENOUGH,
    FOLDS,
    LEAST,
    Opinion,
    cross_fitted,
    isotonic,
    made_of,
    platt,
)
from crosscut.lab.report.measures import (
    calibration,
    critical_turns,
    lead_changes,
    load,
    quality,
    trajectory,
)
from crosscut.lab.report.win_curve import course, courses
from crosscut.search.analysis.calibration import BETTER, NO_BETTER, TOO_FEW, Curve
from tests.lab.test_report_calibration import walks
from tests.lab.test_report_tension import played, sample_of, turn

# Verdicts.


def test_a_coin_is_no_better_than_chance():
    """Whatever the opinion is like, as long as it knows nothing of the result."""
    verdicts = [
        Opinion(walks(games, seed, ahead, informed=False, stretch=stretch)).verdict
        for games in (LEAST, 60)
        for ahead, stretch in ((0, 0.1), (0, 1), (0.8, 0.1))
        for seed in range(16)
    ]
    assert verdicts.count(NO_BETTER) >= 0.95 * len(verdicts)


def test_cross_fitting_does_not_leak():
    """Isotonic regression finds much in noise, and nothing of that in other games."""
    inside, outside = [], []
    for seed in range(20):
        source = np.random.default_rng(seed)
        said, won = source.random(40), source.random(40) < 0.5
        noise = made_of((said[game], won[game], game, 0) for game in range(40) for _ in range(5))
        fitted = np.array([isotonic(noise).correct(chance) for chance in noise.chances])
        inside.append(scores(noise.with_chances(fitted))["skill"].value)
        outside.append(scores(cross_fitted(noise, isotonic))["skill"].value)
    assert np.mean(inside) > 0.03
    assert np.mean(outside) < 0
    assert np.mean(np.array(outside) > 0.05) <= 0.1
    # a fold is corrected by the other folds alone: their results may be anything here
    pairs = walks(FOLDS * 4, 1)
    flipped = pairs.games == 3
    other = replace(pairs, results=np.where(flipped, 1 - pairs.results, pairs.results))
    here, there = (cross_fitted(each, platt).chances[flipped] for each in (pairs, other))
    assert here.tolist() == there.tolist()


def test_few_games_say_nothing_and_some_give_no_curve():
    assert Opinion(walks(LEAST - 1)).verdict == TOO_FEW
    opinion = Opinion(walks(ENOUGH - 1, stretch=4))
    assert (opinion.verdict, opinion.curve) == (BETTER, Curve())
    assert Opinion(walks(ENOUGH, stretch=4)).curve.knots
    # one game of 200 that ended otherwise cannot be told apart either
    rows = [(0.5 + 0.1 * (game % 3), float(game > 0), game, 0) for game in range(200)]
    assert Opinion(made_of(rows)).verdict == NO_BETTER


def planted(games, first_seat, winner):
    """Return games in which the first seat has some chances, from its own view."""
    return [played(number, first_seat(number), winner(number)) for number in range(games)]


def even(number):
    """Return chances of 40 to 60 %."""
    return np.random.default_rng(number).uniform(0.4, 0.6, 12).tolist()


def test_where_one_colour_always_wins_an_even_chance_is_wrong():
    """As in Pippinzip: 40 to 60 % for everybody, and White wins every game."""
    sample = sample_of(planted(41, even, lambda number: 1))
    opinion = sample.calibration
    assert (opinion.verdict, opinion.alike) == (NO_BETTER, True)
    # half of the movers who were given 1/2 won: a mover's view would look right
    movers = [c for game in sample.games for c in game.chances]
    assert np.mean(movers) == pytest.approx(0.5, abs=0.02)
    measure = calibration.compute(sample)
    assert "no better than chance here: in all 41 games White won" in measure.summary
    assert "gave Black 50% on average" in measure.summary
    assert "is wrong" in measure.summary
    assert measure.figure("verdict").value == NO_BETTER
    assert measure.figure("skill").value is None
    assert measure.figure("games won by the first colour").value == 0
    assert measure.figure("games won by the first colour").interval[1] < 0.1
    for name in ("lead_changes", "quality", "trajectory"):
        found = load(name)(sample)
        assert found.missing.startswith(CANNOT), name
        assert "all 41 games have the same result" in found.missing
        assert (found.figures, found.summary) == ((), "")
        assert len(found.formula) > 100


def certain_of_reviews(number, value):
    """Return the review of a game that gives the first seat the same value at every turn."""
    turns = [
        turn(i, value if i % 2 == 0 else round(1 - value, 3), [0.5, 0.4], 0.5, played=None)
        for i in range(12)
    ]
    return {"key": [number], "length": 12, "turns": turns}


def test_reviewed_values_are_tested_by_themselves():
    def winner(number):
        return number // 2 % 2

    def knowing(number):
        return [0.6 - 0.2 * winner(number)] * 12

    games = planted(60, knowing, winner)
    good = [certain_of_reviews(g.number, 0.8 - 0.6 * g.winner) for g in games]
    blind = [certain_of_reviews(g.number, 0.8 - 0.6 * (g.number % 2)) for g in games]
    sample = sample_of(games, *good)
    assert sample.review_calibration[0].verdict == BETTER
    assert critical_turns.compute(sample).figures
    assert "are not corrected" in critical_turns.compute(sample).formula
    sample = sample_of(games, *blind)
    assert (sample.calibration.verdict, sample.review_calibration[0].verdict) == (BETTER, NO_BETTER)
    for name in ("critical_turns", "temperature"):
        assert load(name)(sample).missing.startswith(CANNOT)
    # what rests on the chances of the games is still there, and says what is not
    measure = quality.compute(sample)
    assert measure.figure("uncertainty").value == pytest.approx(0.8)
    assert measure.figure("depth").value is None
    assert f"the reviewed values {CANNOT}" in measure.summary
    found = calibration.compute(sample)
    assert found.figure("verdict of reviews").value == NO_BETTER


def test_a_middle_that_misleads_is_said_to_and_its_figures_are_not_told():
    """Half-way the loser has 70 %; in the end the winner has 95 %."""

    def wrong_then_right(number):
        wins = number % 2
        return [0.5, 0.5, 0.52, 0.48, *[0.3 if wins else 0.7] * 4, *[0.95 if wins else 0.05] * 4]

    sample = sample_of(planted(120, wrong_then_right, lambda number: int(not number % 2)))
    assert sample.calibration.by_part["middle"].skill.interval[1] < 0
    said = calibration.compute(sample).summary
    assert "In the middle they are worse than stating the share of wins every time." in said
    found = quality.compute(sample)
    for name in ("decisiveness", "permanence", "drama", "swing"):
        assert found.figure(name).value is None
        assert "cannot be told" in found.figure(name).note
    assert found.figure("late uncertainty").value is not None
    assert found.figure("games turned round").value is not None
    assert "When games are decided" in found.summary
    assert "cannot be told" in found.summary
    leads = lead_changes.compute(sample)
    assert leads.figure("lead changes").value is None
    assert leads.summary.startswith("How often the lead changes cannot be told")
    course = trajectory.compute(sample)
    assert course.figure("winner's chance half-way").value is None
    assert course.figure("winner's chance after three quarters").value > 0.9
    assert "Half-way through" not in course.summary


def test_chances_are_corrected_before_use():
    """An opinion that is much too careful, in games that are decided early."""
    source = np.random.default_rng(0)
    wins = source.random(200) < 0.5

    def careful(number):
        return [0.5, *[0.56 if wins[number] else 0.44] * 11]

    sample = sample_of(planted(200, careful, lambda number: int(not wins[number])))
    assert sample.calibration.curve.knots
    (first, *_) = courses(sample)
    assert first.chances[-2] == pytest.approx(1.0 if wins[0] else 0.0, abs=0.03)
    assert course(sample.games[0]).chances[-2] == pytest.approx(0.56 if wins[0] else 0.44)
    # both seats are corrected alike
    assert first.chances[5] == pytest.approx(first.chances[6])
    assert quality.compute(sample).figure("decisiveness").value < 0.2
    measure = lead_changes.compute(sample)
    assert "are corrected by" in measure.formula
    assert "skill of the engine's chances, as corrected, is" in measure.summary


def test_too_few_games_are_said_to_be_too_few():
    sample = sample_of(planted(5, even, lambda number: number % 2))
    assert "5 games are too few" in calibration.compute(sample).summary
    measure = lead_changes.compute(sample)
    assert measure.figures
    assert "cannot be told: 5 games are too few" in measure.summary


# The measure.


def test_the_measure_and_its_chart():
    source = np.random.default_rng(4)
    rows = {n: np.clip(np.cumsum(source.normal(0, 0.1, 30)) + 0.5, 0.01, 0.99) for n in range(120)}
    games = planted(120, lambda n: rows[n].tolist(), lambda n: int(rows[n][-1] < 0.5))
    sample = sample_of(games)
    measure = calibration.compute(sample)
    named = {figure.name for figure in measure.figures}
    assert {"verdict", "Brier score", "skill", "reliability", "resolution", "uncertainty"} <= named
    assert {f"skill {part}" for part in ("in the opening", "in the middle", "at the end")} <= named
    assert measure.figure("skill at the end").value > measure.figure("skill in the opening").value
    assert "better than chance: their skill over 120 games" in measure.summary
    told = figures.measure_dict("calibration", measure)
    json.dumps(told, allow_nan=False)
    assert told["section"] == "Tension"
    chart, table = measure.exhibits
    assert charts.svg(chart, "c").startswith("<svg")
    whole = [row for row in chart.data.rows if row[0] == "all turns"]
    assert sum(row[-1] for row in whole) == len(sample.calibration.pairs)
    assert all(low <= won <= high for _, _, won, low, high, games, _ in whole if games >= 8)
    assert len(table.rows) == 3 * len(NAMES)


def test_certain_chances_are_counted_apart():
    games = planted(40, lambda n: [0.5, 1.0, 0.5, float(n % 2)], lambda n: int(n % 2 == 0))
    opinion = sample_of(games).calibration
    assert len(opinion.pairs) == 80
    assert opinion.correct(0, 0) == 0
    assert opinion.correct(1, 2) == 1
    figure = calibration.certain_figure(opinion)
    # the second turn says 1 and is right in half of the games, the last one always
    assert (figure.value, figure.note) == (0.75, "80 turns")
