"""The figures of the rules: every game has some, and what their captions claim is so."""

import re

import pytest

from crosscut.boards import members
from crosscut.errors import IllegalMove
from crosscut.game import DRAW
from crosscut.games import game_class, ids
from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.rulebook import figures


def shown(diagram, to_play="Black"):
    """Return the position that a diagram shows."""
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


# One check a diagram, in the order of the figure file.


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
    "havannah": (havannah_ring, havannah_bridge, havannah_fork, havannah_corner),
    "hex": (black_has_won_by_the_marked_chain, hex_bridge),
    "konobi": (konobi_closed, konobi_open),
    "kopano": (kopano_bare, kopano_cut),
    "quinten": (quinten_narrow, quinten_enemy_wins, quinten_forbidden),
    "resolve": (resolve_partners, resolve_resolved, resolve_chain_first),
    "rhode": (rhode_close, rhode_cuts),
    "shifty": (shifty_moves, shifty_places),
    "vimbre": (vimbre_flip, vimbre_no_flip, vimbre_support),
    "y": (y_three_sides, y_corners),
}
ELSEWHERE = {"slither"}  # tests/test_slither_rules.py


def diagrams(name):
    """Return all diagrams of a game."""
    return [diagram for figure in figures(game_class(name)) for diagram in figure.diagrams]


@pytest.mark.parametrize("name", ids())
def test_every_game_has_figures_and_a_check_for_each_diagram(name):
    assert diagrams(name)
    assert name in ELSEWHERE or len(CHECKS[name]) == len(diagrams(name))


@pytest.mark.parametrize("name", CHECKS)
def test_what_a_caption_claims_is_so(name):
    for diagram, check in zip(diagrams(name), CHECKS[name], strict=True):
        check(diagram)


@pytest.mark.parametrize("name", ids())
def test_captions_are_short_and_speak_of_points_on_the_board(name):
    for figure in figures(game_class(name)):
        assert figure.title[0].isupper()
        for diagram in figure.diagrams:
            assert diagram.caption.endswith(".")
            assert len(diagram.caption) < 200
            assert diagram.marked or "marked" not in diagram.caption
            for point in re.findall(r"\b[a-z]\d+\b", diagram.caption):
                assert point in diagram.game.board.names


@pytest.mark.parametrize("name", ids())
def test_figures_can_be_drawn(name):
    for diagram in diagrams(name):
        plain = shown(diagram).svg()
        marks = dict.fromkeys(diagram.marked, diagram.shape)
        assert len(shown(diagram).svg(marks=marks)) > len(plain)
        letters = piece_letters(diagram.game, diagram.pieces)
        text = "\n".join(board_lines(diagram.game.board, letters, diagram.marked))
        assert text.count("(") == len(diagram.marked)
        assert diagram.game.position(text, to_play="Black") == shown(diagram)
