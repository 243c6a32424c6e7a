"""Snaketrail from the rules alone; X chooses, O sets up, and the black pieces belong to both."""

from tests.rules.reference.common import OTHER, flood, place
from tests.rules.reference.havannah import hexagon

CHOOSER, SETTER = "X", "O"
COLOURS = {"white": "W", "red": "R"}


def enclosed(black, size):
    """Collect the cells that black pieces wall off from the rim."""
    beside = hexagon(size)
    others = set(beside) - black
    rim = [cell for cell in others if len(beside[cell]) < 6]
    return others - flood(rim, others, beside)


def after_setup(size, white, red, first="X", white_owner="X"):
    """Begin a trail among these white and red pieces."""
    stones = {**dict.fromkeys(white, "W"), **dict.fromkeys(red, "R")}
    return Position(size, stones=stones, mover=first, white=white_owner, phase="trail")


class Position:
    variants = ("standard",)

    def __init__(
        self,
        size,
        variant="standard",
        stones=None,
        last=None,
        mover="O",
        white=None,
        phase="set-up",
    ):
        if variant not in self.variants:
            raise ValueError(f"no variant {variant}")
        self.size = size
        self.variant = variant
        self.stones = dict(stones or {})
        self.last = last
        self.mover = mover
        self.white = white
        self.phase = phase

    def after(self, **changes):
        """Copy the position with some facts changed."""
        return Position(**{**vars(self), **changes})

    def cells(self):
        """List the names of all cells, always in the same order."""
        return sorted(hexagon(self.size), key=place)

    def own(self, colour):
        """Collect the cells of a colour."""
        return {cell for cell, kind in self.stones.items() if kind == colour}

    def winner(self):
        """Count both colours inside the loop, and let the closer lose a tie."""
        inside = enclosed(self.own("B"), self.size)
        if not inside:
            return None
        white, red = len(inside & self.own("W")), len(inside & self.own("R"))
        if white == red:
            return self.mover
        return self.white if white > red else OTHER[self.white]

    def turns(self):
        """Map the text of every legal turn to the position after it."""
        if self.winner():
            return {}
        if self.phase == "set-up":
            return self.set_up_turns()
        if self.phase == "choice":
            return self.choice_turns()
        if self.phase == "colour":
            return self.colour_turns(CHOOSER)
        return self.trail_turns()

    def set_up_turns(self):
        """Put down white and red in turn, or be done when there are as many of each."""
        white, red = len(self.own("W")), len(self.own("R"))
        colour = "W" if white == red else "R"
        found = {cell: self.after(stones={**self.stones, cell: colour}) for cell in self.room()}
        if colour == "W":
            found = {cell: then for cell, then in found.items() if then.room()}
            if white:
                found["done"] = self.after(mover=CHOOSER, phase="choice")
        return found

    def room(self):
        """List the cells off the rim that are empty and touch no piece."""
        beside = hexagon(self.size)
        inner = [cell for cell in self.cells() if len(beside[cell]) == 6]
        return [cell for cell in inner if self.stones.keys().isdisjoint([cell, *beside[cell]])]

    def choice_turns(self):
        """Take the first move, or take a colour and leave the first move to the setter."""
        first = {"first": self.after(mover=SETTER, phase="colour")}
        return {**first, **self.colour_turns(SETTER)}

    def colour_turns(self, first):
        """Let the mover take a colour, and let one player begin the trail."""
        taker = self.mover
        return {
            "white": self.after(white=taker, mover=first, phase="trail"),
            "red": self.after(white=OTHER[taker], mover=first, phase="trail"),
        }

    def trail_turns(self):
        """Go on with the trail wherever a loop is closed or can still be closed."""
        black, hopeless, found = self.own("B"), set(), {}
        cells = self.cells() if self.last is None else hexagon(self.size)[self.last]
        for cell in sorted(cells, key=place):
            if cell not in self.stones and self.can_loop(black | {cell}, cell, hopeless):
                stones = {**self.stones, cell: "B"}
                found[cell] = self.after(stones=stones, last=cell, mover=OTHER[self.mover])
        return found

    def can_loop(self, black, head, hopeless):
        """Tell whether there is a loop, or some chain of pieces from the head makes one."""
        if enclosed(black, self.size):
            return True
        if (frozenset(black), head) in hopeless:
            return False
        for cell in hexagon(self.size)[head]:
            if cell not in black and cell not in self.stones:
                if self.can_loop(black | {cell}, cell, hopeless):
                    return True
        hopeless.add((frozenset(black), head))
        return False
