"""Serpent from the rules alone; survival paths are listed one by one until a shortest turns up."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

from tests.rules.reference.common import BLACK, OTHER, WHITE, Game, flood, groups, place
from tests.rules.reference.havannah import hexagon

ORDERS = {"/B": (BLACK, WHITE), "/W": (WHITE, BLACK)}


class Action(NamedTuple):
    """Keep one placement or crawl, with the board as it stands before anything is removed."""

    text: str
    kind: str  # "place", "crawl" or "merge"
    cell: str  # where the stone arrives
    stones: dict
    length: float = inf  # of the crawling snake before it crawls


def ends(group, beside):
    """Collect the outermost stones of a snake, or the one stone of an egg."""
    return {stone for stone in group if len(group.intersection(beside[stone])) <= 1}


def is_survival_path(path, friends, end, targets):
    """Test how the cells of a path touch friendly stones, word for word as it is defined."""
    first, *inner = path
    if not inner:
        return any(friends[first] == {end, target} for target in targets)
    *inner, last = inner
    reaches = any(friends[last] == {target} for target in targets)
    return reaches and friends[first] == {end} and not any(friends[cell] for cell in inner)


def longer(path, friends, end, beside):
    """List the paths one cell longer in which no two cells touch unless they follow each other."""
    first, *others = path
    if friends[first] != {end} or any(friends[cell] for cell in others):
        return []  # none of these can be part of a longer survival path
    near = {cell for early in path[:-1] for cell in (early, *beside[early])}
    return [[*path, cell] for cell in beside[path[-1]] if cell in friends and cell not in near]


@lru_cache(maxsize=100_000)
def shortest_path(size, own, empty, end):
    """Try all paths of one cell, then of two, and so on; return the length of the first that fits.

    `own` holds all stones of a colour and `end` is an end of one of its groups.
    """
    beside = hexagon(size)
    friends = {cell: own.intersection(beside[cell]) for cell in empty}
    others = [group for group in groups(own, beside) if end not in group]
    targets = {stone for group in others for stone in ends(group, beside)}
    paths = [[cell] for cell in beside[end] if cell in empty and targets]
    while paths:
        if any(is_survival_path(path, friends, end, targets) for path in paths):
            return len(paths[0])
        paths = [more for path in paths for more in longer(path, friends, end, beside)]
    return inf


class Position(Game):
    """Keep a position, with `multi`: whether each colour has ever had two groups at once.

    Variant r1 asks more of a removal (see `area`), m1 of a crawl that merges (see `is_sound`).
    """

    variants = ("standard", "r1", "m1", "r1-m1")

    def __init__(
        self, size, variant="standard", stones=None, mover=BLACK, earlier=(), passes=0, multi=None
    ):
        super().__init__(size, variant, stones, mover, earlier, passes)
        several = {colour: len(self.groups(self.stones, colour)) >= 2 for colour in OTHER}
        self.multi = several if multi is None else dict(multi)

    def cells(self):
        return sorted(hexagon(self.size), key=place)

    def key(self):
        return frozenset(self.stones.items()), self.mover, frozenset(self.multi.items())

    def after(self, stones, multi, passes=0):
        """Hand these stones, and who has had several groups, to the other player."""
        earlier, mover = (*self.earlier, self.key()), OTHER[self.mover]
        return type(self)(self.size, self.variant, stones, mover, earlier, passes, multi)

    def joined(self, stones, colour):
        """Tell whether the enemy has lost the last stone."""
        return self.multi[OTHER[colour]] and not self.own(OTHER[colour], stones)

    def survivor(self):
        """Name the colour whose enemy has lost the last stone."""
        return next((colour for colour in OTHER if self.joined(self.stones, colour)), None)

    def is_stuck(self):
        return next(self.legal_orders(), None) is None

    def winner(self):
        """Name who has wiped out the enemy, or else whose enemy is without a turn."""
        return self.survivor() or (OTHER[self.mover] if self.is_stuck() else None)

    def turns(self):
        return {} if self.survivor() else self.moves()

    def moves(self):
        """Give a turn one text, or two where the colour that is removed first matters."""
        found = {}
        for text, mark, position in self.legal_orders():
            found.setdefault(text, {})[mark] = position
        turns = {}
        for text, orders in found.items():
            first, *rest = orders.values()
            if any(position.stones != first.stones for position in rest):
                turns |= {text + mark: orders[mark] for mark in orders}
            else:
                turns[text] = first
        return turns

    def legal_orders(self):
        """Go through each action with each order of removals that is legal."""
        for action, mark, left, multi in self.attempts(self.stones, self.mover, self.multi):
            position = self.after(left, multi)
            is_new = position.key() not in position.earlier
            if is_new and self.is_settled(action.stones, left, multi):
                yield action.text, mark, position

    def attempts(self, stones, mover, multi, area=None):
        """Go through what is legal but for the removal condition, everywhere or in an area."""
        for action in [*self.placements(stones, mover), *self.crawls(stones, mover)]:
            if area is not None and action.cell not in area:
                continue
            has_several = len(self.groups(action.stones, mover)) >= 2
            now = {**multi, mover: multi[mover] or has_several}
            for mark, order in ORDERS.items():
                left = self.clear(action.stones, now, order)
                if self.is_sound(action, mover, left):
                    yield action, mark, left, now

    def groups(self, stones, colour):
        return groups(self.own(colour, stones), hexagon(self.size))

    def friends(self, cell, stones, colour):
        """Collect the stones of a colour beside a cell."""
        return {spot for spot in hexagon(self.size)[cell] if stones.get(spot) == colour}

    def placements(self, stones, mover):
        """Find the cells that touch no snake and at most two eggs."""
        eggs = {min(group) for group in self.groups(stones, mover) if len(group) == 1}
        for cell in self.cells():
            near = self.friends(cell, stones, mover)
            if cell not in stones and near <= eggs and len(near) <= 2:
                yield Action(cell, "place", cell, {**stones, cell: mover})

    def crawls(self, stones, mover):
        """Let each head of each snake that has a survival path pull the tail round to it."""
        beside = hexagon(self.size)
        for snake in self.groups(stones, mover):
            length = self.group_length(stones, mover, snake)
            if len(snake) >= 2 and length < inf:
                for head in ends(snake, beside):
                    if self.survival_length(stones, mover, head) == length:
                        yield from self.crawls_of(snake, head, length, stones, mover)

    def crawls_of(self, snake, head, length, stones, mover):
        """Try the empty cells beside a head: they may touch one end of another group as well."""
        beside = hexagon(self.size)
        (tail,) = ends(snake, beside) - {head}
        lifted = {cell: owner for cell, owner in stones.items() if cell != tail}
        others = [group for group in self.groups(stones, mover) if group != snake]
        targets = {stone for group in others for stone in ends(group, beside)}
        for cell in beside[head]:
            beyond = self.friends(cell, lifted, mover) - {head}
            if cell not in stones and len(beyond) <= 1 and beyond <= targets:
                kind = "merge" if beyond else "crawl"
                yield Action(f"{tail}-{cell}", kind, cell, {**lifted, cell: mover}, length)

    def survival_length(self, stones, colour, end):
        """Measure the shortest survival path from an end; infinite if there is none."""
        own = frozenset(self.own(colour, stones))
        empty = frozenset(set(hexagon(self.size)) - set(stones))
        return shortest_path(self.size, own, empty, end)

    def group_length(self, stones, colour, group):
        """Measure the shortest survival path from any end of a group."""
        tips = ends(group, hexagon(self.size))
        return min((self.survival_length(stones, colour, end) for end in tips), default=inf)

    def dead(self, stones, colour, multi):
        """Collect the stones of the dead groups; a first group alone is not dead."""
        if not multi[colour]:
            return set()
        found = self.groups(stones, colour)
        cut_off = [group for group in found if self.group_length(stones, colour, group) == inf]
        return {stone for group in cut_off for stone in group}

    def clear(self, stones, multi, order):
        """Remove the dead of one colour, then of the other unless the first is wiped out."""
        for colour in order:
            dead = self.dead(stones, colour, multi)
            stones = {cell: owner for cell, owner in stones.items() if cell not in dead}
            if dead and not self.own(colour, stones):
                break
        return stones

    def is_sound(self, action, mover, left):
        """Test a placement for suicide, and whether a crawl has come closer to another group."""
        if action.kind == "place":
            return set(action.stones) - set(left) != {action.cell}
        if action.kind == "merge":
            return action.cell in left or "m1" not in self.variant
        snake = flood([action.cell], self.own(mover, left), hexagon(self.size))
        return action.cell in left and self.group_length(left, mover, snake) < action.length

    def is_settled(self, placed, left, multi):
        """Ask that no colour could come back at once to where it has lost stones."""
        for colour in OTHER:
            area = self.area(placed, left, colour)
            if area and self.own(colour, left) and self.can_play(left, colour, multi, area):
                return False
        return True

    def area(self, placed, left, colour):
        """Collect the cells a colour has lost, in r1 with all empty cells linked to them."""
        lost = self.own(colour, placed) - set(left)
        empty = set(hexagon(self.size)) - set(left)
        return flood(lost, empty, hexagon(self.size)) if "r1" in self.variant else lost

    def can_play(self, stones, colour, multi, area):
        """Tell whether a colour, if it had the turn, could put a stone there that stays."""
        attempts = self.attempts(stones, colour, multi, area)
        return any(action.cell in left for action, _, left, _ in attempts)
