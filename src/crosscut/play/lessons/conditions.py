"""Conditions of lessons: which turns a step accepts, and which cells it asks for.

All are computed by the rules, so that a lesson cannot be wrong about them. A condition is a word,
some with cells or a colour behind it; of several, joined by ``and``, all have to hold.
"""

from collections.abc import Callable

from crosscut.core.errors import BadRecord
from crosscut.play.diagram import read_colour
from crosscut.play.notation import read_taps
from crosscut.play.position import Position
from crosscut.rules.boards import members

# Turns: what each condition says of the position before a turn and the one after it.


def wins(before: Position, after: Position) -> bool:
    """Tell whether a turn wins at once."""
    return after.winner is not None and after.winner == before.to_play


def legal(before: Position, after: Position) -> bool:
    """Accept every turn that can be played."""
    return True


def steps(before: Position, after: Position) -> bool:
    """Tell whether a stone is moved in a turn."""
    return len(after.taps_since(before)) > 1


def places(before: Position, after: Position) -> bool:
    """Tell whether a turn is one stone and nothing else."""
    taps = after.taps_since(before)
    return len(taps) == 1 and taps[0] < before.game.width


def swap(before: Position, after: Position) -> bool:
    """Tell whether a turn exchanges the colours."""
    taps = after.taps_since(before)
    return before.game.tap_text(taps[-1]) == "swap"


def stops(before: Position, after: Position) -> bool:
    """Tell whether a turn leaves the other player none that wins at once."""
    return not after.over and not any(wins(after, end) for _, end in after.next_turns())


def joins(before: Position, after: Position, *names: str) -> bool:
    """Tell whether stones of the player stand on some cells then, all in one chain."""
    board, own = before.game.board, stones(after, before.colour)
    cells = [board.names[name] for name in names]
    return all(board.fill(1 << cells[0] & own, own) >> cell & 1 for cell in cells)


def spans(before: Position, after: Position, *rows: str) -> bool:
    """Tell whether a chain of the player reaches from one row to another, given by labels."""
    board, own = before.game.board, stones(after, before.colour)
    one, other = (sum(1 << board.names[n] for n in board.names if n[1:] == row) for row in rows)
    return bool(board.fill(one & own, own) & other)


def wakes(before: Position, after: Position, *names: str) -> bool:
    """Tell whether stones on some cells, which may not move yet, may on the next turn."""
    already, awake = movable(before, before.colour), movable(after, before.colour)
    cells = [before.game.board.names[name] for name in names]
    return all(awake >> cell & 1 and not already >> cell & 1 for cell in cells)


TURNS: dict[str, Callable[..., bool]] = {
    each.__name__: each for each in (wins, legal, steps, places, swap, stops, joins, spans, wakes)
}

# Cells: what each condition says of a position.


def forbidden(position: Position) -> int:
    """Return the empty cells where a stone may not be placed alone."""
    return empty(position) & ~position.choices[0]


def reachable(position: Position) -> int:
    """Return the forbidden cells where a stone can stand at the end of a turn with a step."""
    found = 0
    for _, after in position.next_turns():
        found |= stones(after, position.colour)
    return found & forbidden(position)


def closed(position: Position) -> int:
    """Return the empty cells where no turn can leave a stone."""
    return forbidden(position) & ~reachable(position)


def mobile(position: Position) -> int:
    """Return the stones of the player to move that he may move."""
    return movable(position, position.colour)


def asleep(position: Position) -> int:
    """Return the stones of the player to move that he may not move."""
    return stones(position, position.colour) & ~mobile(position)


CELLS: dict[str, Callable[[Position], int]] = {
    each.__name__: each for each in (forbidden, reachable, closed, mobile, asleep)
}

# What they share.


def stones(position: Position, colour: int) -> int:
    """Return where the stones of a colour are."""
    return position.game.pieces(position.state)[colour]


def empty(position: Position) -> int:
    """Return where nothing is."""
    return position.game.board.full & ~(stones(position, 0) | stones(position, 1))


def movable(position: Position, colour: int) -> int:
    """Return the stones of a colour that may be moved if that colour is to move."""
    game = position.game
    if colour != position.colour:
        position = Position.set_up(game, game.pieces(position.state), colour)
    return position.choices[0] & stones(position, colour)


# Reading them.


def accepts(condition: str, before: Position, after: Position) -> bool:
    """Tell whether a turn meets a condition, or leads where one of the turns it lists leads."""
    if lists_turns(condition):
        return any(same(before.play(text), after) for text in condition.split())
    for part in condition.split(" and "):
        word, *cells = part.split()
        if not known(TURNS, word)(before, after, *cells):
            return False
    return True


def lists_turns(condition: str) -> bool:
    """Tell whether a condition is a list of turns."""
    return condition.split()[0] not in TURNS


def same(one: Position, other: Position) -> bool:
    """Tell whether two turns have led to the same position."""
    return one.table == other.table


def cells_of(condition: str, position: Position) -> tuple[int, ...]:
    """Return the cells that a condition means, or that it lists.

    A colour behind the word asks what is so if that colour is to move.
    """
    word, *more = condition.split()
    if word in position.game.board.names:
        return tuple(read_taps(position.game, position.state, condition))
    if more:
        colour = read_colour(position.game, more[0])
        pieces = position.game.pieces(position.state)
        position = Position.set_up(position.game, pieces, colour)
    return tuple(members(known(CELLS, word)(position)))


def known(conditions: dict[str, Callable], word: str) -> Callable:
    """Return the condition of a name."""
    if word not in conditions:
        raise BadRecord(f"a lesson asks for {word!r}; it may ask for " + ", ".join(conditions))
    return conditions[word]
