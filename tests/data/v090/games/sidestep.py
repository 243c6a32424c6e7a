"""Connect your two sides of a rhombus of hexagons, but never answer beside the last stone.

1. Black and White take turns on the cells of an empty rhombus of hexagons. Black begins.
2. Black wins with a chain of adjacent stones from the top row to the bottom row, White with one
   from the first column to the last.
3. On your turn place a stone on an empty cell that is not adjacent to the stone your opponent has
   just placed. If there is no such cell, place it on any empty cell.

Settled:
- There are no draws: the board fills up, and a full board has exactly one winner, as in Hex.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.bits import Bits
from crosscut.boards import Rhombus
from crosscut.connection import ConnectionGame
from crosscut.game import NOBODY, Facts


class State(NamedTuple):
    own: Bits  # the stones of the player to move
    enemy: Bits
    last: Bits  # the stone placed last
    colour: int  # of the player to move: 0 is Black, 1 is White
    winner: int


@dataclass(frozen=True)
class Sidestep(ConnectionGame):
    facts = Facts("Sidestep", "you", 2026, sizes=(5, 7, 9, 11), size=7, pie=True)
    closed = "it is adjacent to the stone placed last (rule 3)"

    @cached_property
    def board(self) -> Rhombus:
        return Rhombus(self.size)

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, 0, NOBODY)

    def legal(self, state: State) -> Bits:
        free = self.board.full & ~(state.own | state.enemy)
        away = free & ~self.board.neighbours(state.last)
        return away if away else free

    def play(self, state: State, action: int) -> State:
        stone = self.board.bit(action)
        own = state.own | stone
        winner = state.colour if self.connected(own, state.colour) else NOBODY
        return State(state.enemy, own, stone, 1 - state.colour, winner)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, self.board.none, 1 - state.colour, NOBODY)
