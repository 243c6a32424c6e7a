"""Measuring the tree search: simulations a second from the first position on."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from crosscut.lab.bench.playouts import compare
from crosscut.lab.openspiel_bot import SIMULATIONS
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options

LONG, LONGER = 10 * SIMULATIONS, 10_000 * SIMULATIONS
"""Simulations of a search by several threads, which take some time to start, and with a GPU."""


@dataclass
class Simulations:
    """Searches of one position of a game, one after another, and the time they took."""

    game: Game
    threads: int = 1
    longest: int = SIMULATIONS
    """Simulations of one search."""
    seed: int = 0
    clock: Callable[[], float] = time.process_time
    """Of several threads the processor time says nothing: `time.perf_counter` does."""
    options: Options = field(default_factory=Options)
    position: Position | None = None
    """Where it searches, if not from the first position on."""

    def __post_init__(self):
        self.name = f"threads: {self.threads}"
        self.position = self.position or self.game.position()
        self.done, self.nodes, self.seconds = 0, 0, 0.0
        self.search().run(1)  # compiles, where that is still to be done, before the clock starts

    def search(self) -> Search:
        """Return a new search."""
        self.seed += 1
        return Search(self.position, replace(self.options, threads=self.threads), self.seed)

    def run(self, seconds: float) -> float:
        """Search for some seconds and return the simulations per second."""
        count, spent = 0, 0.0
        while spent < seconds:
            begin = self.clock()
            search = self.search()  # counts too, or games that are proven at once would never end
            for _ in search.slices(Limits(simulations=self.longest)):
                if spent + self.clock() - begin >= seconds:
                    break
            count, spent = count + search.done, spent + self.clock() - begin
            self.nodes += search.nodes
        self.done += count
        self.seconds += spent
        return count / spent

    def summary(self) -> dict:
        """Return the rate of all searches."""
        return {
            "simulations_per_second": round(self.done / self.seconds, 1),
            "microseconds": round(1e6 * self.seconds / self.done, 4),
            "simulations": self.done,
        }


def compare_gpu(game: Game, seconds: float, seed: int, tick: Callable[[float], None]) -> dict:
    """Return how many simulations a search makes by the clock with a GPU, and one thread without.

    A leaf of the tree is where the walk of a simulation ends; on a GPU many share one.
    """
    options = Options(device="gpu")
    with_gpu = Simulations(game, 0, LONGER, seed, time.perf_counter, options)
    one = Simulations(game, 1, LONG, seed, time.perf_counter)
    (found,) = compare(with_gpu, [one], seconds, tick)
    rate = with_gpu.summary()["simulations_per_second"]
    return {
        "threads": options.hands,
        "simulations_per_second": rate,
        "leaves_per_second": round(rate / options.each, 1),
        "one_thread_per_second": found["reference_per_second"],
        "ratio": found["ratio"],
    }


def compare_threads(
    game: Game, threads: int, seconds: float, seed: int, tick: Callable[[float], None]
) -> dict:
    """Return how many simulations several threads make by the clock, and how many one makes."""
    one, several = (Simulations(game, each, LONG, seed, time.perf_counter) for each in (1, threads))
    (found,) = compare(several, [one], seconds, tick)
    return {
        "threads": threads,
        "simulations_per_second": several.summary()["simulations_per_second"],
        "one_thread_per_second": found["reference_per_second"],
        "ratio": found["ratio"],
    }
