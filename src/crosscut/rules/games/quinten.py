"""Connect your two sides; narrow empty regions fill themselves.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides.
3. On your turn place a stone of your colour on an empty point.
4. Then look at the regions: connected sets of empty points, as large as possible. A region that
   holds no block of two by two points is narrow, and is filled with stones of one colour: the one
   that has more stones beside the region, or your enemy's if there are as many of each.
5. After that, no two stones of a colour, yours or your enemy's, may touch diagonally unless a third
   stone of that colour is beside both. Otherwise you may not place your stone there.
6. If you have no legal point you pass. Otherwise you may not pass.
7. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- All narrow regions are filled together. Each stone beside a region counts once, however many of
  its points it touches, and the edge of the board counts for nothing.
- The filling may complete a chain of either colour, also of the player who is not on turn.
- In the rules of 2012, when the game was called Quentin, a region is filled if each of its points
  is beside at least two stones, instead of having no block. That is the variant quentin-2012.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits, count
from crosscut.rules.connection import TestedGame
from crosscut.rules.game import NOBODY, Facts, in_variant
from crosscut.rules.refusals import bare_diagonals


@dataclass(frozen=True)
class Quinten(TestedGame):
    facts = Facts(
        "Quinten", "Luis Bolaños Mures", 2012, pie=True,
        variants={
            "standard": "Regions without a block of two by two points are filled.",
            "quentin-2012": "Regions whose points are all beside two stones or more are filled.",
        },
    )  # fmt: skip
    of_2012 = in_variant("quentin-2012")
    stones_stay = property(lambda self: self._plays_as(Quinten, "settle"))

    def wide(self, free: Bits, taken: Bits) -> Bits:
        """Return the points that save their region from being filled."""
        if not self.of_2012:
            return self.board.blocks(free)
        above, below = self.board.down(taken), self.board.up(taken)
        west, east = self.board.right(taken), self.board.left(taken)
        return free & ~(((above | below) & (west | east)) | (above & below) | (west & east))

    def settle(self, own: Bits, enemy: Bits, stone: Bits) -> tuple[Bits, Bits]:
        board = self.board
        free = board.full & ~(own | enemy)
        narrow = free & ~board.fill(self.wide(free, own | enemy), free)
        while narrow:
            region = board.fill(narrow & -narrow, narrow)
            narrow = narrow ^ region
            edge = board.neighbours(region)
            if count(edge & own) > count(edge & enemy):
                own = own | region
            else:
                enemy = enemy | region
        return own, enemy

    def fits(self, own: Bits, enemy: Bits, stone: Bits) -> bool:
        own, enemy = self.settle(own | stone, enemy, stone)
        return not (self.board.bare(own) or self.board.bare(enemy))

    def victor(self, own: Bits, enemy: Bits, stone: Bits, colour: int) -> int:
        if self.connected(own, colour):
            return colour
        return 1 - colour if self.connected(enemy, 1 - colour) else NOBODY

    def objection(self, state, action: int) -> str:
        stone = 1 << action
        if stone & (state.own | state.enemy):
            return super().objection(state, action)
        own, enemy = self.settle(state.own | stone, state.enemy, stone)
        return bare_diagonals(self.board, own if self.board.bare(own) else enemy) + " (rule 5)"
