"""Whether compiled and interpreted code play the same games."""

import numpy as np

from crosscut.search.memory import new_rng, new_work, packed_position
from crosscut.search.random_play import TALLY, playouts


def both_tallies(game, number, seed, limit, deal=False, enumerate_all=False):
    """Play one random game compiled and interpreted, and return the two tallies."""
    root, tallies = packed_position(game.position()), []
    for call in (playouts, playouts.interpreted):
        tally = np.zeros(TALLY, np.int64)
        rest = (seed, limit, tally, new_rng(), new_work(game))
        call(game, root, deal, enumerate_all, number, number + 1, *rest)
        tallies.append(tally.tolist())
    return tallies
