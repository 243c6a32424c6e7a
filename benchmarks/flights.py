"""How a search with a GPU spends its time, with some options of the engine.

    python benchmarks/flights.py [each=64,threads=4 leaves=512 ...] [--size 9] [--seconds 0.1]

One line for each: leaves and random games a second, planes a second and how full they are, and how
much of the time it took to send them off. Without a GPU ``--pretend`` lets the CPU play in its
place, which tells whether the script runs and no more.
"""

import argparse
import time
from collections.abc import Callable

import crosscut
from crosscut.core.devices.cpu import Host
from crosscut.lab.matches.player_spec import read_words
from crosscut.search.limits import Limits
from crosscut.search.mcts import pilots
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options, with_options


class Watch:
    """How often something was done, and the seconds it took."""

    def __init__(self, do: Callable):
        self.do, self.count, self.seconds = do, 0, 0.0

    def __call__(self, *given):
        """Do it and look at the clock before and after."""
        begin = time.perf_counter()
        try:
            return self.do(*given)
        finally:
            self.count += 1
            self.seconds += time.perf_counter() - begin


def measure(position, options: Options, seconds: float, searches: int) -> str:
    """Search some times and return a line about it."""
    Search(position, options).run(options.each)  # compiles
    spent, games, sending, flown = 0.0, 0, 0.0, 0
    for seed in range(searches):
        search = Search(position, options, seed)
        for _ in search.slices(Limits(seconds=seconds)):  # so that its memory was used before
            pass
        search.move_to(position.tap(search.thought().action))
        planes = [plane for squad in search.squadron.squads for plane in squad.planes]
        for plane in planes:
            plane.start = Watch(plane.start)
        for _ in search.slices(Limits(seconds=seconds)):
            pass
        spent, games = spent + search.seconds, games + search.done
        flown += sum(plane.start.count for plane in planes)
        sending += sum(plane.start.seconds for plane in planes)
    leaves = games / options.each
    return (
        f"{leaves / spent:9,.0f} leaves/s {games / spent:13,.0f} games/s "
        f"{flown / spent:7,.0f} planes/s of {leaves / max(flown, 1):5.1f}, "
        f"sent off in {sending / spent:.0%} of the time; {spent / searches:.3f} s"
    )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("options", nargs="*", default=[""], help="as each=64,threads=4")
    parser.add_argument("--game", default="slither")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1, help="of a search")
    parser.add_argument("--searches", type=int, default=10)
    parser.add_argument("--planes", type=int, default=pilots.PLANES)
    parser.add_argument("--together", type=int, default=pilots.TOGETHER)
    parser.add_argument("--pretend", action="store_true", help="the CPU plays the GPU")
    asked = parser.parse_args()
    pilots.PLANES, pilots.TOGETHER = asked.planes, asked.together
    if asked.pretend:
        pilots.every_card = lambda: [Host()]
    position = crosscut.game(asked.game, asked.size).position()
    for text in asked.options:
        changes = read_words(text, text)[1] if text else {}
        options = with_options(Options(device="gpu"), changes)
        found = measure(position, options, asked.seconds, asked.searches)
        print(f"{text or 'as usual'}: {found}", flush=True)


if __name__ == "__main__":
    main()
