"""Slither once more, from the rules alone: dictionaries, sets and searches, nothing clever."""

from itertools import product

BLACK, WHITE = "X", "O"
ORTHOGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def name(point: tuple[int, int]) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[point[0]]}{point[1] + 1}"


class Slither:
    """A position: ``stones`` maps a point (column, row from the bottom) to a colour."""

    def __init__(self, size, advanced=False, stones=None, mover=BLACK):
        self.size = size
        self.advanced = advanced
        self.stones = dict(stones or {})
        self.mover = mover

    def points(self):
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def beside(self, point, steps):
        x, y = point
        around = [(x + dx, y + dy) for dx, dy in steps]
        return [(x, y) for x, y in around if 0 <= x < self.size and 0 <= y < self.size]

    def is_ok(self, stones, colour):
        """Every diagonal pair of the colour has a third stone of it beside both."""
        own = {point for point, owner in stones.items() if owner == colour}
        for x, y in own:
            for u, v in self.beside((x, y), DIAGONAL):
                if (u, v) in own and (x, v) not in own and (u, y) not in own:
                    return False
        return True

    def group(self, start, colours):
        """All stones of some colours that are linked to one along lines."""
        found, waiting = {start}, [start]
        while waiting:
            for point in self.beside(waiting.pop(), ORTHOGONAL):
                if point not in found and self.stones.get(point) in colours:
                    found.add(point)
                    waiting.append(point)
        return found

    def may_move(self, point):
        if not self.advanced:
            return True
        colours = {self.stones[member] for member in self.group(point, {BLACK, WHITE})}
        return colours == {BLACK, WHITE}

    def turns(self):
        """Every legal turn as text, with the stones it leads to."""
        found = {}
        for place in self.points():
            if place not in self.stones:
                after = {**self.stones, place: self.mover}
                if self.is_ok(after, self.mover):
                    found[name(place)] = after
        for source, owner in self.stones.items():
            if owner != self.mover or not self.may_move(source):
                continue
            for target in self.beside(source, ORTHOGONAL + DIAGONAL):
                if target in self.stones:
                    continue
                moved = {p: c for p, c in self.stones.items() if p != source}
                moved[target] = self.mover
                for place in self.points():
                    if place not in moved:
                        after = {**moved, place: self.mover}
                        if self.is_ok(after, self.mover):
                            found[f"{name(source)}-{name(target)}/{name(place)}"] = after
        return found or {"pass": dict(self.stones)}

    def play(self, turn):
        other = WHITE if self.mover == BLACK else BLACK
        return Slither(self.size, self.advanced, self.turns()[turn], other)

    def has_won(self, colour):
        axis = 1 if colour == BLACK else 0
        starts = [p for p, c in self.stones.items() if c == colour and p[axis] == 0]
        return any(
            point[axis] == self.size - 1
            for start in starts
            for point in self.group(start, {colour})
        )

    def rows(self):
        """The board as text, rows from the top joined by slashes."""
        lines = []
        for y in reversed(range(self.size)):
            lines.append("".join(self.stones.get((x, y), ".") for x in range(self.size)))
        return "/".join(lines)


def all_boards(size):
    """Every way to put stones on a board."""
    points = Slither(size).points()
    for colours in product((None, BLACK, WHITE), repeat=len(points)):
        yield {p: c for p, c in zip(points, colours, strict=True) if c}
