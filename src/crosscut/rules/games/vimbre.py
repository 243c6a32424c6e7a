"""Connect your two sides with one or two stones a turn, or flip a stone you flank.

1. Black and White take turns on the points of an empty square board. Black begins with one stone.
2. Black wins with a chain of stones from top to bottom, White with one from left to right. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides.
3. On your turn either place one or two stones on empty points, or flip an enemy stone to your
   colour.
4. You may flip a stone that stands between two of yours, left and right or above and below, and has
   an empty point beside it.
5. At the end of your turn no two stones of yours may touch diagonally unless a third stone of yours
   is beside both.
6. If you have no legal turn you pass. Otherwise you may not pass.
7. With the pie rule, which is not the default, White may answer Black's first stone by swapping:
   the players exchange colours and sides, and the stone stays.

Settled:
- Rule 5 is only tested when the turn is over, so two stones may support each other. A flip never
  breaks it.
- The edge of the board is neither a stone nor an empty point.
- There are no draws: the players are never both without a turn. In the variant as-written only one
  stone is placed, as the family page has it, and both get stuck on boards as small as 3x3.
"""

from dataclasses import dataclass
from typing import NamedTuple

from crosscut.core.bits import Bits, count, lowest, nth
from crosscut.core.errors import IllegalMove
from crosscut.core.rng import below
from crosscut.rules.connection import ConnectionGame
from crosscut.rules.game import NOBODY, STUCK, Facts, in_variant, then
from crosscut.rules.refusals import bare_diagonals

PATIENCE = 16
"""Draws that may be illegal before all legal turns are counted."""


class State(NamedTuple):
    own: Bits
    enemy: Bits
    first: Bits  # the stone placed first in this turn, when a second one may follow
    colour: int
    winner: int


@dataclass(frozen=True)
class Vimbre(ConnectionGame):
    facts = Facts(
        "Vimbre", "Luis Bolaños Mures", 2012,
        variants={
            "standard": "One or two stones are placed.",
            "as-written": "One stone is placed, as on the family page.",
        },
        notation="c3 places a stone, b3,b4 two; xd4 flips the stone on d4",
    )  # fmt: skip
    extras = {"done": "place no second stone"}
    symmetric_taps = False  # of two stones the one on the lower point is placed first
    single = in_variant("as-written")

    def start(self) -> State:
        return State(self.board.none, self.board.none, self.board.none, 0, NOBODY)

    def mid_move(self, state: State) -> bool:
        return bool(state.first)

    def legal(self, state: State) -> Bits:
        own, enemy = state.own, state.enemy
        free = self.board.full & ~(own | enemy)
        if state.first:
            return self.seconds(own, free, state.first)
        found = self.board.sound_spots(own, free | self.flips(own, enemy, free))
        if self.places_one(state):
            return found
        tries = free & ~found
        while tries:
            stone = tries & -tries
            tries = tries ^ stone
            if self.seconds(own | stone, free ^ stone, stone):
                found = found | stone
        return found

    def options(self, state: State) -> int:
        return 1 if state.first and not self.board.bare(state.own) else 0

    def places_one(self, state: State) -> bool:
        """Tell whether a turn from here places one stone only."""
        return self.single or not (state.own | state.enemy)

    def seconds(self, own: Bits, free: Bits, first: Bits) -> Bits:
        """Return the points after the first stone's where a second one ends the turn soundly."""
        return self.board.sound_spots(own, free & ~(first | (first - 1)))

    def flips(self, own: Bits, enemy: Bits, free: Bits) -> Bits:
        """Return the enemy stones that may be flipped."""
        board = self.board
        across = board.left(own) & board.right(own)
        return enemy & (across | (board.up(own) & board.down(own))) & board.neighbours(free)

    def play(self, state: State, action: int) -> State:
        own, enemy, none, colour = state.own, state.enemy, self.board.none, state.colour
        if action < self.width:
            tap = self.board.bit(action)
            own = own | tap
            if not (state.first or tap & enemy or self.places_one(state)):
                return State(own, enemy, tap, colour, NOBODY)
            enemy = enemy & ~tap
        winner = colour if self.connected(own, colour) else NOBODY
        return State(enemy, own, none, 1 - colour, winner)

    def skip(self, state: State) -> State:
        return State(state.enemy, state.own, self.board.none, 1 - state.colour, NOBODY)

    def sample(self, state: State, rng) -> int:
        """Draw flips and pairs of points, a point twice being one stone, until one is legal."""
        own, enemy, board = state.own, state.enemy, self.board
        free = board.full & ~(own | enemy)
        taps = board.sound_spots(own, free | self.flips(own, enemy, free))
        flips, sound = taps & enemy, taps & free
        if self.places_one(state):
            return nth(taps, below(rng, count(taps))) if taps else STUCK
        some, many = count(flips), count(free)
        for _ in range(PATIENCE if many else 0):
            k = below(rng, some + many * many)
            if k < some:
                return nth(flips, k)
            first, second = nth(free, (k - some) // many), nth(free, (k - some) % many)
            stones = board.bit(first) | board.bit(second)
            if first <= second and not board.bare(own | stones):
                return then(first, self.first_extra if first == second else second)
        return self.counted(own, free, flips, sound, rng)

    def counted(self, own: Bits, free: Bits, flips: Bits, sound: Bits, rng) -> int:
        """Draw from all legal turns after counting them."""
        total = count(flips | sound)
        tries = free
        while tries:
            first = tries & -tries
            tries = tries ^ first
            total += count(self.seconds(own | first, free ^ first, first))
        if total == 0:
            return STUCK
        k = below(rng, total)
        if k < count(flips):
            return nth(flips, k)
        k -= count(flips)
        if k < count(sound):
            return then(nth(sound, k), self.first_extra)
        k -= count(sound)
        tries = free
        while True:
            first = tries & -tries
            tries = tries ^ first
            seconds = self.seconds(own | first, free ^ first, first)
            if k < count(seconds):
                return then(lowest(first), nth(seconds, k))
            k -= count(seconds)

    def spell(self, state: State, taps: list[int]) -> str:
        """Write a flip with an x, two stones with a comma, and one stone without done."""
        names = [self.tap_text(tap) for tap in taps if tap < self.width or len(taps) == 1]
        return ("x" if state.enemy >> taps[0] & 1 else "") + ",".join(names)

    def read_word(self, state: State, word: str) -> int | None:
        """Read xd4, the flip of a stone, which nobody shall make by mistake."""
        if state.enemy >> self.board.names.get(word, self.width) & 1:
            raise IllegalMove(f"{word} is taken; x{word} would flip it, if the rules allow")
        cell = self.board.names.get(word[1:]) if word.startswith("x") else None
        if cell is not None and not state.enemy >> cell & 1:
            raise IllegalMove(f"{word}: there is no enemy stone to flip")
        return cell

    def usual_order(self, state: State, taps: list[int]) -> list[int]:
        """Put two stones in the order of their points; a single one ends the turn."""
        free = self.board.full & ~(state.own | state.enemy)
        if state.first or any(not free >> tap & 1 for tap in taps):
            return taps
        if self.places_one(state):
            if len(taps) > 1:
                raise IllegalMove("this turn places one stone only (rule 1, or the variant)")
            return taps
        return [*taps, self.first_extra] if len(taps) == 1 else sorted(taps)

    def objection(self, state: State, action: int) -> str:
        tap = self.board.bit(action) if action < self.width else 0
        if tap & state.enemy:
            return "it is not flanked by two of your stones with an empty point beside it (rule 4)"
        if tap & state.own or (action >= self.width and not state.first):
            return super().objection(state, action)
        if tap and state.first > tap:
            return "of two stones, name the one in the lower row, or further left, first"
        if not tap:
            alone = self.board.name(lowest(state.first))
            return f"{alone} alone {bare_diagonals(self.board, state.own)} (rule 5)"
        return bare_diagonals(self.board, state.own | tap) + " (rule 5)"
