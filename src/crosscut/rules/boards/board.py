"""What every board offers: cells with names and places on paper, neighbours, fills, symmetries."""

from functools import cached_property
from string import ascii_lowercase

from crosscut.core.bits import Bits, bit, count, lowest
from crosscut.core.errors import BadNotation
from crosscut.core.static import Static


def letters(number: int) -> str:
    """Return the name of a row or column, counted from 0: a to z, then aa, ab and so on."""
    last = ascii_lowercase[number % 26]
    return letters(number // 26 - 1) + last if number >= 26 else last


def members(cells: int) -> list[int]:
    """Return the cells of a set in ascending order."""
    found = []
    while cells:
        found.append(lowest(cells))
        cells &= cells - 1
    return found


class Board(Static):
    """A board is a set of cells, and sets of cells are integers with one bit a cell.

    A shape defines `width`, `full`, `sides`, `labels`, `neighbours`, `name`, `place` and `turned`;
    the rest follows. Bits of `width` that are not in `full` are no cells.
    """

    full: Bits
    """All cells."""
    sides: dict[str, Bits]
    """The named sides, a corner cell belonging to each side it is on."""
    labels: list[tuple[float, float, str]]
    """Coordinates to write around the board: x, y and text, in the measure of `place`."""
    tile = 0
    """How many corners the tiles have as which cells are drawn; 0 if lines cross at the cells."""
    facing: dict[str, int]
    """Where the sides of a board of hexagons face: degrees, from the right against the clock."""

    # What a shape defines.

    def neighbours(self, cells: Bits) -> Bits:
        """Return the cells adjacent to one of these."""
        raise NotImplementedError

    def name(self, cell: int) -> str:
        """Return the coordinates of a cell."""
        raise NotImplementedError

    def place(self, cell: int) -> tuple[float, float]:
        """Return where a cell is on paper, x to the right and y downwards, neighbours 1 apart."""
        raise NotImplementedError

    def turned(self, cell: int) -> list[int]:
        """Return where each symmetry of the board takes a cell, the identity first."""
        raise NotImplementedError

    # What follows.

    @property
    def hexagonal(self) -> bool:
        """Whether cells are drawn as hexagons."""
        return self.tile == 6

    @property
    def dimensions(self) -> str:
        """How large the board is, for people."""
        return str(self.size)

    @property
    def grid(self) -> tuple[int, int]:
        """The rows and columns in which the bits of a set lie; one row where they lie in none."""
        return 1, self.width

    def linked(self, cells: Bits) -> Bits:
        """Return the cells to which stones on these are linked: their neighbours, as a rule."""
        return self.neighbours(cells)

    def around(self, cells: Bits) -> Bits:
        """Return the cells that touch one of these, be it in a corner."""
        return self.neighbours(cells)

    @cached_property
    def none(self) -> Bits:
        """The empty set."""
        return Bits(0)

    def bit(self, cell: int) -> Bits:
        """Return the set that holds one cell."""
        return bit(self.full, cell)

    def fill(self, seed: Bits, within: Bits) -> Bits:
        """Return the cells of ``within`` that are linked to ``seed`` inside it, step by step.

        >>> from crosscut.rules.boards import Square, members
        >>> board = Square(3)
        >>> stones = sum(1 << board.cell(name) for name in ("a1", "a2", "c3"))
        >>> [board.name(cell) for cell in members(board.fill(board.south, stones))]
        ['a1', 'a2']
        """
        reached = seed & within
        while True:
            further = (reached | self.linked(reached)) & within
            if further == reached:
                return reached
            reached = further

    def joins(self, stones: Bits, side: Bits, other: Bits) -> bool:
        """Tell whether the stones connect one side with another."""
        if not (stones & side and stones & other):
            return False
        return bool(self.fill(side, stones) & other)

    def join_three(self, stones: Bits, side: Bits, second: Bits, third: Bits) -> bool:
        """Tell whether one group of the stones touches all three sides."""
        if not (stones & side and stones & second and stones & third):
            return False
        starts = stones & side
        while starts:
            group = self.fill(starts & -starts, stones)
            if group & second and group & third:
                return True
            starts = starts & ~group
        return False

    def has_liberty(self, stone: Bits, stones: Bits, free: Bits) -> bool:
        """Tell whether the group of a stone has a free cell beside it."""
        group = stone
        while True:
            edge = self.neighbours(group)
            if edge & free:
                return True
            grown = group | (edge & stones)
            if grown == group:
                return False
            group = grown

    def stifled(self, stones: Bits, beside: Bits, free: Bits) -> Bits:
        """Return the groups of stones beside a cell that have no free cell beside them."""
        found = self.none
        waiting = self.neighbours(beside) & stones
        while waiting:
            stone = waiting & -waiting
            waiting = waiting ^ stone
            if not self.has_liberty(stone, stones, free):
                group = self.fill(stone, stones)
                found = found | group
                waiting = waiting & ~group
        return found

    @cached_property
    def cells(self) -> list[int]:
        """All cells in ascending order."""
        return members(self.full)

    @cached_property
    def names(self) -> dict[str, int]:
        """Every cell by its name."""
        return {self.name(cell): cell for cell in self.cells}

    def cell(self, name: str) -> int:
        """Return the cell with this name."""
        try:
            return self.names[name.strip().lower()]
        except KeyError:
            first, last = self.name(self.cells[0]), self.name(self.cells[-1])
            raise BadNotation(
                f"{name!r} is not on this board, which goes from {first} to {last}"
            ) from None

    @cached_property
    def links(self) -> list[tuple[int, int]]:
        """All pairs of adjacent cells, the lower one first."""
        return [
            (cell, other)
            for cell in self.cells
            for other in members(self.neighbours(1 << cell))
            if cell < other
        ]

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """Every symmetry as the list of where each cell goes, the identity first."""
        count = len(self.turned(self.cells[0]))
        images = [[-1] * self.width for _ in range(count)]  # -1 where there is no cell
        for cell in self.cells:
            for image, target in zip(images, self.turned(cell), strict=True):
                image[cell] = target
        return images

    @cached_property
    def rows(self) -> list[list[int]]:
        """The cells as they are read: row by row from the top, each from the left."""
        by_row: dict[float, list[tuple[float, int]]] = {}
        for cell in self.cells:
            x, y = self.place(cell)
            by_row.setdefault(round(y, 6), []).append((x, cell))
        return [[cell for _, cell in sorted(by_row[y])] for y in sorted(by_row)]


class FourSided(Board):
    """Rows and columns with a top, a bottom, a left and a right side, two for each colour."""

    columns: int
    height: int
    """The number of rows."""
    north: Bits
    south: Bits

    @cached_property
    def width(self) -> int:
        return self.columns * self.height

    @cached_property
    def full(self) -> Bits:
        return Bits((1 << self.width) - 1)

    @property
    def grid(self) -> tuple[int, int]:
        return self.height, self.columns

    @property
    def dimensions(self) -> str:
        return f"{self.columns}x{self.height}"

    @cached_property
    def first_row(self) -> Bits:
        return Bits((1 << self.columns) - 1)

    @cached_property
    def last_row(self) -> Bits:
        return Bits(self.first_row << self.columns * (self.height - 1))

    @cached_property
    def west(self) -> Bits:
        """The left side."""
        return Bits(sum(1 << row * self.columns for row in range(self.height)))

    @cached_property
    def east(self) -> Bits:
        """The right side."""
        return Bits(self.west << (self.columns - 1))

    @cached_property
    def not_west(self) -> Bits:
        return Bits(self.full & ~self.west)

    @cached_property
    def not_east(self) -> Bits:
        return Bits(self.full & ~self.east)

    @cached_property
    def sides(self) -> dict[str, Bits]:
        return {"north": self.north, "east": self.east, "south": self.south, "west": self.west}

    def name(self, cell: int) -> str:
        return f"{letters(cell % self.columns)}{cell // self.columns + 1}"

    def crosses(self, stones: Bits, colour: int) -> bool:
        """Tell whether stones join their sides: colour 0 top and bottom, 1 left and right."""
        if colour == 0:
            return self.joins(stones, self.south, self.north)
        return self.joins(stones, self.west, self.east)

    def crosses_at(self, stones: Bits, stone: Bits, colour: int) -> bool:
        """Tell whether the group of one stone joins the sides of its colour.

        A stone that touches fewer than two stones or sides has joined nothing.
        """
        side, other = self.west, self.east
        if colour == 0:
            side, other = self.south, self.north
        touched = count(self.linked(stone) & stones)
        if stone & side:
            touched += 1
        if stone & other:
            touched += 1
        if touched < 2:
            return False
        group = self.fill(stone, stones)
        return bool(group & side) and bool(group & other)


class EqualSided(FourSided):
    """A four-sided board with as many rows as columns."""

    size: int

    @property
    def columns(self) -> int:
        return self.size

    @property
    def height(self) -> int:
        return self.size
