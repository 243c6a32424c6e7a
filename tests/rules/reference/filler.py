"""Filler from the rules alone: fill the board, and nobody wins."""

from tests.rules.reference.common import SquareGame


class Position(SquareGame):
    def joined(self, stones, colour):
        return False

    def is_drawn(self):
        return not self.empty()
