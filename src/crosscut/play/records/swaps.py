"""The pie rule as others play it.

Ours leaves the stone and exchanges the seats. Elsewhere in Hex the seats keep their colours, and
the stone changes its colour and is mirrored, which is the same game seen in a mirror: every later
stone then has to be mirrored too.
"""

from crosscut.rules.game import Game
from crosscut.rules.games.hex import Hex

SIDES, PIECES = "swap-sides", "swap-pieces"
"""What others call our swap, and that which mirrors the stone."""
SWAPS = {"swap", SIDES, PIECES}
MIRRORED = (
    "In the notation of this record a swap mirrors the first stone. Here the stone stays and the "
    "players exchange colours, so all later moves are mirrored."
)
"""What people are told of a record that is read so."""
IN_MIRROR = " in the mirror"
"""What messages say of a point that is not where the text has it."""


def swaps_pieces(game: Game) -> bool:
    """Tell whether others mirror the stone that is swapped."""
    return isinstance(game, Hex)


def mirrored(game: Game, name: str) -> str:
    """Return the point of a Hex board that a point becomes in the mirror; other texts stay."""
    cell = game.board.names.get(name.strip().lower())
    return name if cell is None else game.board.name(game.board.mirror[cell])
