"""Every game against its slow twin, which was written from the rules alone."""

import random

import pytest

import crosscut
from tests.support.games import (
    RESULTS,
    all_variants,
    from_reference,
    random_set_up,
    reference_board,
    reference_moves,
    reference_of,
    sample_turns,
    stones_of,
)
from tests.support.slow_cases import slow_where

TWINS = [pair for pair in all_variants() if pair[0] != "slither"]
"""Slither has its own twin and its own tests against it."""

SIZES = {
    "connect_four": (2, 3, 4, 5, 6),
    "havannah": (2, 3, 4),
    "hex": (1, 2, 3, 4, 5),
    "serpent": (2, 3, 4),
    "snaketrail": (3, 4, 5),
    "y": (1, 2, 3, 4, 5),
}
"""The sizes on which a game is compared, where they are not 2 to 5."""
LOOSE = ("resolve", "as-written")
"""Where some positions have millions of turns: those are left out, and looked at step by step."""
MOST_TURNS = 2000
PHASES = ("set-up", "choice", "colour", "trail")
"""What the twin of Snaketrail calls the phases of a game."""
GAMES = {1: 2, 2: 30, 3: 40, 4: 20, 5: 10, 6: 5}
"""How many random games are played on boards of each size."""
FEWER_GAMES = {("serpent", 4): 4}
"""And where the twin takes half a second for one."""
SET_UP_SIZES = {"serpent": (3, 3, 3, 4, 4, 5)}
"""The sizes on which pieces are set up, where they are not 3 to 5 alike."""


def sizes(name, variant):
    """Return the sizes on which a game is compared."""
    return (2, 3) if (name, variant) == LOOSE else SIZES.get(name, (2, 3, 4, 5))


def too_many(position):
    """Tell whether a position has more turns than can be listed."""
    game = position.game
    return (game.id, game.variant) == LOOSE and len(
        sample_turns(position, MOST_TURNS)
    ) == MOST_TURNS


def agree(ours, slow):
    """Check that board, result, mover and turns are the same, and return the turns."""
    alike(ours, slow)
    assert ours.over or "XO"[ours.colour] == slow.mover
    if too_many(ours):
        return {}
    turns = slow.turns()
    assert reference_moves(ours) == sorted(turns)
    return turns


def alike(ours, slow):
    """Check that board and result are the same, and what else there is to a position."""
    assert stones_of(ours) == reference_board(slow)
    assert RESULTS[ours.result] == slow.winner()
    if isinstance(slow, reference_of("snaketrail")):
        assert PHASES[ours.state.phase] == slow.phase
        assert RESULTS[ours.state.holder] == slow.white


CASES = [(*pair, size) for pair in TWINS for size in sizes(*pair)]


def is_like_another(name, variant, size):
    """Tell whether a case takes long and is of a variant of Serpent: they share most rules."""
    slow = {("r1", 4), ("m1", 4), ("r1-m1", 3), ("r1-m1", 4)}
    return name == "serpent" and (variant, size) in slow


@pytest.mark.parametrize(("name", "variant", "size"), slow_where(CASES, is_like_another))
def test_random_games_agree_with_the_twin(name, variant, size):
    game, ended = crosscut.game(name, size, variant, pie=False), 0
    games = FEWER_GAMES.get((name, size), GAMES[size])
    for seed in range(games):
        source = random.Random(seed)
        ours, slow = game.position(), reference_of(name)(size, variant)
        while turns := agree(ours, slow):
            turn = source.choice(sorted(turns))
            ours, slow = ours.play(turn), turns[turn]
        ended += ours.over
    assert ended > 0.8 * games


@pytest.mark.parametrize(("name", "variant"), TWINS)
def test_every_turn_agrees_with_the_twin(name, variant):
    """Not only the turn that is played: what each one makes of the board, on small boards."""
    game, source = crosscut.game(name, 3, variant, pie=False), random.Random(5)
    for _ in range(5):
        ours, slow = game.position(), reference_of(name)(3, variant)
        while turns := agree(ours, slow):
            for turn, after in turns.items():
                alike(ours.play(turn), after)
            turn = source.choice(sorted(turns))
            ours, slow = ours.play(turn), turns[turn]


# Positions that are set up, most of which no game would reach.


SIMILAR = (LOOSE, *(("serpent", variant) for variant in ("r1", "m1", "r1-m1")))
"""Variants that share all rules but one with another that is compared."""


@pytest.mark.parametrize(("name", "variant"), slow_where(TWINS, lambda *pair: pair in SIMILAR))
def test_set_up_positions_agree_with_the_twin(name, variant):
    compared = 0
    for seed in range(120):
        source = random.Random(seed)
        size = source.choice(SET_UP_SIZES.get(name, (3, 4, 5)))
        slow = random_set_up(name, variant, size, source)
        if not slow.stones:
            continue  # only Black can find an empty board
        ours = from_reference(name, slow)
        turns = agree(ours, slow)
        for turn in source.sample(sorted(turns), min(8, len(turns))):
            alike(ours.play(turn), turns[turn])
        compared += bool(turns)
    assert compared > 40


@pytest.mark.parametrize("size", [3, 4, 5])
def test_long_turns_of_resolve_agree_step_by_step(size):
    """As written, each exchange of a turn is one of those that the twin would try."""
    longest = 0
    for seed in range(150):
        source = random.Random(seed)
        slow = random_set_up(*LOOSE, size, source)
        start = ours = from_reference("resolve", slow)
        used = []
        while ours is start or ours.mid_turn:
            placing = ours is start and slow.empty()
            assert ours.moves() == sorted(placing or exchanges(slow, stones_of(ours), used))
            onward = [move for move in ours.moves() if ours.play(move).mid_turn]
            move = source.choice(onward or ours.moves())
            used.append(set(move.split("-")))
            ours = ours.play(move)
        assert ours.over or not exchanges(slow, stones_of(ours), used)
        longest = max(longest, len(used))
    assert longest > 5


def exchanges(slow, stones, used):
    """Return the exchanges that are open to the mover after some others."""
    return [
        f"{own}-{other}"
        for own in slow.own(slow.mover, stones)
        for other in slow.partners(stones, own)
        if {own, other} not in used
    ]
