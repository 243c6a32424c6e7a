"""Connect your two sides; close your bare diagonals, or lose stones to crosscuts.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides.
3. Two stones of a colour that touch diagonally are a bare diagonal unless a third stone of that
   colour is beside both. If you have a bare diagonal at the start of your turn, place your stone so
   that it closes one: on an empty point beside both ends. Otherwise place it on any empty point.
4. Then remove every stone of yours, except the one just placed, that is part of a crosscut: a block
   of two by two points whose diagonals are two black and two white stones.
5. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- Closing one bare diagonal is enough; others may stay open for later turns.
- All crosscuts are looked at together, and the stones removed together. The winner is judged after
  the removal, which may break the chain that the stone had just joined.
- There is always a turn and never a draw. No position can come back on boards up to 4x4; if one
  should, its third occurrence with the same player to move is a draw.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits
from crosscut.rules.connection import PlacingGame
from crosscut.rules.game import Facts
from crosscut.rules.refusals import crosscut


@dataclass(frozen=True)
class Rhode(PlacingGame):
    facts = Facts("Rhode", "Luis Bolaños Mures", 2016, pie=True)
    repetition = "draw"
    closed = "you have a bare diagonal, and it does not close one (rule 3)"

    def flaw(self, pieces: tuple[int, ...]) -> str:
        return crosscut(self.board, pieces)

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        free = self.board.full & ~(own | enemy)
        if self.board.bare(own):
            return free & self.board.closing_spots(own)
        return free

    def settle(self, own: Bits, enemy: Bits, stone: Bits) -> tuple[Bits, Bits]:
        return own & ~self.board.crosscut_stones(own, enemy) | stone, enemy
