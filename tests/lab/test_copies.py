"""Copies of games, positions and environments: by `copy`, and through `pickle`."""

import copy
import json
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import crosscut
from crosscut.core.errors import UnknownGame
from crosscut.lab.envs.state import Moment
from crosscut.lab.envs.vector import VectorEnv
from crosscut.play.position import Position
from crosscut.play.record import to_record
from crosscut.search.limits import Limits

FENCE = Path(__file__).parents[1] / "support" / "game_files" / "fence.py"
COPIED = [copy.copy, copy.deepcopy]
RULES = """
from dataclasses import dataclass
from crosscut.rules.games.hex import Hex

@dataclass(frozen=True)
class Mine(Hex):
    pass
"""


@pytest.fixture
def file(tmp_path):
    """A game file of the user's own."""
    made = tmp_path / "my_hex.py"
    made.write_text(RULES)
    return made


@pytest.mark.parametrize("again", COPIED)
def test_a_copy_of_a_game_reads_no_file(file, again, interpreted):
    game = crosscut.game(str(file), 3)
    env = VectorEnv(game, 2)
    file.write_text(RULES + "    of_later = True\n")
    assert again(game) is game
    assert again(env).game is env.game
    file.unlink()
    assert again(game) is game
    assert again(env).game is env.game
    with pytest.raises(UnknownGame, match="cannot read the game file"):
        pickle.loads(pickle.dumps(game))


def pickled(thing):
    """Return what another process would read."""
    return pickle.loads(pickle.dumps(thing))


class Tagged(VectorEnv):
    """An environment that knows more than ours does."""

    def __init__(self, *options, tag):
        self.tag = tag
        super().__init__(*options)
        self.scores = []


@pytest.mark.parametrize("again", [*COPIED, pickled])
def test_a_copy_keeps_what_a_subclass_knows(again, interpreted):
    env = Tagged(crosscut.game("hex", 3), 2, tag=["a"])
    env.scores.append(7)
    made = again(again(env))
    assert (made.tag, made.scores) == (["a"], [7])
    assert vars(made).keys() == vars(env).keys()
    env.step(env.random_actions())
    assert not made.taps.any()


@pytest.mark.parametrize("again", COPIED)
def test_a_copy_of_a_position_is_the_same_one(file, again):
    position = crosscut.game(str(file), 3).position().play("a1")
    file.unlink()
    assert again(position) is position
    assert again([position])[0] is position


def wander(position, taps):
    """Return a position so many random taps later."""
    rng = random.Random(5)
    for _ in range(taps):
        position = position.step(rng.choice(position.actions()))
    return position


@pytest.mark.parametrize("again", [*COPIED, pickled])
def test_a_long_game_can_be_copied_and_pickled(again, interpreted):
    """Every position holds the one before, and these are as many as the taps."""
    here = wander(crosscut.game("slither", 19).position(), 450)
    made = again(here)
    assert made == here
    assert made.line == here.line
    assert made.taps_since(made.line[0]) == here.taps_since(here.line[0])
    moment = again(Moment.at(here))
    assert moment.position == here
    assert moment.taps == 450


def test_a_position_that_was_set_up_is_pickled_with_its_table():
    game = crosscut.game("gonnect", 4)
    start = Position.set_up(game, (0b11, 0b1100), 1)
    here = wander(start, 5)
    made = pickled(here)
    assert made == here
    assert made.line == here.line
    assert made.line[0].table == start.table
    assert type(made.state) is type(here.state)
    over = Position.set_up(game, (0b11, 0b1100), 0, result=1)
    assert pickled(over).winner == over.winner == 1


def test_a_pickled_position_is_read_by_another_process_after_an_edit(tmp_path):
    edited = tmp_path / "fence.py"
    edited.write_text(FENCE.read_text())
    here = wander(crosscut.game(str(edited), 3).position(), 4)
    kept = tmp_path / "position"
    kept.write_bytes(pickle.dumps(here))
    edited.write_text(FENCE.read_text() + "\n# a remark\n")
    program = f"import pickle; print(pickle.load(open({str(kept)!r}, 'rb')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == f"{here}\n", done.stderr


# What a position began from.


def test_what_a_position_began_from_cannot_be_changed():
    first = crosscut.game("snaketrail", 4).position(seed=5)
    here = first.step(first.actions()[0])
    with pytest.raises(TypeError):
        first.origin["seed"] = 9
    assert first.origin == here.line[0].origin == {"seed": 5}
    assert pickled(here).line[0].origin == {"seed": 5}
    with pytest.raises(TypeError):
        pickled(here).line[0].origin["seed"] = 9
    assert json.loads(json.dumps(to_record(here)))["seed"] == 5
    with pytest.raises(TypeError):
        here.origin["seed"] = 9


SEEDS = [np.int64(3), np.uint64(3), np.int32(3), np.array(3), 3]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: type(seed).__name__)
def test_a_seed_may_be_any_whole_number(seed):
    game = crosscut.game("snaketrail", 4)
    here = game.position(seed=seed)
    assert here == game.position(seed=3)
    assert type(here.origin["seed"]) is int
    assert json.loads(json.dumps(to_record(here)))["seed"] == 3
    assert crosscut.game("hex", 3).position(seed=seed).origin == {}


def test_a_seed_that_is_a_truth_value_is_written_as_a_number():
    record = to_record(crosscut.game("snaketrail", 4).position(seed=True))
    assert json.dumps(record["seed"]) == "1"


def test_a_limit_keeps_the_number_that_was_checked():
    limits = Limits(simulations=np.int64(2**62))
    assert type(limits.simulations) is int
    assert limits == Limits(simulations=2**62)
    assert hash(limits) == hash(Limits(simulations=2**62))
    assert type(Limits(True).simulations) is int
