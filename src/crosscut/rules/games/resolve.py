"""Connect your two sides; whoever makes a crosscut has to resolve it by exchanging stones.

1. Black and White take turns on the points of an empty square board. Black begins.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides. The game
   ends as soon as there is such a chain, even in the middle of a turn and whoever made it.
3. On your turn place a stone of your colour on an empty point. If the board is full, choose one of
   your stones that is part of a crosscut instead, and go on with rule 4.
4. As long as your stone is part of a crosscut, a block of two by two points whose diagonals are two
   black and two white stones, exchange it with an enemy stone beside it in that crosscut. You may
   not exchange it with the same enemy stone twice in a turn.
5. There is no passing.
6. If the same board with the same player to move occurs for the third time the game is a draw.
7. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours and sides, and the stone stays.

Settled:
- Only the stone just placed travels, and only until it is part of no crosscut, or has exchanged
  places with all partners. Crosscuts that it leaves behind stay.
- An exchanged enemy stone stands where the travelling stone was, so the same stone twice means the
  same point twice.
- On a full board that nobody has won there is a crosscut, so there is always a turn. Only then can
  a position come back; rule 6 is ours.
- In the variant as-written any stones of a crosscut are exchanged, an own one with an enemy beside
  it, until no crosscut is left on the board. That need not end; here the same two points are
  exchanged once a turn only.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from crosscut.core.bits import Bits
from crosscut.rules.connection import ConnectionGame
from crosscut.rules.game import NOBODY, Facts, ScratchGame, in_variant
from crosscut.rules.games._exchange import draw_way


class State(NamedTuple):
    own: Bits
    enemy: Bits
    held: Bits  # the stone that travels; as written, the one chosen to be exchanged
    left: Bits  # the points it has left; as written, the left points of pairs exchanged
    below: Bits  # as written, the lower points of upright pairs exchanged
    begun: Literal[0, 1]  # 1 once the turn has begun
    colour: int
    winner: int


@dataclass(frozen=True)
class Resolve(ConnectionGame, ScratchGame):
    facts = Facts(
        "Resolve", "Alek Erickson", 2020, size=9, pie=True,
        notation="c3 places a stone; c3-c4-d4 places it and exchanges it with c4 and then d4",
        variants={
            "standard": "The stone just placed travels until it is part of no crosscut (2024).",
            "as-written": "Stones of any crosscut are exchanged until there is none.",
        },
    )  # fmt: skip
    repetition = "draw"
    closed = "it shares no crosscut with your stone, or was exchanged before in this turn (rule 4)"
    loose = in_variant("as-written")

    def start(self) -> State:
        none = self.board.none
        return State(none, none, none, none, none, 0, 0, NOBODY)

    @property
    def scratch_size(self) -> int:
        return self.width

    @property
    def symmetric_taps(self) -> bool:
        return not self.loose  # pairs of points are remembered by their left or lower one

    @property
    def has_sample(self) -> bool:
        return not self.loose

    def mid_move(self, state: State) -> bool:
        return bool(state.held)

    def legal(self, state: State, scratch) -> Bits:
        if state.held:
            return self.partners(state, state.held)
        free = self.board.full & ~(state.own | state.enemy)
        return free if free and not state.begun else self.starters(state)

    def partners(self, state: State, stone: Bits) -> Bits:
        """Return the enemy stones with which a stone may be exchanged."""
        found = self.board.crosscut_partners(stone, state.own, state.enemy)
        if not self.loose:
            return found & ~state.left
        upright = self.board.up(stone & state.below) | (self.board.down(stone) & state.below)
        level = self.board.right(stone & state.left) | (self.board.left(stone) & state.left)
        return found & ~(upright | level)

    def starters(self, state: State) -> Bits:
        """Return the own stones that may be exchanged."""
        found = self.board.none
        tries = self.board.crosscut_stones(state.own, state.enemy)
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            if self.partners(state, stone):
                found = found | stone
        return found

    def play(self, state: State, action: int, scratch) -> State:
        own, enemy, held, left, below = state.own, state.enemy, state.held, state.left, state.below
        tap, none = self.board.bit(action), self.board.none
        if tap & own:
            return State(own, enemy, tap, left, below, 1, state.colour, NOBODY)
        own = own ^ held | tap
        enemy = enemy & ~tap | held
        if not self.loose:
            left = left | held
        elif held and (held | tap) & self.board.up(held | tap):
            below = below | (held | tap) & -(held | tap)
        elif held:
            left = left | (held | tap) & -(held | tap)
        winner = self.winner_after(own, enemy, tap, held, state.colour)
        after = State(own, enemy, none if self.loose else tap, left, below, 1, state.colour, winner)
        if winner == NOBODY and (self.starters(after) if self.loose else self.partners(after, tap)):
            return after
        return State(enemy, own, none, none, none, 0, 1 - state.colour, winner)

    def winner_after(self, own: Bits, enemy: Bits, stone: Bits, other: Bits, colour: int) -> int:
        """Return who is connected after a stone came to its point and an enemy to another."""
        if self.board.crosses_at(own, stone, colour):
            return colour
        if other and self.board.crosses_at(enemy, other, 1 - colour):
            return 1 - colour
        return NOBODY

    def skip(self, state: State) -> State:
        none = self.board.none
        return State(state.enemy, state.own, none, none, none, 0, 1 - state.colour, NOBODY)

    def objection(self, state: State, action: int) -> str:
        if not state.held and state.own >> action & 1 and self.recurs(state):
            return "it is part of no crosscut (rule 3)"
        return super().objection(state, action)

    def recurs(self, state: State) -> bool:
        """Tell whether the board is full; before that every turn adds a stone."""
        return (state.own | state.enemy) == self.board.full

    def sample(self, state: State, rng, scratch) -> int:
        return draw_way(self.board, state.own, state.enemy, state.colour, rng, scratch)
