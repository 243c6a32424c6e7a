"""The board as text, as the other side sees it."""

from crosscut.apps.gtp.session import Session
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.vertices import COLOURS
from crosscut.rules.game import DRAW, NOBODY


def show(session: Session) -> str:
    """Return a diagram with coordinates, and whose turn it is or who has won."""
    lines = session.notation.labelled(board_lines(session.game.board, pieces(session)))
    return "\n".join([*(line for line in lines if line.strip()), standing(session)])


def pieces(session: Session) -> dict[int, str]:
    """Return the letter of the piece on each cell that is not empty, as the other side sees it."""
    game = session.game
    return piece_letters(game, session.seen(game.pieces(session.position.state)))


def standing(session: Session) -> str:
    """Say who is to move or who has won."""
    if session.result == DRAW:
        return "drawn"
    if session.result != NOBODY:
        return f"{COLOURS[session.result]} has won"
    begun = ""
    if session.position.mid_turn:
        begun = f", {session.notation.write(session.position.history()[-1])} so far"
    return f"{COLOURS[session.colour]} to move{begun}"
