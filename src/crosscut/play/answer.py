"""What a player hears about an answer, to a lesson or to a puzzle."""

from dataclasses import dataclass

from crosscut.core.errors import CrosscutError, IllegalMove
from crosscut.play.position import Position


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what is to be said about it."""

    right: bool
    words: str


def whole_turn(position: Position, text: str) -> Position | Verdict:
    """Return the position after a turn, or why it cannot be played."""
    try:
        after = position.play(text)
        if after.mid_turn:
            raise IllegalMove(f"{text}: the turn is not finished")
    except CrosscutError as error:
        return Verdict(False, str(error))
    return after


def start_of(position: Position) -> dict:
    """Return how the game of a position started, as pages and saved games tell it."""
    game = position.game
    options = {"game": game.id, "size": game.size, "variant": game.variant, "pie": game.pie}
    return options | position.line[0].origin


def moment_of(position: Position) -> dict:
    """Return a position as plain data: how its game started, and the turns played."""
    return {"start": start_of(position), "turns": position.history()}
