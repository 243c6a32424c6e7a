"""Serpent to the bottom: lengths of survival paths, the smallest board solved, more twin games."""

import math
import random
from functools import cache

import pytest

import crosscut
from crosscut.core.errors import IllegalMove
from crosscut.rules.boards import members
from crosscut.rules.game import NOBODY
from crosscut.rules.games import _snakes as snakes
from tests.rules.reference.havannah import hexagon
from tests.rules.reference.serpent import ends
from tests.support.all_boards import fresh_game
from tests.support.games import (
    RESULTS,
    diagram,
    diagram_words,
    random_set_up,
    reference_of,
    stones_of,
    variants,
)

# Survival paths.


def sides(game, stones):
    """Yield the sets of stones of each colour, with its letter and the empty cells."""
    sets = dict.fromkeys("XO", 0)
    for name, letter in stones.items():
        sets[letter] |= 1 << game.board.cell(name)
    free = game.board.full & ~(sets["X"] | sets["O"])
    for letter, own in sets.items():
        yield letter, own, free


def length(found):
    """Return a length as the twin gives it."""
    return math.inf if found == snakes.FAR else found


def lengths_of(game, own, free):
    """Return the length of the shortest survival path from every end, by the names of the ends."""
    board, found = game.board, {}
    tips, *ways = snakes.ways(board, own, free)
    for cell in members(tips):
        tip = 1 << cell
        group = board.fill(tip, own) & tips
        found[board.name(cell)] = length(snakes.path(board, tip, group, *ways))
    return found


def compare(slow):
    """Check all lengths, and what follows from them, against a twin; return how many there are."""
    game, compared = crosscut.game("serpent", slow.size), []
    for letter, own, free in sides(game, slow.stones):
        groups = slow.groups(slow.stones, letter)
        tips = {end for group in groups for end in ends(group, hexagon(slow.size))}
        expected = {end: slow.survival_length(slow.stones, letter, end) for end in tips}
        assert lengths_of(game, own, free) == expected
        for group in groups:
            stone = 1 << game.board.cell(min(group))
            found = snakes.shortest(game.board, stone, own, free)
            assert length(found) == min(expected[end] for end in tips & group)
        for spared in (False, True):
            several = {letter: not spared or len(groups) > 1}
            dead = slow.dead(slow.stones, letter, several)
            found = members(snakes.dead(game.board, own, free, spared))
            assert {game.board.name(cell) for cell in found} == dead
        assert snakes.several(game.board, own) == (len(groups) > 1)
        compared += expected.values()
    return compared


def test_survival_paths_are_as_long_as_by_brute_force():
    found = []
    for seed in range(600):
        source = random.Random(seed)
        found += compare(random_set_up("serpent", "standard", 2 + seed % 3, source))
    assert len(found) > 4000
    assert found.count(math.inf) > 400
    assert {1, 2, 3, 4, 5, 6} <= set(found)


@pytest.mark.slow
def test_survival_paths_on_larger_boards():
    found = []
    for seed in range(600):
        found += compare(random_set_up("serpent", "standard", 4 + seed % 2, random.Random(-seed)))
    assert len(found) > 9_000


LENGTHS = {
    "S1": ("X a1 b1 O e3", {"a1": math.inf, "b1": math.inf}),
    "S2, by c2 d2 d3": ("X a1 b2 e3 O c3 c4", {"a1": math.inf, "b2": 3, "e3": 3}),
    "S2 after a1-c2, by d2 d3": ("X b2 c2 e3 O c3 c4", {"b2": 4, "c2": 2, "e3": 2}),
    "S4, by a2": ("X c4 b2 a3 O c3 b4", {"c4": 3, "b2": 1, "a3": 1}),
    "S4 when a2 is cut": ("X c4 b2 a3 O c3 b4 a2", {"c4": 3, "b2": 3, "a3": math.inf}),
    "S4 when a3 is gone, by b3": ("X c4 b2 O c3 b4 a2", {"c4": 1, "b2": 1}),
    "S5 if c1 comes back, by c2 b2": ("X d3 b3 c1 O e3 d2 b1 e1", {"c1": 2, "b3": 1, "d3": 1}),
    "S6, by b2": ("X c1 c2 d3 a2 O d2 c3 a1", {"c1": math.inf, "c2": 1, "a2": 1, "d3": 2}),
    "S6 after c1-b2, by a3 b4 c4": ("X c2 b2 a2 d3 O d2 c3 a1", {"c2": 3, "a2": 3, "d3": 3}),
}
"""What is said about lengths in the worked positions, or follows from them by counting cells."""


@pytest.mark.parametrize("name", LENGTHS)
def test_lengths_of_the_worked_positions(name):
    text, expected = LENGTHS[name]
    game = crosscut.game("serpent", 3)
    _, own, free = next(sides(game, diagram_words(text)))
    assert lengths_of(game, own, free) == expected


# Coming back to where stones were removed.

ORDER_MATTERS = (
    "X e2 a1 a3 e6 d3 f4 c4 O g3 c2 f3 c3 b5 b1 a2 a4 d1",
    "X c5 d3 a1 a4 d1 e4 a3 e2 b3 g2 f3 d4 g4 O g3 f5 d7 e5 b4 d5 f1 b2 c2",
)
"""On side 4: a colour can come back only if it removes its own dead first, so rare that is."""


def test_who_could_come_back_is_as_the_twin_says():
    rare = [reference_of("serpent")(4, stones=diagram_words(text)) for text in ORDER_MATTERS]
    strewn = [
        random_set_up("serpent", "standard", 3 + seed % 2, random.Random(seed))
        for seed in range(60)
    ]
    found = [can_come_back(slow) for slow in rare + strewn]
    assert {True, False} <= set().union(*found)


def can_come_back(slow):
    """Check for every empty cell who could play there, having had two groups; return answers."""
    game, answers = crosscut.game("serpent", slow.size), []
    for letter, own, free in sides(game, slow.stones):
        if not own:
            continue
        enemy = game.board.full & ~(own | free)
        for cell in members(free):
            answers.append(bool(game.comeback(own, enemy, 1 << cell)))
            area, multi = {game.board.name(cell)}, {**slow.multi, letter: True}
            assert answers[-1] == slow.can_play(slow.stones, letter, multi, area)
    return answers


# Which colour is removed first.

S8 = "X c1 c3 b4 a1 a2 O e2 d3 c4 c5 b1"


def test_a_text_without_a_colour_removes_the_enemy_first():
    game = crosscut.game("serpent", 3)
    here = game.position(diagram(game, diagram_words(S8)))
    assert here.play("c2") == here.play("c2/W") != here.play("c2/B")
    with pytest.raises(IllegalMove, match=r"c2: that move is not finished; write c2/B or c2/W"):
        here.play("c2", strict=True)
    assert here.play("d1", strict=True) == here.play("d1")


def test_a_colour_is_written_only_where_it_matters():
    game = crosscut.game("serpent", 3)
    here = game.position(diagram(game, diagram_words(S8)))
    assert here.play("d1/W") == here.play("d1/B") == here.play("d1")
    assert here.play("d1/W").history() == ["d1"]


# The smallest board.


@cache
def wins(position):
    """Tell whether the player to move wins a game in which no position comes back."""
    if position.over:
        return position.result == position.colour
    return not all(wins(after) for after in next_positions(position))


def next_positions(position):
    """Return what the turns lead to, without the history."""
    after = [position.play(turn) for turn in position.turns()]
    return [each if each.table.winner != NOBODY else fresh_game(each) for each in after]


@pytest.mark.parametrize("variant", variants("serpent"))
def test_the_second_player_wins_on_side_2(variant):
    """There are 425 positions in which both have stones to play with, or none yet."""
    wins.cache_clear()
    start = crosscut.game("serpent", 2, variant).position()
    assert not wins(start)
    waiting, seen = [start], {start}
    while waiting:
        after = next_positions(waiting.pop())
        new = {each for each in after if each.table.winner == NOBODY} - seen
        seen |= new
        waiting += new
    assert len(seen) == 425
    assert sum(here.over for here in seen) == 108  # without a turn


# More games than there is time for every day.


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants("serpent"))
@pytest.mark.parametrize(("size", "games"), [(2, 1000), (3, 200), (4, 20), (5, 2)])
def test_many_random_games_agree_with_the_twin(variant, size, games):
    game = crosscut.game("serpent", size, variant)
    for seed in range(games):
        source = random.Random(f"{variant} {seed}")
        ours, slow = game.position(), reference_of("serpent")(size, variant)
        while turns := slow.turns():
            assert ours.turns() == sorted(turns)
            turn = source.choice(sorted(turns))
            ours, slow = ours.play(turn), turns[turn]
            assert stones_of(ours) == slow.stones
        assert ours.result != NOBODY
        assert RESULTS[ours.result] == slow.winner()
