"""What turning, mirroring and exchanging colours does to a game that does not mind it."""

from typing import NamedTuple

from crosscut.core.errors import BadOption
from crosscut.rules.boards import members
from crosscut.rules.state_schema import layout


class Symmetry(NamedTuple):
    """A way to turn or mirror a board, perhaps with the colours exchanged."""

    image: tuple[int, ...]
    """Where each cell goes; -1 for bits that are no cells."""
    exchange: bool = False

    def cells(self, cells: int) -> int:
        """Return where a set of cells goes."""
        return sum(1 << self.image[cell] for cell in members(cells))

    def state(self, game, state):
        """Return where a state goes: its sets are turned, colour and winner exchanged."""
        _, sets = layout(type(game))
        values = [
            self.cells(value) if is_set else value
            for value, is_set in zip(state, sets, strict=True)
        ]
        turned = type(state)(*values)
        if not self.exchange:
            return turned
        winner = 1 - state.winner if state.winner in (0, 1) else state.winner
        return turned._replace(colour=1 - state.colour, winner=winner)


def symmetries(game) -> list[Symmetry]:
    """Return the symmetries that a game declares by its `symmetry`, the identity first."""
    if game.symmetry not in KINDS:
        raise BadOption(
            f"{game.facts.title}: symmetry is {', '.join(KINDS)}, not {game.symmetry!r}"
        )
    ways = [Symmetry(tuple(image)) for image in game.board.symmetries]
    return KINDS[game.symmetry](game, ways)


def upright(game, ways: list[Symmetry]) -> list[Symmetry]:
    """Return the ways that leave every cell in its row, also with the colours exchanged."""
    rows = [sum(1 << cell for cell in row) for row in game.board.rows]
    return either_colour([way for way in ways if all(way.cells(row) == row for row in rows)])


def keeping_goals(game, ways: list[Symmetry]) -> list[Symmetry]:
    """Return the ways that take a colour's sides to its own, or with an exchange to the other's."""
    owned = {(game.board.sides[side], owner) for side, owner in game.goals.items()}
    return [
        way
        for way in either_colour(ways)
        if {(way.cells(side), owner ^ way.exchange) for side, owner in owned} == owned
    ]


def either_colour(ways: list[Symmetry]) -> list[Symmetry]:
    """Return some ways, first as they are and then with the colours exchanged."""
    return ways + [Symmetry(way.image, True) for way in ways]


KINDS = {
    "none": lambda game, ways: ways[:1],
    "board": lambda game, ways: ways,
    "upright": upright,
    "goals": keeping_goals,
}
"""What a game may declare: that its rules mind every turn of the board, that they mind none but do
mind colours, that they mind up and down only, or that they mind nothing but whose sides are whose.
In the last two cases the colours are alike."""
