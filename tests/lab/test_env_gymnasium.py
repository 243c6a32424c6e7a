"""Gymnasium plays our games from one seat: its own check, opponents, seats and rewards."""

import random
import warnings
from pathlib import Path

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not there: make test-all")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import crosscut  # noqa: E402
from crosscut.core.errors import BadOption, IllegalMove  # noqa: E402
from crosscut.lab.envs import gymnasium as ours  # noqa: E402
from crosscut.lab.envs.ids import gymnasium_id  # noqa: E402
from crosscut.rules.boards import members  # noqa: E402
from crosscut.search.observation import observation  # noqa: E402
from tests.support.for_each import for_each  # noqa: E402
from tests.support.games import SMALL_SIZES  # noqa: E402

GAMES = Path(__file__).parents[1] / "support" / "game_files"


def make(name, **options):
    """Return the environment of a game as people make it, on a small board."""
    return gymnasium.make(**{"id": gymnasium_id(name), "size": SMALL_SIZES.get(name), **options})


def lowest(position):
    """Choose the first legal action."""
    return position.actions()[0]


def play(environment, choose=None, seed=0):
    """Play a game; return its rewards, and the last info."""
    rng = random.Random(seed)
    _, info = environment.reset(seed=seed)
    rewards, ended = [], False
    while not ended:
        legal = np.flatnonzero(info["action_mask"]).tolist()
        action = choose(environment.unwrapped.moment.position) if choose else rng.choice(legal)
        _, reward, terminated, truncated, info = environment.step(action)
        rewards.append(reward)
        ended = terminated or truncated
    return rewards, info


def passes(environment):
    """Run Gymnasium's own check; a warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)


# Their check.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_their_check(name):
    passes(make(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_their_check_of_every_variant_on_the_usual_board(name):
    for variant in crosscut.game(name).facts.variants:
        passes(make(name, size=None, variant=variant))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("file", ["shuttle", "fence"])
def test_a_game_file_of_ones_own(file):
    path = str(GAMES / f"{file}.py")
    assert ours.register(path) == [gymnasium_id(path)]
    passes(make(path, size=3))
    assert ours.register(path) == ours.register(path)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["hex", "mein spiel (1)"])
def test_a_file_may_have_any_name_and_takes_nobody_elses(name, tmp_path):
    file = tmp_path / f"{name}.py"
    file.write_text((GAMES / "fence.py").read_text())
    ours.register(str(file))
    assert make(str(file), size=3).unwrapped.game.facts.title == "Fence"
    assert make("hex").unwrapped.game.facts.title == "Hex"


def test_every_game_is_registered():
    assert ours.register() == [gymnasium_id(name) for name in crosscut.ids()]
    assert {gymnasium_id(name) for name in crosscut.ids()} <= set(gymnasium.registry)


@pytest.mark.usefixtures("interpreted")
def test_many_side_by_side():
    games = gymnasium.make_vec(gymnasium_id("hex"), num_envs=3, size=3)
    seen, info = games.reset(seed=1)
    assert seen.shape == (3, *observation(crosscut.game("hex", 3).position()).shape)
    assert info["action_mask"].shape == (3, 11)
    games.close()


@pytest.mark.usefixtures("interpreted")
@for_each("name", crosscut.ids())
def test_no_observation_is_taken_for_an_image(name):
    """Stable-Baselines3 divides bytes from 0 to 255 by 255, which hides all pieces."""
    space = make(name).observation_space
    assert (space.dtype, space.low.min(), space.high.max()) == (np.float32, 0, 1)


@pytest.mark.parametrize(("name", "most"), [("slither", 255), ("hex", 1)])
@pytest.mark.usefixtures("interpreted")
def test_the_old_version_warns_and_is_as_it_was(name, most):
    with pytest.warns(DeprecationWarning, match="version 0 of the environments"):
        old = make(name, id=gymnasium_id(name, 0))
    space = old.observation_space
    assert (space.dtype, space.high.max()) == (np.uint8, most)
    assert old.reset(seed=1)[0] in space
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make(name)
    with pytest.raises(BadOption, match="versions 0 and 1, not 2"):
        ours.SeatEnv(name, version=2)


# What is seen and what it brings.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_every_step_is_the_position(name):
    environment, rng = make(name, seat=1, opponent=lowest, pie=True), random.Random(name)
    seen, info = environment.reset(seed=3)
    position = environment.unwrapped.moment.position.line[0]
    while True:
        while not position.over and position.to_play == 0:
            position = position.step(lowest(position))
        assert environment.unwrapped.moment.position == position
        if position.over:
            break
        assert np.array_equal(seen, observation(position))
        assert np.flatnonzero(info["action_mask"]).tolist() == position.actions()
        assert np.array_equal(environment.unwrapped.action_masks(), info["action_mask"] == 1)
        assert (info["seat"], info["colour"]) == (1, position.colour)
        action = rng.choice(position.actions())
        position = position.step(action)
        seen, reward, terminated, truncated, info = environment.step(action)
        assert (terminated, truncated) == (environment.unwrapped.moment.position.over, False)
    assert reward == {0: -1, 1: 1, None: 0}[position.winner]


@pytest.mark.usefixtures("interpreted")
def test_a_swap_exchanges_colours_not_seats():
    """The first stone wins in the end, and it is the learner's once he has swapped."""

    def lay_b(position):
        wanted = [position.game.board.cell("b2"), *position.actions()]
        return next(action for action in wanted if action in position.actions())

    environment = make("hex", size=2, pie=True, seat=1, opponent=lay_b)
    _, info = environment.reset()
    swap = environment.unwrapped.game.swap_action
    assert info["colour"] == 1
    _, reward, terminated, _, info = environment.step(swap)
    assert (reward, terminated) == (0, False)
    assert (info["seat"], info["colour"]) == (1, 0)
    position = environment.unwrapped.moment.position
    own = environment.unwrapped.moment.observation(1)[0]
    assert np.flatnonzero(own).tolist() == members(position.game.pieces(position.state)[0])
    for _ in range(2):
        if not terminated:
            legal = np.flatnonzero(info["action_mask"])
            _, reward, terminated, _, info = environment.step(legal[0])
    assert (reward, terminated) == (1, True)


@pytest.mark.usefixtures("interpreted")
def test_an_illegal_action_loses_and_needs_a_reset():
    environment = make("hex", seat=0)
    _, info = environment.reset(seed=1)
    pass_action = environment.unwrapped.game.pass_action
    assert info["action_mask"][pass_action] == 0
    _, reward, terminated, truncated, info = environment.step(pass_action)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        environment.step(0)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("action", [np.array(5), np.int8(5)])
def test_actions_as_policies_return_them(action):
    environment = make("hex", seat=0)
    environment.reset(seed=1)
    _, _, terminated, _, info = environment.step(action)
    assert (terminated, "illegal" in info) == (False, False)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("action", [5.0, [5], np.float32(5), None])
def test_what_is_no_whole_number_is_illegal(action):
    environment = ours.SeatEnv("hex", 4, seat=0)
    environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(action)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


@pytest.mark.usefixtures("interpreted")
def test_a_limit_truncates():
    rewards, info = play(make("hex", seat=0, limit=4))
    assert rewards == [0, 0]
    assert "illegal" not in info


@pytest.mark.usefixtures("interpreted")
def test_at_the_limit_nobody_acts_for_the_opponent():
    environment = make("hex", seat=1, limit=1)
    _, info = environment.reset(seed=1)
    assert environment.unwrapped.moment.to_play == 1
    _, _, terminated, truncated, info = environment.step(np.flatnonzero(info["action_mask"])[0])
    assert (terminated, truncated) == (False, True)
    assert environment.unwrapped.moment.to_play == 0
    assert not info["action_mask"].any()
    assert not environment.unwrapped.action_masks().any()


@pytest.mark.usefixtures("interpreted")
def test_a_start_in_which_the_opponent_wins_at_once_is_refused_after_one_try():
    asked = []

    def win(position):
        asked.append(position)
        return position.game.board.cell("a2")

    environment = make("hex", size=2, seat=1, opponent=win)
    before = {"diagram": str(crosscut.game("hex", 2).position().play("a1").play("b1"))}
    with pytest.raises(BadOption, match="is over before seat 1 has a choice"):
        environment.reset(seed=1, options=before)
    assert len(asked) == 1


@pytest.mark.usefixtures("interpreted")
def test_seats_are_drawn_unless_one_is_chosen():
    environment = make("hex", size=3)
    drawn = [environment.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(drawn) == {0, 1}
    assert drawn == [environment.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert {make("hex", size=3, seat=1).reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


# Opponents.


@pytest.mark.usefixtures("interpreted")
def test_the_random_opponent_is_drawn_from_the_seed():
    environment = make("slither", seat=1)
    first = [environment.reset(seed=seed)[0].tobytes() for seed in range(10)]
    assert first == [environment.reset(seed=seed)[0].tobytes() for seed in range(10)]
    assert len(set(first)) > 3
    lengths = {len(play(environment, seed=4)[0]) for _ in range(3)}
    assert len(lengths) == 1


@pytest.mark.usefixtures("interpreted")
def test_the_random_opponent_draws_moves_not_taps():
    """A stone that can be lifted is one tap of many, but begins many of the moves."""
    game = crosscut.game("slither", 4)
    position = game.position().play("b2").play("d4")
    environment = make("slither", seat=1)
    environment.reset(seed=0, options={"diagram": str(position), "to_play": "White"})
    opponent, moment = environment.unwrapped.opponent, environment.unwrapped.moment.after(0)
    moves = moment.position.moves()
    lifted = sum("-" in move for move in moves) / len(moves)
    opponent.new_game(moment, 1)
    taken = sum(opponent.answer(moment).made == game.board.cell("b2") for _ in range(400)) / 400
    assert 0.1 < lifted < 0.9
    assert abs(taken - lifted) < 0.1
    assert abs(taken - 1 / len(moment.legal)) > 0.1


@pytest.mark.usefixtures("interpreted")
def test_the_engine_as_opponent():
    environment = make("hex", size=3, seat=0, opponent="beginner")
    rewards, _ = play(environment)
    assert set(rewards) <= {0, 1, -1}
    environment.close()


@pytest.mark.slow
def test_a_level_beats_random_choices():
    environment = make("slither", size=5, opponent="club")
    results = [play(environment, seed=seed)[0][-1] for seed in range(10)]
    assert results.count(-1) >= 9


def test_a_game_is_taken_as_it_is():
    game = crosscut.game("hex", 3, pie=False)
    assert ours.SeatEnv(game).game == game
    assert ours.SeatEnv(game, size=4).game == crosscut.game("hex", 4, pie=False)


@pytest.mark.usefixtures("interpreted")
def test_errors_are_for_people():
    with pytest.raises(BadOption, match="there is no player 'begginer'; did you mean beginner"):
        make("hex", opponent="begginer")
    for opponent in (None, 3):
        with pytest.raises(BadOption, match=f"or a function, not {opponent}"):
            make("hex", opponent=opponent)
    with pytest.raises(BadOption, match="registered by name or file"):
        ours.register(crosscut.game("hex", 3))
    with pytest.raises(BadOption, match="0, 1 or None"):
        make("hex", seat=2)
    with pytest.raises(BadOption, match="no render mode 'film'"):
        ours.SeatEnv("hex", render_mode="film")
    with pytest.raises(BadOption, match="no game begins with 'diagramm'; options are diagram, to_"):
        make("hex").reset(options={"diagramm": "..."})
    with pytest.raises(BadOption, match="limit is a whole number from 1 to"):
        make("hex", limit=2.5)
    with pytest.raises(BadOption, match="before reset"):
        ours.SeatEnv("hex", render_mode="ansi").render()
    with pytest.raises(IllegalMove, match="99 is no action of Hex"):
        make("hex", seat=1, opponent=lambda position: 99).reset()
