"""Captions of connection games on hexagons."""

from crosscut.rules.boards import members
from tests.rules.claims.common import (
    after,
    black_has_won_by_the_marked_chain,
    marked,
    marked_set,
    shown,
    sides_touched,
)


def hex_bridge(diagram):
    board, position = diagram.game.board, shown(diagram, "White")
    ends = members(diagram.pieces[0])
    assert len(ends) == len(diagram.marked) == 2
    assert board.fill(1 << ends[0], diagram.pieces[0]) == 1 << ends[0]
    one, other = sorted(marked(diagram))
    for taken, left in ((one, other), (other, one)):
        *_, answered = after(position, taken, left)
        stones = answered.game.pieces(answered.state)[0]
        assert board.fill(1 << ends[0], stones) == stones


def y_three_sides(diagram):
    black_has_won_by_the_marked_chain(diagram)
    assert not marked_set(diagram) & diagram.game.board.left & diagram.game.board.right
    assert sides_touched(diagram, marked_set(diagram)) == {"left", "right", "bottom"}


def y_corners(diagram):
    black_has_won_by_the_marked_chain(diagram)
    cell = diagram.game.board.cell
    assert sides_touched(diagram, 1 << cell("a1")) == {"left", "right"}
    assert sides_touched(diagram, 1 << cell("d1")) == {"left", "bottom"}


def havannah_ring(diagram):
    black_has_won_by_the_marked_chain(diagram)
    assert not diagram.game.bridge_or_fork(marked_set(diagram))
    inside = 1 << diagram.game.board.cell("d4")
    assert inside & diagram.pieces[1]
    assert diagram.game.board.neighbours(inside) == marked_set(diagram)


def havannah_bridge(diagram):
    black_has_won_by_the_marked_chain(diagram)
    board = diagram.game.board
    corners = marked_set(diagram) & board.corners
    assert corners == 1 << board.cell("d1") | 1 << board.cell("g4")


def touched_borders(diagram, stones):
    names = zip(diagram.game.board.sides, diagram.game.borders, strict=True)
    return {name for name, border in names if border & stones}


def havannah_fork(diagram):
    black_has_won_by_the_marked_chain(diagram)
    assert touched_borders(diagram, marked_set(diagram)) == {"north", "south", "north_west"}
    assert not marked_set(diagram) & diagram.game.board.corners


def havannah_corner(diagram):
    board, chain = diagram.game.board, diagram.pieces[0]
    assert shown(diagram).winner is None
    assert board.fill(chain & -chain, chain) == chain
    assert marked(diagram) == {"d1"}
    assert touched_borders(diagram, chain) == {"north"}
    # if the corner belonged to its two sides, this would be a fork
    assert len(sides_touched(diagram, chain)) == 3


CHECKS = {
    "havannah": (havannah_ring, havannah_bridge, havannah_fork, havannah_corner),
    "hex": (black_has_won_by_the_marked_chain, hex_bridge),
    "y": (y_three_sides, y_corners),
}
