"""Vimbre from the rules alone."""

from itertools import combinations

from tests.rules.reference.common import BLACK, OTHER, place
from tests.rules.reference.diagonals import DiagonalGame


class Position(DiagonalGame):
    variants = ("standard", "as-written")

    def moves(self):
        found = {}
        for points in self.placements():
            self.try_stones(found, ",".join(points), points)
        for stone in sorted(self.own(OTHER[self.mover])):
            if self.may_flip(stone):
                self.try_stones(found, f"x{stone}", [stone])
        return found

    def placements(self):
        """List the single points and, where two stones are allowed, the pairs."""
        empty = self.empty()
        is_first = self.mover == BLACK and not self.stones
        pairs = [] if is_first or self.variant == "as-written" else combinations(empty, 2)
        return [(point,) for point in empty] + list(pairs)

    def try_stones(self, found, text, points):
        """Note a turn unless it leaves the mover with a bare diagonal."""
        stones = {**self.stones, **dict.fromkeys(points, self.mover)}
        if not self.has_bare_diagonal(stones, self.mover):
            found[text] = self.after(stones)

    def may_flip(self, stone):
        """Ask for own stones on both ends of a row or column, and for an empty neighbour."""
        x, y = place(stone)
        near = self.beside()[stone]
        row = [p for p in near if place(p)[1] == y and self.stones.get(p) == self.mover]
        column = [p for p in near if place(p)[0] == x and self.stones.get(p) == self.mover]
        flanked = len(row) == 2 or len(column) == 2
        return flanked and any(p not in self.stones for p in near)
