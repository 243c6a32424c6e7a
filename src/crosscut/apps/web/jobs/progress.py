"""What all jobs that search have in common."""

import time
from collections.abc import Sequence

from crosscut.rules.game import Game
from crosscut.search.options import Options

OPTIONS = Options(memory=64)
"""For searches of which several run beside each other."""


class Every:
    """Says yes when so many seconds have passed since it last did, or since it was made."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.last = time.monotonic()

    def due(self) -> bool:
        """Tell whether it is time again."""
        now = time.monotonic()
        if now - self.last < self.seconds:
            return False
        self.last = now
        return True


def tap_names(game: Game, taps: Sequence[int]) -> list[str]:
    """Return taps by their names."""
    return [game.tap_text(tap) for tap in taps]
