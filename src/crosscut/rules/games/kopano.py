"""Connect your two sides, diagonally too; bare diagonals only where the enemy would have one.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines and diagonally. A corner point belongs to both of its sides.
3. A stone may never complete a crosscut: a block of two by two points whose diagonals are two black
   and two white stones.
4. Two stones of a colour that touch diagonally are a bare diagonal unless a third stone of that
   colour is beside both. You may place a stone that makes a bare diagonal only on a point where a
   stone of the enemy would make one for him, too.
5. If you have no legal point you pass. Otherwise you may not pass.
6. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- The enemy's stone of rule 4 is only imagined; it need not be a legal one.
- There are no draws: the players never both lack a point before one of them is connected.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits
from crosscut.rules.game import Facts
from crosscut.rules.games.crossway import Crossway


@dataclass(frozen=True)
class Kopano(Crossway):
    facts = Facts("Kopano", "Luis Bolaños Mures", 2013, pie=True)
    closed = "it would make a bare diagonal where the enemy's stone would not (rule 4)"

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        bare, also_bare = self.board.bare_spots(own), self.board.bare_spots(enemy)
        return self.open_spots(own, enemy) & ~(bare & ~also_bare)
