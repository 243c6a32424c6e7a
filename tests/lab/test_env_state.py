"""Moments, which are what other people's libraries step, against positions; and their pictures."""

import copy
import pickle
import random

import numpy as np
import pytest

import crosscut
from crosscut.core.errors import BadOption, IllegalMove
from crosscut.core.optional import load
from crosscut.lab.envs.state import Moment, advance
from crosscut.play.raster import pixels
from crosscut.play.svg import WON, at, frame
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.observation import observation
from tests.support.game_files.shuttle import Shuttle
from tests.support.games import SMALL_SIZES


def a_game(position, seed):
    """Yield each moment of a random game, with the position at which it stands."""
    rng, moment = random.Random(seed), Moment.at(position)
    yield moment, position
    while not position.over:
        action = rng.choice(position.actions())
        moment, position = moment.after(action), position.step(action)
        yield moment, position


def agree(moment, position):
    """Assert that a moment says what the position says."""
    assert moment.legal == position.actions()
    assert moment.to_play == position.to_play
    assert moment.swapped == position.table.swapped
    assert (moment.winner != NOBODY) == position.over
    if position.over:
        assert moment.winner == (DRAW if position.winner is None else position.winner)
        won = {None: [0, 0], 0: [1, -1], 1: [-1, 1]}[position.winner]
        assert moment.rewards == won
    else:
        assert moment.rewards == [0, 0]
    assert np.flatnonzero(moment.mask()).tolist() == position.actions()
    assert np.array_equal(moment.observation(position.to_play), observation(position))


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted_and_compiled")
def test_a_moment_is_the_position(name):
    game = crosscut.game(name, SMALL_SIZES[name])
    seed = 5 if game.has_deal else None
    for moment, position in a_game(game.position(seed=seed), name):
        agree(moment, position)
    assert moment.position.history() == position.history()
    again = pickle.loads(pickle.dumps(moment))
    agree(again, position)
    assert again.position.history() == position.history()
    assert again.taps == moment.taps


@pytest.mark.parametrize("variant", ["once", "thrice"])
@pytest.mark.usefixtures("interpreted_and_compiled")
def test_all_turns_are_remembered(variant):
    """Shuttle is decided by what was on the board before, however long ago."""
    for seed in range(5):
        for moment, position in a_game(Shuttle(3, variant, True).position(), seed):
            agree(moment, position)
            assert moment.keys.tolist() == position.keys[: 1 + position.keys[0]]


@pytest.mark.usefixtures("interpreted")
def test_a_copy_is_the_same_moment(slither5):
    moment = Moment.at(slither5.position()).after(12)
    assert copy.deepcopy([moment])[0] is moment
    assert copy.copy(moment) is moment


@pytest.mark.usefixtures("interpreted")
def test_own_pieces_are_those_of_the_seat_that_looks(slither5):
    moment = Moment.at(slither5.position()).after(12)
    mover, other = moment.observation(1), moment.observation(0)
    assert mover[1, 2, 2] == 1
    assert not mover[0].any()
    assert np.array_equal(other[[1, 0]], mover[:2])
    assert np.array_equal(other[2:], mover[2:])


@pytest.mark.usefixtures("interpreted")
def test_an_illegal_action_says_which_rule_it_breaks(slither5):
    moment = Moment.at(slither5.position()).after(12)
    swap = slither5.swap_action
    said = (12, "taken by Black"), (np.int32(12), "taken"), (swap, "pie rule"), (99, "99 is no")
    for action, words in (*said, (None, "None is no action"), (np.array(12), "taken")):
        with pytest.raises(IllegalMove, match=words):
            moment.after(action)


def test_nothing_but_whole_numbers_reaches_compiled_code(slither5):
    """A policy may return an array without dimensions; what is no whole number is no action."""
    moment = Moment.at(slither5.position())
    after = moment.after(np.array(12))
    assert after.legal == moment.after(np.uint8(12)).legal == moment.after(12).legal
    assert type(after.made) is int
    for wrong in (12.0, [12], np.array([12]), np.float32(12), "12"):
        with pytest.raises(IllegalMove, match="is no action"):
            moment.after(wrong)
    assert not advance.refused


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["slither", "havannah"])
def test_pieces_are_where_the_picture_shows_them(name):
    game = crosscut.game(name, SMALL_SIZES[name])
    *_, (_, position) = a_game(game.position(), 1)
    image = pixels(position)
    left, top, width, height = frame(game.board)
    assert image.dtype == np.uint8
    assert image.shape == (round(height), round(width), 3)
    black, white = game.pieces(position.state)
    for cell in game.board.cells:
        x, y = at(game.board, cell)
        red = image[int(y - top), int(x - left + 11), 0]  # beside the mark of the last turn
        stone = 0x26 if black >> cell & 1 else 0xFB if white >> cell & 1 else None
        assert red == stone or (stone is None and 0x26 < red < 0xFB), game.board.name(cell)


@pytest.mark.usefixtures("interpreted")
def test_the_picture_shows_the_links_of_the_winning_chain():
    position = crosscut.game("slither", 4).position("X.../X.OO/XX../.X..")
    image, board = pixels(position), position.game.board
    left, top, _, _ = frame(board)

    def between(one, other):
        (x, y), (u, v) = (at(board, board.cell(name)) for name in (one, other))
        return tuple(image[int((y + v) / 2 - top), int((x + u) / 2 - left)])

    won = tuple(bytes.fromhex(WON[1:]))
    for link in ("a4 a3", "a3 a2", "a2 b2", "b2 b1"):
        assert between(*link.split()) == won
    for pair in ("a3 b2", "a2 b1", "c3 d3"):
        assert between(*pair.split()) != won


def test_a_library_that_is_missing_is_named():
    with pytest.raises(BadOption, match=r"pip install 'crosscut\[envs\]'"):
        load("a_library_that_nobody_has", "envs")
