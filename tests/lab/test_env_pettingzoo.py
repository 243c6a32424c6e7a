"""PettingZoo plays our games: its own suites, and step by step as our own positions."""

import copy
import pickle
import random
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not there: make test-all installs it")

from pettingzoo.test import api_test, render_test, seed_test

import crosscut
from crosscut.core.errors import BadOption, IllegalMove
from crosscut.lab.envs.ids import pettingzoo_id
from crosscut.lab.envs.pettingzoo import AGENTS, env, raw_env
from crosscut.search.observation import observation
from tests.support.games import SMALL_SIZES

GAMES = Path(__file__).parents[1] / "support" / "game_files"
ADVICE = "Observation is not a NumPy array|Observation space for each agent probably should be"
"""What the suite says of every environment with a dictionary that it does not know by name."""


def tap(environment, *texts):
    """Make some actions of whoever is to act, given as texts."""
    game = environment.unwrapped.game
    for text in texts:
        names = {game.tap_text(action): action for action in environment.unwrapped.moment.legal}
        environment.step(names[text])


def passes(make, cycles):
    """Run the suites on what a function makes, without any warning that is not general advice."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ADVICE)
        warnings.filterwarnings("ignore", "no game begins with 'options'")  # one of their own
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # a game is over
        api_test(make(), num_cycles=cycles)
        seed_test(make)
        render_test(make)


# Their suites.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_their_suites(name):
    passes(partial(env, name, size=SMALL_SIZES[name], pie=True), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_their_suites_on_the_usual_board(name):
    for variant in crosscut.game(name).facts.variants:
        passes(partial(env, name, variant=variant), 1000)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("file", ["shuttle", "fence"])
def test_a_game_file_of_ones_own(file):
    passes(partial(env, str(GAMES / f"{file}.py"), size=3), 1000)


# Step by step as our own positions.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_every_step_is_the_position(name):
    environment, rng = raw_env(name, SMALL_SIZES[name], pie=True), random.Random(name)
    environment.reset(seed=3)
    position = environment.moment.position
    while not position.over:
        agent = AGENTS[position.to_play]
        assert environment.agent_selection == agent
        seen, reward, *ends, info = environment.last()
        assert np.array_equal(seen["observation"], observation(position))
        assert np.flatnonzero(seen["action_mask"]).tolist() == position.actions()
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert not environment.observe(AGENTS[1 - position.to_play])["action_mask"].any()
        assert (reward, ends) == (0, [False, False])
        action = rng.choice(position.actions())
        environment.step(action)
        position = position.step(action)
    assert environment.terminations == dict.fromkeys(AGENTS, True)
    won = {0: [1, -1], 1: [-1, 1], None: [0, 0]}[position.winner]
    assert environment.rewards == dict(zip(AGENTS, won, strict=True))


@pytest.mark.usefixtures("interpreted")
def test_who_has_begun_a_turn_acts_again():
    environment = env("slither", size=4)
    environment.reset()
    tap(environment, "b2", "c3", "b2")
    assert environment.agent_selection == "player_0"
    tap(environment, "b3")
    assert environment.agent_selection == "player_0"


@pytest.mark.usefixtures("interpreted")
def test_rewards_go_to_seats_after_a_swap():
    """Black's stones win, and after the swap they belong to the second seat."""
    environment = env("hex", size=4, pie=True)
    environment.reset()
    tap(environment, "b1", "swap")
    assert environment.agent_selection == "player_0"
    tap(environment, "a1", "b2", "a2", "b3", "a3", "b4")
    assert environment.rewards == {"player_0": -1, "player_1": 1}
    told = {}
    for agent in environment.agent_iter():
        told[agent] = environment.last()[1]
        environment.step(None)
    assert told == {"player_0": -1, "player_1": 1}


@pytest.mark.usefixtures("interpreted")
def test_an_illegal_action_loses():
    environment = env("slither", size=4)
    environment.reset()
    environment.step(5)
    environment.step(5)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": 0, "player_1": -1}


@pytest.mark.usefixtures("interpreted")
def test_without_wrappers_an_illegal_action_is_explained():
    environment = raw_env("slither", size=4)
    environment.reset()
    environment.step(5)
    with pytest.raises(IllegalMove, match="b2: the point is taken by Black"):
        environment.step(5)


@pytest.mark.usefixtures("interpreted")
def test_a_limit_truncates():
    environment = env("hex", size=4, limit=2)
    environment.reset()
    tap(environment, "a1", "b2")
    assert environment.truncations == {"player_0": True, "player_1": True}
    assert environment.terminations == {"player_0": False, "player_1": False}
    assert environment.rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.usefixtures("interpreted")
def test_deals_come_from_the_seed():
    environment = env("snaketrail", size=4)
    boards = []
    for seed in (1, None, 1, None):
        environment.reset(seed=seed)
        boards.append(str(environment.unwrapped.moment.position))
    assert boards[:2] == boards[2:]
    assert boards[0] != boards[1]
    by_hand = env("snaketrail", size=4, deal=False)
    by_hand.reset()
    assert by_hand.agent_selection == "player_1"


@pytest.mark.usefixtures("interpreted")
def test_a_game_may_begin_from_a_diagram():
    environment = env("hex", size=3)
    given = str(crosscut.game("hex", 3).position().play("b2").play("c1"))
    environment.reset(options={"diagram": given, "to_play": "Black"})
    assert environment.agent_selection == "player_0"
    assert environment.observe("player_0")["observation"][:2].sum() == 2


@pytest.mark.usefixtures("interpreted")
def test_it_can_be_pickled_and_is_named_with_a_version():
    game = crosscut.game("slither", 4, "advanced")
    environment = pickle.loads(pickle.dumps(env(game)))
    assert environment.unwrapped.game == game
    environment.reset()
    assert environment.metadata["name"] == str(environment) == pettingzoo_id("slither")
    assert environment.metadata["is_parallelizable"] is False


@pytest.mark.usefixtures("interpreted")
def test_how_it_looks(capsys):
    position = crosscut.game("hex", 3).position().play("b2")
    looks = {}
    for mode in ("human", "ansi", "svg"):
        environment = env("hex", size=3, render_mode=mode)
        environment.reset()
        tap(environment, "b2")
        looks[mode] = environment.render()
    assert looks["ansi"] == f"{position}\n"
    assert looks["svg"] == position.svg()
    assert looks["human"] is None
    assert str(position) in capsys.readouterr().out


def test_errors_are_for_people():
    with pytest.raises(BadOption, match="no render mode 'film'; there are human"):
        env("hex", render_mode="film")
    for limit in (0, "3", 2.5):
        with pytest.raises(BadOption, match="limit is a whole number from 1 to"):
            env("hex", limit=limit)
    with pytest.raises(BadOption, match="before reset"):
        raw_env("hex", render_mode="ansi").render()
    with pytest.raises(BadOption, match="before reset"):
        raw_env("hex").step(0)
    with pytest.warns(UserWarning, match="no game begins with 'seed'; options are diagram, to_"):
        raw_env("hex").reset(options={"seed": 3})
    with pytest.raises(crosscut.UnknownGame, match="did you mean slither"):
        env("slithr")


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.usefixtures("interpreted")
def test_a_copy_in_the_middle_of_a_game_goes_on_with_it(again):
    environment = env("slither", size=4)
    environment.reset(seed=1)
    tap(environment, "b2", "c3", "b2")
    made = again(environment)
    tap(made, "b3")
    assert made.unwrapped.moment.position.history() == ["b2", "c3", "b2-b3"]
    assert environment.unwrapped.moment.position.history() == ["b2", "c3", "b2"]
    tap(environment, "b3")
    one, other = environment.last(), made.last()
    assert np.array_equal(one[0]["observation"], other[0]["observation"])
    assert np.array_equal(one[0]["action_mask"], other[0]["action_mask"])
    assert one[1:4] == other[1:4]


@pytest.mark.usefixtures("interpreted")
def test_the_old_version_warns_and_is_as_it_was():
    with pytest.warns(DeprecationWarning, match="version 0 of the environments"):
        old = env("slither", size=4, version=0)
    assert old.metadata["name"] == "crosscut_slither_v0"
    space = old.observation_space("player_0")["observation"]
    assert (space.dtype, space.high.max()) == (np.uint8, 255)
    old.reset(seed=1)
    assert old.observe("player_0")["observation"] in space
    new = env("slither", size=4)
    assert new.metadata["name"] == "crosscut_slither_v1"
    assert new.observation_space("player_0")["observation"].dtype == np.float32
