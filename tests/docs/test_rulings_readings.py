"""Other readings of unclear rules, played by slow twins with a rule changed.

The shares of turns that they change are printed by
``pytest -rP tests/docs/test_rulings_readings.py -k reading_changes``.
"""

import random
from copy import copy

import pytest

from tests import evidence
from tests.docs.test_rulings import SECTIONS
from tests.rules.reference.common import ORTHOGONAL, OTHER, flood
from tests.rules.reference.havannah import hexagon
from tests.rules.reference.slither import Slither
from tests.support.games import reference_of


class Advanced(Slither):
    def turns(self):
        if self.joined(self.stones, "X") or self.joined(self.stones, "O"):
            return {}
        found, other = super().turns(), OTHER[self.mover]
        return {turn: type(self)(self.size, True, found[turn], other) for turn in found}

    def joined(self, stones, colour):
        return Slither(self.size, True, stones).has_won(colour)


class BesideBoth(Advanced):
    def may_move(self, point):
        rest = Advanced(self.size, True, {p: c for p, c in self.stones.items() if p != point})
        near = [p for p in self.beside(point, ORTHOGONAL) if p in rest.stones]
        return any(rest.may_move(p) for p in near)


class LegalEnemy(reference_of("kopano")):
    def may_place(self, cell):
        both = self.weak(self.stones, cell, self.mover)
        crossed = both and self.crossing(self.stones, cell, OTHER[self.mover])
        return super().may_place(cell) and not crossed


class Contacts(reference_of("quinten")):
    def owner(self, region, stones):
        border = [p for point in region for p in self.beside()[point] if p in stones]
        own = sum(stones[p] == self.mover for p in border)
        return self.mover if 2 * own > len(border) else OTHER[self.mover]


class BeforeFilling(reference_of("quinten")):
    def moves(self):
        placed = {p: {**self.stones, p: self.mover} for p in self.empty()}
        return {p: self.after(self.fill(s)) for p, s in placed.items() if self.is_clean(s)}


class CrossingMoves(reference_of("shifty")):
    def try_stone(self, found, text, stones, point):
        super().try_stone(found, text, stones, point)
        if "-" in text:
            found[text] = self.after({**stones, point: self.mover})


class MayRepeat(reference_of("gonnect")):
    earlier = property(lambda self: (), lambda self, value: None)


class Suicide(reference_of("gonnect")):
    def moves(self):
        found, seen = super().moves(), {board for board, mover in (*self.earlier, self.key())}
        for cell in set(self.empty()) - set(found):
            placed = {**self.stones, cell: self.mover}
            gone = self.captured(placed, self.mover)
            left = {point: owner for point, owner in placed.items() if point not in gone}
            if gone and frozenset(left.items()) not in seen:
                found[cell] = self.after(left)
        return found


class EndOfTurn(reference_of("resolve")):
    def travel_on(self, found, stones, path):
        for partner in (partners := self.partners(stones, path[-1]) - set(path)):
            after = {**stones, path[-1]: stones[partner], partner: self.mover}
            self.travel_on(found, after, (*path, partner))
        if not partners:
            found["-".join(path)] = self.after(stones)


class VacantRing(reference_of("havannah")):
    def has_ring(self, own):
        beside = hexagon(self.size)
        others = set(beside) - own
        rim = [cell for cell in others if len(beside[cell]) < 6]
        return not (others - flood(rim, others, beside)) <= self.stones.keys()


class JoinsFirst(reference_of("rhode")):
    def place(self, point):
        placed = {**self.stones, point: self.mover}
        return placed if self.joined(placed, self.mover) else super().place(point)


class OwnFree(reference_of("serpent")):
    def area(self, placed, left, colour):
        return () if colour == self.mover else super().area(placed, left, colour)


class WinningCrawl(reference_of("serpent")):
    def is_sound(self, action, mover, left):
        won = action.cell in left and self.own(OTHER[mover]) and not self.own(OTHER[mover], left)
        return bool(won) or super().is_sound(action, mover, left)


class Recursive(reference_of("serpent")):
    def can_play(self, stones, colour, multi, area):
        rest = reference_of("serpent")(self.size, self.variant, stones, colour, (), 0, multi)
        return any(
            action.cell in left and rest.is_settled(action.stones, left, now)
            for action, _, left, now in self.attempts(stones, colour, multi, area)
        )


SERPENT = evidence.reading("B, R2, M2: our default", 3)
F, C = (evidence.reading(key, 3) for key in ("F, M2: no condition", "C, R2, M2: the dead stay"))
READINGS = (
    ("Slither", Advanced(5, True), BesideBoth, 12),
    ("Kopano", reference_of("kopano")(5), LegalEnemy, 40),
    ("Quinten", reference_of("quinten")(5), Contacts, 40),
    ("Quinten", reference_of("quinten")(5), BeforeFilling, 40),
    ("Shifty", reference_of("shifty")(5), CrossingMoves, 30),
    ("Gonnect", reference_of("gonnect")(4), MayRepeat, 40),
    ("Gonnect", reference_of("gonnect")(4), Suicide, 40),
    ("Resolve", reference_of("resolve")(4), EndOfTurn, 60),
    ("Havannah", reference_of("havannah")(4), VacantRing, 20),
    ("Rhode", reference_of("rhode")(5), JoinsFirst, 40),
    ("Serpent", SERPENT, type(F), 30),
    ("Serpent", SERPENT, type(C), 30),
    ("Serpent", SERPENT, OwnFree, 30),
    ("Serpent", SERPENT, WinningCrawl, 30),
    ("Serpent", SERPENT, Recursive, 30),
)


def outcomes(turns):
    """Map turns to the stones they leave and who has won."""
    return {
        turn: (frozenset(after.stones.items()), *(after.joined(after.stones, c) for c in "XO"))
        for turn, after in turns.items()
    }


@pytest.mark.parametrize(("title", "start", "reading", "games"), READINGS)
def test_how_many_turns_a_reading_changes(title, start, reading, games):
    """Count the turns of random games that it forbids, adds, or lets lead somewhere else."""
    turns = changed = 0
    for seed in range(games):
        source, here = random.Random(seed), start
        while found := here.turns():
            other = copy(here)
            other.__class__ = reading
            ours, theirs = outcomes(found), outcomes(other.turns())
            alike = set(ours.values()) & set(theirs.values())
            changed += len({t for each in (ours, theirs) for t in each if each[t] not in alike})
            turns += len(ours)
            here = found[source.choice(sorted(found))]
    claim = f"changes {100 * changed / turns:.1f} % of the turns"
    print(title, reading.__name__, claim)
    assert claim in " ".join(SECTIONS[title].split())
