"""Three openings whose worth is known: one-sided, or a coin flip that no search sees through.

1. Black begins on a1, b1 or c1. After that the players take turns on one of the three free points
   that come first.
2. After a one-sided opening the game ends with the next turn, and always has the same winner.
3. After an even one it lasts 10 or 11 turns. A hash of the first 6 decides how many, and so who
   has the last; the parity of a hash of all turns decides who wins.
4. In the variant "decided" all openings are won by Black, in "even" all are even, and in "one-even"
   a1 is won by Black, b1 by White, and c1 is even.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.core.bits import Bits
from crosscut.rules.boards import Square
from crosscut.rules.game import NOBODY, Facts, Game, in_variant

HALF, SHORT, PRIME = 6, 10, 65_521


class State(NamedTuple):
    own: Bits
    enemy: Bits
    code: int  # a hash of all turns
    turns: int
    length: int
    colour: int
    winner: int


@dataclass(frozen=True)
class Planted(Game):
    facts = Facts(
        "Planted", "the test suite", 2026, sizes=(4,), size=4, smallest=4, largest=4,
        variants={"decided": "Black wins.", "even": "A coin flip.", "one-even": "Of each kind."},
    )  # fmt: skip
    decided = in_variant("decided")
    even = in_variant("even")
    stuck = "draw"

    @cached_property
    def board(self) -> Square:
        return Square(self.size)

    def start(self) -> State:
        none = self.board.none
        return State(none, none, 1, 0, SHORT, 0, NOBODY)

    def legal(self, state: State) -> Bits:
        free = self.board.full & ~(state.own | state.enemy)
        left = free
        for _ in range(3):
            left = left & (left - 1)
        return free & ~left

    def play(self, state: State, action: int) -> State:
        own, turns = state.own | self.board.bit(action), state.turns + 1
        code = (state.code * 8113 + 101 * action + 13 * turns) % PRIME
        length, winner = state.length, NOBODY
        if turns == 1 and not self.even:
            if self.decided or action < 2:
                length = 2 if self.decided or action == 0 else -2
        if turns == HALF:
            length = SHORT + code // 8 % 2
        if turns == 2 and length < SHORT:
            winner = 0 if length == 2 else 1
        elif turns == length:
            winner = code // 4 % 2
        return State(state.enemy, own, code, turns, length, 1 - state.colour, winner)
