"""Connect your two sides, diagonally too; place beside your stones, or shift one away.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines and diagonally. A corner point belongs to both of its sides.
3. On your first turn place a stone on any empty point. Later, either place a stone on an empty
   point beside a stone of yours, or move a stone.
4. A stone that is beside another stone of yours may move any distance along a line or a diagonal,
   over empty points only, to a point that is then not beside any stone of yours.
5. At the end of your turn there must be no crosscut: a block of two by two points whose diagonals
   are two black and two white stones.
6. If you have no legal turn you pass. Otherwise you may not pass.
7. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- Beside means along a line; a stone may end diagonal to others of yours, and may slip diagonally
  between two stones.
- Both players may place their first stone anywhere, as the designer says; the family page allows it
  to the first move only.
- There are no draws: the players are never both without a turn before one is connected. In the
  variant as-written stones are linked along lines only, and draws happen.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crosscut.core.bits import Bits, count, lowest, nth
from crosscut.core.rng import below
from crosscut.rules.boards import Square
from crosscut.rules.connection import MovingGame
from crosscut.rules.game import NOBODY, STUCK, Facts, then
from crosscut.rules.refusals import crosscut


class State(NamedTuple):
    own: Bits
    enemy: Bits
    held: Bits  # the stone that has been lifted and not yet dropped
    colour: int
    winner: int


@dataclass(frozen=True)
class Shifty(MovingGame):
    facts = Facts(
        "Shifty", "Nick Bentley", 2012, size=9, pie=True,
        variants={
            "standard": "Stones are linked along lines and diagonally.",
            "as-written": "Stones are linked along lines only, as on the family page.",
        },
        notation="c3 places a stone; d4-g7 moves one",
    )  # fmt: skip

    @cached_property
    def board(self) -> Square:
        return Square(self.size, diagonal=self.variant == "standard")

    def start(self) -> State:
        return State(self.board.none, self.board.none, self.board.none, 0, NOBODY)

    def flaw(self, pieces: tuple[int, ...]) -> str:
        return crosscut(self.board, pieces)

    def legal(self, state: State) -> Bits:
        own, enemy = state.own, state.enemy
        if state.held:
            return self.drops(own, enemy, state.held)
        return self.places(own, enemy) | self.lifts(own, enemy)

    def places(self, own: Bits, enemy: Bits) -> Bits:
        """Return the points where a stone may be placed."""
        free = self.board.full & ~(own | enemy)
        if not own:
            return free
        return free & self.board.neighbours(own) & ~self.board.crosscut_spots(own, enemy)

    def mobile(self, own: Bits, enemy: Bits) -> Bits:
        return own & self.board.neighbours(own)

    def drops(self, own: Bits, enemy: Bits, stone: Bits) -> Bits:
        reach = self.board.queen(stone, self.board.full & ~(own | enemy))
        return reach & ~self.closed_to_moves(own ^ stone, enemy)

    def closed_to_moves(self, rest: Bits, enemy: Bits) -> Bits:
        """Return the points to which no stone may move, given the others of its colour."""
        return self.board.neighbours(rest) | self.board.crosscut_spots(rest, enemy)

    def play(self, state: State, action: int) -> State:
        own, enemy, none = state.own, state.enemy, self.board.none
        tap = self.board.bit(action)
        if own & tap:
            return State(own, enemy, tap, state.colour, NOBODY)
        own = own ^ state.held | tap
        won = self.board.crosses_at(own, tap, state.colour)
        return State(enemy, own, none, 1 - state.colour, state.colour if won else NOBODY)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, self.board.none, 1 - state.colour, NOBODY)

    def sample(self, state: State, rng) -> int:
        """Draw from all placements and all lines of every mobile stone until one is legal."""
        own, enemy = state.own, state.enemy
        spots = self.places(own, enemy)
        places = count(spots)
        if places == 0 and not self.lifts(own, enemy):
            return STUCK
        free = self.board.full & ~(own | enemy)
        movers, ways = self.mobile(own, enemy), 8 * (self.size - 1)
        total = places + ways * count(movers)
        while True:
            k = below(rng, total)
            if k < places:
                return nth(spots, k)
            source = nth(movers, (k - places) // ways)
            stone = self.board.bit(source)
            target = self.slide(stone, (k - places) % ways, free)
            if target and not target & self.closed_to_moves(own ^ stone, enemy):
                return then(source, lowest(target))

    def slide(self, stone: Bits, way: int, free: Bits) -> Bits:
        """Return the stone moved along one of the eight lines, or nothing if that is blocked."""
        for _ in range(1 + (way >> 3)):
            stone = self.board.step(stone, way & 7) & free
        return stone

    def objection(self, state: State, action: int) -> str:
        tap, board = 1 << action, self.board
        if tap & state.held:
            return "a stone that moves has to go somewhere else (rule 4)"
        if tap & state.own and not tap & board.neighbours(state.own):
            return "it is not beside another stone of yours, so it may not move (rule 4)"
        if tap & state.own and not state.held:
            return "it has nowhere to go (rules 4 and 5)"
        if tap & (state.own | state.enemy):
            return super().objection(state, action)
        if not state.held and not tap & board.neighbours(state.own):
            return "it is not beside a stone of yours (rule 3)"
        rest = state.own & ~state.held
        if tap & board.crosscut_spots(rest, state.enemy):
            return "it would complete a crosscut (rule 5)"
        if tap & board.neighbours(rest):
            return "a stone may not move beside another of yours (rule 4)"
        return "the way there is not a free line (rule 4)"
