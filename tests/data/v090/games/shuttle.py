"""Be the first to reach the corner where the other began.

1. Black starts at the bottom left, White at the top right.
2. On your turn move your stone to an empty point beside it.
3. Who reaches the other's first point wins.
4. In the variant "once" no board may occur twice; in "thrice" the third occurrence is a draw.
5. A player who cannot move makes the game a draw.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.bits import Bits
from crosscut.boards import Square
from crosscut.game import NOBODY, Facts, Game


class State(NamedTuple):
    own: Bits
    enemy: Bits
    held: int
    colour: int
    winner: int


@dataclass(frozen=True)
class Shuttle(Game):
    facts = Facts(
        title="Shuttle",
        designer="the test suite",
        year=2026,
        sizes=(2, 3),
        size=3,
        largest=9,
        variants={"once": "No board twice.", "thrice": "The third occurrence is a draw."},
        pie=("once",),
    )
    stuck = "draw"

    @property
    def repetition(self) -> str:
        return "illegal" if self.variant == "once" else "draw"

    @cached_property
    def board(self) -> Square:
        return Square(self.size)

    @cached_property
    def home(self) -> tuple[Bits, Bits]:
        return Bits(1), Bits(1 << (self.size**2 - 1))

    def start(self) -> State:
        return State(self.home[0], self.home[1], 0, 0, NOBODY)

    def mid_move(self, state: State) -> bool:
        return state.held == 1

    def legal(self, state: State) -> Bits:
        steps = self.board.neighbours(state.own) & ~state.enemy
        if state.held:
            return steps
        return state.own if steps else self.board.none

    def play(self, state: State, action: int) -> State:
        if not state.held:
            return State(state.own, state.enemy, 1, state.colour, NOBODY)
        own = self.board.bit(action)
        goal = self.home[1 - state.colour]
        winner = state.colour if own == goal else NOBODY
        return State(state.enemy, own, 0, 1 - state.colour, winner)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, 0, 1 - state.colour, NOBODY)

    def key(self, state: State) -> tuple:
        if state.colour == 0:
            return state.own, state.enemy
        return state.enemy, state.own

    def pieces(self, state: State) -> tuple[int, int]:
        stones = (state.own, state.enemy)
        return stones if state.colour == 0 else stones[::-1]
