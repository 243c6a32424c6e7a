"""When to stop thinking."""

import math
from dataclasses import dataclass

from crosscut.core.arguments import SEEDS, whole
from crosscut.core.errors import BadOption
from crosscut.core.text import shown


@dataclass(frozen=True)
class Limits:
    """Limits of thinking about one turn; whichever is reached first ends it."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self):
        for name in ("simulations", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BadOption(f"a limit of {shown(value)} {name} leaves no time to think")
        if self.simulations is not None:
            simulations = whole("simulations", self.simulations, 1, SEEDS)
            object.__setattr__(self, "simulations", simulations)  # past what freezes it

    def part(self, share: float) -> "Limits":
        """Return a share of these limits."""
        return Limits(
            None if self.simulations is None else max(1, round(share * self.simulations)),
            None if self.seconds is None else share * self.seconds,
        )

    def used(self, simulations: int, seconds: float) -> float:
        """Return which share of the limits is used up; 1 or more means stop."""
        share = 0.0
        if self.simulations is not None:
            share = simulations / self.simulations
        if self.seconds is not None:
            share = max(share, seconds / self.seconds)
        return share

    def left(self, seconds: float) -> float:
        """Return how many seconds are left after some."""
        return math.inf if self.seconds is None else max(0.0, self.seconds - seconds)
