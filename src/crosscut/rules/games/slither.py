"""Connect your two sides of a square board; each turn you may also move a stone.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides.
3. On your turn you must place a stone on an empty point. You may also move one of your stones on
   the board to an empty point beside it or diagonal to it. Either comes first.
4. At the end of your turn, any two of your stones that are diagonally adjacent must have a third
   stone of yours beside both. What the board looks like during the turn does not matter.
5. If you have no legal turn you pass. Otherwise you may not pass.
6. In Advanced Slither the stone moves before the placement, and only a stone whose group holds both
   colours may move: the group is all stones, of either colour, linked to it along lines when the
   turn begins.
7. With the pie rule, which Advanced Slither has by default, White may answer Black's first stone by
   swapping: the players exchange colours and sides, and the stone stays.

Settled:
- A stone may be placed on the point that the moved stone has left; that equals placing one stone.
- The third stone of rule 4 has to be yours, and rule 4 is only tested when the turn is over.
- The order within a classic turn changes nothing, so records put the step first: d4-e5/c3.
- There are no draws: someone always has a turn, and a full board always has exactly one winner.
- A group of one colour is linked to the other colour exactly if one of its stones is beside an
  enemy stone, which is how rule 6 is tested. Touching diagonally does not count.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from crosscut.core.bit_counters import member, size, within
from crosscut.core.bits import Bits, count, nth
from crosscut.core.errors import IllegalMove
from crosscut.core.rng import below
from crosscut.rules.connection import MovingGame
from crosscut.rules.game import NOBODY, STUCK, Facts, in_variant, then
from crosscut.rules.refusals import bare_diagonals


class State(NamedTuple):
    own: Bits
    enemy: Bits
    held: Bits  # the stone that has been lifted and not yet dropped
    stepped: Literal[0, 1]  # 1 once a stone has moved in this turn
    colour: int
    winner: int


@dataclass(frozen=True)
class Slither(MovingGame):
    facts = Facts(
        title="Slither",
        designer="Corey Clark",
        year=2010,
        sizes=(5, 7, 8, 9, 10, 11, 13, 15, 19),
        size=9,
        variants={
            "classic": "Any stone may move (2010).",
            "advanced": "Only stones in contact with the enemy may move (2018).",
        },
        pie=("advanced",),
        notation="c3 places a stone; d4-e5/c3 moves d4 to e5 and then places c3",
    )
    advanced = in_variant("advanced")
    either_order = in_variant("classic")

    @property
    def longest(self) -> int | None:
        """Three taps for every stone that is placed, with a pass before it, and two to end."""
        rules = "play", "legal", "options", "skip", "endings", "lifts", "mobile", "drops"
        if not self._plays_as(Slither, *rules):
            return None
        return 4 * len(self.board.cells) + 2

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, 0, 0, NOBODY)

    def legal(self, state: State) -> Bits:
        if state.held:
            return self.drops(state.own, state.enemy, state.held)
        ends = self.endings(state.own, state.enemy)
        if state.stepped:
            return ends
        return ends | self.lifts(state.own, state.enemy)

    def endings(self, own: Bits, enemy: Bits) -> Bits:
        """Return the points where a placement ends the turn as rule 4 demands."""
        return self.board.sound_spots(own, self.board.full & ~(own | enemy))

    def drops(self, own: Bits, enemy: Bits, stone: Bits) -> Bits:
        """Return the points to which a stone may move so that some placement ends the turn."""
        tries = self.board.around(stone) & ~(own | enemy)
        found = tries & self.endings(own, enemy)  # placing where it was equals placing there
        tries = tries ^ found
        while tries:
            point = tries & -tries
            tries = tries ^ point
            if self.endings(own ^ stone | point, enemy):
                found = found | point
        return found

    def mobile(self, own: Bits, enemy: Bits) -> Bits:
        """Return the stones that rules 3 and 6 let move, if rule 4 agrees."""
        stones = own & self.board.around(self.board.full & ~(own | enemy))
        if self.advanced:
            stones = stones & self.board.fill(self.board.neighbours(enemy), own)
        return stones

    def play(self, state: State, action: int) -> State:
        own, enemy, none = state.own, state.enemy, self.board.none
        tap = self.board.bit(action)
        if state.held:
            return State(own ^ state.held | tap, enemy, none, 1, state.colour, NOBODY)
        if own & tap:
            return State(own, enemy, tap, 0, state.colour, NOBODY)
        own = own | tap
        winner = state.colour if self.connected(own, state.colour) else NOBODY
        return State(enemy, own, none, 0, 1 - state.colour, winner)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, self.board.none, 0, 1 - state.colour, NOBODY)

    def sample(self, state: State, rng) -> int:
        """Draw from all placements and all steps to an empty point until one is legal.

        A step is drawn by its target, which counts as often as there are stones to come from.
        """
        own, enemy = state.own, state.enemy
        ends = self.endings(own, enemy)
        places = count(ends)
        if state.stepped:
            return nth(ends, below(rng, places))
        if places == 0 and not self.lifts(own, enemy):
            return STUCK
        movers = self.mobile(own, enemy)
        targets = within(self.board.crowd(movers), self.board.full & ~(own | enemy))
        total = places + size(targets)
        while True:
            k = below(rng, total)
            if k < places:
                return nth(ends, k)
            target = member(targets, k - places)
            point = self.board.bit(target)
            sources = self.board.around(point) & movers
            source = nth(sources, below(rng, count(sources)))
            stone = self.board.bit(source)
            if ends & point or self.endings(own ^ stone | point, enemy):
                return then(source, target)

    def answers(self, state: State, tap: int) -> Bits:
        """Return the points around an enemy stone just placed: random steps elsewhere are noise."""
        if state.held or state.stepped:
            return self.board.none
        near = self.board.around(self.board.bit(tap)) & ~(state.own | state.enemy)
        return near & self.endings(state.own, state.enemy) if near else near

    def usual_order(self, state: State, taps: list[int]) -> list[int]:
        """Put the step before the placement; placing a stone and moving it is placing it there."""
        if state.held or len(taps) == 1 or max(taps) >= self.width:
            return taps
        first, second = taps[:2]
        free = self.board.full & ~(state.own | state.enemy)
        if len(taps) == 3 and free >> first & 1 and (first == second or state.own >> second & 1):
            if self.advanced:
                raise IllegalMove("in Advanced Slither a stone moves before the placement (rule 6)")
            if first != second:
                return [second, taps[2], first]
            if free & self.board.around(1 << first) & 1 << taps[2]:
                return taps[2:]
        if not state.own >> first & 1:
            raise IllegalMove(f"{self.board.name(first)}: there is no stone of yours to move")
        return taps

    def objection(self, state: State, action: int) -> str:
        board, tap = self.board, 1 << action
        if tap & state.enemy:
            return super().objection(state, action)
        if state.held:
            near = tap & board.around(state.held)
            return UNREPAIRABLE if near else "a stone moves to the next point only (rule 3)"
        if not tap & state.own:
            return bare_diagonals(board, state.own | tap) + " (rule 4)"
        if state.stepped:
            return "only one stone may move in a turn (rule 3)"
        if not tap & board.around(board.full & ~(state.own | state.enemy)):
            return "every point around it is taken (rule 3)"
        if not tap & self.mobile(state.own, state.enemy):
            return "its group does not hold both colours, so it may not move (rule 6)"
        return UNREPAIRABLE


UNREPAIRABLE = "no placement could then give every diagonal pair a common stone (rule 4)"
