"""Connect Four from the rules alone; the text of a turn is the cell where the stone lands."""

from tests.rules.reference.common import Game, name, place

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Position(Game):
    def cells(self):
        return [name(x, y) for y in range(self.size - 1) for x in range(self.size)]

    def is_drawn(self):
        return not self.empty()

    def moves(self):
        landings = {}
        for cell in self.empty():
            landings.setdefault(cell[0], cell)
        return {c: self.after({**self.stones, c: self.mover}) for c in landings.values()}

    def joined(self, stones, colour):
        spots = {place(cell) for cell in self.own(colour, stones)}
        return any(
            all((x + k * dx, y + k * dy) in spots for k in range(4))
            for x, y in spots
            for dx, dy in DIRECTIONS
        )
