"""Random games against OpenSpiel, move by move, in the games that both have."""

import random

import pytest

import crosscut
from crosscut.rules.game import DRAW

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not there: make test-all installs it")

CASES = [
    ("hex", 5, 200),
    ("hex", 11, 30),
    ("y", 5, 200),
    ("y", 13, 30),
    ("havannah", 4, 200),
    ("havannah", 8, 30),
    ("connect_four", 7, 300),
]
"""Game, size and how many random games are compared."""

CALLED = {
    "connect_four": "connect_four",
    "havannah": "havannah(board_size={0})",
    "hex": "hex(board_size={0})",
    "y": "y(board_size={0})",
}


def their_action(game, cell):
    """Return what OpenSpiel calls a cell.

    Its boards of Y and Havannah are upside down: the triangle stands on its apex, while the numbers
    of a hexagon stay the same. At Connect Four an action is a column.
    """
    row, column = divmod(cell, game.size)
    if game.id == "y":
        return (game.size - 1 - row) * game.size + column
    return column if game.id == "connect_four" else cell


@pytest.mark.parametrize(("name", "size", "games"), CASES)
def test_random_games_agree_with_openspiel(name, size, games):
    game = crosscut.game(name, size, pie=False)
    source, results = random.Random(size), set()
    for _ in range(games):
        position = game.position()
        state = pyspiel.load_game(CALLED[name].format(size)).new_initial_state()
        while not position.over:
            assert not state.is_terminal()
            assert state.current_player() == position.to_play
            cells = {their_action(game, cell): cell for cell in position.actions()}
            assert sorted(cells) == state.legal_actions()
            action = source.choice(sorted(cells))
            position = position.tap(cells[action])
            state.apply_action(action)
        assert state.is_terminal()
        expected = {0: [1, -1], 1: [-1, 1], DRAW: [0, 0]}[position.result]
        assert state.returns() == expected
        results.add(position.result)
    assert {0, 1} <= results
