"""Adding up the games of a match."""

import math
from collections import Counter
from dataclasses import dataclass, field

from crosscut.lab.stats import Sprt, elo, wilson

NAMES = "A", "B"
POINTS = {"A": 1.0, None: 0.5, "B": 0.0}
"""What a game is worth to A, by its winner."""


@dataclass
class Effort:
    """What the turns of one player took."""

    turns: int = 0
    seconds: float = 0.0
    simulations: int = 0
    thinking: float = 0.0
    """Seconds of turns whose simulations are known."""

    def add(self, seconds: float, simulations: int | None) -> None:
        """Count a turn."""
        self.turns += 1
        self.seconds += seconds
        if simulations is not None:
            self.simulations += simulations
            self.thinking += seconds

    def summary(self) -> dict:
        """Return the means; without simulations there are none."""
        return {
            "seconds_per_turn": rounded(self.seconds / max(1, self.turns), 4),
            "simulations_per_second": (
                round(self.simulations / self.thinking) if self.thinking else None
            ),
            "simulations_per_turn": (
                round(self.simulations / max(1, self.turns)) if self.thinking else None
            ),
        }


@dataclass
class Tally:
    """The results of a match, in whatever order its games ended."""

    sprt: Sprt | None = None
    winners: dict[int, str | None] = field(default_factory=dict)
    """Who won each game: A, B or, in a draw, None."""
    by_seat: Counter = field(default_factory=Counter)
    """Games by winner and by who had the first seat."""
    lengths: int = 0
    unfinished: int = 0
    forfeits: Counter = field(default_factory=Counter)
    effort: dict[str, Effort] = field(default_factory=lambda: {name: Effort() for name in NAMES})

    def add(self, game: dict) -> None:
        """Count a game."""
        self.winners[game["number"]] = game["winner"]
        self.by_seat[game["winner"], game["first"]] += 1
        self.lengths += len(game["turns"])
        self.unfinished += game["unfinished"]
        if game["forfeit"]:
            self.forfeits[other(game["winner"]), game["forfeit"]] += 1
        for turn in game["thoughts"]:
            self.effort[turn["player"]].add(turn["seconds"], turn["simulations"])
        self.test()

    def test(self) -> None:
        """Let the stopping rule see the next pairs, in order: short games must not come first."""
        while self.sprt and not self.sprt.verdict:
            both = [2 * self.sprt.pairs, 2 * self.sprt.pairs + 1]
            if not all(number in self.winners for number in both):
                return
            self.sprt.add(sum(POINTS[self.winners[number]] for number in both) / 2)

    @property
    def decided(self) -> bool:
        """Whether the stopping rule has its answer."""
        return self.sprt is not None and bool(self.sprt.verdict)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return len(self.winners)

    @property
    def points(self) -> float:
        """What A has won."""
        return sum(POINTS[winner] for winner in self.winners.values())

    def wins(self, name: str, first: str | None = None) -> int:
        """Return how many games somebody won, of all or of those in which one had seat one."""
        return sum(self.by_seat[name, seat] for seat in ([first] if first else NAMES))

    def pairs(self) -> dict[str, int]:
        """Return in how many pairs of games, both played, A was ahead, even or behind."""
        found = Counter()
        for number, winner in self.winners.items():
            if number % 2 == 0 and number + 1 in self.winners:
                found[POINTS[winner] + POINTS[self.winners[number + 1]]] += 1
        return {
            "ahead": found[1.5] + found[2.0],
            "even": found[1.0],
            "behind": found[0.0] + found[0.5],
        }

    def __repr__(self) -> str:
        if not self.games:
            return "<Tally of no games>"
        low, high = wilson(self.points, self.games)
        score = f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%})"
        return f"<Tally: A {self.points:g} of {self.games}, {score}>"

    def summary(self) -> dict:
        """Return all results as plain data; what is infinite is None."""
        games = self.games
        low, high = wilson(self.points, games)
        result = {
            "games": games,
            "wins": self.wins("A"),
            "draws": sum(self.by_seat[None, first] for first in NAMES),
            "losses": self.wins("B"),
            "score": rounded(self.points / games if games else math.nan, 4),
            "score_interval": [round(low, 4), round(high, 4)],
            "wins_as_first": self.wins("A", "A"),
            "wins_as_second": self.wins("A", "B"),
            "losses_as_first": self.wins("B", "A"),
            "losses_as_second": self.wins("B", "B"),
            "pairs": self.pairs(),
            "elo": rounded(elo(self.points / games) if games else math.nan, 1),
            "elo_interval": [rounded(elo(low), 1), rounded(elo(high), 1)],
            "mean_turns": rounded(self.lengths / games if games else math.nan, 2),
            "unfinished": self.unfinished,
            "forfeits": [
                {"player": who, "reason": why, "games": count}
                for (who, why), count in sorted(self.forfeits.items())
            ],
            "effort": {name: effort.summary() for name, effort in self.effort.items()},
        }
        if self.sprt:
            lower, upper = self.sprt.bounds
            result["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "pairs": self.sprt.pairs,
                "ratio": round(self.sprt.ratio, 3),
                "bounds": [round(lower, 3), round(upper, 3)],
                "verdict": self.sprt.verdict or None,
            }
        return result


def other(name: str) -> str:
    """Return the opponent."""
    return NAMES[name == NAMES[0]]


def rounded(value: float, digits: int) -> float | None:
    """Return a number as JSON can hold it."""
    return round(value, digits) if math.isfinite(value) else None
