"""Connect your two sides of a rhombus of hexagons, but never answer beside the last stone.

1. Black joins the top row with the bottom row, White the first column with the last.
2. On your turn place a stone on an empty cell that is not beside the stone placed last; if there is
   no such cell, on any.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.core.bits import Bits
from crosscut.rules.boards import Rhombus
from crosscut.rules.connection import ConnectionGame
from crosscut.rules.game import NOBODY, Facts


class State(NamedTuple):
    own: Bits
    enemy: Bits
    fresh: Bits  # the stone placed last, which is none of the enemy's yet
    colour: int
    winner: int


@dataclass(frozen=True)
class Sidestep(ConnectionGame):
    facts = Facts("Sidestep", "the test suite", 2026, sizes=(2, 3), size=3, pie=True)

    @cached_property
    def board(self) -> Rhombus:
        return Rhombus(self.size)

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, 0, NOBODY)

    def legal(self, state: State) -> Bits:
        free = self.board.full & ~(state.own | state.enemy | state.fresh)
        away = free & ~self.board.neighbours(state.fresh)
        return away if away else free

    def play(self, state: State, action: int) -> State:
        stone = self.board.bit(action)
        winner = state.colour if self.connected(state.own | stone, state.colour) else NOBODY
        return State(state.enemy | state.fresh, state.own, stone, 1 - state.colour, winner)

    def skip(self, state: State) -> State:
        none = self.board.none
        return State(state.enemy | state.fresh, state.own, none, 1 - state.colour, NOBODY)

    def pieces(self, state: State) -> tuple[int, int]:
        stones = (state.own, state.enemy | state.fresh)
        return stones if state.colour == 0 else stones[::-1]
