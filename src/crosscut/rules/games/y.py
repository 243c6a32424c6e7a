"""Connect all three sides of a triangle of hexagons.

1. Black and White take turns on the cells of an empty triangle of hexagons. Black begins.
2. On your turn place a stone of your colour on an empty cell. Stones never move and stay for good.
3. The first player to have a chain of adjacent stones that touches all three sides wins. A corner
   cell belongs to both of its sides.
4. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours, and the stone stays.

Settled:
- There are no draws: a full board always has exactly one winner. Nobody ever passes.
- The board is the plain triangle. Some sets have a bent board with three points of five neighbours.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bits import Bits
from crosscut.rules.boards import Triangle
from crosscut.rules.connection import FillingGame
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class Y(FillingGame):
    facts = Facts(
        "Y", "John Milnor", 1952, (5, 7, 9, 11, 13, 15, 17, 19), smallest=1, pie=True,
        notation="c2 is the second cell from the left in row c; row a is the top",
    )  # fmt: skip
    goals = {}

    @cached_property
    def board(self) -> Triangle:
        return Triangle(self.size)

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        return self.connected(self.board.fill(stone, own), colour)

    def connected(self, stones: Bits, colour: int) -> bool:
        board = self.board
        return board.join_three(stones, board.left, board.right, board.bottom)
