"""How much is played for a whole report, and how hard each item is thought about."""

from dataclasses import dataclass

NODES_A_SECOND = 50_000
"""Nodes that stand for a second of the solver: what it finds must not depend on the clock."""


@dataclass(frozen=True)
class Effort:
    """What is asked for beside the games."""

    random_games: int = 2000
    opening_games: int = 700
    """Games with a forced opening at most; nor are there more than of the others, where that is
    enough to try each opening."""
    swap_asks: int = 5
    """How often the engine is asked after each opening whether to swap."""
    reviews: int = 40
    """Games that are looked at turn by turn."""
    review_turns: int = 100
    """Turns of a game that are looked at; of a longer one every third, or fifth, and so on."""
    review_simulations: int = 2000
    """For each position, and as many for doing nothing there."""
    each: int = 200
    """For every legal move of a position that is looked at."""
    strengths: tuple[int, ...] = (0, 4, 16, 64, 256, 1024, 4096)
    """Simulations a turn of players whose games against themselves are counted; 0 is random."""
    strength_games: int = 200
    ladder_top: int = 4
    """The last k for which 0.01 * e**k seconds a turn are tried."""
    chain_top: int = 13
    """The last k for which 2**k simulations a turn are tried."""
    chain_games: int = 50
    """Games of each of these players against the one with half as many."""
    mirror_games: int = 20
    """Games of each mirroring strategy."""
    mirror_limit: int = 400
    """Simulations a turn of its opponent."""
    puzzles: int = 6
    puzzle_seconds: float = 3.0
    """For one position that might be a puzzle."""
    solve_seconds: float = 30.0
    """For one small size."""
    unique: int = 5_000_000
    """Distinct positions after which counting them ends."""
    short_games: int = 40
    """Attempts at a short game in which both sides help."""
    short_tries: int = 100_000
    """Games that are drawn in an attempt; most of them are given up half-way."""
    speed_seconds: float = 8.0
    survey_games: int = 100_000_000
    """Random games that are surveyed at most, as a GPU does in seconds."""

    @property
    def survey_seconds(self) -> float:
        """Seconds in which as many are surveyed as there is time for."""
        return 30.0

    @property
    def puzzle_nodes(self) -> int:
        """Nodes of the solver for one position that might be a puzzle."""
        return int(self.puzzle_seconds * NODES_A_SECOND)

    @property
    def solve_nodes(self) -> int:
        """Nodes of the solver for one small size."""
        return int(self.solve_seconds * NODES_A_SECOND)


FULL = Effort()
