"""Matches of the report: who is accepted as a level, and who copies what."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import crosscut
from crosscut.lab.matches.mirror_player import (
    COPY,
    REFLECTION_X,
    REFLECTION_Y,
    ROTATION,
    Mirror,
    image_of,
    last_turn,
)
from crosscut.lab.report.measure import Table
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import points_of_a
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.skill_ladder import GAMES, NEEDED, SURE, climb, next_games
from crosscut.lab.report.stages import stage
from crosscut.lab.report.stages.ladder import seconds
from crosscut.lab.stats import wilson
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


def sample_of(name="slither", size=5, **logs):
    """Return a sample with the results of some stages."""
    return Sample(plan_of(name, size), logs)


def cells(measure, row):
    """Return a row of the first table of a measure by its columns."""
    table = next(each for each in measure.exhibits if isinstance(each, Table))
    return dict(zip(table.columns, table.rows[row], strict=True))
