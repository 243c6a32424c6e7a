"""How a game is spoken of and written down: what a game file may define beside its rules."""

from crosscut.core.bits import least

BETWEEN_MOVES = "/"
"""What stands between the moves of a turn."""


class Wording:
    """The texts of a game, with what suits most; nothing here is ever compiled.

    It is a base of every `Game`, so a game file defines these names in its game's class.
    """

    either_order = False
    """Whether people may place a stone first and make the move that belongs before it later."""

    def player(self, state, colour: int) -> str:
        """Return what the player of a colour is called: by default after their pieces."""
        return self.kinds[colour][0]

    def spell(self, state, taps: list[int]) -> str:
        """Return the text of a move that makes these taps."""
        return "-".join(self.tap_text(tap) for tap in taps)

    def task(self, state) -> str:
        """Say what the player to move has to do, where that is not plain from the board."""
        return ""

    def outcome(self, state) -> str:
        """Say how a game that is over was decided, where that is not plain from the board."""
        return ""

    def deciding(self, state, winner: int) -> int:
        """Return the pieces by which a colour has won, and none that it could have done without."""
        return least(self.pieces(state)[winner], lambda stones: self.connected(stones, winner))

    def spell_turn(self, state, moves: list[str]) -> str:
        """Return the text of a turn that begins in this state and makes these moves."""
        return BETWEEN_MOVES.join(moves)

    def read_turn(self, state, text: str) -> list[int] | None:
        """Return the taps of a turn that is not written move by move, or None."""
        return None

    def left_out(self, state) -> int | None:
        """Return the tap that a text may leave out when it ends here, or None."""
        return None

    def read_word(self, state, word: str) -> int | None:
        """Return the tap that a word means in this game alone, or None."""
        return None

    def usual_order(self, state, taps: list[int]) -> list[int]:
        """Return the taps of a turn in the order the rules expect, where people may vary it."""
        return taps

    def objection(self, state, action: int) -> str:
        """Say which rule stands against a tap on a cell, or an extra, that is not legal."""
        if action >= self.width:
            return "that choice is not open now"
        for (name, _), stones in zip(self.kinds, self.pieces(state), strict=True):
            if stones >> action & 1:
                return f"the point is taken by {name}"
        return self.closed
