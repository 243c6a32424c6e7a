"""How long a game can take: what its rules say, against games that are played."""

from pathlib import Path

import pytest

import crosscut
from crosscut.lab.envs.vector import VectorEnv
from crosscut.rules.game import NOBODY
from crosscut.search.playout import playout_limit, tap_limit
from tests.support.for_each import for_each
from tests.support.games import SMALL_SIZES

CELLS = ("connect_four", "filler", "havannah", "hex", "y")
"""Games in which every turn is a stone that stays, until the board is full at the latest."""
BOUNDED = (*CELLS, "crossway", "konobi", "kopano", "quinten", "slither", "snaketrail")
FILES = Path(__file__).parents[1] / "support" / "game_files"


def longest_of_all(position):
    """Return the taps of the longest game from a position, by playing all of them."""
    if position.over:
        return 0
    return 1 + max(longest_of_all(position.step(action)) for action in position.actions())


@for_each("name", crosscut.ids())
def test_which_rules_set_a_bound(name):
    game = crosscut.game(name)
    assert (game.longest is not None) == (name in BOUNDED)
    if name in CELLS:
        assert game.longest == len(game.board.cells)
    if game.longest is None:
        assert tap_limit(game) == playout_limit(game)


def test_a_game_of_hex_fills_the_board_and_may_have_a_swap():
    assert tap_limit(crosscut.game("hex", 11, pie=False)) == 121
    assert tap_limit(crosscut.game("hex", 11, pie=True)) == 122


@pytest.mark.parametrize(("name", "size"), [("hex", 2), ("y", 2), ("filler", 2), ("hex", 1)])
@pytest.mark.parametrize("pie", [False, True])
def test_the_bound_is_reached(name, size, pie):
    game = crosscut.game(name, size, pie=pie)
    swap = pie and size > 1  # a first stone that wins leaves nothing to swap
    assert longest_of_all(game.position()) == game.longest + swap


@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.parametrize("pie", [False, True])
def test_no_game_takes_longer(name, pie, interpreted):
    game = crosscut.game(name, SMALL_SIZES[name], pie=pie)
    env = VectorEnv(game, 8, seed=3, deal=False)
    for _ in range(120):
        env.step(env.random_actions())
        assert not env.truncated.any()
    assert env.episodes.sum() > 8


@for_each("file", ["fence", "shuttle", "sidestep"])
def test_rules_of_ones_own_set_no_bound_unless_they_say_so(file):
    assert crosscut.game(str(FILES / f"{file}.py")).longest is None


def test_a_rule_that_changes_what_is_tapped_takes_the_bound_away():
    hexes = type(crosscut.game("hex"))

    class Again(hexes):
        def legal(self, state):
            return self.board.full if state.winner == NOBODY else self.board.none

    assert hexes(3, "standard").longest == 9
    assert Again(3, "standard").longest is None


WASH = """
from dataclasses import dataclass
from crosscut.rules.games.quinten import Quinten

@dataclass(frozen=True)
class Wash(Quinten):
    def settle(self, own, enemy, stone):
        return self.board.bit(0) ^ self.board.bit(0), enemy & ~enemy

    def fits(self, own, enemy, stone):
        return True

    def victor(self, own, enemy, stone, colour):
        return -1
"""


def test_a_quinten_whose_stones_vanish_has_no_bound(tmp_path, interpreted):
    file = tmp_path / "wash.py"
    file.write_text(WASH)
    game = crosscut.game(str(file), 2)
    assert not game.stones_stay
    assert game.longest is None
    env = VectorEnv(game, 1)
    for _ in range(20):
        env.step(env.random_actions())
        assert not env.truncated.any()


TOUCHED = [
    ("hex", ("skip",)),
    ("crossway", ("play", "legal", "options", "skip", "settle")),
    ("quinten", ("play", "legal", "options", "skip", "settle")),
    ("slither", ("play", "legal", "options", "skip", "endings", "lifts", "mobile", "drops")),
    ("snaketrail", ("play", "legal", "options", "ahead", "room")),
]


@pytest.mark.parametrize(
    ("name", "rule"), [(name, rule) for name, rules in TOUCHED for rule in rules]
)
def test_a_bound_holds_for_the_rules_that_it_was_counted_from(name, rule):
    kind = type(crosscut.game(name))
    inherited = getattr(kind, rule)

    def changed(self, *given):
        return inherited(self, *given)

    other = type("Other", (kind,), {rule: changed})
    size, variant = SMALL_SIZES[name], next(iter(kind.facts.variants))
    assert kind(size, variant).longest is not None
    assert type("Same", (kind,), {})(size, variant).longest is not None
    assert other(size, variant).longest is None


def test_who_is_stuck_in_a_snaketrail_must_not_pass():
    kind = type(crosscut.game("snaketrail"))
    assert type("Passing", (kind,), {"stuck": "pass"})(4, "standard").longest is None


def test_a_bound_of_ones_own_holds_for_any_rules():
    kind = type(crosscut.game("slither"))
    own = {"play": lambda self, state, action: state, "longest": 50}
    assert type("Own", (kind,), own)(5, "classic").longest == 50
