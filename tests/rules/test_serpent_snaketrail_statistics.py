"""Random games of Serpent and Snaketrail, against what the research on their rules found.

The figures are those of a prototype, which is neither our code nor the slow twin.
"""

import math
from typing import NamedTuple

import numpy as np
import pytest

import crosscut
from crosscut.core.bits import fingerprint
from crosscut.rules import state_packing as rows
from crosscut.rules.boards import members
from crosscut.rules.game import NOBODY
from crosscut.rules.move_code import STUCK
from tests.rules.reference.snaketrail import enclosed
from tests.support.games import chi_square_bound
from tests.support.playout_log import NOTHING, playout_log

ERRORS = 4
"""Standard errors by which the figures of two samples may differ."""


class Found(NamedTuple):
    """What the prototype found in some random games."""

    games: int
    shares: tuple[tuple[int, ...], ...]
    """Games by who won, and by how they ended or what was inside the loop."""
    plies: tuple[int, int, int]
    """The shortest game, the median and the longest."""
    turns: float
    """Turns per position."""


SERPENT = {
    ("standard", 3): Found(3000, ((1454, 1546), (460, 2537, 3)), (5, 12, 27), 11.7),
    ("standard", 4): Found(500, ((240, 260), (78, 419, 3)), (5, 33, 60), 18.2),
    ("standard", 5): Found(100, ((47, 53), (5, 90, 5)), (5, 62, 85), 26.7),
    ("r1", 5): Found(40, ((21, 19), (4, 31, 5)), (8, 61, 96), 25.9),
    ("r1-m1", 3): Found(3000, ((1468, 1532), (927, 673, 1400)), (5, 14, 31), 10.5),
    ("r1-m1", 4): Found(400, ((190, 210), (95, 40, 265)), (5, 36, 51), 16.8),
    ("r1-m1", 5): Found(60, ((34, 26), (7, 4, 49)), (49, 67, 88), 24.3),
}
"""Games by who won and by the end: the enemy's last stones, the mover's own, or no legal turn."""
GAMES = {3: 10_000, 4: 2_000, 5: 500}
COMPARED = 100
"""Games of Serpent on each size, and how many of them are played interpreted as well."""
SNAKETRAIL = Found(2000, ((850, 865, 285),), (6, 17, 40), 5.5)
"""On side 5, games by what was inside the loop: more white, more red, or as many."""
LONGEST_OF_500 = {6: 56}
"""The longest game on side 6, of which the research says no more."""
PIECES = {4: 2, 5: 4, 6: 6}
"""How many pieces of each colour are dealt on each side."""


def case(variant, size):
    """Return a case as a parameter; all but the standard game on side 3 are slow."""
    marks = [] if (variant, size) == ("standard", 3) else pytest.mark.slow
    return pytest.param((variant, size), marks=marks, id=f"{variant}-{size}")


def lengths_of(books):
    """Return the number of moves of each game."""
    return (books.moves >= 0).sum(axis=1)


def assert_same_shares(ours, theirs):
    """Check by a test of chi square that two samples fall into kinds alike."""
    table = np.array([ours, theirs], float)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    assert ((table - expected) ** 2 / expected).sum() < chi_square_bound(len(ours) - 1)


def assert_same_lengths(lengths, found):
    """Check shortest, median and longest: a share of 9/n is missed by n games once in 8,000."""
    shortest, median, longest = found.plies
    slack = ERRORS * 0.5 * math.sqrt(1 / len(lengths) + 1 / found.games)
    assert np.mean(lengths < median) < 0.5 + slack
    assert np.mean(lengths > median) < 0.5 + slack
    assert np.mean(lengths < shortest) < 9 / found.games
    assert np.mean(lengths > longest) < 9 / found.games


def assert_same_turns(turns, positions, found):
    """Check turns per position, whose error follows from how it varies from game to game."""
    ours = turns.sum() / positions.sum()
    spread = np.std(turns - ours * positions) / positions.mean()
    error = spread * math.sqrt(1 / len(turns) + 1 / found.games)
    assert abs(ours - found.turns) < ERRORS * error + 0.05  # the figure is rounded


# Serpent.


@pytest.mark.parametrize("values", [case(*values) for values in SERPENT])
def test_random_games_of_serpent(values):
    """All is asked in one test, so that the game is compiled once."""
    variant, size = values
    game = crosscut.game("serpent", size, variant)
    books = playout_log(game, GAMES[size], counting=True)
    assert_serpent_is_the_interpreted_one(game, books)
    assert_serpent_ends_and_no_position_comes_back(game, books)
    assert_serpent_is_as_the_research_found(game, books, SERPENT[values])


def how_it_ended(game, row):
    """Return the winner, and 0, 1 or 2 for the last stones of the enemy, the mover, or neither."""
    last = rows.unpack(game, row)
    mover = 1 - last.state.colour
    if last.winner == NOBODY:
        return mover, 2
    return last.winner, int(last.winner != mover)


def assert_serpent_is_the_interpreted_one(game, books):
    """Check that compiled and interpreted games agree in every move, key and end."""
    again = playout_log(game, COMPARED, interpreted=True)
    for ours, theirs in ((books.moves, again.moves), (books.keys, again.keys)):
        assert (ours[: len(theirs)] == theirs).all()
    assert (books.last[: len(again.last)] == again.last).all()
    assert (again.moves >= game.width).any()  # moves of several taps are among them


def assert_serpent_ends_and_no_position_comes_back(game, books):
    """Check that every game ends, and that no turn of one ends as an earlier one did."""
    start = fingerprint(game.key(game.start()))
    for moves, keys, row in zip(books.moves, books.keys, books.last, strict=True):
        made = int((moves >= 0).sum())
        assert moves[made] in (NOTHING, STUCK)
        assert (moves[made] == STUCK) == (rows.unpack(game, row).winner == NOBODY)
        assert len({start, *keys[:made].tolist()}) == made + 1


def assert_serpent_is_as_the_research_found(game, books, found):
    """Check who won, how games ended, how long they were and how many turns there were."""
    ends = [how_it_ended(game, row) for row in books.last]
    for column, shares in zip(zip(*ends, strict=True), found.shares, strict=True):
        assert_same_shares(np.bincount(column, minlength=len(shares)), shares)
    assert_same_lengths(lengths_of(books), found)
    has_turns = books.choices > 0
    assert_same_turns(books.choices.sum(axis=1), has_turns.sum(axis=1), found)


# Snaketrail.


@pytest.mark.parametrize("size", PIECES)
def test_set_ups_are_dealt_by_the_rules(size):
    game, found = crosscut.game("snaketrail", size), set()
    for seed in range(100):
        state = game.position(seed=seed).state
        assert state.white.bit_count() == state.red.bit_count() == PIECES[size]
        both = state.white | state.red
        assert not both & game.board.rim
        assert not both & game.board.neighbours(both)
        assert not state.white & state.red
        found |= {state.white, state.red}
    assert len(found) > 100


@pytest.mark.slow
@pytest.mark.parametrize("size", PIECES, ids=lambda size: f"standard-{size}")
def test_random_games_of_snaketrail(size):
    """All is asked in one test, so that the game is compiled once."""
    game = crosscut.game("snaketrail", size)
    books = playout_log(game, 2000, counting=True)
    assert_snaketrail_is_the_interpreted_one(game, books)
    assert_snaketrail_ends_with_a_loop(game, books)
    assert_snaketrail_is_as_the_research_found(game, books)


def assert_snaketrail_is_the_interpreted_one(game, books):
    """Check that compiled and interpreted games agree in every move and end, however set up."""
    again = playout_log(game, 200, interpreted=True)
    assert (books.moves[:200] == again.moves).all()
    assert (books.last[:200] == again.last).all()
    by_hand = [playout_log(game, 200, deal=False, interpreted=way) for way in (False, True)]
    assert (by_hand[0].moves == by_hand[1].moves).all()
    assert (by_hand[0].last == by_hand[1].last).all()


def inside(game, state):
    """Return how many white and how many red pieces are inside the loop, if there is one."""
    cells = {game.board.names[name] for name in enclosed(names(game, state.black), game.size)}
    assert cells
    return [len(cells & set(members(kind))) for kind in (state.white, state.red)]


def names(game, cells):
    """Return the names of some cells."""
    return {game.board.name(cell) for cell in members(cells)}


def assert_snaketrail_ends_with_a_loop(game, books):
    """Check that every game ends with a loop, and that the right player wins it."""
    for moves, row in zip(books.moves, books.last, strict=True):
        assert STUCK not in moves
        last = rows.unpack(game, row)
        white, red = inside(game, last.state)
        closer, holder = 1 - last.state.colour, last.state.holder
        expected = 1 - closer if white == red else holder if white > red else 1 - holder
        assert last.winner == expected


def assert_snaketrail_is_as_the_research_found(game, books):
    """Check what was inside, how long games were and how many cells there were to choose from."""
    states = [rows.unpack(game, row).state for row in books.last]
    lengths = np.array([state.black.bit_count() for state in states])
    on_trail = (books.moves >= 0) & (books.moves < game.width)
    assert (on_trail.sum(axis=1) == lengths).all()
    if game.size in LONGEST_OF_500:
        assert np.mean(lengths > LONGEST_OF_500[game.size]) < 9 / 500
    if game.size == 5:
        more = [white - red for white, red in (inside(game, state) for state in states)]
        shares = sum(each > 0 for each in more), sum(each < 0 for each in more), more.count(0)
        assert_same_shares(shares, SNAKETRAIL.shares[0])
        assert_same_lengths(lengths, SNAKETRAIL)
        turns = np.where(on_trail, books.choices, 0).sum(axis=1)
        assert_same_turns(turns, lengths, SNAKETRAIL)
