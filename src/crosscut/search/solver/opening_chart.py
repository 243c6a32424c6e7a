"""A picture of an opening: each first move by what it leads to."""

from crosscut.play.svg import Note, draw
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.solver.solution import Solution

WIN = Note("#8fd19e", "W", "wins")
LOSS = Note("#f1a9a0", "L", "loses")
DRAWN = Note("#b8c7e0", "D", "draws")
UNKNOWN = Note("#ffffff", "?", "not known")
SWAP = Note(WIN.fill, "S", "is to be swapped")
KEEP = Note(LOSS.fill, "N", "is not to be swapped")


def notes(solution: Solution) -> dict[int, Note]:
    """Return a note for the first tap of every turn: by its best turn, or whether to swap it."""
    found = {tap: note_of(value, solution.seat) for tap, value in solution.taps().items()}
    for turn, swap in solution.to_swap().items():
        found[solution.first_taps[turn]] = {True: SWAP, False: KEEP, None: UNKNOWN}[swap]
    return {tap: note for tap, note in found.items() if tap < solution.position.game.width}


def note_of(value: int, seat: int) -> Note:
    """Return the note for what a seat gets."""
    if value in (DRAW, NOBODY):
        return DRAWN if value == DRAW else UNKNOWN
    return WIN if value == seat else LOSS


def picture(solution: Solution) -> str:
    """Return the first position as an SVG document with a note on every first move."""
    return draw(solution.position, last=False, notes=notes(solution))
