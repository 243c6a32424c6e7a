"""Facts about whole small boards, established by going through all of them."""

import random

import pytest

import crosscut
from crosscut.search.solver import Solver
from crosscut.search.solver.solution import best_tap
from tests.support.all_boards import (
    BOARDS,
    BOTH_STUCK,
    FULL,
    OPEN,
    SOLE_WINNERS,
    SOUND_BY_CROSSCUTS,
    SOUND_BY_DIAGONALS,
    STUCK_0,
    STUCK_1,
    TWO_WINNERS,
    check_all_boards,
    reachable,
)
from tests.support.games import variants

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("variant", ["classic", "advanced"])
@pytest.mark.parametrize(
    ("size", "boards", "full", "undecided"),
    [(3, 10_053, 322, 6_087), (4, 9_921_237, 23_858, 6_888_487)],
)
def test_slither_always_has_a_turn_and_a_winner(size, boards, full, undecided, variant):
    """Full boards have exactly one winner; on open ones either colour has a turn."""
    counts = check_all_boards(crosscut.game("slither", size, variant), SOUND_BY_DIAGONALS)
    assert counts[BOARDS] == boards
    assert counts[FULL] == counts[SOLE_WINNERS] == full
    assert counts[OPEN] == undecided
    assert counts[STUCK_0] == counts[STUCK_1] == counts[TWO_WINNERS] == 0


@pytest.mark.parametrize(("name", "stuck"), [("crossway", 236), ("kopano", 1_520), ("konobi", 236)])
def test_never_both_are_stuck_without_crosscuts(name, stuck):
    """On every 4x4 board without a crosscut, someone who is not connected yet can go on."""
    counts = check_all_boards(crosscut.game(name, 4), SOUND_BY_CROSSCUTS, only_open=False)
    assert counts[OPEN] == 19_090_591
    assert counts[STUCK_0] == counts[STUCK_1] == stuck
    assert counts[BOTH_STUCK] == counts[TWO_WINNERS] == 0


@pytest.mark.parametrize(
    ("name", "variant", "positions"),
    [
        ("rhode", None, 7_478),
        ("quinten", None, 313),
        ("quinten", "quentin-2012", 1_866),
        ("vimbre", None, 7_344),  # 8,287 if the first turn could place two stones
    ],
)
def test_reachable_positions_on_3x3(name, variant, positions):
    """No position comes back, and nobody is ever stuck."""
    found, stuck, cycles = reachable(crosscut.game(name, 3, variant, False))
    assert found == positions
    assert not cycles
    assert stuck == 0


@pytest.mark.parametrize(
    ("size", "variant"), [(size, v) for size in (2, 3) for v in variants("serpent")]
)
def test_the_second_player_wins_small_serpent(size, variant):
    """The proof is tried out: whatever Black plays, White finds a winning answer in it."""
    game = crosscut.game("serpent", size, variant)
    solver = Solver(game.position(), first_turns=False)
    assert solver.run(seconds=1500)
    assert solver.root.value == 1
    for seed in range(200):
        source, here = random.Random(seed), game.position()
        while not here.over:
            tap = best_tap(solver, here) if here.colour == 1 else source.choice(here.actions())
            assert tap is not None
            here = here.tap(tap)
        assert here.winner == 1
