"""The pie rule in random play: a swap is one move among the others, however moves are drawn."""

import pytest

import crosscut
from crosscut.lab.bench.playouts import Playouts


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hex", "gonnect"])
def test_drawn_and_listed_games_are_as_long(name):
    """Whole random games (Hex) and moves tried for repetition (Gonnect) do not forget it."""
    found = []
    for enumerated in (False, True):
        played = Playouts(crosscut.game(name, 3, pie=True), enumerated=enumerated, seed=enumerated)
        played.play(100_000)
        found.append(played.summary())
    error = sum(one["mean_moves_error"] ** 2 for one in found) ** 0.5
    assert abs(found[0]["mean_moves"] - found[1]["mean_moves"]) < 5 * error
    without = Playouts(crosscut.game(name, 3, pie=False))
    without.play(100_000)
    assert abs(without.summary()["mean_moves"] - found[0]["mean_moves"]) > 10 * error
