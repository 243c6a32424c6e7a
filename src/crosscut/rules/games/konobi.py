"""Connect your two sides, diagonally too; make a bare diagonal only where you have to.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines and diagonally. A corner point belongs to both of its sides.
3. A stone may never complete a crosscut: a block of two by two points whose diagonals are two black
   and two white stones.
4. Two stones of a colour that touch diagonally are weakly linked unless a third stone of that
   colour is beside both. You may link a stone weakly to another of yours only if there is no empty
   point beside that other one where a stone would not be weakly linked to anything.
5. If you have no legal point you pass. Otherwise you may not pass.
6. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- There are no draws: the players never both lack a point before one of them is connected.
- All stones to which the new one is weakly linked have to satisfy rule 4.
- The other point of rule 4 is judged on the board as it is before the turn. A stone there is always
  legal, because a crosscut needs a weak link.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits
from crosscut.rules.game import Facts
from crosscut.rules.games.crossway import Crossway


@dataclass(frozen=True)
class Konobi(Crossway):
    facts = Facts("Konobi", "Luis Bolaños Mures", 2012, (5, 7, 8, 9, 11, 13, 19), pie=True)
    closed = "it would be weakly linked to a stone that could be joined beside (rule 4)"

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        board = self.board
        clean = board.full & ~(own | enemy | board.bare_spots(own))
        joinable = own & board.neighbours(clean)
        return self.open_spots(own, enemy) & ~board.bare_spots_to(joinable, own)
