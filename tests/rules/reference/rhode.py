"""Rhode from the rules alone."""

from tests.rules.reference.diagonals import DiagonalGame


class Position(DiagonalGame):
    def is_drawn(self):
        return self.is_third_time()

    def moves(self):
        allowed = self.closing_points()
        points = self.empty() if allowed is None else [p for p in self.empty() if p in allowed]
        return {point: self.after(self.place(point)) for point in points}

    def closing_points(self):
        """Collect the common points of the mover's weak pairs, None without such a pair."""
        pairs = [
            common
            for stone in self.own(self.mover)
            for common in self.weak(self.stones, stone, self.mover).values()
        ]
        return set().union(*pairs) if pairs else None

    def place(self, point):
        """Put a stone and remove the mover's other stones in crosscuts."""
        placed = {**self.stones, point: self.mover}
        crossed = {s for s in self.own(self.mover, placed) if self.crossing(placed, s, self.mover)}
        return {s: owner for s, owner in placed.items() if s not in crossed - {point}}
