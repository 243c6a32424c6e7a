"""Captions of games on square boards."""

from crosscut.play.rulebook import figures
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW
from tests.rules.claims.common import (
    after,
    black_has_won_by_the_marked_chain,
    closed_cells,
    marked,
    marked_set,
    open_cells,
    refused,
    shown,
)


def connect_four_line(diagram):
    assert shown(diagram).result == 0
    assert marked(diagram) == {"a1", "b2", "c3", "d4"}
    assert marked_set(diagram) & ~diagram.pieces[0] == 0
    assert diagram.game.connected(marked_set(diagram), 0)


def connect_four_rest(diagram):
    assert open_cells(shown(diagram)) == marked(diagram)
    column = {f"b{row}" for row in range(1, 5)}
    assert not column & (open_cells(shown(diagram)) | closed_cells(shown(diagram)))


def filler_full(diagram):
    board = diagram.game.board
    assert shown(diagram).result == DRAW
    assert marked_set(diagram) & ~diagram.pieces[0] == 0
    assert board.crosses(marked_set(diagram), 0)


def gonnect_sides(diagram):
    black_has_won_by_the_marked_chain(diagram)
    assert diagram.game.board.crosses(marked_set(diagram), 1)
    assert not diagram.game.board.crosses(diagram.pieces[0], 0)


def gonnect_capture(diagram):
    (point,) = marked(diagram)
    _, white, taken = after(shown(diagram), point)
    assert "b3" not in white
    assert len(white) == len(members(diagram.pieces[1])) - 1
    assert refused(taken, "b3", r"been there before \(rule 5\)")


def gonnect_suicide(diagram):
    position = shown(diagram)
    assert closed_cells(position) == marked(diagram)
    (point,) = marked(diagram)
    assert refused(position, point, r"no empty point beside it \(rule 4\)")
    assert len(members(diagram.pieces[1])) == 4
    _, white, _ = after(position, "c1")
    assert not white


def crossway_cuts(diagram):
    position = shown(diagram)
    assert not position.over
    assert closed_cells(position) == marked(diagram)
    assert len(open_cells(position)) == 3
    for point in marked(diagram):
        assert refused(position, point, r"complete a crosscut \(rule 3\)")


def bare_after(diagram, colour, point):
    """Tell whether one more stone of a colour on a point would be the end of a bare diagonal."""
    board = diagram.game.board
    cell = board.cell(point)
    pairs = board.bare_pairs(diagram.pieces[colour] | 1 << cell)
    return any(cell in pair for pair in pairs)


def kopano_bare(diagram):
    position = shown(diagram)
    assert closed_cells(position) == marked(diagram)
    for point in marked(diagram):
        assert bare_after(diagram, 0, point)
        assert not bare_after(diagram, 1, point)
    for point in ("c3", "c5"):
        assert bare_after(diagram, 0, point)
        assert bare_after(diagram, 1, point)
        position.play(point)


def kopano_cut(diagram):
    (point,) = marked(diagram)
    assert closed_cells(shown(diagram)) == {point}
    assert bare_after(diagram, 1, point)
    board = diagram.game.board
    stones = diagram.pieces[0] | marked_set(diagram)
    assert board.crosscut_stones(stones, diagram.pieces[1]) == stones


def konobi_closed(diagram):
    position = shown(diagram)
    assert closed_cells(position) == marked(diagram) == {"b4"}
    assert bare_after(diagram, 0, "b4")
    assert not bare_after(diagram, 0, "b5")
    assert "b5" in open_cells(position)


def konobi_open(diagram):
    position, board = shown(diagram), diagram.game.board
    assert marked(diagram) == {"b4"}
    assert "b4" in open_cells(position)
    pairs = board.bare_pairs(diagram.pieces[0] | 1 << board.cell("b5"))
    assert pairs == [(board.cell("c4"), board.cell("b5"))]
    beside = board.neighbours(1 << board.cell("a5")) & ~(diagram.pieces[0] | diagram.pieces[1])
    assert members(beside) == [board.cell("b5")]


def quinten_narrow(diagram):
    black, white, played = after(shown(diagram), "e4")
    beside = diagram.game.board.neighbours(marked_set(diagram))
    assert beside & played.game.pieces(played.state)[1] == 0
    before, _, _ = after(shown(diagram))
    assert black == before | {"e4"} | marked(diagram)
    assert len(white) == len(members(diagram.pieces[1]))


def quinten_enemy_wins(diagram):
    position = shown(diagram)
    assert not position.over
    assert marked(diagram) == {"e2"}
    black, white, played = after(position, "e2")
    assert {"d1", "e1"} <= white
    assert "e2" in black
    assert played.result == 1


def quinten_forbidden(diagram):
    position = shown(diagram, "White")
    assert marked(diagram) == {"c4"}
    assert refused(position, "c4", r"leaves b3 and c4 diagonal .* \(rule 5\)")
    black, white, _ = after(position)
    beside = {"a4", "b5", "c4", "b3"}
    assert len(beside & black) == len(beside & (white | {"c4"})) == 2


def rhode_close(diagram):
    assert open_cells(shown(diagram)) == marked(diagram)
    assert len(diagram.game.board.bare_pairs(diagram.pieces[0])) == 1


def rhode_cuts(diagram):
    black, _, _ = after(shown(diagram), "c3")
    assert black == {"c3"}
    assert marked_set(diagram) == diagram.pieces[0]
    assert len(diagram.marked) == 4
    board = diagram.game.board
    for cell in diagram.marked:
        pair = 1 << cell | 1 << board.cell("c3")
        assert board.crosscut_stones(pair, diagram.pieces[1]) == pair


def shifty_moves(diagram):
    moves = {move for move in shown(diagram).moves() if move.startswith("c3-")}
    assert moves == {f"c3-{point}" for point in marked(diagram)}


def shifty_places(diagram):
    position = shown(diagram)
    assert set(position.turns()) == marked(diagram)
    assert refused(position, "c2", r"complete a crosscut \(rule 5\)")
    board, black = diagram.game.board, diagram.pieces[0]
    assert not board.neighbours(black) & black


def vimbre_flip(diagram):
    (stone,) = marked(diagram)
    assert {turn for turn in shown(diagram).turns() if turn.startswith("x")} == {f"x{stone}"}
    assert marked_set(diagram) & diagram.pieces[1]


def vimbre_no_flip(diagram):
    position = shown(diagram)
    assert not any(turn.startswith("x") for turn in position.turns())
    board, taken = diagram.game.board, diagram.pieces[0] | diagram.pieces[1]
    assert board.neighbours(marked_set(diagram)) & ~taken == 0


def vimbre_support(diagram):
    position = shown(diagram)
    assert marked(diagram) == {"b3", "b4"}
    position.play("b3,b4")
    assert "b4" not in position.turns()
    board = diagram.game.board
    both = board.neighbours(1 << board.cell("b4")) & board.neighbours(1 << board.cell("c3"))
    assert both >> board.cell("b3") & 1


def resolve_partners(diagram):
    turns = {turn for turn in shown(diagram).turns() if turn.startswith("b1")}
    assert turns == {f"b1-{point}" for point in marked(diagram)}
    assert len(turns) == 2


def resolve_resolved(diagram):
    (before, *_), *_ = (figure.diagrams for figure in figures(type(diagram.game)))
    _, _, played = after(shown(before), "b1-b2")
    assert played.game.pieces(played.state) == diagram.pieces
    assert marked(diagram) == {"b2"}
    assert diagram.game.board.crosscut_stones(*diagram.pieces) == 0


def resolve_chain_first(diagram):
    (point,) = marked(diagram)
    *_, played = after(shown(diagram), point)
    assert (played.result, played.mid_turn) == (0, False)
    assert diagram.game.board.crosscut_stones(*played.game.pieces(played.state))


CHECKS = {
    "connect_four": (connect_four_line, connect_four_rest),
    "crossway": (black_has_won_by_the_marked_chain, crossway_cuts),
    "filler": (filler_full,),
    "gonnect": (gonnect_sides, gonnect_capture, gonnect_suicide),
    "konobi": (konobi_closed, konobi_open),
    "kopano": (kopano_bare, kopano_cut),
    "quinten": (quinten_narrow, quinten_enemy_wins, quinten_forbidden),
    "resolve": (resolve_partners, resolve_resolved, resolve_chain_first),
    "rhode": (rhode_close, rhode_cuts),
    "shifty": (shifty_moves, shifty_places),
    "vimbre": (vimbre_flip, vimbre_no_flip, vimbre_support),
}
