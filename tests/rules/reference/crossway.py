"""Crossway from the rules alone."""

from tests.rules.reference.common import ALL_ROUND
from tests.rules.reference.diagonals import DiagonalGame


class Position(DiagonalGame):
    steps = ALL_ROUND

    def moves(self):
        found = super().moves()
        return {cell: after for cell, after in found.items() if self.may_place(cell)}

    def may_place(self, cell):
        return not self.crossing(self.stones, cell, self.mover)
