"""Make a ring, a bridge or a fork on a hexagon of hexagons.

1. Black and White take turns on the cells of an empty hexagon of hexagons. Black begins.
2. On your turn place a stone of your colour on an empty cell. Stones never move and stay for good.
3. You win when adjacent stones of yours form one of these: a ring, which is a closed chain around
   at least one cell; a bridge, which joins two of the six corner cells; or a fork, which joins
   three of the six sides. Corner cells belong to no side.
4. A full board on which nobody has won is a draw.
5. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours, and the stone stays.

Settled:
- It does not matter what a ring surrounds: empty cells, enemy stones or your own.
- A chain may run through a corner cell; only as an end of a fork a corner does not count.
- Several of the three at once are a win like one.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bits import Bits, count
from crosscut.rules.boards import Hexagon
from crosscut.rules.connection import PlacingGame, Stones
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class Havannah(PlacingGame):
    facts = Facts(
        "Havannah", "Christian Freeling", 1979, (4, 5, 6, 7, 8, 9, 10), 8, pie=True,
        notation="e3 is the third cell from the left in row e; row a is the bottom",
    )  # fmt: skip
    goals = {}
    stuck = "draw"

    @cached_property
    def board(self) -> Hexagon:
        return Hexagon(self.size)

    @cached_property
    def borders(self) -> tuple[Bits, ...]:
        """The six sides without their corners."""
        return tuple(Bits(side & ~self.board.corners) for side in self.board.sides.values())

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        """Look at the arms that meet in the new stone: two arms of one group close a ring."""
        board = self.board
        beside = board.neighbours(stone) & own
        if not beside:
            return False
        arm = board.fill(beside & -beside, beside)
        rest, group = beside ^ arm, stone
        if rest or stone & board.rim:
            group = group | board.fill(arm, own ^ stone)
            while rest:
                if rest & group:
                    return True
                arm = board.fill(rest & -rest, beside)
                rest = rest ^ arm
                group = group | board.fill(arm, own ^ stone)
            if self.bridge_or_fork(group):
                return True
        return count(beside) > 2 and bool(self.wrapped(own))

    def answers(self, state: Stones, tap: int) -> Bits:
        free = self.board.full & ~(state.own | state.enemy)
        return self.mends(state.own, free, self.board.bit(tap), state.colour)

    def bridge_or_fork(self, group: Bits) -> bool:
        """Tell whether a group joins two corners or three sides."""
        touched = 0
        for side in self.borders:
            if group & side:
                touched += 1
        return touched > 2 or count(group & self.board.corners) > 1

    def wrapped(self, stones: Bits) -> Bits:
        """Return the stones all of whose six neighbours are stones too."""
        board = self.board
        return stones & ~(board.rim | board.neighbours(board.full & ~stones))

    def connected(self, stones: Bits, colour: int) -> bool:
        """Tell whether there is a ring, a bridge or a fork anywhere."""
        board = self.board
        outside = board.full & ~stones
        if self.wrapped(stones) or board.fill(outside & board.rim, outside) != outside:
            return True
        rest = stones
        while rest:
            group = board.fill(rest & -rest, stones)
            rest = rest ^ group
            if self.bridge_or_fork(group):
                return True
        return False
