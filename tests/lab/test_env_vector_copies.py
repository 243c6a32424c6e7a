"""Copies of the vectorised environment, within a process and in others: they go on as it would."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import crosscut
from crosscut.lab.envs.vector import VectorEnv
from tests.lab.test_copies import pickled
from tests.lab.test_env_vector import PUBLIC, SHUTTLE
from tests.support.games import SMALL_SIZES

COPIES = [copy.copy, copy.deepcopy, pickled]


def goes_on_alike(one, other, steps):
    """Step two environments, each with actions of its own; return how many games ended."""
    ended = 0
    for _ in range(steps):
        actions = one.random_actions()
        assert np.array_equal(actions, other.random_actions())
        one.step(actions)
        other.step(actions)
        for name in PUBLIC:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
        ended += int(one.terminated.sum() + one.truncated.sum())
    for i in range(one.batch):
        assert one.position(i).history() == other.position(i).history()
        assert one.seed_of(i) == other.seed_of(i)
    return ended


@pytest.mark.parametrize("again", COPIES)
@pytest.mark.parametrize("name", ["slither", "snaketrail", "gonnect"])
def test_a_copy_goes_on_as_the_original_would(name, again, interpreted):
    """A view that a copy takes along shows nothing any more: all are made anew."""
    env = VectorEnv(crosscut.game(name, SMALL_SIZES[name]), 3, seed=5, limit=30)
    for _ in range(7):
        env.step(env.random_actions())
    before = {name: getattr(env, name).copy() for name in PUBLIC}
    made = again(env)
    assert made.game == env.game
    for _ in range(20):
        made.step(made.random_actions())
    assert all(np.array_equal(getattr(env, name), before[name]) for name in PUBLIC)
    assert goes_on_alike(env, again(env), 60)


@pytest.mark.parametrize("again", COPIES)
def test_a_copy_begins_anew_as_the_original(again, interpreted):
    env = VectorEnv(crosscut.game("snaketrail", 4), 2, seed=5)
    env.step(env.random_actions())
    made = again(env)
    env.reset(8)
    made.reset(8)
    assert goes_on_alike(env, made, 20)


def test_a_game_of_the_users_own_is_read_from_its_file_by_another_process(interpreted, tmp_path):
    env = VectorEnv(crosscut.game(str(SHUTTLE.parent / "fence.py"), 3), 2, seed=5)
    env.step(env.random_actions())
    file = tmp_path / "env"
    file.write_bytes(pickle.dumps(env))
    program = f"import pickle; env = pickle.load(open({str(file)!r}, 'rb')); print(env.position(1))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == f"{env.position(1)}\n", done.stderr


def test_two_processes_keep_the_same_bytes():
    program = (
        "import hashlib, pickle, crosscut; from crosscut.lab.envs.vector import VectorEnv;"
        "env = VectorEnv(crosscut.game('hex', 3), 2, seed=5);"
        "print(hashlib.sha256(pickle.dumps(env)).hexdigest())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "CROSSCUT_INTERPRET": "1", "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in "123"
    }
    assert len(texts) == 1
