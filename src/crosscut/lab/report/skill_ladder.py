"""Climbing by thinking: which players clearly beat the best one before them, one after another.

The first is Random. Each candidate thinks longer than the last and plays the current level; if he
is accepted he is the next level, and the next candidate plays him.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs, points_of_a, result
from crosscut.lab.stats import wilson

GAMES = 50
"""Games of a match at most."""
CLEARLY = 0.60
"""The share of points of which a candidate has to be sure ..."""
SURE = 1.645
"""... at the lower end of an interval of 90 %, which is so many standard deviations wide."""
NEEDED = next(
    half / 2 for half in range(2 * GAMES + 1) if wilson(half / 2, GAMES, SURE)[0] >= CLEARLY
)
"""The points that say so after all games: the fewest for which Wilson's lower bound suffices."""
LEAST_AT_ONCE = 10
"""Games that are played at once, so that many hands have work, though some may prove needless."""
RULE = (
    f"Strong beats weak {CLEARLY:.0%} of the time (lower bound with 90 % confidence): a candidate "
    f"is accepted when he has {NEEDED:g} points, wins and half of the draws, in at most {GAMES} "
    f"games against the current level, colours alternating. {NEEDED:g} is the smallest score whose "
    f"lower bound by Wilson with z = {SURE} is at least {CLEARLY:.2f}. He is rejected as soon as "
    f"{NEEDED:g} cannot be reached any more. Games count in the order of their numbers up to the "
    "one that decides. As a match ends with success, scores of accepted candidates flatter a little"
)


@dataclass(frozen=True)
class Match:
    """A candidate against the current level."""

    candidate: int
    """His number among the candidates."""
    level: int | None
    """The candidate who is the current level; None is Random."""
    results: Sequence[dict]
    """The games that count, in the order of their numbers."""

    @property
    def points(self) -> float:
        """What the candidate has won."""
        return sum(map(points_of_a, self.results))

    @property
    def left(self) -> int:
        """How many games could still be played."""
        return GAMES - len(self.results)

    @property
    def accepted(self) -> bool | None:
        """Whether the candidate is the next level; None while that is open."""
        if self.points >= NEEDED:
            return True
        return False if self.points + self.left < NEEDED else None

    @property
    def sure_games(self) -> int:
        """How many more games have to be played before anything can be decided."""
        short = NEEDED - self.points
        return max(0, min(math.ceil(short), math.floor(self.left - short) + 1))


def climb(results: Iterable[dict], top: int) -> list[Match]:
    """Return the matches so far, of which the last may be undecided, candidates 0 to ``top``.

    Whatever the order in which games ended, only their numbers count.
    """
    by_key = {tuple(result["key"]): result for result in results}
    matches, level = [], None
    for candidate in range(top + 1):
        match = counted(candidate, level, by_key)
        matches.append(match)
        if match.accepted is None:
            break
        if match.accepted:
            level = candidate
    return matches


def counted(candidate: int, level: int | None, by_key: Mapping[Key, dict]) -> Match:
    """Return a match with its games up to the one that decides, or to the first that is missing."""
    match = Match(candidate, level, [])
    while match.accepted is None and (key := (candidate, len(match.results))) in by_key:
        match = Match(candidate, level, [*match.results, by_key[key]])
    return match


def next_games(results: Iterable[dict], top: int) -> dict[Key, int | None]:
    """Return the games to play next, each with the current level; none if all is decided.

    They do not depend on how many can be played at once.
    """
    results = list(results)
    matches = climb(results, top)
    if not matches:  # nobody is to be tried
        return {}
    match = matches[-1]
    if match.accepted is not None:
        return {}
    there = {tuple(result["key"]) for result in results}
    begin = len(match.results)
    end = min(GAMES, begin + max(LEAST_AT_ONCE, match.sure_games))
    keys = ((match.candidate, number) for number in range(begin, end))
    return {key: match.level for key in keys if key not in there}


@dataclass(frozen=True)
class Ascent:
    """A stage in which players climb: how they are made from their numbers."""

    stage: str
    """The name of the stage."""
    seed: int
    """What tells its matches from those of other stages."""
    limit: Callable[[int], str]
    """The limit of a candidate, as matches have it: 0.2s, or 400."""
    label: Callable[[int], str]
    """The same for people."""
    amount: Callable[[int], float]
    """The same as a number ..."""
    unit: str
    """... of these."""

    def top(self, plan: Plan) -> int:
        """Return the number of the last candidate."""
        return getattr(plan.effort, f"{self.stage}_top")

    def spec(self, candidate: int | None) -> str:
        """Return a player as matches name him; None is Random."""
        return "random" if candidate is None else f"default:{self.limit(candidate)}"

    def name(self, candidate: int | None) -> str:
        """Return a player as people name him."""
        return "Random" if candidate is None else self.label(candidate)

    def items(self, plan: Plan, logs: Logs) -> dict[Key, int | None]:
        """Return the games that the current match needs next."""
        return next_games(logs[self.stage], self.top(plan))

    def do(self, plan: Plan, key: Key, given: int | None) -> dict:
        """Play a game of a candidate against the current level."""
        candidate, number = key
        seed = self.seed + candidate
        return result(plan.contest(self.spec(candidate), self.spec(given), seed=seed), number)
