"""Connect your two sides of a square board, diagonally too; crosscuts are forbidden.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines and diagonally. A corner point belongs to both of its sides.
3. On your turn place a stone of your colour on an empty point where it does not complete a
   crosscut: a block of two by two points whose diagonals are two black and two white stones.
4. If you have no legal point you pass. Otherwise you may not pass.
5. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- The text of 2007 says that a point is always available. There are positions where a player has
  none, so rule 4, which is in the current text, is needed.
- There are no draws: the players never both lack a point before one of them is connected.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bits import Bits
from crosscut.rules.boards import Square
from crosscut.rules.connection import FillingGame, Stones
from crosscut.rules.game import Facts
from crosscut.rules.refusals import crosscut


@dataclass(frozen=True)
class Crossway(FillingGame):
    facts = Facts(
        "Crossway", "Mark Steere", 2007, (9, 11, 13, 15, 19, 25), 13, largest=26, pie=True
    )

    @cached_property
    def board(self) -> Square:
        return Square(self.size, diagonal=True)

    def flaw(self, pieces: tuple[int, ...]) -> str:
        return crosscut(self.board, pieces)

    def open_spots(self, own: Bits, enemy: Bits) -> Bits:
        """Return the empty points where a stone completes no crosscut."""
        return self.board.full & ~(own | enemy | self.board.crosscut_spots(own, enemy))

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        return self.open_spots(own, enemy)

    def objection(self, state: Stones, action: int) -> str:
        if self.open_spots(state.own, state.enemy) >> action & 1:
            return self.closed
        if (state.own | state.enemy) >> action & 1:
            return super().objection(state, action)
        return "it would complete a crosscut (rule 3)"
