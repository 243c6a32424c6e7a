"""Be the first with four stones in a row; stones fall to the bottom.

1. Black and White take turns on an empty upright board of 7 columns and 6 rows. Black begins.
2. On your turn drop a stone into a column that is not full. It comes to rest on the lowest empty
   cell of the column.
3. The first player with four stones in an unbroken line, across, upright or diagonal, wins.
4. A full board without such a line is a draw.

Settled:
- A move is written as the cell on which the stone comes to rest.
- The size is the number of columns; there is always one row less.
"""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bits import Bits
from crosscut.rules.boards import Rectangle, members
from crosscut.rules.connection import PlacingGame, Stones
from crosscut.rules.game import Facts


@dataclass(frozen=True)
class ConnectFour(PlacingGame):
    facts = Facts(
        "Connect Four", "Howard Wexler and Ned Strongin", 1974, (5, 6, 7, 8, 9), 7,
        tags={"Play": "Combinatorial", "Mechanism": "Line", "Components": "Board, stones"},
        notation="d1, or just d, drops a stone that comes to rest on d1",
    )  # fmt: skip
    goals = {}
    symmetry = "upright"
    stuck = "draw"
    closed = "a stone falls to the lowest empty cell of its column (rule 2)"

    @cached_property
    def board(self) -> Rectangle:
        return Rectangle(self.size, self.size - 1, diagonal=True)

    def spots(self, own: Bits, enemy: Bits) -> Bits:
        free = self.board.full & ~(own | enemy)
        return free & ~self.board.up(free)

    def flaw(self, pieces: tuple[int, ...]) -> str:
        free = self.board.full & ~(pieces[0] | pieces[1])
        return "a stone floats" if self.board.up(free) & ~free else ""

    def read_word(self, state: Stones, word: str) -> int | None:
        """Read d, the column that a stone is dropped into."""
        lands = self.legal(state)
        columns = {self.board.name(cell)[:-1]: cell for cell in members(lands)}
        return columns.get(word)

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        return self.connected(own, colour)

    def connected(self, stones: Bits, colour: int) -> bool:
        """Tell whether there is a line of four."""
        for direction in range(4):
            two = stones & self.board.step(stones, direction)
            if two & self.board.step(self.board.step(two, direction), direction):
                return True
        return False
