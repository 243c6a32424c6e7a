"""Measuring random play, and how fast one thing is beside others."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from crosscut.core.arrays import new_rng
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import search_work
from crosscut.search.playout import TALLY, playout_limit, playouts
from crosscut.search.playout_results import lengths_of, summary_of

SLICE_SECONDS = 0.02
ROUNDS = 8
"""How many turns of measuring two things take, so that a busy moment hits both."""


@dataclass
class Playouts:
    """Random games of one game, and the processor time they took."""

    game: Game
    enumerated: bool = False
    """Whether every legal move is enumerated at every step, instead of sampled."""
    seed: int = 0
    tally: np.ndarray = field(default_factory=lambda: np.zeros(TALLY, np.int64))
    seconds: float = 0.0

    def __post_init__(self):
        self.root = self.game.position().packed()
        self.work = search_work(self.game)
        self.rng = new_rng()
        self.done = 0
        self.step = 1
        self.play(1)  # compiles, where that is still to be done, before the clock starts
        self.tally[:] = 0
        self.seconds, self.done = 0.0, 0

    def play(self, count: int) -> float:
        """Play some more games and return the processor seconds they took."""
        begin = time.process_time()
        playouts(
            self.game,
            self.root,
            True,
            self.enumerated,
            self.done,
            self.done + count,
            self.seed,
            playout_limit(self.game),
            self.tally,
            self.rng,
            self.work,
        )
        took = time.process_time() - begin
        self.done += count
        self.seconds += took
        return took

    def run(self, seconds: float) -> float:
        """Play for some processor seconds, in short slices, and return the games per second."""
        count, spent = 0, 0.0
        while spent < seconds:
            took = self.play(self.step)
            count, spent = count + self.step, spent + took
            self.step = min(1_000_000, max(1, int(self.step * SLICE_SECONDS / max(took, 1e-6))))
        return count / spent

    def lengths(self) -> tuple[float, float]:
        """Return the mean and the standard deviation of the moves of all games played."""
        return lengths_of(self.tally)

    def summary(self) -> dict:
        """Return rate, lengths and results of all games played."""
        return summary_of(self.tally, self.seconds)


class Runner(Protocol):
    """What can be measured."""

    def run(self, seconds: float) -> float:
        """Do something for some seconds and return how often a second it was done."""


class Reference(Runner, Protocol):
    """What something else is measured against."""

    name: str


def compare(
    ours: Runner,
    references: Sequence[Reference],
    seconds: float,
    tick: Callable[[float], None] = lambda share: None,
) -> list[dict]:
    """Measure all in turn and return a rate and a ratio for each reference, medians of rounds."""
    rates = []
    for i in range(ROUNDS):
        mine = ours.run(seconds / ROUNDS)
        theirs = [reference.run(seconds / ROUNDS) for reference in references]
        rates.append([(rate, mine / rate) for rate in theirs])
        tick((i + 1) / ROUNDS)
    found = []
    for reference, measured in zip(references, zip(*rates, strict=True), strict=True):
        rate, ratio = np.median(measured, axis=0)
        found.append(
            {
                "reference": reference.name,
                "reference_per_second": round(float(rate), 1),
                "ratio": round(float(ratio), 2),
            }
        )
    return found
