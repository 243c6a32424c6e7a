"""Boards of rows and columns: ``a1`` at the bottom left, columns lettered, rows numbered."""

from dataclasses import dataclass
from functools import cached_property

from crosscut.core.bit_counters import Crowd
from crosscut.core.bits import Bits
from crosscut.rules.boards.board import EqualSided, FourSided, letters
from crosscut.rules.boards.diagonals import Diagonals


class Grid(Diagonals, FourSided):
    """A grid of points; cell ``row * columns + column`` counts rows from the bottom."""

    diagonal: bool
    """Whether stones are linked diagonally too."""

    @property
    def south(self) -> Bits:
        """The bottom side."""
        return self.first_row

    @property
    def north(self) -> Bits:
        """The top side."""
        return self.last_row

    def place(self, cell: int) -> tuple[float, float]:
        return float(cell % self.columns), float(self.height - 1 - cell // self.columns)

    @cached_property
    def labels(self) -> list[tuple[float, float, str]]:
        rows = [(-1.0, self.height - row, str(row)) for row in range(1, self.height + 1)]
        return rows + [(float(i), float(self.height), letters(i)) for i in range(self.columns)]

    def turned(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.columns)
        top, right = self.height - 1, self.columns - 1
        images = [(row, column), (row, right - column), (top - row, column)]
        images.append((top - row, right - column))
        if self.columns == self.height:
            images += [(c, r) for r, c in images]
        return [r * self.columns + c for r, c in images]

    def up(self, cells: Bits) -> Bits:
        """Return the cells moved one row up; those that leave the board are gone."""
        return (cells << self.columns) & self.full

    def down(self, cells: Bits) -> Bits:
        """Return the cells moved one row down."""
        return cells >> self.columns

    def left(self, cells: Bits) -> Bits:
        """Return the cells moved one column to the left."""
        return (cells & self.not_west) >> 1

    def right(self, cells: Bits) -> Bits:
        """Return the cells moved one column to the right."""
        return (cells & self.not_east) << 1

    def neighbours(self, cells: Bits) -> Bits:
        """Return the cells that share a side with one of these."""
        return self.up(cells) | self.down(cells) | self.left(cells) | self.right(cells)

    def linked(self, cells: Bits) -> Bits:
        return self.around(cells) if self.diagonal else self.neighbours(cells)

    def around(self, cells: Bits) -> Bits:
        """Return the cells a king's step away from one of these."""
        row = cells | self.left(cells) | self.right(cells)
        return self.up(row) | self.down(row) | self.left(cells) | self.right(cells)

    def crowd(self, cells: Bits) -> Crowd:
        """Return every cell as often as one of these is a king's step away from it."""
        west, east = self.left(cells), self.right(cells)
        ones, twos = west ^ east, west & east
        row, pairs = cells ^ ones, cells & ones | twos
        above, below = self.up(row), self.down(row)
        first = above ^ below
        carried = above & below | first & ones
        ones = ones ^ first
        above, below = self.up(pairs), self.down(pairs)
        first, second = above ^ below, twos ^ carried
        both, others = above & below, twos & carried
        fours = both ^ others ^ first & second
        return ones, first ^ second, fours, both & others

    def step(self, cells: Bits, direction: int) -> Bits:
        """Return the cells moved one step, direction 0 being up, 1 up and right, and so on."""
        if direction == 7 or direction < 2:
            cells = self.up(cells)
        if 3 <= direction <= 5:
            cells = self.down(cells)
        if 1 <= direction <= 3:
            return self.right(cells)
        return self.left(cells) if direction > 4 else cells

    def queen(self, stone: Bits, free: Bits) -> Bits:
        """Return the free cells that a queen could reach from a stone."""
        found = self.none
        for direction in range(8):
            reached = self.step(stone, direction) & free
            while reached:
                found = found | reached
                reached = self.step(reached, direction) & free
        return found

    def blocks(self, cells: Bits) -> Bits:
        """Return those of the cells that lie in a block of two by two of them."""
        pairs = cells & self.left(cells)
        corners = pairs & self.down(pairs)
        bottoms = corners | self.right(corners)
        return bottoms | self.up(bottoms)


@dataclass(frozen=True)
class Rectangle(Grid):
    """A board of some columns and rows, whose cells are squares."""

    columns: int
    height: int
    diagonal: bool = False
    tile = 4


@dataclass(frozen=True)
class Square(Grid, EqualSided):
    """A square board."""

    size: int
    diagonal: bool = False
