"""Slither: what has to hold in every game, and that all ways of running it agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crosscut
from crosscut.core.rng import seeded
from crosscut.core.workspace import Work
from crosscut.lab.bench.playouts import Playouts
from crosscut.lab.check import both_tallies
from crosscut.play.position import Position
from crosscut.rules import state_packing as rows
from crosscut.rules.boards import members
from crosscut.search.playout import random_move
from tests.support.games import chi_square_bound, random_position, taps_of

games = st.builds(
    crosscut.game,
    st.just("slither"),
    st.integers(2, 7),
    st.sampled_from(["classic", "advanced"]),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(games, st.integers(0, 60), st.integers(0, 10**6))
def test_every_position_is_sound(game, taps, seed):
    position = random_position(game.position(), taps, seed)
    for here in position.line:
        black, white = game.pieces(here.state)
        assert black & white == 0
        assert (black | white) & ~game.board.full == 0
        if not here.mid_turn:
            assert not game.board.bare_pairs(black)
            assert not game.board.bare_pairs(white)
        assert here.over == (game.connected(black, 0) or game.connected(white, 1)) or here.mid_turn
        assert here.over or here.actions()
        assert here.actions() == sorted(set(here.actions()))


@settings(max_examples=40, deadline=None)
@given(games, st.integers(0, 40), st.integers(0, 10**6))
def test_text_goes_there_and_back(game, taps, seed):
    position = random_position(game.position(), taps, seed)
    again = game.position()
    for turn in position.history():
        if position.mid_move and turn == position.history()[-1]:
            break
        again = again.play(turn)
    assert position.mid_move or again == position
    if not position.mid_turn and not position.table.swapped:
        read = game.position(str(position))
        assert read.state == position.state or position.over
        assert game.pieces(read.state) == game.pieces(position.state)


@settings(max_examples=40, deadline=None)
@given(games, st.integers(1, 40), st.integers(0, 10**6))
def test_undo_takes_back_one_move(game, taps, seed):
    position = random_position(game.position(), taps, seed)
    if position.parent is None:
        return
    before = position.undo()
    assert before in position.line
    assert not before.mid_move
    taps = position.taps_since(before)
    for tap in taps:
        before = before.tap(tap)
    assert before == position


@settings(max_examples=40, deadline=None)
@given(games, st.integers(0, 40), st.integers(0, 10**6))
def test_rows_keep_everything(game, taps, seed):
    position = random_position(game.position(), taps, seed)
    assert rows.unpack(game, position.packed()) == position.table


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 6), st.sampled_from(["classic", "advanced"]), st.integers(0, 10**6))
def test_rules_are_symmetric(size, variant, seed):
    """Turning the board by half, or exchanging colours along a diagonal, changes nothing."""
    game = crosscut.game("slither", size, variant, pie=False)
    position = random_position(game.position(), 12, seed)
    while position.mid_turn:
        position = position.parent
    if position.over:
        return
    board, count = game.board, len(position.turns())
    for image in board.symmetries:
        turned = [
            sum(1 << image[cell] for cell in members(stones))
            for stones in game.pieces(position.state)
        ]
        upright = image[board.cell("b1")] in (
            image[board.cell("a1")] + 1,
            image[board.cell("a1")] - 1,
        )
        colour = position.colour if upright else 1 - position.colour
        pieces = tuple(turned) if upright else tuple(turned[::-1])
        state = game.setup(pieces, colour)
        start = position.start(game)
        table = start.table._replace(state=state, turns=2, winner=state.winner)
        mirrored = Position(game, table, start.keys, None, -1)
        assert len(mirrored.turns()) == count


@settings(max_examples=30, deadline=None)
@given(games, st.integers(0, 10**6))
def test_random_games_end_with_one_winner(game, seed):
    position = random_position(game.position(), 10**6, seed)
    assert position.over
    assert position.winner in (0, 1)
    placements = sum(1 for turn in position.history() if turn not in ("pass", "swap"))
    assert placements <= game.width


# The interpreter and the compiler.


@pytest.mark.slow  # test_playout has 4x4
@pytest.mark.parametrize(
    ("size", "variant", "pie"),
    [
        (3, "classic", False),
        (5, "advanced", True),
        (9, "advanced", False),
    ],
)
def test_compiled_games_are_the_interpreted_ones(size, variant, pie):
    """Same seed, same games: the tallies of every single game agree."""
    game = crosscut.game("slither", size, variant, pie)
    for enumerate_all in (False, True):
        for number in range(1 if size == 9 else 40):
            compiled, interpreted = both_tallies(
                game, number, seed=99, limit=10_000, enumerate_all=enumerate_all
            )
            assert compiled == interpreted


@settings(max_examples=60, deadline=None)
@given(games, st.integers(0, 60), st.integers(0, 10**6))
def test_random_moves_are_legal_from_anywhere(game, taps, seed):
    """Also from the middle of a turn, and with a stone in hand: playouts start there."""
    position = random_position(game.position(), taps, seed)
    if position.over:
        return
    work = Work([0, 0], [0] * 8, [], [[0] * 64 for _ in range(4)])
    move = random_move(game, position.table, seeded(seed), work)
    if move == -1:
        assert position.moves() == ["pass"]
        return
    for tap in taps_of(move):
        assert tap in position.actions()
        position = position.tap(tap)


# Uniform draws.


def sampled_moves(position, draws):
    """Draw moves with the game's own sampler and count them by their taps."""
    game, found = position.game, {}
    for i in range(draws):
        taps = taps_of(game.sample(position.state, seeded(7, i)))
        found[taps] = found.get(taps, 0) + 1
    return found


@pytest.mark.parametrize("variant", ["classic", "advanced"])
@pytest.mark.parametrize("seed", range(6))
def test_sample_is_uniform_over_the_legal_moves(variant, seed):
    game = crosscut.game("slither", 5, variant, pie=False)
    position = random_position(game.position(), 6 + 5 * seed, seed)
    while position.mid_move or position.over or len(position.moves()) < 4:
        position = position.parent
    moves = {tuple(after.taps_since(position)) for _, after in position.next_moves()}
    draws = 250 * len(moves)
    found = sampled_moves(position, draws)
    assert set(found) == moves
    expected = draws / len(moves)
    chi_square = sum((number - expected) ** 2 / expected for number in found.values())
    assert chi_square < chi_square_bound(len(moves) - 1)


def test_sample_where_only_steps_are_left():
    """No placement is legal by itself here, but some turns that move a stone are."""
    diagram = "XXXXX/XXOOX/OX.OO/OO.XO/XOOXX"
    position = crosscut.game("slither", 5).position(diagram, to_play="O")
    moves = {tuple(after.taps_since(position)) for _, after in position.next_moves()}
    found = sampled_moves(position, 2000)
    assert set(found) == moves
    assert min(found.values()) > 2000 / len(moves) * 0.8
    stuck = crosscut.game("slither", 5).position(diagram)
    assert stuck.game.sample(stuck.state, seeded(1)) == -1


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "length"), [("classic", 87.0), ("advanced", 81.6)])
def test_lengths_of_random_games(variant, length):
    game = crosscut.game("slither", 8, variant, pie=False)
    for enumerated in (False, True):
        played = Playouts(game, enumerated=enumerated)
        played.play(20_000 if not enumerated else 8_000)
        found = played.summary()
        assert found["mean_moves"] == pytest.approx(length, abs=0.5)
        assert found["mean_turns"] == pytest.approx(55.4, abs=0.5)
        assert found["unfinished"] == found["draws"] == 0
