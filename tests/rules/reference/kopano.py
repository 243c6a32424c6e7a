"""Kopano from the rules alone."""

from tests.rules.reference import crossway
from tests.rules.reference.common import OTHER


class Position(crossway.Position):
    def may_place(self, cell):
        """Allow a weak connection only where the enemy could make one too."""
        own_weak = self.weak(self.stones, cell, self.mover)
        enemy_weak = self.weak(self.stones, cell, OTHER[self.mover])
        return super().may_place(cell) and (not own_weak or bool(enemy_weak))
