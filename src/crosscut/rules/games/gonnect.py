"""Connect two opposite sides, and capture as in Go.

1. Black and White take turns on the points of an empty square board. Black begins.
2. The first player with a chain of stones from top to bottom, or from left to right, wins. Stones
   are linked along lines, not diagonally. A corner point belongs to both of its sides.
3. On your turn place a stone of your colour on an empty point. Then remove every group of enemy
   stones that has no empty point beside it.
4. You may not place a stone whose own group then has no empty point beside it.
5. You may not make a board that has been there before, whoever was to move.
6. There is no passing. A player without a legal point loses.
7. With the pie rule, which is the default, White may answer Black's first stone by swapping: the
   players exchange colours, and the stone stays.

Settled:
- Either pair of sides will do for both players. In the variant fixed-sides Black has to join top
  and bottom, and White left and right.
- Rule 5 is positional superko over the whole game. Swapping is no board of its own.
"""

from dataclasses import dataclass

from crosscut.core.bits import Bits
from crosscut.rules.connection import Stones, TestedGame
from crosscut.rules.game import Facts, in_variant


@dataclass(frozen=True)
class Gonnect(TestedGame):
    stuck = "loses"
    repetition = "illegal"
    facts = Facts(
        "Gonnect", "João Pedro Neto", 2000, (9, 11, 13, 15, 19), pie=True,
        variants={
            "standard": "Either pair of sides wins.",
            "fixed-sides": "Black joins top and bottom, White left and right.",
        },
    )  # fmt: skip
    fixed = in_variant("fixed-sides")

    @property
    def goals(self) -> dict[str, int]:
        return TestedGame.goals if self.fixed else {}

    def connected(self, stones: Bits, colour: int) -> bool:
        if not self.fixed and self.board.crosses(stones, 1 - colour):
            return True
        return self.board.crosses(stones, colour)

    def flaw(self, pieces: tuple[int, ...]) -> str:
        board, free = self.board, self.board.full & ~(pieces[0] | pieces[1])
        dead = [board.stifled(stones, board.neighbours(stones), free) for stones in pieces]
        return "a group has no empty point beside it" if any(dead) else ""

    def completes(self, own: Bits, stone: Bits, colour: int) -> bool:
        return self.connected(self.board.fill(stone, own), colour)

    def settle(self, own: Bits, enemy: Bits, stone: Bits) -> tuple[Bits, Bits]:
        free = self.board.full & ~(own | enemy)
        return own, enemy & ~self.board.stifled(enemy, stone, free)

    def fits(self, own: Bits, enemy: Bits, stone: Bits) -> bool:
        free = self.board.full & ~(own | enemy | stone)
        if self.board.has_liberty(stone, own | stone, free):
            return True
        return bool(self.board.stifled(enemy, stone, free))

    def key(self, state: Stones) -> tuple:
        """Return the board, by colours."""
        if state.colour == 0:
            return state.own, state.enemy
        return state.enemy, state.own

    def objection(self, state: Stones, action: int) -> str:
        stone = 1 << action
        if stone & (state.own | state.enemy):
            return super().objection(state, action)
        if self.fits(state.own, state.enemy, stone):
            return "that board has been there before (rule 5)"
        return "its group would have no empty point beside it (rule 4)"
