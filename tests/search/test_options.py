"""Options of the engine, and its levels."""

from itertools import pairwise

import pytest

import crosscut
from crosscut.core.errors import BadOption
from crosscut.play.lines import turn_of
from crosscut.search.engine import Engine
from crosscut.search.levels import LEVELS, find_level, level
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import PRESETS, Options, with_options
from tests.search.test_engine import HEX, SLITHER


@pytest.fixture(scope="module")
def win_in_one():
    """White to move joins left and right at once."""
    return SLITHER.position("..X../..X../OOO.O/..X../..X..", to_play="O")


def test_options_by_text():
    assert with_options(Options(), {"threads": "2", "solver": "off"}) == Options(
        threads=2, solver=False
    )
    assert PRESETS["default"] == Options()
    for changes, message in (
        ({"thread": "2"}, "no option 'thread'"),
        ({"threads": "two"}, "a whole number"),
        ({"threads": "0"}, "from 1 to 256"),
        ({"threads": "300"}, "from 1 to 256"),
        ({"reference": "9" * 20}, "from 1 to"),
        ({"solver": "maybe"}, "on or off"),
        ({"explore": "nan"}, "from 0 to 100"),
    ):
        with pytest.raises(BadOption, match=message):
            with_options(Options(), changes)


def test_a_game_in_which_taps_say_nothing_is_searched_without_their_statistics():
    trail = Search(crosscut.game("snaketrail", 3).position())
    assert not trail.options.amaf
    assert trail.options.explore > 0
    assert Search(crosscut.game("hex", 4).position()).options == Options()


def test_levels_by_name_and_number():
    assert [level(str(each.number)) for each in LEVELS] == list(LEVELS)
    assert [level(each.name.upper()) for each in LEVELS] == list(LEVELS)
    assert level("level3") is LEVELS[2]
    assert level("grandmaster") is None
    with pytest.raises(BadOption, match="beginner"):
        find_level("grandmaster")
    assert all(low.limits.simulations < high.limits.simulations for low, high in pairwise(LEVELS))


def test_a_noisy_player_errs_but_takes_what_is_proven(win_in_one):
    noisy = Options(noise=1.0)
    for seed in range(10):
        after, _ = Engine(noisy, seed).choose_turn(win_in_one, Limits(simulations=50))
        assert turn_of(win_in_one, after) == "d3"
    turns = set()
    for seed in range(10):
        after, thought = Engine(noisy, seed).choose_turn(HEX.position(), Limits(simulations=200))
        turns.add(turn_of(HEX.position(), after))
        assert after.tap_made == thought.action  # what is told is what is played
    assert len(turns) > 3


def test_more_thought_beats_less():
    wins = 0
    for seed in range(10):
        here, strong = SLITHER.position(), seed % 2
        players = [Engine(seed=seed), Engine(seed=seed + 100)]
        while not here.over:
            count = 400 if here.to_play == strong else 10
            here, _ = players[here.to_play].choose_turn(here, Limits(simulations=count))
        wins += here.winner == strong
    assert wins >= 8


def test_answers_are_legal():
    """Whatever a game proposes as an answer to a tap may be tapped."""
    for name, size in (("slither", 5), ("havannah", 4)):
        game = crosscut.game(name, size, pie=False)
        here, found, seed = game.position(), 0, 1
        for _ in range(300):
            actions = here.actions()
            seed = seed * 48271 % (2**31 - 1)
            here = here.tap(actions[seed % len(actions)])
            if here.over:
                here = game.position()
                continue
            if here.mid_turn or here.tap_made >= game.width:
                continue
            cells = game.answers(here.state, here.tap_made)
            found += bool(cells)
            assert cells & ~here.choices[0] == 0
        assert found > 20
