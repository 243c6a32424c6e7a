"""The names that people see of games, positions and environments: listed here, and explained.

A name that is missing here is new: it begins with an underscore if the package alone asks for it,
else it has a docstring, stands on a page of docs/api, and is added below.
"""

import re
from pathlib import Path

import pytest

import crosscut
from crosscut.lab.envs import DeviceEnv, VectorEnv
from crosscut.rules import connection
from crosscut.rules.game import Game, ScratchGame
from tests.support.for_each import for_each

API = Path(__file__).parents[2] / "docs" / "api"
GAME = """
    actions answers board closed connected deal deciding either_order extra_names extras facts
    first_extra flaw goals has_deal has_long_turns has_sample id in_hand key kinds left_out legal
    longest mid_move objection options outcome pass_action pie pieces play player position prelude
    read_turn read_word recurs remembers repetition rollout sample scratch_size setup size skip
    spell spell_turn start stuck swap_action symmetric_taps symmetries symmetry tap_text task
    timeless usual_order variant width
""".split()
CONNECTION = [*GAME, "mends"]
PLACING = [*CONNECTION, "completes", "settle", "spots", "stones_stay", "victor"]
KINDS = {
    Game: GAME,
    ScratchGame: GAME,
    connection.ConnectionGame: CONNECTION,
    connection.MovingGame: [*CONNECTION, "drops", "lifts", "mobile"],
    connection.PlacingGame: PLACING,
    connection.TestedGame: [*PLACING, "fits"],
    connection.FillingGame: PLACING,
}
POSITION = """
    actions colour game history last_cells line mid_move mid_turn move_number moves next_moves
    next_turns over play start state svg tap to_play turn_number turn_text turns undo winner
""".split()
VECTOR = """
    batch dealt episodes final_observation final_to_play game history limit mask observation
    position random_actions random_moves reset rewards seed seed_of step taps terminated to_play
    truncated
""".split()
DEVICE = [*VECTOR, "after", "device", "finish", "step_at_random"]
HEX = crosscut.game("hex", 3)


def shown(thing):
    """Return the names that people see of an object, or of a class and what it declares."""
    bases = thing.__mro__ if isinstance(thing, type) else ()
    declared = [name for base in bases for name in vars(base).get("__annotations__", {})]
    return sorted(name for name in {*dir(thing), *declared} if not name.startswith("_"))


@for_each("kind", KINDS, ids=lambda kind: kind.__name__)
def test_names_of_a_game(kind):
    assert shown(kind) == sorted(KINDS[kind])


@for_each("name", crosscut.ids())
def test_a_game_shows_what_its_kind_does_and_its_file_defines(name):
    game = crosscut.game(name)
    bases = [
        base for base in type(game).__mro__ if base.__module__.startswith("crosscut.rules.games.")
    ]
    own = {defined for base in bases for defined in vars(base)}
    known = {each for kind, names in KINDS.items() if isinstance(game, kind) for each in names}
    assert known <= {*shown(game)} <= known | own


def test_names_of_a_position():
    assert shown(HEX.position()) == sorted(POSITION)


@pytest.mark.parametrize(("kind", "names"), [(VectorEnv, VECTOR), (DeviceEnv, DEVICE)])
def test_names_of_an_environment(kind, names, interpreted):
    options = {"device": "cpu"} if kind is DeviceEnv else {}
    assert shown(kind(HEX, 2, **options)) == sorted(names)


PAGES = {
    "game": {name for names in KINDS.values() for name in names},
    "position": POSITION,
    "environment": DEVICE,
}
MODULES = {
    "game": ("rules.game", "rules.game_text", "rules.connection"),
    "position": ("play.position",),
    "environment": ("lab.envs.vector", "lab.envs.device"),
}


@for_each("what", PAGES)
def test_every_name_is_explained_in_the_pages_of_the_interface(what):
    text = "\n".join((API / f"crosscut.{name}.md").read_text() for name in MODULES[what])
    explained = re.findall(r"^### `(\w+)", text, re.MULTILINE)
    assert not {*PAGES[what]} - {*explained}
    assert what != "position" or {*explained} == {*POSITION}
