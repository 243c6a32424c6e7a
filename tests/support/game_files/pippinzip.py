"""Pip wants one chain from side to side, Zip one that touches all four sides.

1. Black and White take turns on the points of an empty square board. Black begins.
2. On your turn place a stone of your colour on an empty point.
3. Black, called Pip, wins with a chain linked along lines that joins two opposite sides.
4. White, called Zip, wins with a chain linked along lines and diagonals that touches all four
   sides. A corner point is on two sides.
5. With the pie rule White may answer the first stone by swapping.

This is the game without its auction.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bits import Bits
from crosscut.rules.boards import Square
from crosscut.rules.connection import PlacingGame
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class Pippinzip(PlacingGame):
    facts = Facts(
        "Pippinzip", "Craig Duncan, João Neto, Bill Taylor", 2020, sizes=(3, 4, 7), size=7,
        smallest=3, largest=19, pie=(),
    )  # fmt: skip
    goals = {}
    symmetry = "board"

    @cached_property
    def diagonal(self) -> Square:
        """The same points with links along diagonals too."""
        return Square(self.size, diagonal=True)

    def connected(self, stones: Bits, colour: int) -> bool:
        board, tries = self.board, stones
        if colour == 0:
            return board.crosses(stones, 0) or board.crosses(stones, 1)
        tries = stones & board.north
        while tries:
            chain = self.diagonal.fill(tries & -tries, stones)
            tries = tries & ~chain
            if chain & board.south and chain & board.east and chain & board.west:
                return True
        return False

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        if colour == 0:
            return self.board.crosses_at(own, stone, 0) or self.board.crosses_at(own, stone, 1)
        chain, board = self.diagonal.fill(stone, own), self.board
        reached = bool(chain & board.north) and bool(chain & board.south)
        return reached and bool(chain & board.east) and bool(chain & board.west)
