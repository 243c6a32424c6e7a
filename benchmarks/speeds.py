"""Measure how fast the search plays each game, for the budgets of quick reports.

    python benchmarks/speeds.py

writes ``src/crosscut/lab/report/search_speeds.json``. The figure of a game is the slowest of three
positions of a random game, at its usual size, by processor time, with two digits: budgets need no
more.
"""

import json
from math import floor, log10
from pathlib import Path

import crosscut
from crosscut.lab.bench.search import Simulations
from crosscut.lab.report.search_speeds import known_speeds
from crosscut.rules.game import Game
from crosscut.rules.registry import built_in
from crosscut.search.replay import Replayer

TARGET = Path(__file__).parent.parent / "src/crosscut/lab/report/search_speeds.json"
SECONDS = 0.5
"""Of a processor, for each position."""
PARTS = (0, 0.25, 0.5)
"""Where in a random game the positions are."""


def speed_of(game: Game) -> int:
    """Return the simulations a second of the slowest position, rounded to two digits."""
    start = game.position(seed=0 if game.has_deal else None)
    _, taps = Replayer(game).random_game(start, 0, 0)
    line = [start]
    for tap in taps:
        line.append(line[-1].tap(tap))
    whole = [here for here in line if not here.mid_turn and not here.over]
    places = [whole[int(part * len(whole))] for part in PARTS]
    speed = min(Simulations(game, position=place).run(SECONDS) for place in places)
    step = 10 ** (floor(log10(speed)) - 1)
    return int(speed // step * step)


def main() -> None:
    """Measure all games and write the file, which keeps what an interrupted run has measured."""
    found = dict(known_speeds())
    for name in built_in():
        game = crosscut.game(name)
        found[name] = {"cells": len(game.board.cells), "speed": speed_of(game)}
        print(name, found[name]["speed"], flush=True)
        rows = ",\n".join(f' "{each}": {json.dumps(found[each])}' for each in sorted(found))
        TARGET.write_text(f"{{\n{rows}\n}}\n")


if __name__ == "__main__":
    main()
