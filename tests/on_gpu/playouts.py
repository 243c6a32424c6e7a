"""Compare random games on a GPU and on the CPU, game by game: python -m tests.on_gpu.playouts

Every game at its default size and some at others, 10,000 games each by default; then games from
positions in the middle, with history and owners of cells. One line each; the exit code is 0 if
nothing differs. With --device cpu it tries itself out where there is no GPU.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import crosscut
from crosscut.core.arguments import DEVICES
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.discovery import devices, names_of
from crosscut.core.errors import CrosscutError
from crosscut.lab.bench.gpu import COMPARED, differences
from crosscut.lab.bench.suite import games_for_devices
from crosscut.lab.precompile import prepare_all
from crosscut.rules.registry import title
from crosscut.search.playout_results import play_out
from tests.support.games import random_position

OWN = Path(__file__).parents[2] / "examples" / "sidestep.py"
MIDDLE = {"gonnect": 7, "snaketrail": 4}
"""Games that are compared from the middle: one that remembers, one whose start is drawn."""


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def compare_from_start(game, used, games: int) -> bool:
    """Compare every single game from the start, by result and length."""
    begin = time.perf_counter()
    found = differences(game, used, games)
    seconds = time.perf_counter() - begin
    where = f", the first is number {found[0]}" if found else ""
    say(f"{title(game)}: {len(found):,} of {games:,} differ{where} ({seconds:.1f} s)")
    return not found


def compare_from_middle(game, used, games: int) -> bool:
    """Compare all that can be counted of games from positions in the middle."""
    start = game.position(seed=1)
    starts = [random_position(start, taps, taps) for taps in range(0, 60, 2)]
    each = -(-games // len(starts))
    here, there = (
        play_out(starts, each, device=chosen, lengths=True, ownership=True)
        for chosen in ([Host()], used)
    )
    names = ("tallies", "lengths", "owned")
    wrong = [
        name for name in names if not np.array_equal(getattr(here, name), getattr(there, name))
    ]
    longest = max(position.keys[0] for position in starts)
    said = f"these differ: {', '.join(wrong)}" if wrong else "nothing differs"
    say(f"{title(game)}, {len(starts)} positions, {longest} turns remembered: {said}")
    return not wrong


def main() -> int:
    """Compare what was asked for and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="names of games; all by default")
    parser.add_argument("--device", default="gpu", choices=DEVICES)
    parser.add_argument("--games", type=int, default=COMPARED)
    asked = parser.parse_args()
    used = devices(asked.device)
    say(names_of(used))
    wanted = [*games_for_devices(), crosscut.game(OWN)]
    wanted = [game for game in wanted if not asked.names or game.id in asked.names]
    if capability := getattr(used[0], "capability", None):
        begin = time.perf_counter()
        for ready in prepare_all(wanted, capability):
            print(f"compiled {ready} of {len(wanted)}", file=sys.stderr, flush=True)
        say(f"compiled after {time.perf_counter() - begin:.0f} s")
    right = [compare_from_start(game, used, asked.games) for game in wanted]
    for name, size in MIDDLE.items():
        if not asked.names or name in asked.names:
            right.append(compare_from_middle(crosscut.game(name, size), used, asked.games))
    say("all games are equal" if all(right) else "some games differ")
    return 0 if all(right) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CrosscutError as error:
        sys.exit(f"{error}")
