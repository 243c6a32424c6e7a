"""Captions of Snaketrail."""

from itertools import combinations

from crosscut.rules.boards import members
from crosscut.rules.game import NOBODY
from crosscut.rules.games import _trails as trails
from tests.rules.claims.common import diagrams, marked, marked_set, open_cells, refused, shown

ONE_TO_NONE = "d3 c3 b2 b3 b4 c4 d5 e6 f6 f7 f8 g7 h6 i5 i4 h5 h4 g5"
"""The computer against itself, with 1500 simulations a turn."""
SIX_TO_FIVE = """
    g4 g5 f6 e5 d5 c4 b3 a3 a4 b5 c6 d7 d8 d9 e10 f10 g9 h9 i8 i7 i6 i5 i4 i3 j2 j1 i1 h2 g2 f2 e1
    d1 c1 b1 b2
"""
WHITE, RED = 0, 1


def begun(diagram):
    """Return the game in which White is about to place the first black piece of a diagram."""
    names = [
        ",".join(diagram.game.board.name(cell) for cell in members(pieces))
        for pieces in diagram.pieces[:2]
    ]
    setup = diagram.game.position(setup=f"W:{names[WHITE]} R:{names[RED]}")
    return setup.play("first").play("red")


def played(diagram, trail):
    """Return the game in which these pieces were placed."""
    position = begun(diagram)
    for cell in trail.split():
        position = position.play(cell)
    return position


def reached(diagram):
    """Return a game, found by trying, that leads to a diagram."""
    *_, older, head = diagram.pieces
    waiting = [begun(diagram)]
    while waiting:
        here = waiting.pop()
        black = here.state.black
        if black == older | head:
            assert here.game.pieces(here.state) == diagram.pieces
            return here
        if not here.over:
            rest = (older & ~black) or head
            waiting += [here.tap(cell) for cell in members(rest & here.choices[0])]
    raise AssertionError("no game leads there")


def inside(diagram):
    """Return the cells inside loops."""
    return trails.inside(diagram.game.board, diagram.pieces[2] | diagram.pieces[3])


def score(diagram):
    """Return how many white and how many red pieces are inside loops."""
    return tuple(len(members(inside(diagram) & pieces)) for pieces in diagram.pieces[:2])


def setup(diagram):
    board, (white, red, *black) = diagram.game.board, diagram.pieces
    assert begun(diagram).game.pieces(begun(diagram).state) == diagram.pieces
    assert diagram.game.size == 6
    assert len(members(white)) == len(members(red)) == 6
    assert black == [0, 0]
    assert not (white | red) & board.rim
    assert not (white | red) & board.neighbours(white | red)


def is_loop(diagram):
    """The trail can be laid as shown, and the marked cells are inside."""
    assert reached(diagram).over
    assert inside(diagram) == marked_set(diagram) != 0


def smallest_loop(diagram):
    is_loop(diagram)
    black = diagram.pieces[2] | diagram.pieces[3]
    assert len(members(black)) == 6
    assert diagram.game.board.neighbours(marked_set(diagram)) == black
    assert score(diagram) == (0, 0)
    board = type(diagram.game.board)(3)
    for five in combinations(board.cells, 5):
        assert not trails.inside(board, sum(1 << cell for cell in five))


def larger_loop(diagram):
    is_loop(diagram)
    assert score(diagram) == (1, 1)
    assert len(diagram.marked) > 2


def loop_at_older_pieces(diagram):
    is_loop(diagram)
    board, game = diagram.game.board, reached(diagram)
    first = [board.cell(cell) for cell in game.history()[3:5]]
    assert board.name(first[0]) == "a1"
    rest = game.state.black & ~sum(1 << cell for cell in first)
    assert trails.inside(board, rest) == inside(diagram)
    assert not board.neighbours(game.state.last) & sum(1 << cell for cell in first)


def is_no_loop(diagram):
    """The trail can be laid as shown, and the game goes on."""
    assert reached(diagram).result == shown(diagram).result == NOBODY
    assert not inside(diagram)


def triangle(diagram):
    is_no_loop(diagram)
    board, black = diagram.game.board, diagram.pieces[2] | diagram.pieces[3]
    assert len(members(black)) == 3
    assert all(board.neighbours(1 << cell) & black == black ^ 1 << cell for cell in members(black))


def full_hexagon(diagram):
    is_no_loop(diagram)
    board, black = diagram.game.board, diagram.pieces[2] | diagram.pieces[3]
    assert len(members(black)) == 7
    assert any(board.neighbours(1 << cell) == black ^ 1 << cell for cell in members(black))


def wall(diagram):
    is_no_loop(diagram)
    board, black = diagram.game.board, diagram.pieces[2] | diagram.pieces[3]
    cut_off = marked_set(diagram)
    assert board.fill(cut_off & -cut_off, board.full & ~black) == cut_off
    assert diagram.pieces[RED] & cut_off
    assert board.full & ~(black | cut_off)
    assert len(members(black & board.rim)) == 2
    assert diagram.pieces[3] & board.rim


def next_piece(diagram):
    sixteen = played(diagram, " ".join(SIX_TO_FIVE.split()[:16]))
    assert sixteen.game.pieces(sixteen.state) == diagram.pieces
    board, position = diagram.game.board, shown(diagram)
    assert open_cells(position) == open_cells(sixteen) == marked(diagram)
    free = board.full & ~sum(diagram.pieces)
    assert marked_set(diagram) == board.neighbours(diagram.pieces[3]) & free


def dead_end(diagram):
    game, position = reached(diagram), shown(diagram)
    assert open_cells(position) == open_cells(game) == {"c2", "b1"}
    (point,) = marked(diagram)
    assert refused(position, point, r"could never close a loop from there \(rule 5\)")


def one_to_none(diagram):
    end = played(diagram, ONE_TO_NONE)
    assert end.game.pieces(end.state) == diagram.pieces
    assert end.result == shown(diagram).result == RED
    assert score(diagram) == (0, 1)
    assert marked_set(diagram) == inside(diagram) & diagram.pieces[RED]


def six_to_five(diagram):
    end = played(diagram, SIX_TO_FIVE)
    assert end.game.pieces(end.state) == diagram.pieces
    assert end.result == shown(diagram).result == WHITE
    assert score(diagram) == (6, 5)
    assert marked_set(diagram) == inside(diagram) & (diagram.pieces[WHITE] | diagram.pieces[RED])
    assert diagrams(type(diagram.game))[0].pieces[:2] == diagram.pieces[:2]


def two_loops(diagram):
    reached(diagram)
    board, loops = diagram.game.board, inside(diagram)
    assert board.fill(loops & -loops, loops) != loops
    assert marked_set(diagram) == loops
    assert score(diagram) == (1, 1)
    assert diagram.pieces[3] == 1 << board.cell("d5")
    assert shown(diagram, "White").result == WHITE
    assert shown(diagram, "Red").result == RED


CHECKS = {
    "snaketrail": (
        setup,
        smallest_loop,
        larger_loop,
        loop_at_older_pieces,
        triangle,
        full_hexagon,
        wall,
        next_piece,
        dead_end,
        one_to_none,
        six_to_five,
        two_loops,
    ),
}
