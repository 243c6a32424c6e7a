"""How the kinds of pieces look, on paper and in a terminal: never by their colour alone."""

from typing import NamedTuple

from crosscut.rules.game import Game


class Look(NamedTuple):
    """The look of one kind of piece."""

    name: str
    """By which name pages colour it."""
    fill: str
    outline: str
    ink: str
    """The colour of its letter in a terminal."""
    sign: str = ""
    """A ring, a dot or a square drawn on it."""


NAMED = {
    "Black": Look("black", "#26272b", "#0d0d0f", "#000000"),
    "White": Look("white", "#fbfaf6", "#6f6a60", "#ffffff"),
    "Red": Look("red", "#c0392b", "#7d241b", "#8e1b10", "ring"),
    "Head": Look("head", "#26272b", "#0d0d0f", "#000000", "dot"),
}
OTHERS = (
    NAMED["Black"],
    NAMED["White"],
    Look("red", "#c0392b", "#7d241b", "#8e1b10", "square"),
    Look("blue", "#2e6f9e", "#1b4766", "#123f66", "ring"),
)
"""For kinds with other names, in the order of the game's."""


def look(game: Game, kind: int) -> Look:
    """Return how a kind of piece looks: by its name, or if that says nothing by its number."""
    return NAMED.get(game.kinds[kind][0], OTHERS[kind % len(OTHERS)])
