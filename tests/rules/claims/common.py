"""What the checks of captions share."""

import pytest

from crosscut.core.errors import IllegalMove
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.rulebook import figures
from crosscut.rules.boards import members


def shown(diagram, to_play=None):
    """Return the position that a diagram shows; the first colour is to move if nothing is said."""
    game = diagram.game
    text = "\n".join(board_lines(game.board, piece_letters(game, diagram.pieces)))
    return game.position(text, to_play=to_play)


def marked(diagram):
    """Return the names of the marked cells."""
    return {diagram.game.board.name(cell) for cell in diagram.marked}


def marked_set(diagram):
    """Return the marked cells as a set of cells."""
    return sum(1 << cell for cell in diagram.marked)


def open_cells(position):
    """Return the names of the cells that may be tapped."""
    return {position.game.board.name(cell) for cell in members(position.choices[0])}


def closed_cells(position):
    """Return the names of the empty cells that may not be tapped."""
    black, white = position.game.pieces(position.state)
    free = position.game.board.full & ~(black | white)
    return {position.game.board.name(cell) for cell in members(free & ~position.choices[0])}


def after(position, *turns):
    """Return what black and white stones are called after some turns, and the position."""
    for turn in turns:
        position = position.play(turn)
    pieces = position.game.pieces(position.state)
    names = [{position.game.board.name(cell) for cell in members(stones)} for stones in pieces]
    return *names, position


def refused(position, text, why):
    """Tell whether a turn is refused for this reason."""
    with pytest.raises(IllegalMove, match=why):
        position.play(text)
    return True


def black_has_won_by_the_marked_chain(diagram):
    """The chain is one group of black stones, reaches the goal, and needs all of its stones."""
    board, chain = diagram.game.board, marked_set(diagram)
    assert shown(diagram).result == 0
    assert chain & ~diagram.pieces[0] == 0
    assert board.fill(chain & -chain, chain) == chain
    assert diagram.game.connected(chain, 0)
    for cell in diagram.marked:
        assert not diagram.game.connected(diagram.pieces[0] & ~(1 << cell), 0)


def sides_touched(diagram, stones):
    """Return the names of the sides that stones touch."""
    return {name for name, side in diagram.game.board.sides.items() if side & stones}


def diagrams(game):
    """Return all diagrams of a game."""
    return [diagram for figure in figures(game) for diagram in figure.diagrams]
