"""What the slow references share: names of cells, neighbours in dictionaries, searches in sets."""

from functools import cache
from string import ascii_lowercase, digits

BLACK, WHITE, DRAW = "X", "O", "draw"
OTHER = {BLACK: WHITE, WHITE: BLACK}
LETTERS = [*ascii_lowercase, *(f"a{letter}" for letter in ascii_lowercase)]
ORTHOGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL_ROUND = ORTHOGONAL + DIAGONAL


def name(letter, number):
    """Name the cell with a letter and a number, both counted from zero."""
    return f"{LETTERS[letter]}{number + 1}"


def place(cell):
    """Read a name back into the two numbers."""
    letters = cell.rstrip(digits)
    return LETTERS.index(letters), int(cell.removeprefix(letters)) - 1


def links(cells, steps):
    """Map each cell to the cells one step away."""
    known = {place(cell): cell for cell in cells}
    found = {}
    for (x, y), cell in known.items():
        around = [(x + dx, y + dy) for dx, dy in steps]
        found[cell] = [known[spot] for spot in around if spot in known]
    return found


def flood(starts, inside, beside):
    """Collect the members of a set that can be reached from some of them."""
    found, fresh = set(), set(starts) & inside
    while fresh:
        found |= fresh
        fresh = {cell for last in fresh for cell in beside[last] if cell in inside} - found
    return found


def groups(inside, beside):
    """Split a set of cells into its linked groups."""
    found, left = [], set(inside)
    while left:
        found.append(flood([min(left)], inside, beside))
        left -= found[-1]
    return found


class Game:
    """Keep a position; a game says which cells it has, which moves, and who has joined."""

    variants = ("standard",)

    def __init__(self, size, variant="standard", stones=None, mover=BLACK, earlier=(), passes=0):
        if variant not in self.variants:
            raise ValueError(f"no variant {variant}")
        self.size = size
        self.variant = variant
        self.stones = dict(stones or {})
        self.mover = mover
        self.earlier = tuple(earlier)
        self.passes = passes

    def cells(self):
        """List the names of all cells, always in the same order."""
        raise NotImplementedError

    def joined(self, stones, colour):
        """Tell whether a colour has what wins the game."""
        raise NotImplementedError

    def is_drawn(self):
        """Tell whether a game without a winner is over."""
        return False

    def moves(self):
        """Find every turn that is not a pass."""
        return {cell: self.after({**self.stones, cell: self.mover}) for cell in self.empty()}

    def after(self, stones, passes=0):
        """Hand these stones to the other player."""
        earlier = (*self.earlier, self.key())
        return type(self)(self.size, self.variant, stones, OTHER[self.mover], earlier, passes)

    def key(self):
        return frozenset(self.stones.items()), self.mover

    def is_third_time(self):
        return self.earlier.count(self.key()) >= 2

    def empty(self):
        return [cell for cell in self.cells() if cell not in self.stones]

    def own(self, colour, stones=None):
        """Collect the cells of a colour, on this board or on another one."""
        stones = self.stones if stones is None else stones
        return {cell for cell, owner in stones.items() if owner == colour}

    def winner(self):
        """Name the winner, asking first for the player who has just moved."""
        for colour in (OTHER[self.mover], self.mover):
            if self.joined(self.stones, colour):
                return colour
        return DRAW if self.passes >= 2 or self.is_drawn() else None

    def turns(self):
        """Map the text of every legal turn to the position after it."""
        if self.winner():
            return {}
        return self.moves() or {"pass": self.after(self.stones, self.passes + 1)}


@cache
def square_cells(size):
    return [name(x, y) for y in range(size) for x in range(size)]


@cache
def square_links(size, steps):
    return links(square_cells(size), steps)


def joins_sides(own, size, axis, beside):
    """Tell whether a chain runs between the two sides across an axis."""
    starts = [cell for cell in own if place(cell)[axis] == 0]
    return any(place(cell)[axis] == size - 1 for cell in flood(starts, own, beside))


class SquareGame(Game):
    """Play on a square; Black joins the lowest and the highest row, White the outer columns."""

    steps = ORTHOGONAL

    def cells(self):
        return square_cells(self.size)

    def beside(self, steps=ORTHOGONAL):
        return square_links(self.size, steps)

    def joined(self, stones, colour):
        axis = 1 if colour == BLACK else 0
        return joins_sides(self.own(colour, stones), self.size, axis, self.beside(self.steps))
