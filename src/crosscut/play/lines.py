"""Lines of taps as people read them: turn by turn."""

from crosscut.play.position import Position


def turn_of(position: Position, after: Position) -> str:
    """Return the text of the turn that led from one position to a later one."""
    return turns_between(position, after)[0]


def turns_between(position: Position, after: Position) -> list[str]:
    """Return the turns from one position to a later one; the first may have begun before it."""
    begun = len(position.history()) - (1 if position.mid_turn else 0)
    return after.history()[begun:]


def spell_line(position: Position, taps: list[int]) -> list[str]:
    """Return the turns that a line of taps makes from a position on; the last may be half done."""
    after = position
    for tap in taps:
        after = after.tap(tap)
    while after is not position and after.mid_move:  # half a move cannot be read
        after = after.parent
    return turns_between(position, after) if after is not position else []
