"""What a player is to a match."""

from dataclasses import dataclass
from typing import Protocol

from crosscut.core.errors import CrosscutError
from crosscut.play.position import Position


@dataclass(frozen=True)
class Answer:
    """A turn that a player chose, and what is known of his thoughts."""

    after: Position
    simulations: int | None = None
    win_chance: float | None = None
    """In his own eyes, from 0 to 1."""


class Player(Protocol):
    """Somebody who plays game after game; how he spends his time is his own affair."""

    def warm(self, position: Position) -> None:
        """Load or compile what is needed, so that no game has to wait for it."""

    def new_game(self, position: Position, seed: int) -> None:
        """Begin a game that starts from this position; whatever is drawn comes from the seed."""

    def turn(self, position: Position) -> Answer:
        """Choose a whole turn."""

    def close(self) -> None:
        """Give back what was taken: processes, files."""


class Forfeit(CrosscutError):
    """A player can or will not play on and loses the game; the text says why."""
