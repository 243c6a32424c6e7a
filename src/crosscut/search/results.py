"""What a search has found so far, as plain data."""

from dataclasses import dataclass, field

from crosscut.rules.game import DRAW


@dataclass(frozen=True)
class Choice:
    """What is thought of one action."""

    action: int
    visits: int
    win_chance: float
    """Of the seat that makes it, from 0 to 1; exactly that if the result is proven."""
    proven: int | None
    """The seat that wins after it, `DRAW`, or None if that is not known."""
    line: list[int]
    """The taps that the search thinks best for both sides, beginning with the action."""


@dataclass(frozen=True)
class Thought:
    """What is thought of a position."""

    seat: int
    """The seat to move."""
    choices: list[Choice]
    """The best first, or what is played where that is another."""
    simulations: int
    seconds: float
    reused: int = 0
    """How many simulations were there already from earlier turns."""
    nodes: int = 0
    proven: int | None = None
    """The seat that wins whatever the other does, `DRAW`, or None if that is not known."""
    visits: dict[int, int] = field(default_factory=dict)
    """How often each action was tried."""

    @property
    def best(self) -> Choice:
        """The action that is thought best."""
        return self.choices[0]

    @property
    def action(self) -> int:
        return self.best.action

    @property
    def line(self) -> list[int]:
        """The taps that are thought best for both sides."""
        return self.best.line

    @property
    def win_chance(self) -> float:
        """The win chance of the seat to move, from 0 to 1."""
        if self.proven is None:
            return self.best.win_chance
        return chance_of(self.proven, self.seat)


def best_result(results: list[int | None], seat: int, unknown: int | None = None) -> int | None:
    """Return the result that a seat can choose among its moves', if enough of them are known."""
    if seat in results:
        return seat
    if unknown in results:
        return unknown
    return DRAW if DRAW in results else 1 - seat


def chance_of(proven: int, seat: int) -> float:
    """Return the win chance of a seat where the result is known."""
    return 0.5 if proven == DRAW else float(proven == seat)
