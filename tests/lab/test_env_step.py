"""What `reset` and `step` of the vectorised environments return: Gymnasium's two and five."""

import copy

import numpy as np
import pytest

import crosscut
from crosscut.lab.envs import DeviceEnv, VectorEnv

HEX = crosscut.game("hex", 2)


def on_the_cpu(*options):
    """Return an environment for a GPU, with the CPU in its place."""
    return DeviceEnv(*options, device="cpu")


@pytest.fixture(params=[VectorEnv, on_the_cpu], ids=["VectorEnv", "DeviceEnv"])
def env(request, interpreted):
    return request.param(HEX, 3)


def told(env):
    """Return what a step tells beside the observation, rewards and flags."""
    return {
        "action_mask": env.mask,
        "to_play": env.to_play,
        "final_obs": env.final_observation,
        "final_to_play": env.final_to_play,
    }


def test_a_step_returns_five_as_in_gymnasium(env):
    observation, rewards, terminated, truncated, info = env.step([0, 0, 1])
    assert observation is env.observation
    assert rewards is env.rewards
    assert (terminated is env.terminated, truncated is env.truncated) == (True, True)
    assert info.keys() == told(env).keys()
    assert all(info[name] is array for name, array in told(env).items())
    assert np.flatnonzero(info["action_mask"][0]).tolist() == [1, 2, 3, HEX.swap_action]


def test_a_reset_returns_two_as_in_gymnasium(env):
    env.step([0, 0, 1])
    observation, info = env.reset(seed=5)
    assert observation is env.observation
    assert all(info[name] is array for name, array in told(env).items())
    assert info["action_mask"].sum() == 3 * 4
    assert env.seed == 5


def test_the_next_step_writes_over_what_was_returned(env):
    _, _, _, _, info = env.step([0, 0, 1])
    mask, before = info["action_mask"], info["action_mask"].copy()
    _, _, _, _, after = env.step([1, 1, 2])
    assert after is not info  # what somebody adds to it is theirs
    assert after["action_mask"] is mask
    assert not np.array_equal(mask, before)


def test_the_last_position_of_a_game_is_told(env):
    for actions in ([0, 0, 0], [1, 1, 1]):
        env.step(actions)
    observation, rewards, terminated, truncated, info = env.step([2, 2, 3])
    assert terminated.tolist() == [True, True, False]
    assert not truncated.any()
    assert rewards.tolist() == [[1, -1], [1, -1], [0, 0]]
    assert observation[0, :2].sum() == 0  # the next game has begun
    assert info["final_obs"][0, :2].sum() == 3
    assert info["final_to_play"][:2].tolist() == [1, 1]


def test_a_copy_tells_of_its_own_arrays(env):
    made = copy.deepcopy(env)
    _, _, _, _, info = made.step([0, 0, 1])
    assert info["action_mask"] is made.mask
    assert made.mask.sum() == env.mask.sum()  # one cell less, and swap
    assert not np.array_equal(made.mask, env.mask)


def test_gymnasium_itself_returns_as_many(env):
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not there")
    theirs = gymnasium.make_vec("CartPole-v1", 3, vectorization_mode="sync")
    ours = env.reset(seed=1), env.step([0, 0, 1])
    there = theirs.reset(seed=1), theirs.step(np.zeros(3, np.int64))
    for one, other in zip(ours, there, strict=True):
        assert len(one) == len(other)
        assert isinstance(one[-1], dict)
    flags = [(each.dtype, each.shape) for each in ours[1][2:4]]
    assert flags == [(each.dtype, each.shape) for each in there[1][2:4]]
