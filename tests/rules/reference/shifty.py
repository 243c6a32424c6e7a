"""Shifty from the rules alone."""

from tests.rules.reference.common import ALL_ROUND, ORTHOGONAL, name, place
from tests.rules.reference.diagonals import DiagonalGame


class Position(DiagonalGame):
    variants = ("standard", "as-written")

    @property
    def steps(self):
        return ORTHOGONAL if self.variant == "as-written" else ALL_ROUND

    def moves(self):
        own = self.own(self.mover)
        if not own:
            return super().moves()
        found = {}
        for point in self.empty():
            if self.has_friend(self.stones, point):
                self.try_stone(found, point, self.stones, point)
        for start in sorted(own):
            if self.has_friend(self.stones, start):
                lifted = {p: owner for p, owner in self.stones.items() if p != start}
                for point in self.lines_from(start):
                    if not self.has_friend(lifted, point):
                        self.try_stone(found, f"{start}-{point}", lifted, point)
        return found

    def has_friend(self, stones, point):
        return any(stones.get(near) == self.mover for near in self.beside()[point])

    def try_stone(self, found, text, stones, point):
        """Note a turn that ends with a stone on a point, unless it makes a crosscut."""
        if not self.crossing(stones, point, self.mover):
            found[text] = self.after({**stones, point: self.mover})

    def lines_from(self, start):
        """List the empty points that a chess queen could go to."""
        found = []
        free = set(self.empty())
        for dx, dy in ALL_ROUND:
            x, y = place(start)
            x, y = x + dx, y + dy
            while x >= 0 and y >= 0 and name(x, y) in free:
                found.append(name(x, y))
                x, y = x + dx, y + dy
        return found
