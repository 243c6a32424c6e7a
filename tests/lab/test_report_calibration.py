"""The engine's opinion against results, on games whose truth is known."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, logit, ndtr

import crosscut
from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report import json_format as figures
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.calibration.basis import CANNOT
from crosscut.lab.report.calibration.brier import NAMES, Pairs, parts_of, scores, share_won
from crosscut.lab.report.calibration.calibration import (
    ENOUGH,
    FOLDS,
    LEAST,
    PARTS,
    Opinion,
    cross_fitted,
    isotonic,
    made_of,
    pairs_of,
    platt,
    swap_turns,
)
from crosscut.lab.report.calibration.keep_curves import keep
from crosscut.lab.report.calibration.proofs import Proofs, position_at, prove, run
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.folder import Folder
from crosscut.lab.report.measures import (
    calibration,
    critical_turns,
    lead_changes,
    load,
    quality,
    trajectory,
)
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import games as playing
from crosscut.lab.report.win_curve import course, courses
from crosscut.search.analysis import calibration as curves
from crosscut.search.analysis.calibration import BETTER, IDENTITY, NO_BETTER, PLATT, TOO_FEW, Curve
from crosscut.search.analysis.text import calibrated_text
from crosscut.search.limits import Limits
from tests.lab.test_report_tension import played, sample_of, turn

TURNS = 24


def walks(games, seed=0, ahead=0.0, informed=True, stretch=1.0, noise=0.0):
    """Return opinions on games that are walks: who is above 0 in the end has won.

    The chance before each turn is the true one, with its logit stretched and blurred. Without
    being ``informed`` it is that of another walk, and says nothing of the result.
    """
    source = np.random.default_rng(seed)
    steps = source.normal(size=(games, TURNS)) / np.sqrt(TURNS)
    at = ahead + np.cumsum(np.hstack([np.zeros((games, 1)), steps]), axis=1)
    won = at[:, -1] > 0 if informed else source.random(games) < ndtr(ahead)
    left = 1 - np.arange(TURNS) / TURNS
    said = np.clip(ndtr(at[:, :-1] / np.sqrt(left)), 1e-4, 1 - 1e-4)
    said = expit(stretch * logit(said) + noise * source.normal(size=said.shape))
    return Pairs(
        said.ravel(),
        np.repeat(won.astype(float), TURNS),
        np.repeat(np.arange(games), TURNS),
        np.tile(3 * np.arange(TURNS) // TURNS, games),
    )


# Scores.


@pytest.mark.parametrize("seed", range(3))
def test_the_decomposition_adds_up(seed):
    source = np.random.default_rng(seed)
    games = source.integers(0, 30, 400)
    results = source.choice([0, 0.5, 1], 30)[games]
    pairs = Pairs(source.random(400), results, games, np.zeros(400, int))
    found = {name: score.value for name, score in scores(pairs).items()}
    brier = np.mean((pairs.chances - results) ** 2)
    assert found["Brier score"] == pytest.approx(brier)
    assert found["uncertainty"] == pytest.approx(results.var())
    assert brier == pytest.approx(
        found["reliability"] - found["resolution"] + found["uncertainty"] + found["within bins"]
    )
    assert found["skill"] == pytest.approx(1 - brier / results.var())
    # in bins that hold a single chance each, nothing is left within them
    round_ = replace(pairs, chances=np.floor(10 * pairs.chances) / 10 + 0.05)
    assert scores(round_)["within bins"].value == pytest.approx(0, abs=1e-12)


def test_scores_by_hand():
    # .25 given twice and won once, .75 given twice and won twice
    pairs = made_of([(0.25, 1, 0, 0), (0.25, 0, 1, 0), (0.75, 1, 2, 0), (0.75, 1, 3, 0)])
    found = {name: score.value for name, score in scores(pairs).items()}
    assert found["Brier score"] == pytest.approx((0.5625 + 3 * 0.0625) / 4)
    assert found["reliability"] == pytest.approx(0.0625)
    assert found["resolution"] == pytest.approx(0.0625)
    assert found["uncertainty"] == pytest.approx(0.1875)
    assert all(score.interval is None for score in scores(pairs).values())  # of four games
    won, interval = share_won(pairs)
    assert (won, interval) == (0.75, None)


def test_the_jackknife_is_that_of_leaving_games_out():
    pairs = walks(12, seed=5)
    found = scores(pairs)["Brier score"]
    whole = np.mean((pairs.chances - pairs.results) ** 2)
    without = [
        np.mean((part.chances - part.results) ** 2)
        for number in range(12)
        for part in [pairs.where(pairs.games != number)]
    ]
    spread = np.sqrt(11 / 12 * np.sum((np.array(without) - np.mean(without)) ** 2))
    assert found.value == pytest.approx(whole)
    assert found.interval == pytest.approx((whole - 2.200985 * spread, whole + 2.200985 * spread))


def test_many_turns_of_one_game_are_one_game():
    once = made_of((0.5, game % 2, game, 0) for game in range(20))
    often = made_of((0.5, game % 2, game, 0) for game in range(20) for _ in range(50))
    assert share_won(often) == share_won(once)
    assert scores(often)["Brier score"].interval == scores(once)["Brier score"].interval


def test_a_calibrated_forecaster_is_called_that():
    truth = dict(zip(NAMES, parts_of(walks(20_000, 1).sums.sum(0)), strict=True))
    assert truth["reliability"] == pytest.approx(0, abs=1e-4)
    assert truth["skill"] == pytest.approx(0.35, abs=0.02)
    runs = [scores(walks(60, seed)) for seed in range(200)]
    for name in ("Brier score", "reliability", "resolution", "skill"):
        held = np.mean([low <= truth[name] + 1e-4 and truth[name] <= high
                        for low, high in (run[name].interval for run in runs)])  # fmt: skip
        assert held >= 0.90, name
    opinion = Opinion(walks(300, 7))
    assert (opinion.verdict, opinion.curve.method) == (BETTER, IDENTITY)
    for part in range(len(PARTS)):
        for chance in (0, 0.3, 0.9, 1):
            assert opinion.correct(chance, part) == pytest.approx(chance, abs=0.08)


@pytest.mark.parametrize("stretch", [2.5, 0.4])
def test_a_forecaster_that_is_too_sure_or_not_enough_is_corrected(stretch):
    opinion = Opinion(walks(800, 3, stretch=stretch))
    assert opinion.verdict == BETTER
    assert opinion.curve.knots
    for truth in (0.1, 0.3, 0.5, 0.8, 0.95):
        said = expit(stretch * logit(truth))
        assert opinion.curve.correct(said) == pytest.approx(truth, abs=0.06)
        assert opinion.correct(said, 2) == pytest.approx(truth, abs=0.1)
    assert opinion.corrected_skill.value > opinion.skill.value + 0.02
    assert opinion.corrected_skill.value == pytest.approx(0.35, abs=0.06)


def test_each_part_of_a_game_has_a_correction_of_its_own():
    """Who guesses at first and knows in the end is taken at their word in the end alone."""
    source, rows = np.random.default_rng(5), []
    for game in range(300):
        won = game % 2
        knows = 0.8 if source.random() < 0.8 else 0.2
        knows = knows if won else 1 - knows
        for part, said in (
            (0, source.uniform(0.1, 0.9)),
            (1, source.uniform(0.1, 0.9)),
            (2, knows),
        ):
            rows.append((said, won, game, part))
    opinion = Opinion(made_of(rows))
    assert opinion.verdict == BETTER
    assert opinion.weak_parts == ["opening", "middle"]
    for part in (0, 1):
        assert opinion.correct(0.2, part) == pytest.approx(0.5, abs=0.12)
        assert opinion.correct(0.8, part) == pytest.approx(0.5, abs=0.12)
    assert opinion.correct(0.2, 2) == pytest.approx(0.2, abs=0.07)
    assert opinion.correct(0.8, 2) == pytest.approx(0.8, abs=0.07)
    assert opinion.used_skill.value > opinion.corrected_skill.value > opinion.skill.value


def test_curves_rise_and_leave_proofs_alone():
    for fit in (platt, isotonic):
        for seed in range(5):
            found = fit(walks(100, seed, stretch=3, noise=1.0))
            said = np.linspace(0, 1, 300)
            become = [found.correct(chance) for chance in said]
            assert become == sorted(become)
            assert (become[0], become[-1]) == (0, 1)
            # as far from certain as one game of 102
            assert found.knots[0][1] >= 1 / 102 - 1e-5
            assert found.knots[-1][1] <= 1 - 1 / 102 + 1e-5
    with pytest.raises(ValueError, match="rise"):
        Curve(PLATT, ((0.5, 0.6), (0.6, 0.5)))


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


# Colours and the pie rule.


def record(game, number, texts, chances):
    """Return the record of a game that is given by its turns, with chances of the movers."""
    here = start = game.position()
    for text in texts:
        here = here.play(text)
    return {
        "key": [number],
        "taps": here.taps_since(start),
        "winner": here.winner,
        "unfinished": not here.over,
        "turns": here.history(),
        "chances": chances,
    }


def test_after_a_swap_seats_have_the_other_colour(interpreted):
    """Black joins top and bottom; the second seat has taken Black over."""
    plan = Plan("hex", 2, "standard", True, effort=Effort(random_games=0))
    moves = [(["a1", "swap", "b1", "a2"], [0.6, 0.9, 0.2, 0.7])]
    moves += [(["a1", "b1", "a2"], [0.6, 0.1, 0.8])]
    logs = {"games": [record(plan.rules, i, *each) for i, each in enumerate(moves)]}
    sample = Sample(plan, logs)
    exchanged, plain = sample.games
    assert (exchanged.winner, plain.winner) == (1, 0)
    assert [swap_turns(game) for game in sample.games] == [2, 2]
    pairs = pairs_of((game, enumerate(game.chances)) for game in sample.games)
    # after the swap the first seat, White, moves with .2: Black has .8; then Black with .7
    assert pairs.chances == pytest.approx([0.8, 0.7, 0.8])
    assert pairs.results.tolist() == [1, 1, 1]
    assert pairs.parts.tolist() == [1, 2, 2]
    # a correction is one of the colour: what Black gains the second seat gains, not the first
    risen = course(exchanged, lambda chance, part: chance + 0.1)
    assert risen.chances == pytest.approx([0.6, 0.1, 0.1, 0.2, 0.0])


def test_a_small_real_game(interpreted, tmp_path, monkeypatch):
    """Hex on nine points: the engine knows who wins, a curve is kept, and proofs agree."""
    plan = Plan("hex", 3, "standard", False, "12", 125, effort=Effort(random_games=0))
    folder = Folder(tmp_path / "hex", plan)
    log = folder.log("games")
    for key in playing.items(plan, {"games": log}):
        log.add({"key": list(key)} | playing.do(plan, key, None))
    sample = Sample(plan, {"games": log})
    assert len(sample.games) == 125
    measure = calibration.compute(sample)
    assert measure.figure("verdict").n > 0
    assert measure.figure("Brier score").value < 0.25

    proven = run(folder.path, 20_000, 12)  # few, as near the end all is certain
    assert 4 < len(proven.records) <= 12
    assert proven.undecided == 0  # of so small a board
    values = {tuple(each["key"][1:]): each["value"] for each in proven.records}
    games = {game.number: game for game in sample.games}
    for (number, turn_number), value in values.items():
        here = position_at(games[number], turn_number)
        assert value == float(won_by(here) == 0)
    lines = folder.log("proofs").path.read_text()
    assert run(folder.path, 20_000, 12).records == proven.records
    assert folder.log("proofs").path.read_text() == lines
    shown = calibration.compute(Sample(plan, {"games": log, "proofs": folder.log("proofs")}))
    assert shown.figure("positions that are undecided").value == 0
    assert "20,000 nodes" in shown.formula
    assert shown.exhibits[-1].columns[4] == "undecided"

    file = tmp_path / "curves.json"
    file.write_text("{}")
    (found,) = keep([folder.path], file).values()
    assert (found.games, found.limit, found.pie) == (sample.calibration.games, "12", False)
    assert curves.load_calibrations(file) == {"hex 3 standard": found}


def won_by(position):
    """Return the colour that wins, by trying everything."""
    if position.over:
        return position.winner
    mover = position.to_play
    return mover if any(won_by(p) == mover for _, p in position.next_moves()) else 1 - mover


# Proofs.


def test_what_is_undecided_is_counted(interpreted):
    position = crosscut.game("hex", 4, pie=False).position()
    assert prove(position, 2, 0) == (None, 2)
    value, _ = prove(crosscut.game("hex", 2, pie=False).position(), 1000, 0)
    assert value == 1
    assert prove(crosscut.game("hex", 2, pie=False).position(), 1000, 1)[0] == 0
    rows = [(0.35, 0, 1.0), (0.31, 0, None), (0.95, 2, 1.0), (0.99, 2, 1.0)]
    records = [
        {"key": [9, i, 0], "chance": chance, "part": part, "value": value, "nodes": 9}
        for i, (chance, part, value) in enumerate(rows)
    ]
    found = Proofs(9, records)
    assert found.undecided == 1
    assert found.by_part == {"opening": (1, 2), "middle": (0, 0), "end": (2, 2)}
    low, high = found.table().rows
    assert low == ("30-40 %", pytest.approx(0.33), 1, 1.0, 1, 0.5, 1.0)
    assert high[2:] == (2, 1.0, 0, 1.0, 1.0)
    assert found.proven.games == 3
    json.dumps(found.to_dict(), allow_nan=False)


# What analysis makes of it.


def shipped(monkeypatch, **changes):
    """Let a curve be there for Hex on 3x3."""
    knots = ((0.2, 0.1), (0.5, 0.4), (0.8, 0.9))
    found = curves.Calibration(BETTER, 2000, "1000", 0.2, 0.3, False, "1.0", curves.ISOTONIC, knots)
    found = replace(found, **changes)
    monkeypatch.setattr(curves, "shipped_calibrations", lambda: {"hex 3 standard": found})


def test_a_calibrated_chance_is_that_of_the_seat_to_move(monkeypatch):
    start = crosscut.game("hex", 3, pie=False).position()
    assert curves.calibrated(start, 0.5, None, 1000) is None  # of 3x3 there is no curve
    shipped(monkeypatch)
    assert curves.calibrated(start, 0.5, None, 1000)["win_chance"] == 0.4
    assert curves.calibrated(start.play("a1"), 0.2, None, 1000)["win_chance"] == pytest.approx(0.1)
    assert curves.calibrated(start, 1.0, 0, 1000) is None
    assert curves.calibrated(start, None, None, 0) is None
    assert curves.calibrated(crosscut.game("hex", 4).position(), 0.5, None, 1000) is None
    # while the swap is open a seat has no colour
    pie = crosscut.game("hex", 3, pie=True).position()
    assert curves.calibrated(pie, 0.5, None, 1000)["win_chance"] is None
    swap = pie.play("b2").play("swap")  # then the first seat, White, is to move
    assert curves.calibrated(swap, 0.2, None, 1000)["win_chance"] == pytest.approx(0.1)


def test_analysis_says_what_a_calibrated_chance_rests_on(monkeypatch, interpreted):
    start = crosscut.game("hex", 3, pie=False).position()
    shipped(monkeypatch)
    told = calibrated_text(curves.calibrated(start, 0.5, None, 2000))
    assert told == "calibrated: 40.0%, by 2,000 games at 1,000 simulations a turn"
    told = calibrated_text(curves.calibrated(start, 0.5, None, 50_000))
    assert told.endswith("; this search is of another length, so it need not hold here")
    shipped(monkeypatch, verdict=NO_BETTER, knots=(), method=IDENTITY, limit="0.1s")
    told = calibrated_text(curves.calibrated(start, 0.5, None, 2000))
    assert told == (
        "in this game the engine's opinion is no better than chance, by 2,000 games at 0.1s a turn"
    )
    assert calibrated_text(None) == ""
    shipped(monkeypatch)
    from crosscut.search.analysis.analysis import Analysis

    found = Analysis(start.play("a1")).run(Limits(simulations=4)).to_dict()
    assert (found["calibrated"] is None) == (found["proven"] is not None)
    assert all(each["error"] == each["sampling_error"] for each in found["moves"])


def test_the_shipped_curves_can_be_read(tmp_path):
    for name, each in curves.shipped_calibrations().items():
        assert len(name.split()) == 3
        assert each.curve.correct(0) == 0
        assert each.games >= ENOUGH
    (tmp_path / "bad.json").write_text('{"hex 3 standard": {"games": 3}}')
    with pytest.raises(BadRecord, match=r"bad\.json"):
        curves.load_calibrations(tmp_path / "bad.json")


def test_few_games_give_no_curve_to_keep(tmp_path):
    plan = Plan("hex", 3, "standard", False, "30", 1, effort=Effort(random_games=0))
    folder = Folder(tmp_path / "hex", plan)
    folder.log("games").add(record(plan.rules, 0, ["a1", "b2"], [0.5, 0.5]))
    with pytest.raises(BadOption, match="it takes"):
        keep([folder.path], tmp_path / "curves.json")
