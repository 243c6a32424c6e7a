"""Why a tap is not legal, in words."""

from itertools import islice

from crosscut.core.text import shown
from crosscut.play.position import Position

LOOKED_THROUGH = 1000
"""Moves that are tried to find one that helps."""


def why_not(position: Position, action: int) -> str:
    """Say which rule stands against an action, where, and what would make it legal."""
    game = position.game
    if not isinstance(action, int) or not 0 <= action < game.actions:
        return f"{shown(action)} is no action of {game.facts.title}"
    name = game.tap_text(action)
    if position.over:
        return f"{name}: the game is over"
    if action >= game.width:
        reason = why_not_extra(position, action, name)
        return reason if action >= game.first_extra else f"{name}: {reason}"
    if not game.board.full >> action & 1:
        return f"{action} is no cell of this board"
    reason = f"{name}: {game.objection(position.state, action)}"
    openers = moves_that_allow(position, action)
    return reason + (f"; legal after {' or '.join(sample_of(openers, 3))}" if openers else "")


def why_not_extra(position: Position, action: int, name: str) -> str:
    """Say why an action that is no cell cannot be chosen."""
    if name == "swap" and not position.game.pie:
        return "this game is played without the pie rule"
    if name == "swap":
        return "only the second player may swap, instead of his first turn"
    if name == "pass":
        return "you may not pass while you have a legal turn"
    return position.game.objection(position.state, action)


def moves_that_allow(position: Position, action: int) -> list[str]:
    """Return the moves after which, in the same turn, the action would be legal."""
    return sorted(text for text, _ in openers(position, action))


def openers(position: Position, action: int) -> list[tuple[str, Position]]:
    """Return the same moves with the positions that they lead to."""
    if position.mid_turn:
        return []
    return [
        (text, after)
        for text, after in islice(position.next_moves(), LOOKED_THROUGH)
        if after.mid_turn and after.choices[0] >> action & 1
    ]


def ways_to_finish(position: Position) -> str:
    """Return whole texts of the move that has begun, as it may go on."""
    begin = position.undo()
    ends = (after for _, after in position.next_moves())
    texts = sorted(position.game.spell(begin.state, after.taps_since(begin)) for after in ends)
    return " or ".join(sample_of(texts, 3))


def sample_of(texts: list[str], most: int = 6) -> list[str]:
    """Return the first few of some texts, with dots if there are more."""
    return [*texts[:most], "..."] if len(texts) > most else texts
