"""Random play of every game: compiled as interpreted, uniform, and alike however it is drawn."""

import random
from collections import Counter

import pytest

import crosscut
from crosscut.core.rng import seeded
from crosscut.lab.bench.playouts import Playouts
from crosscut.lab.check import both_tallies
from crosscut.rules.game import NOBODY
from crosscut.rules.move_code import MOST_TAPS, STUCK
from crosscut.search.playout import playout_limit
from tests.support.games import (
    SMALL_SIZES,
    all_variants,
    chi_square_bound,
    from_reference,
    in_prelude,
    random_position,
    random_set_up,
    set_up,
    taps_of,
)
from tests.support.slow_cases import slow_where

ROLLOUTS = [name for name in SMALL_SIZES if crosscut.game(name, SMALL_SIZES[name])._has_rollout]


def small(name, variant=None):
    """Return a game on its small board, without the pie rule."""
    return crosscut.game(name, SMALL_SIZES[name], variant, pie=False)


REPEATED = ("crossway", "filler", "konobi", "serpent", "shifty", "y")
"""Games that are compiled in the slow tests only: Serpent takes long, and other tests compare it;
most others fill a board by the code that draws and plays Hex and Kopano."""


@pytest.fixture(scope="module", params=slow_where(SMALL_SIZES, lambda name: name in REPEATED))
def game(request):
    """Return each game; the tests of one game run one after another, so it is compiled once."""
    return small(request.param)


def test_compiled_games_are_the_interpreted_ones(game):
    """Same seed, same games: the tallies of every single game agree."""
    for enumerate_all in (False, True):
        for number in range(30):
            compiled, interpreted = both_tallies(
                game, number, 8, playout_limit(game), enumerate_all=enumerate_all
            )
            assert compiled == interpreted


def test_sampled_and_enumerated_games_are_alike(game):
    found = []
    for enumerated in (False, True):
        played = Playouts(game, enumerated=enumerated, seed=int(enumerated))
        played.play(20_000)
        found.append(played.summary())
    sampled, listed = found
    assert sampled["unfinished"] == listed["unfinished"] == 0
    error = (sampled["mean_moves_error"] ** 2 + listed["mean_moves_error"] ** 2) ** 0.5
    assert abs(sampled["mean_moves"] - listed["mean_moves"]) <= 4.5 * error
    error = 0.5 * (2 / 20_000) ** 0.5
    assert abs(sampled["first_seat_wins"] - listed["first_seat_wins"]) <= 4.5 * error


# Drawing one move.

RARE = """
gonnect standard 4 .XO./XO.O/.XO./.... X
resolve standard 3 XOO/OXX/XXO X
resolve standard 5 OOXXO/OXOXX/OOXXX/XOXOO/XXOOX O
resolve standard 5 .OXXO/.OOXX/OXOOO/O.OOX/X.O.O X
rhode standard 4 ..../.XO./X.X./.O.. X
serpent standard 3 .O./..O./X.XOO/O..X/XX. X
serpent standard 3 X../.X.O/XO.O./.X.O/... X
serpent m1 3 ..O/...O/O.X../.X.X/... X
shifty standard 5 ...../..X../..X../....O/..... X
snaketrail standard 4 ..@./.BB../.WBBBB/..BBBW./.R.B../..R../.... W
vimbre standard 4 XOXX/X..O/O..X/XXOX X
vimbre standard 5 OXO../....X/XOX.O/....O/OXO.O X
vimbre standard 5 OXX.O/..O.X/X.O.O/O.X.O/O.O.X X
""".strip().splitlines()
"""Positions that random games seldom reach: full boards, long moves, few legal turns of many."""

WITHOUT_A_TURN = """
crossway standard 4 XOXO/O..O/XXOX/XOOO X
crossway standard 5 OXOOX/OXXOX/OXX.O/O.O.X/XOXOX X
gonnect standard 2 X./.X O
konobi standard 5 OXOOX/OXXOX/OXX.O/O.O.X/XOXOX X
konobi standard 5 XXXOO/OOXXO/XX.OO/OO.XX/XXXOO O
kopano standard 3 XOX/X.O/O.O X
kopano standard 5 XXOOX/.O..X/OXXOO/.OXOX/OOXOX X
serpent standard 3 OO./XXO./XO..O/X.OX/X.O O
shifty standard 3 O../..O/.OX X
slither classic 5 XXXXX/XXOOX/OX.OO/OO.XO/XOOXX X
vimbre standard 4 XOXX/X..O/O..X/XXOX O
vimbre as-written 3 XOO/..X/OXX O
""".strip().splitlines()
"""Positions in which the player to move has no turn."""


def board(line):
    """Return the position that a line describes."""
    name, variant, size, shown, mover = line.split()
    return crosscut.game(name, int(size), variant, pie=False).position(shown, to_play=mover)


def draw(position, seed):
    """Draw one move with the game's own sampler."""
    game = position.game
    return game._sample_with(position.state, seeded(7, seed), [0] * game.scratch_size)


def moves_of(position):
    """Return the taps of all legal moves other than a pass."""
    return [after.taps_since(position) for text, after in position.next_moves() if text != "pass"]


def assert_uniform(position, each=60):
    """Check by a test of chi square that all moves are drawn alike, by their first taps."""
    moves = Counter(tuple(taps[:MOST_TAPS]) for taps in moves_of(position))
    found = Counter(taps_of(draw(position, seed)) for seed in range(each * moves.total()))
    assert set(found) == set(moves)
    misses = {taps: found[taps] - each * times for taps, times in moves.items()}
    chi_square = sum(misses[taps] ** 2 / (each * times) for taps, times in moves.items())
    assert len(moves) == 1 or chi_square < chi_square_bound(len(moves) - 1)


SAMPLED = [pair for pair in all_variants(SMALL_SIZES) if small(*pair).has_sample]


@pytest.mark.parametrize(("name", "variant"), SAMPLED)
def test_sample_is_uniform_in_every_phase(name, variant):
    line = [
        here
        for here in random_position(small(name, variant).position(), 10**6, seed=4).line
        if (in_prelude(here) or not here.mid_turn) and not here.over and moves_of(here)
    ]
    for share in (0.1, 0.35, 0.6, 0.8, 0.95):
        assert_uniform(without_history(line[int(share * len(line))]))


def without_history(position):
    """Return the same position set up, or as it is if players still settle how the game starts."""
    if in_prelude(position):
        return position
    return set_up(position.game, position.game.pieces(position.state), position.colour)


@pytest.mark.parametrize(("name", "variant"), [pair for pair in SAMPLED if pair[0] != "slither"])
def test_sample_is_uniform_from_random_set_ups(name, variant):
    for seed in range(25):
        slow = random_set_up(name, variant, SMALL_SIZES[name] + seed % 2, random.Random(seed))
        here = from_reference(name, slow)
        if moves_of(here):
            assert_uniform(here)


@pytest.mark.parametrize("line", RARE)
def test_sample_is_uniform_where_it_is_difficult(line):
    assert_uniform(board(line), each=250)


def test_difficult_positions_have_long_moves():
    """A move of more taps than a number holds is drawn by its beginning."""
    assert max(len(taps) for line in RARE for taps in moves_of(board(line))) > MOST_TAPS


@pytest.mark.parametrize("line", WITHOUT_A_TURN)
def test_sample_says_when_nothing_is_legal(line):
    position = board(line)
    assert not moves_of(position)
    assert all(draw(position, seed) == STUCK for seed in range(20))


# Whole games at once.


def move_by_move(game, state, rng):
    """Play to the end by drawing moves; return the winner, the moves and the turns."""
    scratch, moves = [0] * game.scratch_size, 0
    while state.winner == NOBODY:
        move = game._sample_with(state, rng, scratch)
        state = game.skip(state) if move == STUCK else game._play_with(state, move, scratch)
        moves += 1
        assert moves <= 2 * game.width
    return state.winner, moves, moves


def assert_rollout(position, seed):
    """Check one rollout against the same random numbers played out, and return its length."""
    game, state = position.game, position.state
    expected = move_by_move(game, state, seeded(seed))
    assert game.rollout(state, STUCK, seeded(seed), [0] * game.scratch_size) == expected
    return expected[1]


@pytest.mark.parametrize("larger", [0, 1, 4])
@pytest.mark.parametrize("name", ROLLOUTS)
def test_a_rollout_is_the_game_played_move_by_move(name, larger):
    game = crosscut.game(name, SMALL_SIZES[name] + larger, pie=False)
    lengths = set()
    for seed in range(100):
        start = random_position(game.position(), seed % (2 * game.size), seed)
        if not start.over:
            lengths.add(assert_rollout(start, seed))
    assert len(lengths) > 5


@pytest.mark.parametrize("line", [line for line in WITHOUT_A_TURN if line.split()[0] in ROLLOUTS])
def test_a_rollout_can_begin_with_a_pass(line):
    position = board(line)
    for seed in range(50):
        assert_rollout(position, seed)
