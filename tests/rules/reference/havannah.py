"""Havannah from the rules alone; the letter is the row from the bottom."""

from functools import cache

from tests.rules.reference.common import Game, flood, groups, name, place


@cache
def widths(size):
    """List the lengths of the rows from the bottom."""
    return [2 * size - 1 - abs(row - (size - 1)) for row in range(2 * size - 1)]


@cache
def hexagon(size):
    """Map each cell to its neighbours."""
    wide = widths(size)
    cells = {name(row, spot) for row, width in enumerate(wide) for spot in range(width)}
    found = {}
    for cell in cells:
        row, spot = place(cell)
        around = [(row, spot - 1), (row, spot + 1)]
        for other in (row - 1, row + 1):
            if 0 <= other < len(wide):
                shift = 1 if wide[other] > wide[row] else -1
                around += [(other, spot), (other, spot + shift)]
        found[cell] = [name(*at) for at in around if at[1] >= 0 and name(*at) in cells]
    return found


@cache
def corners(size):
    last = 2 * size - 2
    return {name(row, spot) for row in (0, size - 1, last) for spot in (0, widths(size)[row] - 1)}


@cache
def sides(size):
    """List the cells of the six sides, without the corners."""
    wide = widths(size)
    lower, upper = range(size), range(size - 1, 2 * size - 1)
    found = [{name(row, spot) for spot in range(wide[row])} for row in (0, len(wide) - 1)]
    for rows in (lower, upper):
        found.append({name(row, 0) for row in rows})
        found.append({name(row, wide[row] - 1) for row in rows})
    return [side - corners(size) for side in found]


class Position(Game):
    def cells(self):
        return sorted(hexagon(self.size), key=place)

    def is_drawn(self):
        return not self.empty()

    def joined(self, stones, colour):
        own = self.own(colour, stones)
        figures = groups(own, hexagon(self.size))
        return any(self.is_bridge_or_fork(group) for group in figures) or self.has_ring(own)

    def is_bridge_or_fork(self, group):
        touched = [side for side in sides(self.size) if side & group]
        return len(corners(self.size) & group) >= 2 or len(touched) >= 3

    def has_ring(self, own):
        """Look for a filled flower, or for a cell that is walled off from the rim."""
        beside = hexagon(self.size)
        if any(len(beside[cell]) == 6 and own.issuperset(beside[cell]) for cell in own):
            return True
        others = set(beside) - own
        rim = [cell for cell in others if len(beside[cell]) < 6]
        return flood(rim, others, beside) != others
