"""Fill the field without touching yourself.

1. Some points are blocked at the start, drawn from a seed.
2. On your turn place one or two stones; the second on a higher point than the first. After the
   first you may say done.
3. A stone may not be beside another of yours.
4. A player without a legal turn loses.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.bits import Bits, lowest
from crosscut.boards import Square
from crosscut.game import NOBODY, Facts, ScratchGame
from crosscut.rng import below


class State(NamedTuple):
    own: Bits
    enemy: Bits
    blocked: Bits
    last: int  # the first stone of this turn, or -1
    colour: int
    winner: int


@dataclass(frozen=True)
class Fence(ScratchGame):
    facts = Facts(
        title="Fence",
        designer="the test suite",
        year=2026,
        sizes=(2, 3, 4),
        size=3,
        smallest=2,
        largest=9,
    )
    kinds = (("Black", "X"), ("White", "O"), ("Rock", "#"))
    extras = {"done": "build no further"}
    stuck = "loses"
    scratch_size = 4

    @cached_property
    def board(self) -> Square:
        return Square(self.size)

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, -1, 0, NOBODY)

    def deal(self, rng) -> State:
        blocked = self.board.none
        for _ in range(self.size):
            blocked = blocked | self.board.bit(below(rng, self.width))
        none = self.board.none
        return State(none, none, blocked, -1, 0, NOBODY)

    def legal(self, state: State, scratch) -> Bits:
        free = self.board.full & ~(state.own | state.enemy | state.blocked)
        free = free & ~self.board.neighbours(state.own)
        scratch[0] = state.last  # a detour through the working space, to see that it works
        found = self.board.none
        while free:
            point = free & -free
            free = free ^ point
            if lowest(point) > scratch[0]:
                found = found | point
        return found

    def options(self, state: State, scratch) -> int:
        return 1 if state.last >= 0 else 0

    def play(self, state: State, action: int, scratch) -> State:
        own, enemy = state.own, state.enemy
        if action == self.first_extra:
            return State(enemy, own, state.blocked, -1, 1 - state.colour, NOBODY)
        own = own | self.board.bit(action)
        if state.last >= 0:
            return State(enemy, own, state.blocked, -1, 1 - state.colour, NOBODY)
        return State(own, enemy, state.blocked, action, state.colour, NOBODY)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, state.blocked, -1, 1 - state.colour, NOBODY)

    def pieces(self, state: State) -> tuple[int, int, int]:
        stones = (state.own, state.enemy)
        return (*(stones if state.colour == 0 else stones[::-1]), state.blocked)
