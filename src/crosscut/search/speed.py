"""Measuring random play: playouts a second, lengths, and how they compare with a reference."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from crosscut.errors import BadOption
from crosscut.game import Game
from crosscut.search import random_play
from crosscut.search.memory import new_rng, new_work, packed_position
from crosscut.search.random_play import TALLY, playout_limit, playouts

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
        self.root = packed_position(self.game.position())
        self.work = new_work(self.game)
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

    def summary(self) -> dict:
        """Return rate, lengths and results of all games played."""
        games = int(self.tally[: random_play.MOVES].sum())
        moves = self.tally[random_play.MOVES] / games
        spread = max(0.0, self.tally[random_play.MOVES_SQUARED] / games - moves**2) ** 0.5
        return {
            "playouts_per_second": round(games / self.seconds, 1),
            "microseconds": round(1e6 * self.seconds / games, 4),
            "mean_moves": round(float(moves), 4),
            "mean_moves_error": round(float(spread / games**0.5), 4),
            "mean_turns": round(float(self.tally[random_play.TURNS] / games), 4),
            "first_seat_wins": round(float(self.tally[random_play.SEAT_0] / games), 4),
            "draws": int(self.tally[random_play.DRAWN]),
            "unfinished": int(self.tally[random_play.UNFINISHED]),
            "playouts": games,
        }


class OpenSpielHex:
    """The reference: random rollouts of Hex 11x11 by OpenSpiel's compiled code."""

    name = "OpenSpiel, hex 11x11"
    rollouts = 200

    def __init__(self, seed: int = 1):
        try:
            import pyspiel
        except ImportError:
            raise BadOption(
                "OpenSpiel is not installed; pip install 'crosscut[openspiel]' brings it"
            ) from None
        self.spiel = pyspiel
        self.game = pyspiel.load_game("hex(board_size=11)")
        self.state = self.game.new_initial_state()
        self.seed = seed

    def run(self, seconds: float) -> float:
        """Roll out for some processor seconds and return the rollouts per second."""
        count, spent = 0, 0.0
        while spent < seconds:
            self.seed += 1
            evaluator = self.spiel.RandomRolloutEvaluator(self.rollouts, self.seed)
            # two simulations: the first evaluates the root, the second one of its children
            bot = self.spiel.MCTSBot(self.game, evaluator, 1.4, 2, 64, False, self.seed, False)
            begin = time.process_time()
            bot.mcts_search(self.state)
            spent += time.process_time() - begin
            count += 2 * self.rollouts
        return count / spent


def compare(
    ours: Playouts,
    reference: OpenSpielHex,
    seconds: float,
    tick: Callable[[float], None] = lambda share: None,
) -> dict:
    """Measure both in turn and return the rates and their ratio, medians over the rounds."""
    rates = []
    for i in range(ROUNDS):
        rates.append((ours.run(seconds / ROUNDS), reference.run(seconds / ROUNDS)))
        tick((i + 1) / ROUNDS)
    return {
        "reference": reference.name,
        "reference_per_second": round(float(np.median([theirs for _, theirs in rates])), 1),
        "ratio": round(float(np.median([mine / theirs for mine, theirs in rates])), 2),
    }
