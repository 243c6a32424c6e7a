"""Contests of the report: who is accepted as a level, who copies what, and what is told of it."""

import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import crosscut
from crosscut.lab.bench.search import Simulations
from crosscut.lab.jsonl_log import Journal
from crosscut.lab.matches.bradley_terry import PER_ELO
from crosscut.lab.matches.mirror_player import (
    COPY,
    REFLECTION_X,
    REFLECTION_Y,
    ROTATION,
    Mirror,
    image_of,
    last_turn,
)
from crosscut.lab.report import svg_charts as charts
from crosscut.lab.report.elo_by_effort import Curve, Result
from crosscut.lab.report.measure import Chart, Table
from crosscut.lab.report.measures import load
from crosscut.lab.report.measures.chain import PARTS, TOTAL
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import points_of_a
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.skill_ladder import GAMES, NEEDED, SURE, climb, next_games
from crosscut.lab.report.stages import stage
from crosscut.lab.report.stages.ladder import seconds
from crosscut.lab.stats import elo, expected, wilson
from crosscut.search.mcts.search import Search
from crosscut.search.options import PRESETS
from tests.support.for_each import for_each
from tests.support.report_effort import SMALL

FENCE = str(Path(__file__).parents[1] / "support" / "game_files" / "fence.py")
EFFORT = replace(
    SMALL,
    strengths=(0, 2, 8),
    strength_games=2,
    ladder_top=2,
    chain_top=2,
    mirror_games=2,
    mirror_limit=4,
    speed_seconds=0.02,
)


def plan_of(game="slither", size=4, **effort):
    """Return a plan with little effort."""
    rules = crosscut.game(game, size, pie=False)
    effort = replace(EFFORT, **effort)
    return Plan(game, size, rules.variant, False, limit="4", games=1, effort=effort)


@pytest.fixture
def interpreted(monkeypatch):
    """Spare compiling, which takes longer than games on tiny boards."""
    monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def game_of(candidate, number, points, moves=10):
    """Return the result of a game in which the candidate got some points."""
    first = "AB"[number % 2]
    winner = None if points == 0.5 else int((points == 1) != (first == "A"))
    ended = {"first": first, "winner": winner, "moves": moves, "unfinished": False}
    return {"key": [candidate, number]} | ended


def match_of(candidate, points, moves=10):
    """Return the results of a match, from what the candidate got in each game."""
    return [game_of(candidate, number, each, moves) for number, each in enumerate(points)]


WON, DREW, LOST = [1.0], [0.5], [0.0]


# Who is accepted.


def test_points_of_the_candidate():
    # candidate A has the first seat in even games: the winning seat 0 is his there
    for number in range(4):
        for points in (1.0, 0.5, 0.0):
            assert points_of_a(game_of(0, number, points)) == points
    assert points_of_a({"first": "A", "winner": 1}) == 0
    assert points_of_a({"first": "B", "winner": 1}) == 1


def test_the_points_that_are_needed_follow_from_the_bound():
    assert (NEEDED, GAMES) == (36, 50)
    assert round(wilson(36, 50, SURE)[0], 4) == 0.6063
    assert wilson(35.5, 50, SURE)[0] < 0.6


# Published rows: wins, draws and losses of candidates who became levels.
ROWS = {"36/36": (36, 0, 0), "36/43": (36, 0, 7), "36/50": (36, 0, 14), "36/47": (36, 0, 11)}
ROWS["35 and two draws"] = (35, 2, 13)


@pytest.mark.parametrize("row", ROWS)
def test_published_rows_are_accepted(row):
    wins, draws, losses = ROWS[row]
    # with the last point won in the last game, not a game earlier
    points = losses * LOST + draws * DREW + wins * WON
    (match,) = climb(match_of(0, points), 0)
    assert match.accepted
    assert (len(match.results), match.points) == (wins + draws + losses, 36)
    (earlier,) = climb(match_of(0, points)[:-1], 0)
    assert earlier.accepted is None


def test_35_of_50_are_too_few():
    (match,) = climb(match_of(0, 35 * WON + 15 * LOST), 0)
    assert match.accepted is False
    assert len(match.results) == 50
    # 14 losses leave 36 to be won, the 15th does not
    (match,) = climb(match_of(0, 14 * LOST), 0)
    assert match.accepted is None
    (match,) = climb(match_of(0, 20 * LOST), 0)
    assert (match.accepted, len(match.results)) == (False, 15)
    # so do 29 draws: 14.5 points, and 21 games are left
    (match,) = climb(match_of(0, 40 * DREW), 0)
    assert (match.accepted, len(match.results)) == (False, 29)


LOG = match_of(0, 40 * WON) + match_of(1, 15 * LOST) + match_of(2, 2 * WON + LOST)
"""Candidate 0 is accepted, with four games too many; 1 is rejected; 2 is not decided."""


def told(matches):
    """Return what matters of matches."""
    return [(match.candidate, match.level, len(match.results), match.accepted) for match in matches]


def test_a_climb_by_hand():
    expected = [(0, None, 36, True), (1, 0, 15, False), (2, 0, 3, None)]
    assert told(climb(LOG, 2)) == expected
    assert told(climb(LOG, 5)) == expected
    assert told(climb([], 2)) == [(0, None, 0, None)]
    # with the second candidate as a level the third plays against him
    second = match_of(0, 36 * WON) + match_of(1, 36 * WON)
    assert told(climb(second, 2)) == [(0, None, 36, True), (1, 0, 36, True), (2, 1, 0, None)]


def test_the_order_of_arrival_does_not_matter():
    for seed in range(5):
        log = LOG.copy()
        random.Random(seed).shuffle(log)
        assert told(climb(log, 2)) == told(climb(LOG, 2))


def test_games_after_a_missing_one_do_not_count_yet():
    # the 15th loss has come, but game 3 has not: it may be a win
    log = [each for each in match_of(0, 20 * LOST) if each["key"] != [0, 3]]
    assert told(climb(log, 0)) == [(0, None, 3, None)]
    assert (0, 3) in next_games(log, 0)
    assert (0, 4) not in next_games(log, 0)


def test_what_is_played_next():
    # nothing can be decided before 15 games: 36 wins or 15 losses
    assert list(next_games([], 2)) == [(0, number) for number in range(15)]
    assert set(next_games([], 2).values()) == {None}
    # after 34 wins it could be over in two games, but hands want work
    assert list(next_games(match_of(0, 34 * WON), 2)) == [(0, 34 + i) for i in range(10)]
    # 35 wins and 12 losses: three games are left
    assert len(next_games(match_of(0, 35 * WON + 12 * LOST), 2)) == 3
    # the next candidate plays the current level
    assert next_games(match_of(0, 36 * WON), 2) == {(1, number): 0 for number in range(15)}
    # 3 games of candidate 2 are there, 15 losses need 14 more
    assert next_games(LOG, 2) == {(2, number): 0 for number in range(3, 17)}
    assert next_games(LOG[:-3], 1) == {}
    assert next_games(match_of(0, 15 * LOST), 0) == {}


def climbed(points, top, order, log=()):
    """Play matches of known points until nothing is left, after some games that are there."""
    log = list(log)
    while games := next_games(log, top):
        log += order([game_of(*key, points[key]) for key in games])
    return log


def test_the_same_games_are_played_whatever_the_order():
    source = random.Random(1)
    points = {(k, n): float(source.random() < 0.8) for k in range(5) for n in range(GAMES)}
    forth, back = (climbed(points, 4, order) for order in (list, lambda batch: batch[::-1]))
    assert {tuple(each["key"]) for each in forth} == {tuple(each["key"]) for each in back}
    assert told(climb(forth, 4)) == told(climb(back, 4))
    resumed = climbed(points, 4, list, source.sample(forth[:60], 30))
    assert told(climb(resumed, 4)) == told(climb(forth, 4))
    for match in climb(forth, 4):
        known = [points[match.candidate, n] for n in range(GAMES)]
        assert match.accepted == (sum(known) >= NEEDED)


def test_thinking_times_are_the_published_ones():
    published = "0.01 0.03 0.07 0.20 0.55 1.48 4.03".split()
    assert [f"{seconds(k):.2f}" for k in range(7)] == published
    ascent = stage("ladder").ASCENT
    assert ascent.spec(None) == "random"
    assert ascent.spec(1) == "default:0.027183s"
    assert [stage("chain").spec(player) for player in (5, -1)] == ["default:32", "random"]


# Who copies what.


def position(name, size, *turns, pie=False):
    """Return a position of a game after some turns."""
    here = crosscut.game(name, size, pie=pie).position()
    for turn in turns:
        here = here.play(turn)
    return here


def copied(here, strategy):
    """Return the turn by which a strategy copies the last one, or None."""
    mirror = Mirror(image_of(here.game.board, strategy))
    after = mirror.copy(here, last_turn(here))
    return after and after.history()[-1]


# Columns a to e from the left and rows 1 to 5 from the bottom, except on Hex, where rows go down.
COPIES = {
    # the half turn takes column i to n + 1 - i and so with rows; X turns columns, Y turns rows
    ("slither", 5, "b2"): ("d4", "d2", "b4", None),
    ("slither", 5, "c3"): (None, None, None, None),
    ("slither", 4, "a2"): ("d3", "d2", "a3", None),
    # nearest to left and right on a rhombus is the short diagonal, from a4 to d1: it exchanges
    # column i with row 5 - i; the long one exchanges columns and rows
    ("hex", 4, "b1"): ("c4", "d3", "a2", None),
    ("hex", 4, "d1"): ("a4", None, "a4", None),
    # a stone has to rest on something, so only left and right can be copied at first
    ("connect_four", 5, "a1"): (None, "e1", None, None),
    # a triangle has no half turn; b1 and b2 are the cells below its apex
    ("y", 5, "b1"): ("none", "b2", "none", None),
    # the middle row of a hexagon of side 3 is c, with five cells, and a is the bottom
    ("havannah", 3, "a1"): ("e3", "a3", "e1", None),
    ("havannah", 3, "c2"): ("c4", "c4", None, None),
}


@pytest.mark.parametrize("case", COPIES, ids=lambda case: "-".join(map(str, case)))
def test_copies_by_hand(case):
    here = position(*case)
    for strategy, copy in zip(
        (ROTATION, REFLECTION_X, REFLECTION_Y, COPY), COPIES[case], strict=True
    ):
        if copy == "none":
            assert image_of(here.game.board, strategy) is None
        else:
            assert copied(here, strategy) == copy


@for_each("name", crosscut.ids())
def test_images_are_permutations_that_undo_themselves(name):
    board = crosscut.game(name).board
    for strategy in (ROTATION, REFLECTION_X, REFLECTION_Y, COPY):
        image = image_of(board, strategy)
        if image is not None:
            assert all(image[image[cell]] == cell for cell in board.cells)
    assert image_of(board, REFLECTION_X) is not None


def test_turns_of_two_moves():
    # Black steps from a1 to a2 and places c2; White's stone on e5 stands where a1 goes
    here = position("slither", 5, "a1", "e5", "a1-a2/c2")
    assert here.move_number == 4
    names = [[here.game.tap_text(tap) for tap in taps] for taps in last_turn(here)]
    assert names == [["a1", "a2"], ["c2"]]
    assert copied(here, ROTATION) == "e5-e4/c4"
    # White has no stone on e1, so of the turn only the placement can be mirrored: c2 is its own
    # image from left to right, and taken; from top to bottom it is c4
    assert copied(here, REFLECTION_X) is None
    assert copied(here, REFLECTION_Y) == "c4"


def test_a_turn_that_is_ended_by_a_word():
    # on 3x3 the half turn takes point i to 8 - i; the word done stays what it is
    here = crosscut.game(FENCE, 3).position()
    done = here.game.first_extra
    after = here.tap(0).tap(done)
    mirror = Mirror(image_of(here.game.board, ROTATION))
    assert mirror.copy(after, last_turn(after)).taps_since(after) == [8, done]
    # stones 0 and 2 would become 8 and 6, but the second has to be higher; 6 alone is half a turn
    after = here.tap(0).tap(2)
    assert last_turn(after) == [[0], [2]]
    assert mirror.copy(after, last_turn(after)) is None


def test_swaps_are_not_copied():
    here = position("hex", 4, "b1", "swap", pie=True)
    for strategy in (ROTATION, REFLECTION_X, COPY):
        assert copied(here, strategy) is None


# The middle; the lowest of several; the lowest row of a board on which stones fall. The centroid of
# a triangle lies two thirds down: 0.67 rows below c2, and 0.33 rows above d2 and d3, half a cell to
# their sides. A row being 0.866 high, all three are 0.577 away, and c2 is the first.
BEGINS = {("slither", 5): "c3", ("slither", 4): "b2", ("connect_four", 5): "c1", ("y", 5): "c2"}


@pytest.mark.parametrize("case", BEGINS, ids=lambda case: "-".join(map(str, case)))
def test_a_mirror_begins_at_the_centre(case):
    here = position(*case)
    mirror = Mirror(image_of(here.game.board, REFLECTION_X))
    mirror.new_game(here, 0)
    assert mirror.turn(here).after.history() == [BEGINS[case]]
    assert (mirror.asked, mirror.copied) == (0, 0)


def test_a_mirror_counts_what_it_copies_and_draws_the_rest():
    mirror = Mirror(image_of(crosscut.game("slither", 5).board, ROTATION))
    here = position("slither", 5, "b2")
    mirror.new_game(here, 3)
    assert mirror.turn(here).after.history()[-1] == "d4"
    stuck = position("slither", 5, "c3")
    after = mirror.turn(stuck).after
    assert after.turn_number == 2
    assert (mirror.asked, mirror.copied) == (2, 1)


# The stages.


class Logs(dict):
    """Logs in a folder, by the names of stages."""

    def __init__(self, folder):
        self.folder = folder

    def __missing__(self, name):
        self[name] = Journal(self.folder / f"{name}.jsonl", "key")
        return self[name]


def test_strengths_go_round(tmp_path):
    plan, logs = plan_of(), Logs(tmp_path)
    order = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert list(stage("strengths").items(plan, logs)) == order
    logs["strengths"].add({"key": [1, 0], "winner": 0, "moves": 9})
    assert list(stage("strengths").items(plan, logs)) == [(0, 0), *order[2:]]


def test_stages_do_the_same_again(interpreted):
    plan = plan_of()
    for name, key, given in (
        ("strengths", (0, 1), None),
        ("strengths", (2, 1), None),
        ("chain", (0, -1, 0), None),
        ("chain", (2, 1, 1), None),
        ("mirrors", (ROTATION, 1), None),
    ):
        first, second = (stage(name).do(plan, key, given) for _ in range(2))
        assert first == second
        assert first["winner"] in (0, 1)  # there are no draws
        # on 4x4 the shortest game is 4 stones of Black's and 3 of White's
        assert first["moves"] >= 7
    other = [stage("chain").do(plan, (2, 1, number), None) for number in range(4)]
    assert [each["first"] for each in other] == ["A", "B", "A", "B"]
    assert len({each["moves"] for each in other}) > 1


def test_mirrors_are_played_where_the_board_has_them(tmp_path):
    logs = Logs(tmp_path)
    games = list(stage("mirrors").items(plan_of("y", 5), logs))
    assert games == [(REFLECTION_X, 0), (COPY, 0), (REFLECTION_X, 1), (COPY, 1)]
    assert len(stage("mirrors").items(plan_of(), logs)) == 8


def test_a_chain_to_its_end(interpreted, tmp_path):
    # nobody wins at Filler: all games are drawn, so thinking gains nothing
    plan, logs = plan_of("filler", 3, chain_top=1, chain_games=4), Logs(tmp_path)
    items = stage("chain").items(plan, logs)
    assert list(items)[:3] == [(0, -1, 0), (1, 0, 0), (0, -1, 1)]
    for key, given in items.items():
        logs["chain"].add({"key": list(key)} | stage("chain").do(plan, key, given))
    assert stage("chain").items(plan, logs) == {}
    measure = load("chain")(Sample(plan, logs))
    assert measure.figure("strongest above Random").value == pytest.approx(0, abs=1e-6)
    assert measure.figure("Elo per doubling, high effort").note.startswith("fewer than 8 games")
    assert measure.figure("gains at high effort").value == "cannot be told"
    assert list(measure.exhibits[-1].rows[0][2:6]) == [0, 4, 0, 4]


def test_a_chain_of_an_earlier_version_goes_on_with_matches_of_its_own(tmp_path):
    plan, logs = plan_of(chain_top=1, chain_games=2), Logs(tmp_path)
    for result in match_of(0, 36 * WON) + match_of(1, 15 * LOST):
        logs["chain"].add(result)
    assert set(stage("chain").items(plan, logs)) == {(k, k - 1, n) for k in (0, 1) for n in (0, 1)}


def test_speed_of_the_smallest_game(interpreted, tmp_path):
    plan, logs = plan_of("filler", 3), Logs(tmp_path)
    assert list(stage("speed").items(plan, logs)) == [(0,)]
    logs["speed"].add({"key": [0]} | stage("speed").do(plan, (0,), None))
    assert stage("speed").items(plan, logs) == {}
    (found,) = logs["speed"]
    assert (found["playouts"]["length"], found["playouts"]["spread"]) == (9.0, 0.0)
    assert len(found["playouts"]["rates"]) == len(found["reference"]["rates"]) == 8
    assert {name: len(each["nodes"]) for name, each in found["searches"].items()} == {
        "uct-plain": 5,
        "default": 5,
        "solver": 5,
    }
    measure = load("playout_speed")(Sample(plan, logs))
    assert [each.n for each in measure.figures] == [8] * 5


def test_nodes_are_those_of_the_tree(interpreted):
    search = Search(crosscut.game("hex", 3, pie=False).position(), PRESETS["uct-plain"], 1)
    search.run(40)
    tree = search.nursery.tree
    children = tree.children[: search.nodes][tree.first[: search.nodes] >= 0]
    assert search.nodes == 1 + children.sum() == search.thought().nodes
    assert not np.any(tree.visits[search.nodes :])


def test_simulations_from_any_position(interpreted):
    here = crosscut.game("hex", 3, pie=False).position().play("b2")
    runner = Simulations(here.game, options=PRESETS["uct-plain"], position=here)
    runner.run(0.001)
    assert runner.search().position is here
    assert runner.done >= 1
    assert runner.nodes > 1


# What is told.


def sample_of(name="slither", size=5, **logs):
    """Return a sample with the results of some stages."""
    return Sample(plan_of(name, size), logs)


def cells(measure, row):
    """Return a row of the first table of a measure by its columns."""
    table = next(each for each in measure.exhibits if isinstance(each, Table))
    return dict(zip(table.columns, table.rows[row], strict=True))


def test_the_measure_of_a_ladder():
    log = (
        match_of(0, 36 * WON, moves=12)
        # 9 wins in 10 games, 4 of them from the first seat, which won 5 of the 10: games 0, 2, 4,
        # 6, 8 are the candidate's first seats, he loses game 8 and wins 1, 3, 5, 7, 9 as second
        + match_of(1, 8 * WON + LOST + WON, moves=20)
    )
    measure = load("ladder")(sample_of(ladder=log))
    assert cells(measure, 0) | {"interval %": ""} == {
        "match": 1,
        "AI": "0.01 s",
        "against": "Random",
        "strong wins": 36,
        "draws": 0,
        "strong losses": 0,
        "games": 36,
        "strong score %": 100.0,
        "interval %": "",
        "first seat wins %": 50.0,
        "drawn %": 0.0,
        "second seat wins %": 50.0,
        "game length": 12,
        "verdict": "accepted",
        "clearly stronger": "yes",
    }
    # what the row is about comes first, where narrow pages show it
    assert list(cells(measure, 0))[1:4] == ["AI", "against", "verdict"]
    second = cells(measure, 1)
    assert (second["AI"], second["against"], second["verdict"]) == (
        "0.03 s",
        "0.01 s",
        "undecided: time ran out",
    )
    assert (second["first seat wins %"], second["second seat wins %"]) == (40.0, 60.0)
    low, high = wilson(9, 10)
    assert second["interval %"] == f"{100 * low:.1f} to {100 * high:.1f}"
    levels = measure.figure("levels")
    assert (levels.value, levels.n) == (1, 46)
    # the sweep is repeated for sure, and the match that is not decided is left out
    assert (levels.interval, levels.note) == (None, "at least")  # the last match is open
    assert measure.figure("highest level").value == "0.01 s"
    assert "0.03 s against 0.01 s: won 9 of 10 so far, undecided under the rule" in measure.summary
    assert "Nobody above 0.03 s was tried" in measure.summary
    assert "at least 0.60" in measure.formula
    # the Elo of Random and of one who has 36.5 of 37 points, the draw that is added being one
    above = measure.figure("highest level above Random")
    assert above.value == pytest.approx(400 * np.log10(36.5 / 0.5), abs=0.1)
    assert above.interval[0] < above.value < above.interval[1]


def test_an_undecided_match_is_no_level_and_no_failure():
    """What stood in the issue: 0 levels beside 13-0."""
    measure = load("ladder")(sample_of(ladder=match_of(0, 13 * WON)))
    assert measure.figure("levels").value is None
    assert measure.figure("highest level").value is None
    assert "0 levels" not in measure.summary
    assert "0.01 s against Random: won 13 of 13 so far, undecided under the rule of 36 of 50." in (
        measure.summary
    )
    assert "0.01 s is clearly stronger than Random" in measure.summary
    assert cells(measure, 0)["clearly stronger"] == "yes"
    few = load("ladder")(sample_of(ladder=match_of(0, 5 * WON)))
    assert cells(few, 0)["clearly stronger"] == "not shown"
    assert cells(few, 0)["interval %"] is None
    lost = load("ladder")(sample_of(ladder=match_of(0, 20 * LOST)))
    assert (lost.figure("levels").value, lost.figure("highest level").value) == (0, "Random")


def test_levels_have_an_interval_where_somebody_failed():
    # 36 of 36 is accepted however it is drawn again, 20 losses never are, and 36 points of 46
    # games, 0.78 of 50 are 39, mostly
    sure = load("ladder")(sample_of(ladder=match_of(0, 36 * WON) + match_of(1, 20 * LOST)))
    assert sure.figure("levels").interval == (1.0, 1.0)
    close = match_of(0, 10 * LOST + 36 * WON) + match_of(1, 20 * LOST)
    assert load("ladder")(sample_of(ladder=close)).figure("levels").interval == (0.0, 1.0)
    nobody = load("ladder")(sample_of(ladder=match_of(0, 20 * LOST)))
    assert nobody.figure("highest level above Random").interval is None


# What doublings gain.


def doubled(upper, points):
    """Return the results of a player against the one with half as many simulations."""
    return [
        game_of(upper, number, each) | {"key": [upper, upper - 1, number]}
        for number, each in enumerate(points)
    ]


def steady(top, won=24, lost=16):
    """Return a log in which every doubling gains as much: 24 of 40 points are 70.4 Elo."""
    return [game for k in range(top + 1) for game in doubled(k, won * WON + lost * LOST)]


def test_every_doubling_gains_as_much():
    measure = load("chain")(sample_of(chain=steady(9)))
    for part in ("low", "middle", "high"):
        figure = measure.figure(f"Elo per doubling, {part} effort")
        # Firth's correction takes a little off, as half a point a game does
        assert figure.value == pytest.approx(70.4, abs=1)
        assert figure.interval[0] < 70.4 < figure.interval[1]
        assert figure.n == 120
    assert measure.figure("Elo per doubling, high effort").note == "64 to 512 simulations"
    total = measure.figure("strongest above Random")
    assert total.value == pytest.approx(704, abs=10)
    assert measure.figure("gains at high effort").value == "go on"
    assert "Gains go on at high effort: on average over the doublings there" in measure.summary
    assert re.search(
        r"Of the last one alone the curve says -?[\d,]+ Elo \(-?\d+ to \d+\)", measure.summary
    )
    gains, totals = (each for each in measure.exhibits if isinstance(each, Chart))
    assert len(gains.data.rows) == 9
    assert [row[0] for row in totals.data.rows][:2] == ["1 simulation", "2 simulations"]
    for chart in (gains, totals):
        assert "<svg" in charts.svg(chart, "chain")
    first = cells(measure, 0)
    assert (first["player"], first["against"], first["games"]) == ("1 simulation", "Random", 40)


def test_gains_that_end_are_told():
    log = doubled(0, 300 * WON + 100 * LOST)
    for k in range(1, 13):
        won = round(400 * expected(200 * ((12 - k) / 11) ** 2))
        log += doubled(k, won * WON + (400 - won) * LOST)
    measure = load("chain")(sample_of(chain=log))
    low, _, high = (measure.figure(f"Elo per doubling, {p} effort") for p in PARTS)
    # the means of the four first and the four last squares
    assert low.value == pytest.approx(200 * (121 + 100 + 81 + 64) / 121 / 4, abs=4)
    assert high.value == pytest.approx(200 * (9 + 4 + 1 + 0) / 121 / 4, abs=4)
    assert measure.figure("gains at high effort").value == "have ended"


def test_a_clean_sweep_is_at_least():
    measure = load("chain")(sample_of(chain=steady(6))).figure("one simulation above Random")
    assert measure.interval is not None
    log = doubled(0, 40 * WON) + [each for each in steady(6) if each["key"][0]]
    swept = load("chain")(sample_of(chain=log))
    first, total = (swept.figure(n) for n in ("one simulation above Random", TOTAL))
    assert (first.interval, first.note) == (None, "at least")
    # 40 of 40 leave room for a player who gets 0.912 (Clopper and Pearson), which are 406 Elo
    assert 200 < first.value < 406
    assert (total.interval, total.note) == (None, "at least; 64 simulations")
    assert "From Random to 64 simulations these add up to at least" in swept.summary
    all_won = load("chain")(sample_of(chain=[g for k in range(5) for g in doubled(k, 30 * WON)]))
    assert all_won.figure("Elo per doubling, high effort").interval is None


def test_where_a_seat_always_wins_strength_cannot_show():
    log = [
        each | {"winner": 1}
        for k in range(7)
        for each in doubled(k, 40 * WON)  # the second seat wins, whoever has it
    ]
    measure = load("chain")(sample_of(chain=log))
    assert measure.figure("Elo per doubling, high effort").value == pytest.approx(0, abs=1e-6)
    figure = measure.figure("gains at high effort")
    assert figure.value == "cannot be told"
    assert "the second seat wins there, whoever has it" in measure.summary


def test_a_chain_in_which_candidates_climbed_is_read():
    # 1 simulation failed against Random, 2 beat it, 4 beat 2
    log = match_of(0, 15 * LOST) + match_of(1, 36 * WON) + match_of(2, 36 * WON + 10 * LOST)
    measure = load("chain")(sample_of(chain=log))
    pairs = [cells(measure, i)["against"] for i in range(3)]
    assert pairs == ["Random", "Random", "2 simulations"]
    assert [cells(measure, i)["games"] for i in range(3)] == [15, 36, 36]
    assert "earlier version" in measure.formula
    # where there are games of this version, they count alone
    new = load("chain")(sample_of(chain=log + steady(4)))
    assert len(new.exhibits[-1].rows) == 5
    assert "earlier version" not in new.formula


def test_the_fit_is_that_of_logistic_regression():
    """One gain for all: the points of all games together, and half a game more to each side."""
    results = [Result(k, k - 1, 30.0, 40) for k in range(1, 2)]
    curve = Curve(results)
    # Firth's correction of a single share is half a point for each side
    assert curve.between(1, 0).elo == pytest.approx(elo(30.5 / 41), rel=1e-4)
    error = 1 / (41 * (30.5 / 41) * (10.5 / 41)) ** 0.5 / PER_ELO
    assert curve.between(1, 0).error == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize("name", ["ladder", "chain", "mirrors", "playout_speed", "search_speed"])
def test_nothing_was_played(name):
    assert load(name)(sample_of()).missing


def mirrored(strategy, number, points, asked, copied):
    """Return the result of a game of a strategy."""
    return game_of(strategy, number, points) | {"asked": asked, "copied": copied}


def test_the_measure_of_mirrors():
    log = [
        mirrored(ROTATION, 0, 0.0, 10, 9),
        mirrored(ROTATION, 1, 0.0, 6, 3),
        mirrored(COPY, 0, 1.0, 5, 0),
        mirrored(COPY, 1, 0.5, 5, 0),
    ]
    measure = load("mirrors")(sample_of("y", 5, mirrors=log))
    first, second, third, fourth = (cells(measure, i) for i in range(4))
    assert (first["won"], first["drawn"], first["lost"]) == (0, 0, 2)
    assert (first["turns to copy"], first["copied"]) == (16, 12)
    assert first["remark"] == "lost each game, as expected"
    assert second["remark"] == "no game was played"
    assert third["remark"] == "the board has no such symmetry"
    assert (fourth["won"], fourth["drawn"], fourth["lost"], fourth["points %"]) == (1, 1, 0, 75.0)
    # what copied nothing tells nothing of copying
    assert fourth["remark"] == "could not be tested: it copied 0% of its turns"
    untested = measure.figure("copy last move")
    assert (untested.value, untested.interval, untested.note) == (None, None, fourth["remark"])
    turns = measure.figure("rotation (half turn): turns copied")
    assert (turns.value, turns.interval) == (0.75, None)  # of two games
    told = "1 of 2 mirroring strategies could be tested; each lost every game, as expected."
    assert measure.summary == told
    none = load("mirrors")(sample_of(mirrors=log[2:]))
    assert none.summary == "Mirroring strategies could not be tested: they could hardly ever copy."
    won = [mirrored(ROTATION, number, 1.0, 10, 9 - number % 2) for number in range(8)]
    fared = load("mirrors")(sample_of(mirrors=won))
    assert fared.figure("rotation (half turn)").interval == wilson(8, 8)
    low, high = fared.figure("rotation (half turn): turns copied").interval
    assert 0.8 < low < 0.85 < high < 0.9
    assert fared.summary.endswith("could be tested; 1 of them did not lose every game.")


SPEED = {
    "key": [0],
    "playouts": {"rates": [100.0, 100.0], "games": 20, "length": 30.0, "spread": 5.0},
    "reference": {"rates": [400.0, 200.0], "games": 60, "length": 21.0, "spread": 7.0},
    "searches": {
        "uct-plain": {"rates": [50.0, 70.0], "nodes": [500.0, 700.0]},
        "default": {"rates": [60.0], "nodes": [90.0]},
        "solver": {"rates": [], "nodes": []},
    },
}

RATES = ("playouts", "reference")


def test_the_measure_of_playouts():
    measure = load("playout_speed")(sample_of(speed=[SPEED]))
    assert measure.figure("playouts").value == 100
    assert measure.figure("playouts").interval is None  # of two rounds
    assert measure.figure("time of a playout").value == 10_000
    ratio = measure.figure("ratio")
    assert (ratio.value, ratio.interval) == (3, None)
    many = SPEED | {name: SPEED[name] | {"rates": 8 * SPEED[name]["rates"]} for name in RATES}
    measure = load("playout_speed")(sample_of(speed=[many]))
    assert measure.figure("playouts").note == "all alike"
    # rates 400 and 200, 8 times each: standard error 100 / sqrt 15, Student's 2.1314 of 15
    slowest = measure.figure("time of a playout of Connect Four").interval[1]
    assert slowest == pytest.approx(1e6 / (300 - 2.13145 * 100 / 15**0.5), rel=1e-5)


def test_the_measure_of_searches():
    measure = load("search_speed")(sample_of(speed=[SPEED]))
    (table,) = measure.exhibits
    # the standard deviation of 50 and 70 is the root of 200; 100 games of 30 moves are 3000 nodes
    assert [list(row) for row in table.rows] == [
        ["random playout", 100, 0, 3000, 0, 30, 5],
        ["search: plain UCT", 60, 14.14, 600, 141.42, None, None],
        ["search: default", 60, None, 90, None, None, None],
        ["solver", None, None, None, None, None, None],
    ]
    assert measure.figure("search: plain UCT, simulations").value == 60
    assert measure.figure("solver, nodes").value is None
