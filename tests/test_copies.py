"""Copies of games, positions and environments: by `copy`, and through `pickle`."""

import copy
import pickle

import pytest

import crosscut
from crosscut.envs.vector import VectorEnv
from crosscut.errors import UnknownGame

COPIED = [copy.copy, copy.deepcopy]
RULES = """
from dataclasses import dataclass
from crosscut.games.hex import Hex

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
