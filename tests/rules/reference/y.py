"""Y from the rules alone; the letter is the row from the apex."""

from tests.rules.reference.common import ORTHOGONAL, Game, groups, links, name, place


class Position(Game):
    def cells(self):
        return [name(row, spot) for row in range(self.size) for spot in range(row + 1)]

    def joined(self, stones, colour):
        beside = links(self.cells(), (*ORTHOGONAL, (1, 1), (-1, -1)))
        own = self.own(colour, stones)
        return any(self.has_three_sides(group) for group in groups(own, beside))

    def has_three_sides(self, group):
        places = [place(cell) for cell in group]
        left = any(spot == 0 for row, spot in places)
        right = any(spot == row for row, spot in places)
        bottom = any(row == self.size - 1 for row, spot in places)
        return left and right and bottom
