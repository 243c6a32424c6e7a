"""Boards of hexagons: rhombus, triangle and hexagon.

Each is a part of a grid of rows and columns in which every cell has six neighbours at fixed
distances. Cells of the grid that are not on the board are never reached, because every step is
masked with the board, and they keep the ends of rows apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import permutations
from operator import or_

from crosscut.core.bits import Bits
from crosscut.rules.boards.board import Board, EqualSided, letters

ROW = 3**0.5 / 2
"""The distance of two rows on paper, neighbours being 1 apart."""


@dataclass(frozen=True)
class Rhombus(EqualSided):
    """The board of Hex: ``a1`` at the top left, columns lettered, rows numbered downwards."""

    size: int
    tile = 6
    facing = {"north": 90, "east": 30, "south": 270, "west": 210}

    @property
    def north(self) -> Bits:
        return self.first_row

    @property
    def south(self) -> Bits:
        return self.last_row

    def neighbours(self, cells: Bits) -> Bits:
        near_west, near_east = cells & self.not_west, cells & self.not_east
        beside = (near_west >> 1) | (near_east << 1)
        above = (cells >> self.size) | (near_east >> (self.size - 1))
        below = (cells << self.size) | (near_west << (self.size - 1))
        return (beside | above | below) & self.full

    def place(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.size)
        return column + row / 2, row * ROW

    @cached_property
    def labels(self) -> list[tuple[float, float, str]]:
        columns = [(i - 0.5, -ROW, letters(i)) for i in range(self.size)]
        return columns + [(i / 2 - 1, i * ROW, str(i + 1)) for i in range(self.size)]

    def turned(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        end = self.size - 1
        images = (
            (row, column),
            (column, row),
            (end - row, end - column),
            (end - column, end - row),
        )
        return [r * self.size + c for r, c in images]

    @property
    def mirror(self) -> list[int]:
        """Where each cell goes in the mirror that exchanges the sides of the players."""
        return self.symmetries[1]


class Lettered(Board):
    """A board whose rows are lettered and whose cells are numbered along each row."""

    tile = 6

    def spans(self) -> Iterator[tuple[int, int]]:
        """Return the first and the last cell of every row, in the order of their letters."""
        raise NotImplementedError

    @cached_property
    def full(self) -> Bits:
        return Bits(sum((2 << last) - (1 << first) for first, last in self.spans()))

    @cached_property
    def letter_and_number(self) -> dict[int, tuple[str, int]]:
        return {
            cell: (letters(row), cell - first + 1)
            for row, (first, last) in enumerate(self.spans())
            for cell in range(first, last + 1)
        }

    def name(self, cell: int) -> str:
        letter, number = self.letter_and_number[cell]
        return f"{letter}{number}"

    @cached_property
    def labels(self) -> list[tuple[float, float, str]]:
        found = []
        for first, last in self.spans():
            (x, y), (end, _) = self.place(first), self.place(last)
            letter, number = self.letter_and_number[last]
            found += [(x - 1, y, letter), (end + 1, y, str(number))]
        return found


@dataclass(frozen=True)
class Triangle(Lettered):
    """The board of Y: row ``a`` is the apex, cells are numbered from the left."""

    size: int
    facing = {"left": 150, "right": 30, "bottom": 270}

    @cached_property
    def width(self) -> int:
        return self.size * self.size

    @property
    def grid(self) -> tuple[int, int]:
        return self.size, self.size

    def spans(self) -> Iterator[tuple[int, int]]:
        return ((row * self.size, row * self.size + row) for row in range(self.size))

    @cached_property
    def left(self) -> Bits:
        return Bits(sum(1 << first for first, _ in self.spans()))

    @cached_property
    def right(self) -> Bits:
        return Bits(sum(1 << last for _, last in self.spans()))

    @cached_property
    def bottom(self) -> Bits:
        return Bits(((1 << self.size) - 1) << self.size * (self.size - 1))

    @cached_property
    def sides(self) -> dict[str, Bits]:
        return {"left": self.left, "right": self.right, "bottom": self.bottom}

    def neighbours(self, cells: Bits) -> Bits:
        beside = (cells << 1) | (cells >> 1)
        above = (cells >> self.size) | (cells >> (self.size + 1))
        below = (cells << self.size) | (cells << (self.size + 1))
        return (beside | above | below) & self.full

    def place(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.size)
        return column + (self.size - 1 - row) / 2, row * ROW

    def turned(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.size)
        from_sides = (column, row - column, self.size - 1 - row)
        return [(u + v) * self.size + u for u, v, _ in permutations(from_sides)]


@dataclass(frozen=True)
class Hexagon(Lettered):
    """A hexagon of hexagons: row ``a`` is the bottom, cells are numbered from the left."""

    size: int
    facing = {
        "north": 90,
        "north_east": 30,
        "south_east": 330,
        "south": 270,
        "south_west": 210,
        "north_west": 150,
    }

    @cached_property
    def span(self) -> int:
        """The number of rows, and of cells in the longest."""
        return 2 * self.size - 1

    @cached_property
    def width(self) -> int:
        return self.span * self.span

    @property
    def grid(self) -> tuple[int, int]:
        return self.span, self.span

    def spans(self) -> Iterator[tuple[int, int]]:
        for row in range(self.span):
            first, last = max(0, row - self.size + 1), min(self.span - 1, row + self.size - 1)
            yield row * self.span + first, row * self.span + last

    @cached_property
    def sides(self) -> dict[str, Bits]:
        middle = self.size - 1
        rows = [range(first, last + 1) for first, last in self.spans()]
        cells = {
            "north": rows[-1],
            "north_east": [row[-1] for row in rows[middle:]],
            "south_east": [row[-1] for row in rows[: middle + 1]],
            "south": rows[0],
            "south_west": [row[0] for row in rows[: middle + 1]],
            "north_west": [row[0] for row in rows[middle:]],
        }
        return {name: Bits(sum(1 << cell for cell in side)) for name, side in cells.items()}

    @cached_property
    def corners(self) -> Bits:
        """The six cells that are on two sides."""
        rows = list(self.spans())
        return Bits(sum({1 << cell for k in (0, self.size - 1, -1) for cell in rows[k]}))

    @cached_property
    def rim(self) -> Bits:
        """The cells on a side."""
        return Bits(reduce(or_, self.sides.values()))

    def neighbours(self, cells: Bits) -> Bits:
        beside = (cells << 1) | (cells >> 1)
        above = (cells << self.span) | (cells << (self.span + 1))
        below = (cells >> self.span) | (cells >> (self.span + 1))
        return (beside | above | below) & self.full

    def touching(self, cells: Bits) -> tuple[Bits, Bits, Bits]:
        """Return the cells adjacent to at least one of these, at least two, and at least three."""
        east, west = cells << 1, cells >> 1
        one, two = east | west, east & west
        step = cells << self.span
        one, two, three = one | step, two | one & step, two & step
        step = cells << (self.span + 1)
        one, two, three = one | step, two | one & step, three | two & step
        step = cells >> self.span
        one, two, three = one | step, two | one & step, three | two & step
        step = cells >> (self.span + 1)
        one, two, three = one | step, two | one & step, three | two & step
        return one & self.full, two & self.full, three & self.full

    def place(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.span)
        return column + (self.size - 1 - row) / 2, (self.span - 1 - row) * ROW

    def turned(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.span)
        middle = self.size - 1
        x, y, images = column - middle, row - middle, []
        for _ in range(6):
            images += [(x, y), (y, x)]
            x, y = x - y, x
        return [(v + middle) * self.span + u + middle for u, v in images]
