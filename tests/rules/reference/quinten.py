"""Quinten from the rules alone, with the territory rule of 2012 as a variant."""

from tests.rules.reference.common import BLACK, OTHER, WHITE, groups, name, place
from tests.rules.reference.diagonals import DiagonalGame


class Position(DiagonalGame):
    variants = ("standard", "quentin-2012")

    def moves(self):
        filled = {cell: self.fill({**self.stones, cell: self.mover}) for cell in self.empty()}
        return {cell: self.after(s) for cell, s in filled.items() if self.is_clean(s)}

    def is_clean(self, stones):
        return not any(self.has_bare_diagonal(stones, colour) for colour in (BLACK, WHITE))

    def fill(self, stones):
        """Give every territory to the colour with more stones round it, ties to the enemy."""
        filled = dict(stones)
        for region in groups(set(self.cells()) - set(stones), self.beside()):
            if self.is_territory(region, stones):
                filled.update(dict.fromkeys(region, self.owner(region, stones)))
        return filled

    def is_territory(self, region, stones):
        if self.variant == "quentin-2012":
            around = [[p for p in self.beside()[point] if p in stones] for point in region]
            return all(len(near) >= 2 for near in around)
        return not any(self.is_block_corner(point, region) for point in region)

    def is_block_corner(self, point, region):
        """Tell whether a point is the lower left one of a 2x2 block in the region."""
        x, y = place(point)
        return region.issuperset({name(x + 1, y), name(x, y + 1), name(x + 1, y + 1)})

    def owner(self, region, stones):
        border = {p for point in region for p in self.beside()[point] if p in stones}
        own = len(border & self.own(self.mover, stones))
        return self.mover if own > len(border) - own else OTHER[self.mover]
