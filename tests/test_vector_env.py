"""The vectorised environment against positions, action by action."""

import numpy as np
import pytest

import crosscut
from crosscut.boards import members
from crosscut.envs.observation import shape
from crosscut.envs.vector import VectorEnv
from crosscut.game import DRAW
from tests.helpers import SMALL, all_variants

HIDDEN = {
    "resolve": ("held", "left", "below", "begun"),
    "serpent": ("asking",),
    "slither": ("stepped",),
    "snaketrail": ("phase", "holder"),
    "vimbre": ("first",),
}
"""What a state holds beside pieces, colour and winner."""
SETS = ("held", "left", "below", "first")
LIFTING = ("serpent", "shifty", "slither")


def seen(position):
    """Return what the player to move sees, read from the position cell by cell."""
    game, state, name = position.game, position.state, position.game.id
    images = list(game.pieces(state))
    if name != "snaketrail" and position.colour == 1:
        images[:2] = images[1], images[0]
    if name in LIFTING:
        images.append(state.held)
    images.append(game.board.full)
    whole = (1 << game.width) - 1
    numbers = [position.colour, int(position.mid_turn)]
    if game.pie:
        offered = game.swap_action in position.actions()
        numbers += [int(offered), int(position.to_play != position.colour)]
    values = [(cells, 1) for cells in images] + [(whole, number) for number in numbers]
    for field in HIDDEN.get(name, ()):
        value = getattr(state, field)
        values.append((value, 1) if field in SETS else (whole, value % 256))
    rows, columns = game.board.grid
    picture = np.zeros((len(values), rows, columns), np.uint8)
    for plane, (cells, value) in enumerate(values):
        for cell in members(cells):
            picture[plane, cell // columns, cell % columns] = value
    return picture


def first_position(env, i):
    """Return where a game of the batch begins."""
    return env.game.position(seed=env.seed_of(i)) if env.game.has_deal else env.game.position()


def reward_of(position):
    """Return what a finished game brings to both seats."""
    if position.result == DRAW:
        return [0, 0]
    return [1, -1] if position.winner == 0 else [-1, 1]


def follows_positions(game, steps, batch=3, seed=1):
    """Play at random and compare everything with positions; return how many games ended."""
    env = VectorEnv(game, batch, seed)
    positions = [first_position(env, i) for i in range(batch)]
    ended = 0
    for _ in range(steps):
        actions = env.random_actions()
        env.step(actions)
        for i, action in enumerate(actions.tolist()):
            here = positions[i].tap(action)
            assert env.terminated[i] == here.over
            assert not env.truncated[i]
            assert env.rewards[i].tolist() == (reward_of(here) if here.over else [0, 0])
            if here.over:
                ended += 1
                assert env.final_to_play[i] == here.to_play
                assert (env.final_observation[i] == seen(here)).all()
                here = first_position(env, i)
            assert np.flatnonzero(env.mask[i]).tolist() == here.actions()
            assert env.to_play[i] == here.to_play
            assert env.observation[i].shape == shape(game)
            assert (env.observation[i] == seen(here)).all()
            assert env.position(i).table == here.table
            positions[i] = here
    return ended


@pytest.mark.parametrize("name", ["slither", "snaketrail", "resolve", "gonnect", "y", "vimbre"])
def test_it_follows_positions(name, interpreted):
    assert follows_positions(crosscut.game(name, SMALL[name]), 60)


@pytest.mark.slow
@pytest.mark.parametrize("pair", all_variants(), ids="-".join)
def test_it_follows_positions_in_every_game(pair, either_way):
    name, variant = pair
    assert follows_positions(crosscut.game(name, SMALL[name], variant=variant), 400)
