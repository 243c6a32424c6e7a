"""What there is to tell of a position beside its board: who plays what, what is gone, the end."""

from itertools import combinations

from crosscut.play.position import Position
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY, Game

SIDES = {"north": "top", "south": "bottom", "west": "left", "east": "right"}


def players(position: Position) -> list[str]:
    """Return what the players on the two seats are called."""
    game, swapped = position.game, position.table.swapped
    return [game.player(position.state, seat ^ swapped) for seat in (0, 1)]


def goal(game: Game, colour: int) -> str:
    """Say which sides a colour has to join, or nothing where the sides belong to nobody."""
    owned = [name for name, owner in game.goals.items() if owner == colour]
    return " and ".join(SIDES.get(side, side.replace("_", " ")) for side in owned)


def how_it_ended(position: Position) -> str:
    """Say how a game that is over was decided, where the board does not show it."""
    if position.table.winner == NOBODY and position.result != DRAW:
        return f"{players(position)[position.to_play]} has no legal turn"
    return position.game.outcome(position.state)


def removed_cells(before: Position, after: Position) -> dict[str, list[str]]:
    """Return the cells from which a turn has removed pieces that were not tapped, by kind."""
    game, tapped = after.game, set(after.taps_since(before))
    left, found = sum(game.pieces(after.state)), {}
    for (name, _), pieces in zip(game.kinds, game.pieces(before.state), strict=True):
        cells = [game.board.name(c) for c in members(pieces & ~left) if c not in tapped]
        if cells:
            found[name] = cells
    return found


def deciding_cells(position: Position) -> list[int]:
    """Return the cells of the pieces by which a game was won, without any that are not needed."""
    if position.winner is None:
        return []
    return members(position.game.deciding(position.state, position.result))


def deciding_links(position: Position) -> list[tuple[int, int]]:
    """Return the pairs of deciding cells that the rules link, the lower cell first."""
    board, cells = position.game.board, deciding_cells(position)
    return [
        (cell, other)
        for cell, other in combinations(cells, 2)
        if board.linked(board.bit(cell)) >> other & 1
    ]
