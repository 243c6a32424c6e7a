"""The figures of the rules: every game has some, and what their captions claim is so."""

import re

import pytest

from crosscut.play.diagram import board_lines, piece_letters
from crosscut.play.rulebook import figures
from crosscut.rules.registry import game_class, ids
from tests.rules.claims import hexes, serpent, snaketrail, square
from tests.rules.claims.common import diagrams, shown
from tests.support.for_each import for_each

CHECKS = hexes.CHECKS | serpent.CHECKS | snaketrail.CHECKS | square.CHECKS
"""For every game its checks, one a diagram, in the order of the figure file."""
ELSEWHERE = {"slither"}  # tests/rules/test_slither_rules.py


@for_each("name", ids())
def test_every_game_has_figures_and_a_check_for_each_diagram(name):
    count = len(diagrams(game_class(name)))
    assert count
    assert name in ELSEWHERE or len(CHECKS[name]) == count


@pytest.mark.parametrize("name", CHECKS)
def test_what_a_caption_claims_is_so(name):
    for diagram, check in zip(diagrams(game_class(name)), CHECKS[name], strict=True):
        check(diagram)


@for_each("name", ids())
def test_captions_are_short_and_speak_of_points_on_the_board(name):
    for figure in figures(game_class(name)):
        assert figure.title[0].isupper()
        for diagram in figure.diagrams:
            assert diagram.caption.endswith(".")
            assert len(diagram.caption) < 200
            assert diagram.marked or "marked" not in diagram.caption
            for point in re.findall(r"\b[a-z]\d+\b", diagram.caption):
                assert point in diagram.game.board.names


@for_each("name", ids())
def test_figures_can_be_drawn(name):
    for diagram in diagrams(game_class(name)):
        plain = shown(diagram).svg()
        marks = dict.fromkeys(diagram.marked, diagram.shape)
        drawn = shown(diagram).svg(marks=marks)
        assert len(drawn) > len(plain) if marks else drawn == plain
        letters = piece_letters(diagram.game, diagram.pieces)
        text = "\n".join(board_lines(diagram.game.board, letters, diagram.marked))
        assert text.count("(") == len(diagram.marked)
        assert diagram.game.position(text) == shown(diagram)
