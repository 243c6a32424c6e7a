"""Konobi from the rules alone."""

from tests.rules.reference import crossway


class Position(crossway.Position):
    def may_place(self, cell):
        """Allow a weak connection to a stone only if no strong one without weak ones exists."""
        weak = self.weak(self.stones, cell, self.mover)
        return super().may_place(cell) and not any(self.has_clean_point(s) for s in weak)

    def has_clean_point(self, stone):
        return any(
            point not in self.stones and not self.weak(self.stones, point, self.mover)
            for point in self.beside()[stone]
        )
