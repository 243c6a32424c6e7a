"""Balance: openings by symmetry, which games are played next, swaps, and verdicts that hold."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from scipy.stats import binomtest

import crosscut
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.report.balance.balance import Decision, Evidence, Verdict, regrets, right_swaps
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
from crosscut.lab.report.balance.text import Words, explained
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


# Verdicts on made-up games.


def blind(chance):
    """Swap by the toss of a coin."""
    return 0.5


def perfect(chance):
    """Swap where the first colour has the better game."""
    return float(chance > 0.5) if chance != 0.5 else 0.5


def made_up(chances, games, rng, begins, swaps, pie=True):
    """Return the evidence of games in which the first colour wins with a chance by its opening.

    ``begins`` draws an opening, ``swaps`` says how likely a swap is after one of some chance.
    """
    forced = played(chances, min(400, max(games, FIRST * len(chances) + CHECK)), rng)
    scores = {False: [0, 0], True: [0, 0]}
    decisions = []
    for _ in range(games):
        opening = begins(rng)
        swapped = pie and rng.random() < swaps(chances[opening])
        decisions.append(Decision(opening, swapped))
        scores[swapped][0] += rng.random() < chances[opening]
        scores[swapped][1] += 1
    asked = [
        Decision(opening, rng.random() < swaps(chance))
        for opening, chance in enumerate(chances)
        for _ in range(5)
    ]
    return Evidence(
        pie=pie,
        swapped=Score(*scores[True]),
        kept=Score(*scores[False]),
        forced=forced_by_opening(forced.values()),
        openings=len(chances),
        played=decisions,
        asked=asked,
    )


def verdicts(chances, games, begins, swaps, pie=True, runs=200):
    """Return how often each verdict is given over many seeds."""
    found = Counter()
    for seed in range(runs):
        rng = random.Random(seed)
        found[made_up(chances, games, rng, begins, swaps, pie).verdict] += 1
    return Counter({verdict: number / runs for verdict, number in found.items()})


def any_of(number):
    """Return what draws one of so many openings."""
    return lambda rng: rng.randrange(number)


def test_known_games_get_their_verdicts():
    assert verdicts([1, 1, 1], 200, any_of(3), blind)[Verdict.first] == 1
    assert verdicts([1, 1, 1], 200, any_of(3), perfect)[Verdict.first] == 1
    assert verdicts([0, 0, 0], 41, any_of(3), blind)[Verdict.second] == 1
    assert verdicts([1, 1, 1], 200, any_of(3), blind, pie=False)[Verdict.unfair] == 1
    assert verdicts([0.5] * 3, 200, any_of(3), blind)[Verdict.even] > 0.95
    assert verdicts([0.5] * 3, 400, any_of(3), blind, pie=False)[Verdict.even] > 0.95
    assert verdicts([1, 0, 0.5], 200, lambda rng: 2, perfect)[Verdict.cured] > 0.97


def test_nothing_is_cured_by_mistake():
    """Blind swaps are found better at most in 2.5 %, and uneven openings confirmed in 10 %."""
    for chances in ([0] * 10, [0.1] * 10, [0.8] * 30, [0.2] * 15 + [0.8] * 15, [0.85, 0.15] * 10):
        for swaps in (blind, perfect):
            found = verdicts(chances, 400, any_of(len(chances)), swaps, runs=25)
            assert found[Verdict.cured] <= 0.1, (chances, swaps)
            assert found[Verdict.even] == 0
    for chances in ([1, 0, 0.5], [0.9, 0.5, 0.1, 0.2]):
        found = verdicts(chances, 400, any_of(len(chances)), blind)
        assert found[Verdict.cured] <= 0.05
        assert found[Verdict.unknown] > 0.9


def test_a_seat_that_wins_65_percent_is_not_called_near_even():
    """The interval of 90 % has to lie below 65 %, which chance brings in 5 % of reports."""
    for games in (50, 200, 1000):
        found = verdicts([0.65] * 2, games, any_of(2), blind, pie=False)
        assert found[Verdict.even] <= 0.09, games


def test_near_even_openings_leave_room_for_a_swap():
    """All openings at 60 % for Black are within 25 to 75 %: a swap wins 10 points of 100."""
    openings = [Forced(Score(60, 100), Score(60, 100)), Forced(Score(58, 100))]
    found = Evidence(
        pie=True,
        swapped=Score(300, 500),
        kept=Score(300, 500),
        forced=dict(enumerate(openings)),
        openings=2,
    )
    assert found.verdict is Verdict.even
    text = explained(found, Words(("Black", "White"), {0: "a1", 1: "b1"}))
    assert "within 25 to 75 %, so a swap may still be worth much" in text
    assert "After a1 Black won 60.0 % of 200 games (90 %: 54.2 to 65.5)" in text
    assert "The first seat won 50.0 %" in text
    assert "as swaps made at random would bring in any game; Black won 60.0 % of 1000" in text


def test_hardly_anything_fair_is_called_unfair():
    """At 99 % one in a hundred is; of 400 runs, 11 or more come up in less than 1 of 300 cases."""
    for pie in (True, False):
        found = verdicts([0.5] * 2, 100, any_of(2), blind, pie, runs=400)
        assert found[Verdict.unfair] <= 10 / 400


def test_the_toss_of_a_coin_hides_who_wins_from_seats_alone():
    """Whatever is played, with blind swaps the seats are equal: so they must not decide."""
    shares = [made_up([0.0] * 3, 400, random.Random(n), any_of(3), blind) for n in range(20)]
    assert all(abs(each.seats.share - 0.5) < 0.12 for each in shares)
    assert {each.verdict for each in shares} == {Verdict.second}
    assert not any(each.better_than_blind for each in shares[:10])


def recorded_pippinzip():
    """Return what was once played: 22 swaps and 19 games without one, all won by White."""
    forced = {opening: Forced(Score(0, 10)) for opening in range(10)}
    decisions = [Decision(number % 10, number < 22) for number in range(41)]
    return Evidence(True, Score(0, 22), Score(0, 19), forced, 10, decisions)


WORDS = Words(("Black", "White"), {number: f"opening {number}" for number in range(30)})


def test_pippinzip_as_it_was_recorded():
    found = recorded_pippinzip()
    assert found.seats.share == pytest.approx(22 / 41)  # the 53.7 % that looked fair
    assert found.verdict is Verdict.second
    text = explained(found, WORDS)
    assert "White wins whatever the opening" in text
    assert "White won 22 of 22 games after a swap and 19 of 19 games without" in text
    assert "The first seat's 53.7 % are the coin flip of a swap made at random: 19 of 41" in text


def test_without_all_openings_nothing_is_said_of_all():
    found = replace(recorded_pippinzip(), openings=61)
    assert found.verdict is Verdict.unknown
    text = explained(found, WORDS)
    assert "10 of 61 openings were tried: 10 one-sided for White" in text
    assert "The openings that were not tried may be others" in text


def test_few_games_have_neither_interval_nor_verdict():
    found = Evidence(False, Score(), Score(7, 7))
    assert found.verdict is Verdict.few
    assert found.seats.interval() is None
    assert "7 games that ended are too few" in explained(found, WORDS)
    assert Evidence(False, Score(), Score(8, 8)).verdict is Verdict.unfair


def test_uneven_openings_of_both_kinds_favour_who_swaps_right():
    chances = [0.05, 0.95] * 5
    found = made_up(chances, 400, random.Random(0), any_of(10), perfect)
    assert found.verdict is Verdict.unfair
    text = explained(found, WORDS)
    assert text.startswith("The second seat wins more: 9")
    assert "5 one-sided for Black, 5 one-sided for White" in text
    assert "gains by right swaps" in text
    found = made_up(chances, 400, random.Random(0), any_of(10), blind)
    assert found.verdict is Verdict.unknown
    assert "not shown to be better than the toss of a coin" in explained(found, WORDS)


@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("chances", [[0.5], [1, 0, 0.5], [0.65] * 4, [0.9, 0.1], [0.3, 0.7], []])
def test_every_verdict_has_words(chances, pie):
    for games in (3, 30, 300):
        for swaps in (blind, perfect):
            rng = random.Random(games)
            if chances:
                found = made_up(chances, games, rng, any_of(len(chances)), swaps, pie)
            else:
                found = Evidence(pie, Score(), Score(games / 2, games))
            text = explained(found, WORDS)
            assert text.endswith(".")
            assert text[0].isupper() or games < 8


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
