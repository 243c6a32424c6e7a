"""What one GTP move is: a whole turn, one move of it, or one tap of a move."""

from enum import StrEnum

from crosscut.play.notation import tap_named
from crosscut.play.position import Position


class Dialect(StrEnum):
    """The parts in which turns are told; the same colour goes on until its turn is complete."""

    turns = "turns"
    moves = "moves"
    taps = "taps"

    def first_part(self, before: Position, after: Position) -> Position:
        """Return where the first part ends of the turn that leads from one position to another."""
        steps = after.line[len(before.line) :]
        return next((here for here in steps if self.may_end(here)), after)

    def may_end(self, position: Position) -> bool:
        """Tell whether a part of a turn can end here."""
        if self is Dialect.turns:
            return not position.mid_turn
        return self is Dialect.taps or not position.mid_move

    def write(self, before: Position, after: Position) -> str:
        """Return our text of the part that leads from one position to another."""
        game = before.game
        if self is Dialect.taps:
            return game.tap_text(after.tap_made)
        moves, here = [], before
        while here is not after:
            end = Dialect.moves.first_part(here, after)
            moves.append(game.spell(here.state, end.taps_since(here)))
            here = end
        return game.spell_turn(before.state, moves) if self is Dialect.turns else moves[0]

    def play(self, position: Position, text: str) -> Position:
        """Return the position after a part in our text; whole moves and turns are taken as well."""
        if self is Dialect.taps and text.lower() in map(str.lower, self.choices(position)):
            return position.tap(tap_named(position.game, position.state, text))
        return position.play(text)

    def choices(self, position: Position) -> list[str]:
        """Return our texts of what may be played next, sorted; of whole turns the first move."""
        if self is Dialect.taps:
            return sorted(position.game.tap_text(action) for action in position.actions())
        return position.moves()
