"""Bare diagonals and crosscuts on a square board, for the games that speak of them."""

from tests.rules.reference.common import DIAGONAL, OTHER, SquareGame, name, place


class DiagonalGame(SquareGame):
    """Add what depends on two cells that touch at a corner."""

    def corners(self, cell):
        """List each diagonal neighbour of a cell with the two points beside both."""
        x, y = place(cell)
        found = []
        for across in self.beside(DIAGONAL)[cell]:
            u, v = place(across)
            found.append((across, {name(x, v), name(u, y)}))
        return found

    def weak(self, stones, cell, colour):
        """Map the stones that form a bare diagonal with one on a cell to their common points."""
        return {
            across: common
            for across, common in self.corners(cell)
            if stones.get(across) == colour and all(stones.get(c) != colour for c in common)
        }

    def has_bare_diagonal(self, stones, colour):
        return any(self.weak(stones, cell, colour) for cell in self.own(colour, stones))

    def crossing(self, stones, cell, colour):
        """List the enemy pairs that make a crosscut with a stone on a cell."""
        return [
            common
            for common in self.weak(stones, cell, colour).values()
            if all(stones.get(c) == OTHER[colour] for c in common)
        ]
