"""Serpent in the readings of the removal sentence that the rules reject, for evidence only."""

from tests.rules.reference import serpent
from tests.rules.reference.common import DRAW, OTHER


class Position(serpent.Position):
    """Choose a reading with class attributes.

    `condition` says what happens where a colour could come back to cells that it has lost:
    "B" the turn is illegal; "F" nothing; "A" the stones go, and the owner may not put a stone
    on those cells on the next turn; "C" all dead stones of that colour stay on the board, judged
    colour by colour before the second colour is looked at.
    `when_stuck` is "loses", or "pass": then two passes in a row are a draw.
    `may_repeat` lets earlier positions recur, so that endless games can show themselves.
    """

    condition = "B"
    when_stuck = "loses"
    may_repeat = False

    def __init__(self, *values, barred=None, **named):
        super().__init__(*values, **named)
        self.barred = barred or dict.fromkeys(OTHER, frozenset())

    def key(self):
        return *super().key(), frozenset(self.barred.items())

    def is_settled(self, placed, left, multi):
        return self.condition != "B" or super().is_settled(placed, left, multi)

    def placements(self, stones, mover):
        return self.not_barred(super().placements(stones, mover), mover)

    def crawls(self, stones, mover):
        return self.not_barred(super().crawls(stones, mover), mover)

    def not_barred(self, actions, mover):
        return (action for action in actions if action.cell not in self.barred[mover])

    def attempts(self, stones, mover, multi, area=None):
        """Note for reading A where each colour may not play on its next turn."""
        for action, mark, left, now in super().attempts(stones, mover, multi, area):
            lost = {c: frozenset(self.area(action.stones, left, c)) for c in OTHER}
            kept = {mover: frozenset(), OTHER[mover]: self.barred[OTHER[mover]]}
            self.coming = {c: kept[c] | lost[c] for c in OTHER}
            yield action, mark, left, now

    def after(self, stones, multi, passes=0):
        position = super().after(stones, multi, passes)
        if self.condition == "A":
            position.barred = self.coming
        if self.may_repeat:
            position.earlier = ()
        return position

    def clear(self, stones, multi, order):
        """Let the dead of a colour stay, in reading C, if it could come back at once."""
        if self.condition != "C":
            return super().clear(stones, multi, order)
        plain = serpent.Position(self.size, self.variant, multi=multi)
        for colour in order:
            dead = self.dead(stones, colour, multi)
            left = {cell: owner for cell, owner in stones.items() if cell not in dead}
            if dead and not self.own(colour, left):
                return left
            area = self.area(stones, left, colour)
            if not (area and plain.can_play(left, colour, multi, area)):
                stones = left
        return stones

    def moves(self):
        """Pass when stuck, if that is the reading."""
        found = super().moves()
        if found or self.when_stuck == "loses":
            return found
        self.coming = {**self.barred, self.mover: frozenset()}
        return {"pass": self.after(self.stones, self.multi, self.passes + 1)}

    def is_stuck(self):
        return self.when_stuck == "loses" and super().is_stuck()

    def winner(self):
        is_drawn = self.passes >= 2 and not self.survivor()
        return DRAW if is_drawn else super().winner()

    def turns(self):
        return {} if self.passes >= 2 else super().turns()
