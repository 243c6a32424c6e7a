"""Slither: the worked positions of its rules, one test each, and the figures of its rule sheet."""

import pytest

import crosscut
from crosscut.core.errors import IllegalMove
from crosscut.play.rulebook import figures, rulebook
from crosscut.rules.games.slither import Slither


def classic(size, diagram, to_play="X"):
    return crosscut.game("slither", size).position(diagram, to_play=to_play)


def advanced(size, diagram, to_play="X"):
    return crosscut.game("slither", size, "advanced").position(diagram, to_play=to_play)


def plain(position):
    """Return the turns that only place."""
    return [turn for turn in position.turns() if "-" not in turn]


def legal(position, turn):
    try:
        position.play(turn)
    except IllegalMove:
        return False
    return True


def movers(position):
    """Return the stones that some legal turn moves."""
    return sorted({turn.split("-")[0] for turn in position.turns() if "-" in turn})


S1 = ". . . . ./. . . . ./. . X . ./. . . . ./. . . . ."
S2 = ". . . . ./. X . X ./. . . . ./. X . X ./. . . . ."
S3 = ". . . . ./. X . X ./. . . . ./. . X . ./. . . . ."
S5 = "XXXXX/XXOOX/OX.OO/OO.XO/XOOXX"


def test_s1_one_stone():
    position = classic(5, S1)
    assert len(plain(position)) == 20
    assert not {"b2", "b4", "d2", "d4"} & set(plain(position))
    assert [legal(position, turn) for turn in ("c3-b3/b4", "c3-b4/a1", "c3-c4/c3")] == [True] * 3
    assert [legal(position, turn) for turn in ("c3-b4/c3", "c3-c2/b3")] == [False] * 2
    assert len(position.turns()) == 180
    assert len({str(position.play(turn)) for turn in position.turns()}) == 152
    assert str(position.play("c3-c4/c3")) == str(position.play("c4"))


def test_s2_a_point_no_turn_can_reach():
    position = classic(5, S2)
    c3 = position.game.board.cell("c3")
    for turn in position.turns():
        assert not position.game.pieces(position.play(turn).state)[0] >> c3 & 1
    assert plain(position) == "a2 a4 b1 b3 b5 c2 c4 d1 d3 d5 e2 e4".split()


def test_s3_a_similar_shape_where_it_can():
    position = classic(5, S3)
    c3 = position.game.board.cell("c3")
    reaching = [
        turn
        for turn in position.turns()
        if position.game.pieces(position.play(turn).state)[0] >> c3 & 1
    ]
    expected = "b4-c4/c3 b4-c3/c4 b4-c3/d3 d4-c4/c3 d4-c3/c4 d4-c3/b3 c2-c3/c4"
    assert sorted(reaching) == sorted(expected.split())
    assert plain(position) == "a1 a2 a4 b2 b5 c1 c4 d2 d5 e1 e2 e4".split()


def test_s4_moving_a_support_away():
    position = classic(4, ". . . ./. X X ./. . X ./. . . .")
    turns = position.turns()
    assert [turn for turn in turns if turn.startswith("c3-d4")] == ["c3-d4/b2"]
    assert [turn for turn in turns if turn.startswith("c3-d3")] == ["c3-d3/c3"]
    assert plain(position) == "a1 a3 b2 b4 c1 c4 d2 d3".split()


@pytest.mark.parametrize("make", [classic, advanced])
def test_s5_forced_pass(make):
    assert make(5, S5).turns() == ["pass"]
    white = make(5, S5, "O")
    assert white.turns() == "b1-c2/c3 c1-c2/c3 c4-c3/c2 d4-c3/c2".split()
    for turn in white.turns():
        after = white.play(turn)
        assert after.over
        assert after.winner == 1
    after = make(5, S5).play("pass")
    assert after.to_play == 1
    assert after.turns() == white.turns()


def test_s6_connection():
    won = classic(3, "X../XX./.X.")
    assert won.over
    assert won.winner == 0
    assert not classic(3, ".OO/XXO/X.O").over


A1 = ". . . . ./X X . . ./. O . . ./. . . . X/O . X X X"


def test_a1_mobile_and_immobile_stones():
    assert movers(advanced(5, A1)) == ["a4", "b4"]
    assert movers(advanced(5, A1, "O")) == ["b3"]
    assert len(advanced(5, A1).turns()) == 96
    assert len(classic(5, A1).turns()) == 201


def test_a2_diagonal_contact_does_not_count():
    diagram = "..../.X../..O./...."
    assert advanced(4, diagram).turns() == "a1 a3 b1 b2 b4 c1 c3 d1 d2 d3 d4".split()
    assert len(classic(4, diagram).turns()) == 92


def test_a3_the_whole_group_is_mobile():
    assert movers(advanced(4, "..../XXXO/..../....")) == ["a3", "b3", "c3"]


def test_a4_a_placement_does_not_wake_a_stone():
    position = advanced(4, "..../..../..../X.O.")
    assert movers(position) == []
    with pytest.raises(IllegalMove, match="moves before the placement"):
        position.play("b1/a1-a2")


def test_placing_first_is_the_same_turn_in_classic():
    position = classic(5, S1)
    assert position.play("a1/c3-c4") == position.play("c3-c4/a1")
    assert position.play("a1/c3-c4").history() == ["c3-c4/a1"]
    assert position.play("a1/a1-b1").history() == ["b1"]


def test_swap_exchanges_seats_and_leaves_the_stone():
    position = crosscut.game("slither", 5, "advanced").position().play("b2")
    assert "swap" in position.moves()
    swapped = position.play("Swap")
    assert (swapped.colour, swapped.to_play) == (1, 0)
    assert swapped.game.pieces(swapped.state) == position.game.pieces(position.state)
    assert "swap" not in swapped.moves()
    with pytest.raises(IllegalMove, match="only the second player may swap"):
        swapped.play("swap")
    assert "swap" not in position.play("d4").moves()


def test_no_swap_in_the_middle_of_a_turn():
    position = crosscut.game("slither", 5, pie=True).position().play("b2").play("swap")
    assert position.play("d4").play("b2-b3").mid_turn
    assert "swap" not in position.play("d4").play("b2-b3").moves()


# The figures claim something; what they claim has to be so.


def test_figures_show_what_they_say():
    won, reach, mobile = figures(Slither)
    board = won.diagrams[0]
    position = board.game.setup(board.pieces, 0)
    assert position.winner == 1
    chain = sum(1 << cell for cell in board.marked)
    assert board.game.connected(chain, 1)
    assert chain & ~board.pieces[1] == 0
    for board, reachable in zip(reach.diagrams, (False, True), strict=True):
        start = board.game.position(diagram_of(board))
        ends = [start.play(turn) for turn in start.turns()]
        for cell in board.marked:
            assert any(end.game.pieces(end.state)[0] >> cell & 1 for end in ends) is reachable
    board = mobile.diagrams[0]
    start = board.game.position(diagram_of(board))
    assert movers(start) == sorted(board.game.board.name(cell) for cell in board.marked)


def diagram_of(board):
    letters = [".", "X", "O"]
    black, white = board.pieces
    return "/".join(
        "".join(letters[(black >> cell & 1) + 2 * (white >> cell & 1)] for cell in row)
        for row in board.game.board.rows
    )


def test_rulebook_is_numbered():
    book = rulebook(Slither)
    assert len(book.rules) == 7
    assert book.rules[4] == "If you have no legal turn you pass. Otherwise you may not pass."
    assert len(book.settled) == 5
