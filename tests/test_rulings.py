"""The page on rulings: what it claims of other wordings is so."""

import re
from pathlib import Path

import pytest

import crosscut
from crosscut.search.speed import Playouts
from crosscut.search.walk import perft

TEXT = (Path(__file__).parent.parent / "docs" / "rulings.md").read_text()


def test_a_turn_of_resolve_as_written_explodes():
    diagram, counts = "XOXO/XXXO/OOX./XOOX", []
    for variant in ("as-written", "standard"):
        game = crosscut.game("resolve", 4, variant, False)
        counts += perft(game.position(diagram, to_play="O"), 1)
    assert counts == [26_645, 3]
    assert re.findall(r"^      1  ([\d,]+)$", TEXT, re.MULTILINE) == ["26,645", "3"]


def test_the_same_exchange_makes_and_removes_a_crosscut():
    """Without a limit the turn could go on for ever."""
    game = crosscut.game("resolve", 3, "as-written", False)
    begun = game.position("XOO/O.X/...").play("b2")
    assert begun.mid_turn
    once = begun.play("b2-b3")
    assert once.mid_turn
    board, (black, white) = game.board, game.pieces(once.state)
    pair = board.bit(board.cell("b2")) | board.bit(board.cell("b3"))
    again = black ^ pair, white ^ pair
    assert again == game.pieces(begun.state)
    assert "b3-b2" not in once.moves()


@pytest.mark.parametrize(("name", "size"), [("vimbre", 4), ("shifty", 5)])
def test_as_written_draws_happen(name, size):
    draws = {}
    for variant in ("standard", "as-written"):
        played = Playouts(crosscut.game(name, size, variant))
        played.play(4000)
        draws[variant] = played.summary()["draws"] / 4000
    assert draws["standard"] == 0
    assert draws["as-written"] > 0.02


def test_both_are_stuck_in_vimbre_as_written():
    game = crosscut.game("vimbre", 3, "as-written")
    position = game.position("XOO/..X/OXX")
    assert position.turns() == position.play("pass").turns() == ["pass"]
    over = position.play("pass").play("pass")
    assert over.over
    assert over.winner is None
    assert crosscut.game("vimbre", 3).position("XOO/..X/OXX").turns() == ["a2,b2"]


def test_a_player_can_be_stuck_in_crossway():
    game = crosscut.game("crossway", 4)
    assert game.position("XOXO/O..O/XXOX/XOOO").turns() == ["pass"]


def test_fixed_sides_is_another_game():
    column, row = ".X./.X./.X.", ".../XXX/..."
    for variant, wins in (("standard", True), ("fixed-sides", False)):
        game = crosscut.game("gonnect", 3, variant)
        assert game.position(column).over
        assert game.position(row).over == wins


def test_every_departure_has_a_variant():
    for name in re.findall(r"--variant ([\w-]+)", TEXT):
        assert name in ("as-written", "fixed-sides", "quentin-2012")
    for name in ("resolve", "vimbre", "shifty"):
        assert "as-written" in crosscut.game(name).facts.variants
