"""What every board offers: cells with names and places on paper, neighbours, fills, symmetries."""

from functools import cached_property

from crosscut.bits import Bits, bit, lowest
from crosscut.errors import BadNotation
from crosscut.static import Static


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
    hexagonal = False
    """Whether cells are drawn as hexagons; otherwise they are points where lines cross."""

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

    @cached_property
    def none(self) -> Bits:
        """The empty set."""
        return Bits(0)

    def bit(self, cell: int) -> Bits:
        """Return the set that holds one cell."""
        return bit(self.full, cell)

    def fill(self, seed: Bits, within: Bits) -> Bits:
        """Return the cells of ``within`` that are connected to ``seed`` inside it."""
        reached = seed & within
        while True:
            further = (reached | self.neighbours(reached)) & within
            if further == reached:
                return reached
            reached = further

    def joins(self, stones: Bits, side: Bits, other: Bits) -> bool:
        """Tell whether the stones connect one side with another."""
        return bool(self.fill(side, stones) & other)

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
