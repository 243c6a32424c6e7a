"""How fast the search plays each game: by it the work of a quick report is dealt out."""

import json
import math
import time
from functools import cache
from importlib.resources import files

from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits

SIMULATIONS = 500
"""Simulations from each of some positions, by which the speed of a game is measured."""
SLOW = 20_000
"""Simulations a second below which a thousand a turn would be too many for most people."""


@cache
def known_speeds() -> dict[str, dict[str, float]]:
    """Return the cells of the usual board and the simulations a second of each game of ours."""
    return json.loads((files(__package__) / "search_speeds.json").read_text())


def known_speed(game: Game) -> float | None:
    """Return the simulations a second of a game of the package, or None.

    On another board they fall with the square of the number of cells.
    """
    known = known_speeds().get(game.id)
    if known is None:
        return None
    return known["speed"] * (known["cells"] / len(game.board.cells)) ** 2


def usual_limit(game: Game) -> str:
    """Return the simulations for a turn by default, fewer in a game that is slow."""
    speed = known_speed(game)
    return "200" if speed is not None and speed < SLOW else "1000"


def measured_speed(positions: list[Position]) -> float:
    """Return the simulations a second of a processor from some positions, as a power of two.

    Rounded down, it is nearly always the same when it is measured again.
    """
    spent = 0.0
    for position in positions:
        search = Engine().search_at(position)
        begin = time.process_time()
        for _ in search.slices(Limits(simulations=SIMULATIONS)):
            pass
        spent += time.process_time() - begin
    speed = SIMULATIONS * len(positions) / max(spent, 1e-6)
    return 2.0 ** math.floor(math.log2(speed))
