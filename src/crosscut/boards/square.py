"""The square board: n x n points, ``a1`` at the bottom left, columns lettered, rows numbered."""

from dataclasses import dataclass
from functools import cached_property

from crosscut.bits import Bits
from crosscut.boards.board import Board, members

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Square(Board):
    """A square board; cell ``row * size + column`` counts rows from the bottom."""

    size: int

    @cached_property
    def width(self) -> int:
        return self.size * self.size

    @cached_property
    def full(self) -> Bits:
        return Bits((1 << self.width) - 1)

    @cached_property
    def west(self) -> Bits:
        """The left side."""
        return Bits(sum(1 << row * self.size for row in range(self.size)))

    @cached_property
    def east(self) -> Bits:
        """The right side."""
        return Bits(self.west << (self.size - 1))

    @cached_property
    def south(self) -> Bits:
        """The bottom side."""
        return Bits((1 << self.size) - 1)

    @cached_property
    def north(self) -> Bits:
        """The top side."""
        return Bits(self.south << self.size * (self.size - 1))

    @cached_property
    def sides(self) -> dict[str, Bits]:
        return {"north": self.north, "east": self.east, "south": self.south, "west": self.west}

    @cached_property
    def not_west(self) -> Bits:
        return Bits(self.full & ~self.west)

    @cached_property
    def not_east(self) -> Bits:
        return Bits(self.full & ~self.east)

    def name(self, cell: int) -> str:
        return f"{LETTERS[cell % self.size]}{cell // self.size + 1}"

    def place(self, cell: int) -> tuple[float, float]:
        return float(cell % self.size), float(self.size - 1 - cell // self.size)

    @cached_property
    def labels(self) -> list[tuple[float, float, str]]:
        rows = [(-1.0, self.size - row, str(row)) for row in range(1, self.size + 1)]
        return rows + [(float(i), float(self.size), LETTERS[i]) for i in range(self.size)]

    def turned(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        end = self.size - 1
        images = []
        for r, c in ((row, column), (row, end - column)):
            for _ in range(4):
                images.append(r * self.size + c)
                r, c = c, end - r
        return images

    def up(self, cells: Bits) -> Bits:
        """Return the cells moved one row up; those that leave the board are gone."""
        return (cells << self.size) & self.full

    def down(self, cells: Bits) -> Bits:
        """Return the cells moved one row down."""
        return cells >> self.size

    def left(self, cells: Bits) -> Bits:
        """Return the cells moved one column to the left."""
        return (cells & self.not_west) >> 1

    def right(self, cells: Bits) -> Bits:
        """Return the cells moved one column to the right."""
        return (cells & self.not_east) << 1

    def neighbours(self, cells: Bits) -> Bits:
        """Return the cells that share a side with one of these."""
        return self.up(cells) | self.down(cells) | self.left(cells) | self.right(cells)

    def around(self, cells: Bits) -> Bits:
        """Return the cells a king's step away from one of these."""
        row = cells | self.left(cells) | self.right(cells)
        return self.up(row) | self.down(row) | self.left(cells) | self.right(cells)

    def crosses(self, stones: Bits, colour: int) -> bool:
        """Tell whether stones join their sides: colour 0 top and bottom, 1 left and right."""
        if colour == 0:
            return self.joins(stones, self.south, self.north)
        return self.joins(stones, self.west, self.east)

    def bare_rising(self, stones: Bits) -> Bits:
        """Return the lower stones of bare diagonals that rise to the right."""
        above, east = self.down(stones), self.left(stones)
        return self.left(above) & stones & ~(above | east)

    def bare_falling(self, stones: Bits) -> Bits:
        """Return the lower stones of bare diagonals that rise to the left."""
        above, west = self.down(stones), self.right(stones)
        return self.right(above) & stones & ~(above | west)

    def bare(self, stones: Bits) -> Bits:
        """Return the lower stones of all bare diagonals: no third stone is beside both."""
        return self.bare_rising(stones) | self.bare_falling(stones)

    def bare_spots(self, stones: Bits) -> Bits:
        """Return the points where one more stone would be the end of a bare diagonal."""
        above, below = self.down(stones), self.up(stones)
        west, east = self.right(stones), self.left(stones)
        return (
            (self.left(above) & ~(above | east))
            | (self.right(above) & ~(above | west))
            | (self.left(below) & ~(below | east))
            | (self.right(below) & ~(below | west))
        )

    def sound_spots(self, stones: Bits, free: Bits) -> Bits:
        """Return the free points where one more stone leaves no bare diagonal."""
        if not self.bare(stones):
            return free & ~self.bare_spots(stones)
        found = self.none
        tries = self.closers(stones) & free  # a stone elsewhere would leave that diagonal bare
        while tries:
            point = tries & -tries
            tries = tries ^ point
            if not self.bare(stones | point):
                found = found | point
        return found

    def bare_pairs(self, stones: int) -> list[tuple[int, int]]:
        """Return both ends of every bare diagonal, the lower one first."""
        return [
            (low, high)
            for low in members(stones)
            for high in members(self.up(self.left(1 << low) | self.right(1 << low)) & stones)
            if not self.neighbours(1 << low) & self.neighbours(1 << high) & stones
        ]

    def closers(self, stones: Bits) -> Bits:
        """Return the two points that close one bare diagonal, of which there must be some."""
        rising = self.bare_rising(stones)
        if rising:
            low = rising & -rising
            return self.up(low) | self.right(low)
        falling = self.bare_falling(stones)
        low = falling & -falling
        return self.up(low) | self.left(low)
