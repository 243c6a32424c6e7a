"""OpenSpiel plays our games: its own suite, its own tree search, and step by step as we do."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not there: make test-all installs it")

import crosscut  # noqa: E402
from crosscut.core.errors import BadOption, IllegalMove  # noqa: E402
from crosscut.lab.envs import openspiel  # noqa: E402
from crosscut.lab.envs.ids import openspiel_id  # noqa: E402
from crosscut.search.observation import observation  # noqa: E402
from crosscut.search.playout import playout_limit, tap_limit  # noqa: E402
from tests.support.games import SMALL_SIZES  # noqa: E402
from tests.support.program import PATIENCE  # noqa: E402

GAMES = Path(__file__).parents[1] / "support" / "game_files"
VARIANTS = [
    (name, variant, pie)
    for name in crosscut.ids()
    for variant in crosscut.game(name).facts.variants
    for pie in (False, True)
]
openspiel.register()


def load(name, **parameters):
    """Return one of our games as OpenSpiel knows it, on a small board."""
    return pyspiel.load_game(openspiel_id(name), {"size": SMALL_SIZES[name], **parameters})


def play(state, *texts):
    """Make some actions, given as texts."""
    for text in texts:
        state.apply_action(state.string_to_action(text))


# Their suite.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_their_random_simulations(name):
    pyspiel.random_sim_test(load(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "pie"), VARIANTS)
@pytest.mark.usefixtures("interpreted")
def test_their_random_simulations_of_every_variant(name, variant, pie):
    game = load(name, variant=variant, pie=pie)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", crosscut.ids())
def test_their_random_simulations_on_the_usual_board(name):
    game = pyspiel.load_game(openspiel_id(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# Step by step as our own positions.


@pytest.mark.parametrize("name", crosscut.ids())
@pytest.mark.usefixtures("interpreted")
def test_every_state_is_the_position(name):
    game, rng = load(name, pie=True), random.Random(name)
    ours = crosscut.game(name, SMALL_SIZES[name], pie=True)
    assert game.num_distinct_actions() == ours.actions
    assert game.max_game_length() == tap_limit(ours)
    state, position = game.new_initial_state(), ours.position()
    while not position.over:
        assert state.current_player() == position.to_play
        assert state.legal_actions() == position.actions()
        assert str(state).startswith(f"{position}\nseat {position.to_play} acts")
        assert state.returns() == [0, 0]
        seen = np.array(state.observation_tensor(position.to_play), np.float32)
        assert np.array_equal(seen, observation(position).ravel())
        action = rng.choice(position.actions())
        text = state.action_to_string(action)
        assert text == ours.tap_text(action)
        assert state.string_to_action(text) == action
        state.apply_action(action)
        position = position.step(action)
    assert state.is_terminal()
    assert state.returns() == {0: [1, -1], 1: [-1, 1], None: [0, 0]}[position.winner]
    assert state.position.history() == position.history()


@pytest.mark.usefixtures("interpreted")
def test_a_swap_exchanges_colours_not_seats():
    state = load("slither", variant="advanced", pie=True).new_initial_state()
    play(state, "b2", "swap")
    assert state.current_player() == 0
    assert "White (O) to move" in str(state)
    assert state.position.colour == 1


@pytest.mark.usefixtures("interpreted")
def test_returns_go_to_seats_after_a_swap():
    """Black's stones win, and after the swap they belong to the second seat."""
    state = load("hex", pie=True).new_initial_state()
    play(state, "b1", "swap", "a1", "b2", "a2", "b3", "a3")
    assert state.current_player() == 1
    play(state, "b4")
    assert state.is_terminal()
    assert state.returns() == [-1, 1]


def every_state(first):
    """Yield a state and all that can follow it."""
    waiting = [first]
    while waiting:
        state = waiting.pop()
        yield state
        waiting += [state.child(action) for action in state.legal_actions()]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["hex", GAMES / "sidestep.py"])
def test_states_that_differ_have_texts_that_differ(name):
    """Their algorithms keep values by these texts; a swap exchanges seats under the same board."""
    (registered,) = openspiel.register(str(name))
    game = pyspiel.load_game(registered, {"size": 2, "pie": True})
    told = {}
    for state in every_state(game.new_initial_state()):
        known = state.current_player(), state.legal_actions(), state.returns()
        assert told.setdefault(str(state), known) == known
        assert state.observation_string(0) == state.observation_string(1) == str(state)
    for words in ("seat 0 acts\n", "seat 1 acts, may swap\n", "seat 0 wins\n", "seat 1 wins\n"):
        assert any(words in f"{text}\n" for text in told)


@pytest.mark.usefixtures("interpreted")
def test_who_has_begun_a_turn_acts_again():
    state = load("slither").new_initial_state()
    play(state, "b2", "c3", "b2")
    assert state.current_player() == 0
    assert "b2 so far" in str(state)


@pytest.mark.usefixtures("interpreted")
def test_a_clone_goes_its_own_way():
    state = load("gonnect").new_initial_state()
    play(state, "a1", "b2")
    clone = state.clone()
    play(clone, "c3")
    assert clone.history() == [*state.history(), 10]
    assert str(state) != str(clone)
    assert state.position.history() == ["a1", "b2"]


COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", crosscut.ids())
def test_games_can_be_copied_and_pickled(name, copied):
    game = load(name, pie=True)
    again = copied(game)
    assert type(again) is type(game)
    assert str(again) == str(game)
    assert again.max_game_length() == game.max_game_length()
    assert str(again.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_states_can_be_copied_and_pickled(copied):
    state = load("slither", pie=True).new_initial_state()
    play(state, "b2", "swap", "c3", "b2", "b3")
    again = copied(state)
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()
    assert str(again.get_game()) == str(state.get_game())
    again.apply_action(again.legal_actions()[0])
    assert len(again.history()) == len(state.history()) + 1


@pytest.mark.parametrize("name", ["hex", str(GAMES / "fence.py")])
def test_another_process_reads_what_was_pickled(name, tmp_path):
    """Whoever reads it need not know of Crosscut, nor register anything."""
    (registered,) = openspiel.register(name)
    state = pyspiel.load_game(registered, {"size": 3}).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    file = tmp_path / "kept"
    file.write_bytes(pickle.dumps((state.get_game(), state)))
    program = f"import pickle; print(*pickle.load(open({str(file)!r}, 'rb')), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{state.get_game()}\n{state}\n", "")


def test_games_take_as_long_as_their_rules_allow():
    assert load("hex", size=11, pie=False).max_game_length() == 121
    assert load("hex", size=11, pie=True).max_game_length() == 122
    assert load("connect_four", size=7, pie=False).max_game_length() == 42


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_is_never_over_ends_drawn(monkeypatch):
    monkeypatch.setattr(openspiel, "tap_limit", lambda game: 3)
    state = load("filler").new_initial_state()
    play(state, "a1", "a2")
    assert not state.is_terminal()
    play(state, "a3")
    assert state.is_terminal()
    assert state.returns() == [0, 0]


@pytest.mark.usefixtures("interpreted")
def test_a_deal_has_a_seed():
    by_hand = load("snaketrail").new_initial_state()
    assert by_hand.current_player() == 1
    ours = crosscut.game("snaketrail", SMALL_SIZES["snaketrail"])
    dealt = load("snaketrail", seed=7).new_initial_state()
    assert str(dealt).startswith(str(ours.position(seed=7)))
    pyspiel.random_sim_test(load("snaketrail", seed=7), num_sims=2, serialize=True, verbose=False)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("file", ["shuttle", "fence"])
def test_a_game_file_of_ones_own(file):
    path = str(GAMES / f"{file}.py")
    assert openspiel.register(path) == [openspiel_id(path)]
    game = pyspiel.load_game(f"{openspiel_id(path)}(size=3)")
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.usefixtures("interpreted")
def test_an_edited_file_is_registered_anew(tmp_path, monkeypatch):
    source = (GAMES / "shuttle.py").read_text()
    monkeypatch.chdir(tmp_path)
    for size in (3, 4):
        (tmp_path / "edited.py").write_text(source.replace("size=3", f"size={size}"))
        (registered,) = openspiel.register("edited.py")
        state = pyspiel.load_game(registered).new_initial_state()
        assert state.position.game.size == size


@pytest.mark.usefixtures("interpreted")
def test_a_file_may_have_any_name_and_takes_nobody_elses(tmp_path):
    for name in ("hex", "mein spiel (1)", "höhe"):
        file = tmp_path / f"{name}.py"
        file.write_text((GAMES / "fence.py").read_text())
        (registered,) = openspiel.register(str(file))
        assert pyspiel.load_game(f"{registered}(size=3)").game.facts.title == "Fence"
    assert load("hex").game.facts.title == "Hex"


@pytest.mark.usefixtures("interpreted")
def test_their_learning_environment_takes_it():
    from open_spiel.python.rl_environment import Environment

    environment = Environment(load("hex"))
    step = environment.reset()
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = environment.step([legal[0]])
    assert sorted(step.rewards) == [-1, 1]


def test_errors_are_for_people():
    with pytest.raises(BadOption, match="sizes 2 to 19, not 1"):
        load("slither", size=1)
    with pytest.raises(BadOption, match="no variant 'chess'"):
        load("slither", variant="chess")
    state = load("slither").new_initial_state()
    with pytest.raises(IllegalMove, match="pie rule"):
        state.apply_action(state.get_game().num_distinct_actions() - 1)


def test_python_ends_well_with_our_games_registered():
    """OpenSpiel's registry outlives the interpreter; functions in it would bring Python down."""
    program = "from crosscut.lab.envs import openspiel; openspiel.register(); openspiel.register()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.usefixtures("interpreted")
def test_the_old_version_warns_and_is_as_it_was():
    with pytest.warns(DeprecationWarning, match="version 0 of the environments"):
        old = pyspiel.load_game("crosscut_snaketrail_v0(size=4)")
    assert old.max_game_length() == playout_limit(old.game)
    state = old.new_initial_state()
    assert max(state.observation_tensor(0)) == 255
    with pytest.warns(DeprecationWarning, match="version 0 of the environments"):
        assert str(pickle.loads(pickle.dumps(state)).get_game()) == str(old)
    assert max(load("snaketrail").new_initial_state().observation_tensor(0)) == 1


# Their search.


def python_bot(game, simulations):
    """Return their tree search in Python."""
    from open_spiel.python.algorithms import mcts

    rng = np.random.RandomState(1)
    return mcts.MCTSBot(
        game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng
    ).step


def compiled_bot(game, simulations):
    """Return their tree search in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, True, 1, False)
    return lambda state: bot.mcts_search(state).best_child().action


def wins_against_random(game, choose, games):
    """Return how many games a bot wins against random actions, from both seats in turn."""
    rng, won = random.Random(1), 0
    for number in range(games):
        state, seat = game.new_initial_state(), number % 2
        while not state.is_terminal():
            mine = state.current_player() == seat
            state.apply_action(choose(state) if mine else rng.choice(state.legal_actions()))
        won += state.returns()[seat] == 1
    return won


@pytest.mark.usefixtures("interpreted")
def test_their_search_plays_our_slither():
    game = load("slither", size=3)
    assert wins_against_random(game, python_bot(game, 20), 4) >= 3
    assert wins_against_random(game, compiled_bot(game, 20), 4) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "games"), [(python_bot, 10), (compiled_bot, 20)])
@pytest.mark.parametrize("size", [4, 5])
def test_their_search_beats_random_play_at_our_slither(bot, games, size):
    game = load("slither", size=size, variant="advanced", pie=True)
    assert wins_against_random(game, bot(game, 100), games) >= 0.9 * games
