"""Fill the board: the least that a game can be, to measure others by.

1. Black and White take turns on the points of an empty square board. Black begins.
2. On your turn place a stone of your colour on an empty point.
3. When the board is full the game is a draw.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits
from crosscut.rules.connection import PlacingGame
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class Filler(PlacingGame):
    facts = Facts("Filler", "nobody", 2026, tags={"Mechanism": "none"})
    goals = {}
    stuck = "draw"

    def connected(self, stones: Bits, colour: int) -> bool:
        return False

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        return False
