"""Who has the better game, as far as the games and forced openings of a report can tell.

Everything here follows from `Evidence`, so that it can be tried on made-up games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from crosscut.lab.report.balance.forced_openings import LEAST, LEVEL, Forced, Score, Standing

UNFAIR_LEVEL = 0.99
"""The confidence with which a seat must be ahead for a game to be called unfair."""
SEATS_LOW, SEATS_HIGH = 0.35, 0.65
"""Between which the share of the first seat is near even, where there are no swaps: 200 games of an
even game tell as much nearly always."""
GAIN_LEVEL = 0.95
"""The confidence with which swapping must be better than the toss of a coin."""


class Verdict(StrEnum):
    """What a report says about the balance of a game."""

    cured = "cured"
    """With the pie rule: there is an opening near even, and swaps are better than blind."""
    even = "near even"
    """No seat is shown to be ahead; what may still be uneven has a bound."""
    unfair = "unfair"
    """A seat wins more, at 99 %."""
    first = "first colour wins"
    """Whatever the opening."""
    second = "second colour wins"
    unknown = "cannot be told"
    few = "too few games"


@dataclass(frozen=True)
class Decision:
    """Whether somebody who could swap did so, and after which opening; None is not tried."""

    opening: int | None
    swapped: bool


@dataclass(frozen=True)
class Evidence:
    """What the games of a report say about balance; scores are those of the first colour."""

    pie: bool
    swapped: Score
    """Games in which the second seat swapped, and so played the first colour."""
    kept: Score
    """All others."""
    forced: Mapping[int, Forced] = field(default_factory=dict)
    """The openings that were tried, by their numbers."""
    openings: int = 0
    """How many openings there are, those that symmetries exchange being one."""
    played: Sequence[Decision] = ()
    """The decisions in the games."""
    asked: Sequence[Decision] = ()
    """Those of the engine when it was asked after each opening."""

    @property
    def colours(self) -> Score:
        """All games: the first colour's points."""
        return self.swapped + self.kept

    @property
    def seats(self) -> Score:
        """All games: the first seat's points, which after a swap are the second colour's."""
        return Score(self.swapped.games - self.swapped.points, self.swapped.games) + self.kept

    def standing(self, *wanted: Standing) -> list[int]:
        """Return the openings of some standing."""
        return [number for number, each in self.forced.items() if each.standing in wanted]

    @property
    def ahead(self) -> int | None:
        """The seat that wins more, at 99 %, if there is one."""
        interval = self.seats.interval(UNFAIR_LEVEL)
        if interval is None or interval[0] <= 0.5 <= interval[1]:
            return None
        return int(interval[1] < 0.5)

    @property
    def wins_always(self) -> int | None:
        """The colour for which every opening is one-sided, all of them having been tried."""
        if not self.forced or len(self.forced) < self.openings:
            return None
        found = {each.standing for each in self.forced.values()}
        return {Standing.first: 0, Standing.second: 1}.get(found.pop()) if len(found) == 1 else None

    @property
    def swaps(self) -> Score:
        """The decisions after one-sided openings, those that were right counting as points."""
        return right_swaps(self.forced, [*self.played, *self.asked])

    @property
    def better_than_blind(self) -> bool:
        """Whether swaps are right more often than the toss of a coin."""
        interval = self.swaps.interval(GAIN_LEVEL)
        return interval is not None and interval[0] > 0.5

    @property
    def worse_than_blind(self) -> bool:
        """Whether swaps are right less often than the toss of a coin."""
        interval = self.swaps.interval(GAIN_LEVEL)
        return interval is not None and interval[1] < 0.5

    @property
    def verdict(self) -> Verdict:
        """What can be said, and no more than that."""
        if self.seats.games < LEAST:
            return Verdict.few
        if self.pie and self.wins_always is not None:
            return (Verdict.first, Verdict.second)[self.wins_always]
        even = self.standing(Standing.even)
        if self.pie and even and self.better_than_blind:
            return Verdict.cured
        if self.ahead is not None:
            return Verdict.unfair
        if not self.pie:
            low, high = self.seats.interval(LEVEL)
            known = low >= SEATS_LOW and high <= SEATS_HIGH
        else:
            known = even and len(even + self.standing(Standing.unconfirmed)) == len(self.forced)
        return Verdict.even if known else Verdict.unknown


def right_swaps(forced: Mapping[int, Forced], decisions: Sequence[Decision]) -> Score:
    """Return how many decisions after one-sided openings were right, as points."""
    right = [
        each.swapped == (forced[each.opening].standing is Standing.first)
        for each in decisions
        if each.opening in forced and forced[each.opening].uneven
    ]
    return Score(float(sum(right)), len(right))


def regrets(
    values: Mapping[int, float], decisions: Sequence[Decision]
) -> tuple[list[float], list[float]]:
    """Return what each decision gave away, and what the toss of a coin gives away on average.

    ``values`` are the win chances of the first colour after openings. Whoever swaps plays it.
    """
    given, blind = [], []
    for each in decisions:
        if each.opening in values:
            value = values[each.opening]
            worse = value < 0.5 if each.swapped else value > 0.5
            given.append(abs(2 * value - 1) * worse)
            blind.append(abs(2 * value - 1) / 2)
    return given, blind
