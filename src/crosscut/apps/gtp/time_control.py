"""The clock of a game and how much of it a turn may take."""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil

TURNS = 25
"""The share of the main time that a turn takes is one of so many."""
LAG = 0.15
"""Seconds that a turn loses on its way, and that are therefore not spent."""
STRETCH = 1.5
"""How much longer than planned a turn may take that was not thought through in time."""
LEAST = 0.001
"""Seconds for a turn when there is no time left."""


class Kind(StrEnum):
    """What happens when the main time is used up."""

    none = "none"
    absolute = "absolute"
    canadian = "canadian"
    byoyomi = "byoyomi"


@dataclass
class Hand:
    """What one colour has left."""

    seconds: float
    stones: int = 0
    """0 in the main time; then the stones of a Canadian period, or the periods of byo-yomi."""


class Clock:
    """The time of both colours; times are seconds."""

    def __init__(self):
        self.set(Kind.none)

    def set(self, kind: Kind, main: float = 0, period: float = 0, count: int = 0) -> None:
        """Set the clock to its beginning: main time, then periods for stones, or some periods.

        Overtime without any time is none, and a clock without any time limits nothing.
        """
        if period <= 0:
            kind = Kind.absolute if main > 0 else Kind.none
        self.kind, self.main, self.period, self.count = kind, main, period, count
        self.restart()

    def restart(self) -> None:
        """Give both colours all of their time."""
        self.hands = [self.beginning(), self.beginning()]

    def beginning(self) -> Hand:
        """Return what a colour has at the beginning."""
        return Hand(self.main) if self.main > 0 else Hand(self.period, self.count)

    def tell(self, colour: int, seconds: float, stones: int) -> None:
        """Hear what a colour has left."""
        self.hands[colour] = Hand(seconds, stones)

    def plan(self, colour: int) -> tuple[float, float] | None:
        """Return the seconds that a turn should take, and those that it may; None for no limit.

        It never takes all that is left, so that a game can go on for ever without being lost.
        """
        if self.kind is Kind.none:
            return None
        left, stones = self.hands[colour].seconds, self.hands[colour].stones
        extra = self.for_a_stone
        if stones == 0:
            share = max(left / TURNS, extra)
            most = left + extra if extra else left / 4
        elif self.kind is Kind.byoyomi:
            share = most = left
        else:
            share, most = left / stones, left / max(1, stones - 1)
        seconds = min(0.9 * share, share - LAG)
        most = min(STRETCH * seconds, 0.95 * most, most - LAG)
        return max(LEAST, min(seconds, most)), max(LEAST, most)

    @property
    def for_a_stone(self) -> float:
        """The seconds of a turn in overtime."""
        if self.kind is Kind.byoyomi:
            return self.period
        return self.period / self.count if self.kind is Kind.canadian else 0.0

    def spend(self, colour: int, seconds: float) -> None:
        """Take what a turn took from a colour, as the other side of the line will."""
        if self.kind is Kind.none:
            return
        hand = self.hands[colour]
        left = hand.seconds - seconds
        if hand.stones == 0 and (left > 0 or not self.period):
            self.hands[colour] = Hand(left)
        elif hand.stones == 0:  # overtime has begun within this turn
            self.hands[colour] = self.after_overtime(left + self.period, self.count)
        elif self.kind is Kind.canadian and hand.stones == 1:
            self.hands[colour] = Hand(self.period, self.count)
        else:
            stones = hand.stones - (self.kind is Kind.canadian)
            self.hands[colour] = self.after_overtime(left, stones)

    def after_overtime(self, left: float, count: int) -> Hand:
        """Return what is left of overtime with stones or periods after a turn; never less than one.

        A period of byo-yomi is lost by a turn that takes longer, and given back by any other.
        """
        if self.kind is not Kind.byoyomi:
            return Hand(max(0.0, left), count)
        lost = max(0, ceil(-left / self.period))
        return Hand(self.period, max(1, count - lost))
