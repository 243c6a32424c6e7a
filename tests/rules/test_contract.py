"""The contract of games, on two tiny ones that use what Slither does not.

Fence: turns of one or two stones, done, a start from a seed, a third kind of piece, working space,
being stuck loses. Shuttle: repetition that is illegal or draws, being stuck draws, no sampler.
"""

import random
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import crosscut
from crosscut.core.arrays import new_rng
from crosscut.core.errors import BadOption, IllegalMove
from crosscut.core.jit import NotCompiled
from crosscut.core.rng import seeded
from crosscut.core.workspace import Work
from crosscut.lab.bench.playouts import Playouts
from crosscut.lab.check import both_tallies
from crosscut.rules.game import Game
from crosscut.rules.registry import load_file
from crosscut.rules.workspace_shape import search_work
from crosscut.search import perft as walk
from crosscut.search.playout import TALLY, playouts, random_tap
from tests.support.game_files import shuttle
from tests.support.game_files.fence import Fence
from tests.support.game_files.shuttle import Shuttle
from tests.support.games import search_result
from tests.support.tiny_entry import choices

FENCE = Fence(3, "standard")
ONCE, THRICE = Shuttle(3, "once"), Shuttle(3, "thrice")
WITH_PIE = Shuttle(3, "once", True)


# Fence, and once more with sets.


def fence_turns(size, own, enemy, blocked):
    """Return every turn as a tuple of cells."""

    def beside(cell):
        x, y = cell % size, cell // size
        steps = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return {v * size + u for u, v in steps if 0 <= u < size and 0 <= v < size}

    def free(stones):
        taken = stones | enemy | blocked
        return [c for c in range(size**2) if c not in taken and not beside(c) & stones]

    found = []
    for first in free(own):
        found.append((first,))
        found += [(first, second) for second in free(own | {first}) if second > first]
    return found


def fence_perft(size, own, enemy, blocked, depth):
    if depth == 0:
        return 1
    turns = fence_turns(size, own, enemy, blocked)
    return sum(fence_perft(size, enemy, own | set(turn), blocked, depth - 1) for turn in turns)


def interpret_the_smallest(size, monkeypatch):
    """Leave boards of four points to the interpreter, and larger ones to compiled code."""
    if size == 2:
        monkeypatch.setenv("CROSSCUT_INTERPRET", "1")


def cells(stones):
    return {cell for cell in range(stones.bit_length()) if stones >> cell & 1}


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_fence_perft(size, seed, monkeypatch):
    interpret_the_smallest(size, monkeypatch)
    position = Fence(size, "standard").position(seed=seed)
    blocked = cells(position.state.blocked)
    assert bool(blocked) == (seed is not None)
    expected = [fence_perft(size, set(), set(), blocked, depth) for depth in (1, 2, 3)]
    assert walk.perft(position, 3) == expected


def test_turns_end_with_done_or_a_second_stone():
    position = FENCE.position()
    turns = position.turns()
    assert "a1/done" in turns
    assert "a1/c1" in turns
    assert "c1/a1" not in turns  # ascending cells only: the order does not matter
    assert "a1/b1" not in turns
    begun = position.play("a1")
    assert begun.mid_turn
    assert not begun.mid_move
    assert begun.to_play == 0
    assert begun.moves()[-1] == "done"
    assert begun.play("done").to_play == 1
    with pytest.raises(IllegalMove, match="not open now"):
        position.play("done")
    with pytest.raises(IllegalMove, match="the turn is over"):
        position.play("a1/done/c3")


def test_being_stuck_loses():
    position = Fence(2, "standard").position()
    position = position.play("a1/b2").play("b1/a2")
    assert position.over
    assert position.winner == 1
    assert position.turns() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("a1")


def test_a_start_from_a_seed_repeats():
    first, again, other = (FENCE.position(seed=seed) for seed in (5, 5, 6))
    assert first.state == again.state
    assert first.state != other.state
    assert FENCE.deal(seeded(5)) == first.state
    assert "#" in str(first)
    assert first.svg().count("<circle") == bin(first.state.blocked).count("1")


# Shuttle: repetition.


def shuttle_perft(size, stones, mover, history, depth, once):
    """Count with plain tuples; ``history`` lists the boards at the end of all turns."""
    if depth == 0:
        return 1
    if not once and history.count(stones) >= 3:
        return 0
    homes = (0, size**2 - 1)
    if stones[0] == homes[1] or stones[1] == homes[0]:
        return 0
    x, y = stones[mover] % size, stones[mover] // size
    total = 0
    for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        target = v * size + u
        if 0 <= u < size and 0 <= v < size and target != stones[1 - mover]:
            after = (target, stones[1]) if mover == 0 else (stones[0], target)
            if not once or after not in history:
                deeper = (after, 1 - mover, [*history, after], depth - 1, once)
                total += shuttle_perft(size, *deeper)
    return total


@pytest.mark.parametrize(
    "game",
    [ONCE, pytest.param(THRICE, marks=pytest.mark.slow), Shuttle(2, "once"), Shuttle(2, "thrice")],
    ids=repr,
)
def test_shuttle_perft(game, monkeypatch):
    interpret_the_smallest(game.size, monkeypatch)
    start = (0, game.size**2 - 1)
    expected = [
        shuttle_perft(game.size, start, 0, [start], depth, game.variant == "once")
        for depth in range(1, 10)
    ]
    assert walk.perft(game.position(), 9) == expected


def test_an_earlier_board_is_illegal():
    position = ONCE.position().play("a1-b1").play("c3-b3").play("b1-a1")
    assert position.moves() == ["b3-a3", "b3-b2"]
    with pytest.raises(IllegalMove):
        position.play("b3-c3")
    free = THRICE.position().play("a1-b1").play("c3-b3").play("b1-a1")
    assert "b3-c3" in free.moves()


def test_the_third_occurrence_is_a_draw():
    position = THRICE.position()
    for _ in range(2):
        assert not position.over
        for turn in ("a1-b1", "c3-b3", "b1-a1", "b3-c3"):
            position = position.play(turn)
    assert position.over
    assert position.winner is None
    assert "drawn" in str(position)


def test_a_turn_that_could_only_repeat_is_no_turn():
    """Its first tap is not offered either, so the player is stuck and the game a draw."""
    position = ONCE.position()
    for turn in ("a1-b1", "c3-c2", "b1-b2", "c2-c1", "b2-b1"):
        position = position.play(turn)
    assert position.turns() == position.moves() == position.actions() == []
    assert position.over
    assert position.winner is None


def test_being_stuck_draws():
    position = Shuttle(2, "once").position()
    game = Shuttle(2, "once")
    table = position.table._replace(state=position.state._replace(enemy=0b110))
    blocked = type(position)(game, table, position.keys, None, -1)
    assert blocked.over
    assert blocked.winner is None


def test_history_is_seen_by_the_search():
    """Inside a tree search and in playouts a board that has occurred does not occur again."""
    position = ONCE.position().play("a1-b1").play("c3-b3").play("b1-a1").tap(ONCE.board.cell("b3"))
    thought = search_result(position, 200)
    assert {ONCE.board.name(action) for action in thought.visits} == {"a3", "b2"}


def test_pie_rule_by_default_and_by_choice():
    pie = WITH_PIE.position().play("a1-b1")
    assert "swap" in pie.moves()
    assert "swap" not in ONCE.position().play("a1-b1").moves()


# Both run compiled as interpreted, from playouts to the tree search.


@pytest.mark.parametrize(
    "game",
    [
        FENCE,
        pytest.param(THRICE, marks=pytest.mark.slow),
        pytest.param(WITH_PIE, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_compiled_equals_interpreted(game):
    for number in range(60):
        compiled, interpreted = both_tallies(game, number, seed=4, limit=200, deal=True)
        assert compiled == interpreted


def test_random_play_of_long_moves_is_uniform():
    """Without a sampler the framework draws a first tap in proportion to the moves behind it."""
    position = crosscut.game("slither", 4).position("..../.XX./..X./O..O")
    moves = {tuple(after.taps_since(position)) for _, after in position.next_moves()}
    draws, found = 60 * len(moves), Counter()
    for seed in range(draws):
        rng, here = seeded(seed), position
        while here is position or here.mid_move:
            work = Work([0, 0], [0] * 8, [], [[0] * 32 for _ in range(4)])
            here = here.tap(random_tap(here.game, here.table, rng, work))
        found[tuple(here.taps_since(position))] += 1
    assert set(found) == moves
    chi_square = sum((number - 60) ** 2 / 60 for number in found.values())
    assert chi_square < len(moves) - 1 + 4 * (2 * (len(moves) - 1)) ** 0.5


def test_lengths_are_those_of_the_games_people_see():
    """A player who is stuck has made no further move, also where that ends the game."""
    source, lengths = random.Random(3), []
    for seed in range(400):
        position, moves = FENCE.position(seed=seed), 0
        while not position.over:
            position, moves = position.tap(source.choice(position.actions())), moves + 1
        lengths.append((moves, position.turn_number))
    played = Playouts(FENCE)
    played.play(20_000)
    found = played.summary()
    assert found["mean_moves"] == pytest.approx(sum(m for m, _ in lengths) / 400, abs=0.35)
    assert found["mean_turns"] == pytest.approx(sum(t for _, t in lengths) / 400, abs=0.25)


@pytest.mark.parametrize(
    "game", [FENCE, ONCE, pytest.param(THRICE, marks=pytest.mark.slow)], ids=repr
)
def test_every_game_is_searched_compiled(game):
    """A warning that a rule will not compile is an error in this test suite."""
    thought = search_result(game.position(), 300)
    assert thought.simulations == 300 or thought.proven is not None


def test_playouts_leave_the_history_alone():
    position = WITH_PIE.position().play("a1-b1").play("c3-c2").play("b1-b2")
    work = search_work(WITH_PIE, position.keys)
    before = work.keys.copy()
    assert before[0] == 4
    for first in (0, 100):
        tally = np.zeros(TALLY, np.int64)
        root = position.packed()
        playouts(WITH_PIE, root, False, False, first, first + 100, 1, 3000, tally, new_rng(), work)
    assert work.keys[0] == before[0]
    assert work.keys[: 1 + 4].tolist() == before[: 1 + 4].tolist()


# Rules that will not compile.

ODD = {
    "a call the compiler lacks": "sorted([str(3)])[0] == '3'",
    "a list": "len([k for k in (1, 2)]) == 2",
    "a dictionary": "{1: 2}[1] == 2",
    "a fact": "self.facts.size == 3",
    "a side by its name": "self.board.sides['north'] > 0",
    "a set beside an integer": "(state.own | 1 << state.colour) != 0",
    "a number of many digits": "self.size < 10**30",
}


def odd_game(name, folder):
    """Return a game with a rule that will not compile, and the number of its line."""
    text = Path(shuttle.__file__).read_text()
    broken = text.replace("        if state.held:\n", f"        if state.held and {ODD[name]}:\n")
    assert broken != text
    path = folder / "odd_game.py"
    path.write_text(broken)
    line = next(i for i, text in enumerate(broken.splitlines(), 1) if "if state.held and" in text)
    return load_file(path)(3, "once"), line


def test_a_game_that_will_not_compile_is_searched(tmp_path, monkeypatch):
    forgotten = []  # what other games have compiled has to stay
    monkeypatch.setattr("crosscut.core.compiler.cache.forget", forgotten.append)
    game, _ = odd_game("a fact", tmp_path)
    with pytest.warns(NotCompiled, match="Shuttle runs interpreted, slower: "):
        thought = search_result(game.position(), 30)
    assert thought.visits == search_result(ONCE.position(), 30).visits
    assert forgotten == []


@pytest.mark.parametrize("name", ODD)
def test_a_rule_that_will_not_compile_still_plays(name, tmp_path):
    game, line = odd_game(name, tmp_path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = choices(game, 7)
    assert found == choices(ONCE, 7)
    messages = [str(w.message) for w in caught if issubclass(w.category, NotCompiled)]
    assert len(messages) == 1
    assert messages[0].startswith("Shuttle runs interpreted, slower: ")
    assert f"line {line} of odd_game.py" in messages[0] or "a rule in odd_game.py" in messages[0]


# What a game file has to say.


def test_sizes_and_variants_are_checked():
    with pytest.raises(BadOption, match="Fence is played on sizes 2 to 9, not 10"):
        Fence(10, "standard")
    with pytest.raises(BadOption, match="Fence has no variant 'giant'; it has standard"):
        Fence(3, "giant")


def test_actions_are_numbered_after_the_cells():
    assert (FENCE.pass_action, FENCE.swap_action, FENCE.first_extra) == (9, 10, 11)
    assert FENCE.actions == 12
    assert not FENCE.has_sample
    assert isinstance(FENCE, Game)


def test_an_action_that_does_not_exist_is_refused():
    for action in (-1, 12, 999):
        with pytest.raises(IllegalMove, match="is no action of Fence"):
            FENCE.position().tap(action)


def test_random_positions_never_crash():
    source = random.Random(1)
    for game in (FENCE, ONCE, THRICE):
        for seed in range(5):
            position = game.position(seed=seed)
            while not position.over and position.turn_number < 60:
                position = position.tap(source.choice(position.actions()))
