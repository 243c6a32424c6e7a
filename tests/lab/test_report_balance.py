"""Balance: openings by symmetry, which games are played next, and swaps."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from scipy.stats import binomtest

import crosscut
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.balance.balance import Decision, Verdict, regrets, right_swaps
from crosscut.lab.report.balance.first_turns import (
    no_openings,
    numbers_by_taps,
    opening_of,
    openings_of,
)
from crosscut.lab.report.balance.forced_openings import (
    CHECK,
    CHECK_FROM,
    CHECKS,
    FIRST,
    Forced,
    Score,
    Standing,
    batches,
    forced_by_opening,
)
from crosscut.lab.report.effort import Effort
from crosscut.lab.report.measure import HeatMap, Table
from crosscut.lab.report.measures import load
from crosscut.lab.report.page.boards import scale
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.stages import stage
from crosscut.rules.game import NOBODY, Game
from tests.support.game_files import fence, pippinzip, planted

PIPPINZIP, PLANTED, FENCE = (each.__file__ for each in (pippinzip, planted, fence))
PLAYED = ("games", "openings", "swaps")


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compile nothing for boards this small, and know nothing of the openings of other tests."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")
    openings_of.cache_clear()
    numbers_by_taps.cache_clear()


# Openings.


def test_openings_of_square_and_hexagonal_boards():
    """With all 8 symmetries a square of 5 has 1 + 2 + 3 points, and Slither with 4 has 3 * 3.

    Hex has only the half turn, which leaves one cell of an odd board alone: (9 + 1) / 2. The other
    symmetries exchange the colours, and so the one that begins.
    """
    known = ("gonnect", 5, 6), ("slither", 5, 9), ("slither", 8, 16), ("hex", 3, 5), ("hex", 4, 8)
    for name, size, number in known:
        game = crosscut.game(name, size)
        found = openings_of(game)
        assert len(found) == number
        assert [each.number for each in found] == list(range(number))
        cells = [cell for each in found for cell in each.cells(game)]
        assert sorted(cells) == game.board.cells  # each in one class
        for each in found:
            assert each.taps == min(each.turns)
            assert game.position().play(each.text).table == each.start(game).table


def test_openings_are_found_again_in_games():
    game = crosscut.game("gonnect", 5, pie=True)
    corners = [game.board.cell(name) for name in ("a1", "e1", "a5", "e5")]
    assert {opening_of(game, [corner, 7]) for corner in corners} == {0}
    assert opening_of(game, [game.swap_action]) is None


def test_dealt_starts_have_no_openings():
    for game in (crosscut.game(FENCE, 2), crosscut.game("snaketrail")):
        assert "another deal" in no_openings(game)
        assert openings_of(game) == ()


def test_a_start_that_is_set_up_has_no_openings(monkeypatch):
    game = crosscut.game("hex", 3)
    monkeypatch.setattr(type(game), "prelude", lambda game, state: True)
    assert "sets up the start" in no_openings(game)


def test_turns_that_are_too_many_are_not_listed(monkeypatch):
    monkeypatch.setattr("crosscut.lab.report.balance.first_turns.MOST_TURNS", 24)
    assert no_openings(crosscut.game("gonnect", 5)) == "There are more than 24 first turns."
    assert openings_of(crosscut.game("gonnect", 5, "fixed-sides")) == ()


def test_turns_of_two_stones_are_openings_without_cells(monkeypatch):
    """On an empty 2x2 of Fence: a stone and done, or both of a diagonal; nothing else is apart."""
    rules = type(crosscut.game(FENCE, 2))
    monkeypatch.setattr(rules, "deal", Game.deal)
    monkeypatch.setattr(rules, "symmetry", "none")
    game = rules(2, "standard")
    found = openings_of(game)
    done = game.first_extra
    assert [each.turns for each in found] == [
        ((0, 3),), ((0, done),), ((1, 2),), ((1, done),), ((2, done),), ((3, done),),
    ]  # fmt: skip
    assert all(each.cells(game) == () for each in found)
    assert opening_of(game, [1, 2, 0]) == 2


# What is played next.


def played(chances, budget, rng):
    """Play forced games in which the first colour wins with given chances, and return the log."""
    done = {}
    for batch in batches(range(len(chances)), done, budget):
        for key in batch:
            done[key] = game_of(*key, int(rng.random() >= chances[key[0]]))
    return done


def game_of(opening, number, winner):
    """Return the record of a forced game."""
    return {"key": [opening, number], "winner": winner, "unfinished": False}


def test_equal_batches_come_first_and_the_budget_is_kept():
    rounds = batches(range(3), {}, 100)
    assert sorted(next(rounds)) == [(opening, n) for opening in range(3) for n in range(FIRST)]
    for seed in range(50):
        rng = random.Random(seed)
        chances = [rng.random() for _ in range(rng.randrange(1, 8))]
        budget = rng.randrange(80, 400)
        done = played(chances, budget, rng)
        assert len(done) <= budget
        checked = {key[0] for key in done if key[1] >= CHECK_FROM}
        assert len(checked) <= CHECKS
        for opening in checked:
            assert sum(k[0] == opening and k[1] >= CHECK_FROM for k in done) >= CHECK


def test_what_is_clear_is_not_played_on():
    done = played([1, 0, 0.5], 200, random.Random(3))
    games = Counter(key[0] for key in done)
    assert games[0] == games[1] == FIRST
    assert games[2] > FIRST + CHECK


def test_a_stop_anywhere_changes_nothing(tmp_path):
    """The log alone says what comes next, whatever the order inside a round."""
    results = random.Random(1)
    winners = Counter()

    def winner(key):
        return winners.setdefault(key, int(results.random() < (0.9, 0.5, 0.4)[key[0]]))

    def to_the_end(done, rng):
        while missing := next(
            (m for b in batches(range(3), done, 250) if (m := [k for k in b if k not in done])), []
        ):
            for key in rng.sample(missing, len(missing)):
                done[key] = game_of(*key, winner(key))
        return done

    whole = to_the_end({}, random.Random(0))
    for stop in range(0, len(whole), 7):
        part = dict(random.Random(stop).sample(sorted(whole.items()), stop))
        assert to_the_end(part, random.Random(stop)) == whole


# What an opening is.


@pytest.mark.parametrize(
    ("points", "games", "standing"),
    [
        (0, 0, Standing.few),
        (7, 7, Standing.few),  # below 8 games nothing is said
        (8, 8, Standing.undecided),  # Wilson: 8 / (8 + 1.645^2) = 0.747
        (9, 9, Standing.first),  # 9 / 11.706 = 0.769
        (0, 9, Standing.second),
        (5, 10, Standing.even),
        (4, 10, Standing.undecided),
        (4.5, 9, Standing.even),
        (2.5, 9, Standing.undecided),
    ],
)
def test_the_standing_of_an_opening(points, games, standing):
    score = Score(points, games)
    assert score.standing is standing
    if games >= 8 and points == int(points):
        expected = binomtest(points, games).proportion_ci(0.9, "wilson")
        assert score.interval() == pytest.approx((expected.low, expected.high))


def test_only_games_that_did_not_pick_it_confirm_an_opening():
    picked = Score(10, 20)
    assert Forced(picked).standing is Standing.unconfirmed
    assert Forced(picked, Score(30, 60)).standing is Standing.even
    assert Forced(picked, Score(43, 60)).standing is Standing.unconfirmed
    assert Forced(picked, Score(52, 60)).standing is Standing.undecided
    log = [game_of(4, number, 0) for number in (0, 1, CHECK_FROM)]
    unfinished = game_of(4, 2, None) | {"unfinished": True}
    drawn = game_of(4, 3, None)
    assert forced_by_opening([*log, unfinished, drawn]) == {4: Forced(Score(2.5, 3), Score(1, 1))}


# Swaps.


def test_right_swaps_and_their_regret_by_hand():
    """Opening 0 is Black's, 1 is White's, 2 is near even: swap after 0, and not after 1."""
    forced = {0: Forced(Score(9, 10)), 1: Forced(Score(0, 10)), 2: Forced(Score(5, 10))}
    forced[0] = Forced(Score(30, 30))
    some = [Decision(0, True), Decision(0, False), Decision(1, False), Decision(2, True)]
    some += [Decision(None, True), Decision(7, True)]
    assert right_swaps(forced, some) == Score(2, 3)
    # who does not swap opening 0, worth 0.9 to Black, has 0.1 instead of 0.9
    given, coin = regrets({0: 0.9, 1: 0.2}, some)
    assert given == pytest.approx([0, 0.8, 0])
    assert coin == pytest.approx([0.4, 0.4, 0.3])


# Real games.


def all_played(plan, folder):
    """Play the games, forced openings and swaps of a plan; return the logs."""
    logs = {name: Journal(folder / f"{name}-{plan.seed}.jsonl", "key") for name in PLAYED}
    for name in PLAYED:
        while items := stage(name).items(plan, logs):
            for key, given in items.items():
                result = {"key": list(key)} | stage(name).do(plan, key, given)
                logs[name].results[key] = result
    return logs


def judged(plan, folder):
    """Return the measure of balance of a plan that is played."""
    return load("balance")(Sample(plan, all_played(plan, folder)))


EXPECTED = {
    ("decided", True): Verdict.first,
    ("decided", False): Verdict.unfair,
    ("even", True): Verdict.even,
    ("even", False): Verdict.even,
    ("one-even", True): Verdict.cured,
    ("one-even", False): Verdict.unfair,
}


@pytest.mark.parametrize("variant", ["decided", "one-even"])
def test_a_planted_game_gets_its_verdict(variant, tmp_path):
    plan = Plan(PLANTED, 4, variant, True, "8", 40, seed=1)
    assert judged(plan, tmp_path).figure("verdict").value == EXPECTED[variant, True]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "pie"), EXPECTED)
def test_planted_games_get_their_verdicts_with_nearly_every_seed(variant, pie, tmp_path):
    plans = [Plan(PLANTED, 4, variant, pie, "8", 200, seed) for seed in range(20)]
    found = [judged(plan, tmp_path).figure("verdict").value for plan in plans]
    assert found.count(EXPECTED[variant, pie]) >= 19


def test_the_stage_and_its_records(tmp_path):
    plan = Plan(PLANTED, 4, "one-even", True, "8", 10, seed=2)
    logs = all_played(plan, tmp_path)
    openings = logs["openings"].results
    assert {key[0] for key in openings} == {0, 1, 2}
    assert {each["winner"] for key, each in openings.items() if key[0] == 0} == {0}
    assert {each["winner"] for key, each in openings.items() if key[0] == 1} == {1}
    # the chance is the first colour's, though it is the second that thinks
    assert all(each["chance"] > 0.5 for key, each in openings.items() if key[0] == 0)
    assert all(each["chance"] < 0.5 for key, each in openings.items() if key[0] == 1)
    swaps = logs["swaps"].results
    assert [swaps[opening, 0]["proven"] for opening in (0, 1, 2)] == [0, 1, None]
    assert len(swaps) == 3 * 6
    assert stage("openings").do(plan, (2, 5), None) == stage("openings").do(plan, (2, 5), None)
    assert stage("swaps").items(replace(plan, pie=False), logs) == {}


def test_a_choice_of_openings_holds_those_that_are_used(tmp_path):
    plan = Plan("hex", 11, "standard", True, games=5, effort=Effort(opening_games=160))
    logs = {name: Journal(tmp_path / f"{name}.jsonl", "key") for name in PLAYED}
    game = plan.rules
    used = openings_of(game)[17]
    for number in range(5):
        logs["games"].results[number,] = {"key": [number], "taps": list(used.turns[-1])}
    keys = stage("openings").items(plan, logs)
    chosen = sorted({key[0] for key in keys})
    assert len(openings_of(game)) == 61
    assert len(chosen) == 10
    assert 17 in chosen
    assert max(b - a for a, b in pairwise(chosen)) <= 8  # spread evenly


def test_dealt_starts_have_no_map_and_say_why(tmp_path):
    plan = Plan(FENCE, 3, "standard", False, "4", 10)
    logs = all_played(plan, tmp_path)
    assert len(logs["openings"]) == 0
    found = load("balance")(Sample(plan, logs))
    assert found.figure("first seat").n == 10
    logs = all_played(replace(plan, pie=True, seed=1), tmp_path)
    text = load("balance")(Sample(replace(plan, pie=True, seed=1), logs)).summary
    assert "cannot be told" in text
    assert "Every game starts from another deal" in text


def test_a_report_on_pippinzip_from_logs_alone(tmp_path):
    """The 41 games of long ago: 22 swaps and 19 games without one, all won by White."""
    plan = Plan(PIPPINZIP, 7, "standard", True, games=41)
    games = []
    for number in range(41):
        here = plan.rules.position().tap(number).tap(plan.rules.swap_action if number < 22 else 48)
        taps, turns = [each.tap_made for each in here.line[1:]], here.history()
        result = {"taps": taps, "turns": turns, "winner": int(number >= 22), "unfinished": False}
        games.append({"key": [number], "chances": [None, None]} | result)
    openings = [game_of(opening, number, 1) for opening in range(10) for number in range(FIRST)]
    swaps = [{"key": [opening, 0], "chance": 0.45, "proven": None} for opening in range(9)]
    swaps += [{"key": [9, 0], "chance": 0.0, "proven": 1}, {"key": [9, 1], "swap": True}]
    measure = load("balance")(Sample(plan, {"games": games, "openings": openings, "swaps": swaps}))
    found = {each.name: each for each in measure.figures}
    assert found["verdict"].value == Verdict.second
    assert found["first seat"].value == 22 / 41
    assert found["second colour"].value == 1
    assert found["second colour"].note == "White"
    assert found["first colour after a swap"].n == 22
    assert (found["openings"].value, found["openings tried"].value) == (10, 10)
    assert found["openings one-sided for the second colour"].value == 10
    assert found["openings near even"].value == 0
    assert (found["right swaps"].value, found["right swaps"].n) == (19 / 41, 41)
    assert found["regret of swaps"].value == pytest.approx(22 / 41)
    assert found["regret of blind swaps"].value == 0.5
    low, high = found["gain over a coin flip"].interval
    assert low < 0 < high
    assert found["openings proven"].value == 1
    assert "the coin flip of a swap made at random: 19 of 41" in measure.summary
    heat = next(each for each in measure.exhibits if isinstance(each, HeatMap))
    assert heat.values == dict.fromkeys(plan.rules.board.cells, 0.0)
    assert scale(heat) == (0, 1)  # or small differences would look large
    table = next(e for e in measure.exhibits if isinstance(e, Table) and "forced" in e.title)
    assert [row[6] for row in table.rows] == ["White"] * 10
    assert sum(row[1] for row in table.rows) == 49


@pytest.mark.slow
def test_pippinzip_with_the_pie_rule(tmp_path, monkeypatch):
    """White wins whatever the opening, and the report says so whatever the swaps were."""
    monkeypatch.delenv("CROSSCUT_INTERPRET")
    measure = judged(Plan(PIPPINZIP, 7, "standard", True, "100", 36, seed=1), tmp_path)
    assert measure.figure("verdict").value == Verdict.second
    assert measure.summary.startswith("White wins whatever the opening: with the first turn forced")


def test_chains_of_pippinzip():
    """By the examples of its rules: lines for Black, diagonals and all four sides for White."""
    rules = crosscut.game(PIPPINZIP, 3)

    def winner(diagram):
        return rules.position(diagram, to_play="X").result

    assert winner(".O./O.O/...") == NOBODY
    assert winner(".O./O.O/.O.") == 1
    assert winner("O../.O./..O") == 1  # a corner is on two sides
    assert winner("X../.X./..X") == NOBODY
    assert winner("X../X../X..") == 0
    assert winner(".../.../XXX") == 0
