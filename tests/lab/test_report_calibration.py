"""The engine's opinion against results, on games whose truth is known."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, logit, ndtr

import crosscut
from crosscut.core.errors import BadOption, BadRecord
from crosscut.lab.report.calibration.brier import NAMES, Pairs, parts_of, scores, share_won
from crosscut.lab.report.calibration.calibration import (
    ENOUGH,
    PARTS,
    Opinion,
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
)
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import games as playing
from crosscut.lab.report.win_curve import course
from crosscut.search.analysis import calibration as curves
from crosscut.search.analysis.calibration import BETTER, IDENTITY, NO_BETTER, PLATT, Curve
from crosscut.search.analysis.text import calibrated_text
from crosscut.search.limits import Limits

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
