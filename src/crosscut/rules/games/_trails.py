"""A trail on a hexagon: one connected chain of pieces that may close a loop."""

from crosscut.core.bits import Bits, least, lowest
from crosscut.core.jit import jitable, separate
from crosscut.rules.boards import Hexagon


@jitable
def inside(board: Hexagon, trail: Bits) -> Bits:
    """Return the cells that a trail encloses."""
    others = board.full & ~trail
    return others & ~board.fill(board.rim, others)


def loop(board: Hexagon, trail: Bits) -> Bits:
    """Return the pieces of a trail without which it would not enclose what it does."""
    cells = inside(board, trail)
    return least(trail, lambda pieces: inside(board, pieces) & cells == cells)


@jitable
def closes(board: Hexagon, trail: Bits, piece: Bits) -> bool:
    """Tell whether a new piece closes a loop: it does if it touches the trail in two places.

    The trail is connected, so the way through it from one place to the other goes around one of the
    two gaps between them.
    """
    beside = board.neighbours(piece) & trail
    return bool(beside & ~board.fill(beside & -beside, beside))


@jitable
def may_follow(board: Hexagon, trail: Bits, piece: Bits, free: Bits, scratch) -> bool:
    """Tell whether a new piece on a free cell closes a loop or leaves one possible."""
    if closes(board, trail, piece):
        return True
    return leads_on(board, trail | piece, piece, free ^ piece, scratch)


@jitable
def leads_on(board: Hexagon, trail: Bits, head: Bits, free: Bits, scratch) -> bool:
    """Tell whether some chain of pieces on free cells, from the head, closes a loop.

    The search goes depth first and keeps its chain in the working space. In the open it ends at
    once; dead ends are narrow, because wherever there is room there is room for a ring.
    """
    separate()
    depth, last = 0, board.none
    scratch[0] = lowest(head)
    while True:
        if not last and is_near(board, trail, head, free):
            return True
        tries = board.neighbours(head) & free
        if last:
            tries = tries & ~(last | (last - 1))
        if tries:
            head, last = tries & -tries, board.none
            trail, free = trail | head, free ^ head
            depth += 1
            scratch[depth] = lowest(head)
        elif depth == 0:
            return False
        else:
            trail, free, last = trail ^ head, free | head, head
            depth -= 1
            head = board.bit(scratch[depth])


@jitable
def is_near(board: Hexagon, trail: Bits, head: Bits, free: Bits) -> bool:
    """Tell whether one piece beside the head closes a loop, or several close a ring of six."""
    separate()
    tries = board.neighbours(head) & free
    while tries:
        piece = tries & -tries
        tries = tries ^ piece
        if closes(board, trail, piece):
            return True
    centres = board.neighbours(head) & ~(trail | board.rim)
    while centres:
        centre = centres & -centres
        centres = centres ^ centre
        gap = board.neighbours(centre) & ~trail
        # the gap must be free, begin beside the head, and be in one piece
        if not gap & ~free and gap & board.neighbours(head):
            if board.fill(gap & -gap, gap) == gap:
                return True
    return False
