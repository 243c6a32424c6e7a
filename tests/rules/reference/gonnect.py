"""Gonnect from the rules alone; a board that has occurred may not be made again."""

from tests.rules.reference.common import OTHER, SquareGame, groups, joins_sides


class Position(SquareGame):
    variants = ("standard", "fixed-sides")

    def joined(self, stones, colour):
        if self.variant == "fixed-sides":
            return super().joined(stones, colour)
        own = self.own(colour, stones)
        return any(joins_sides(own, self.size, axis, self.beside()) for axis in (0, 1))

    def winner(self):
        """Name who has joined two sides, or else whose enemy is without a turn."""
        return super().winner() or (None if self.moves() else OTHER[self.mover])

    def moves(self):
        seen = {board for board, mover in (*self.earlier, self.key())}
        found = {}
        for cell in self.empty():
            placed = {**self.stones, cell: self.mover}
            for stone in self.captured(placed, OTHER[self.mover]):
                del placed[stone]
            is_suicide = cell in self.captured(placed, self.mover)
            if not is_suicide and frozenset(placed.items()) not in seen:
                found[cell] = self.after(placed)
        return found

    def captured(self, stones, colour):
        """Collect the stones of the groups without a liberty."""
        found = set()
        for group in groups(self.own(colour, stones), self.beside()):
            if all(point in stones for stone in group for point in self.beside()[stone]):
                found |= group
        return found
