"""Resolve from the rules alone; as written, any crosscut on the board is exchanged away."""

from tests.rules.reference.common import BLACK, WHITE
from tests.rules.reference.diagonals import DiagonalGame


def exchanged(stones, one, two):
    return {**stones, one: stones[two], two: stones[one]}


class Position(DiagonalGame):
    variants = ("standard", "as-written")

    def is_drawn(self):
        return self.is_third_time()

    def is_decided(self, stones):
        return any(self.joined(stones, colour) for colour in (BLACK, WHITE))

    def moves(self):
        placed = [(p, {**self.stones, p: self.mover}) for p in self.empty()]
        found = {}
        if self.variant == "as-written":
            for point, stones in placed:
                self.exchange_on(found, stones, (point,), ())
            if not placed:
                self.exchange_on(found, self.stones, (), ())
        else:
            for point, stones in placed:
                self.travel_on(found, stones, (point,))
            for stone in [] if placed else sorted(self.own(self.mover)):
                if self.partners(self.stones, stone):
                    self.travel_on(found, self.stones, (stone,))
        return found

    def partners(self, stones, stone):
        """Collect the enemies that share a crosscut with a stone."""
        return set().union(*self.crossing(stones, stone, self.mover))

    def travel_on(self, found, stones, path):
        """Exchange the last stone of a path for as long as it has new partners."""
        partners = self.partners(stones, path[-1]) - set(path)
        if self.is_decided(stones) or not partners:
            found["-".join(path)] = self.after(stones)
            return
        for partner in sorted(partners):
            self.travel_on(found, exchanged(stones, path[-1], partner), (*path, partner))

    def exchange_on(self, found, stones, words, used):
        """Exchange any crosscut pairs for as long as there are new ones."""
        pairs = [
            (own, partner)
            for own in sorted(self.own(self.mover, stones))
            for partner in sorted(self.partners(stones, own))
            if {own, partner} not in used
        ]
        if self.is_decided(stones) or not pairs:
            found["/".join(words)] = self.after(stones)
            return
        for own, partner in pairs:
            after = exchanged(stones, own, partner)
            self.exchange_on(found, after, (*words, f"{own}-{partner}"), (*used, {own, partner}))
