"""Connect your two sides of a rhombus of hexagons.

1. Black and White take turns on the cells of an empty rhombus of n x n hexagons. Black begins.
2. On your turn place a stone of your colour on an empty cell. Stones never move and stay for good.
3. Black wins with a chain of adjacent stones from the top row to the bottom row, White with one
   from the first column to the last. A corner cell belongs to both of its sides.
4. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- There are no draws: a full board always has exactly one winner. Nobody ever passes.
- Exchanging colours is the same as mirroring the first stone along the long diagonal into White's
  colour, which other programs do and call swap-pieces.
- Black joins top and bottom here; on some sites the first player has the other two sides.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.rules.boards import Rhombus
from crosscut.rules.connection import FillingGame
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class Hex(FillingGame):
    facts = Facts(
        "Hex", "Piet Hein", 1942, (5, 7, 9, 11, 13, 14, 19), 11, 1, 26, pie=True, notation="c4"
    )

    @cached_property
    def board(self) -> Rhombus:
        return Rhombus(self.size)
