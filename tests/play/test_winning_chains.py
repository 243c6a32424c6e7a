"""How a game was won, as pictures show it: pieces in rings, and the links that the rules know."""

import random
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from math import dist

import pytest

import crosscut
from crosscut.apps.web.views.position import view
from crosscut.play import svg
from crosscut.play.status import deciding_cells
from crosscut.rules.boards import members
from tests.rules.reference.common import ALL_ROUND, ORTHOGONAL, flood, place
from tests.support.games import SMALL_SIZES, all_variants

pytestmark = pytest.mark.usefixtures("interpreted")

DIAGONALLY = {"connect_four", "crossway", "konobi", "kopano", "shifty"}
"""The games on squares in which stones are linked diagonally too, as their rules say."""
AS_WRITTEN = ("shifty", "as-written")
WITHOUT = {"filler", "serpent"}
"""The games that nobody wins by a chain."""
WON = [each for each in all_variants() if each[0] not in WITHOUT]


def won_games(name, variant, number=4):
    """Yield the last positions of random games that somebody has won by a chain."""
    game, found = crosscut.game(name, SMALL_SIZES[name], variant, pie=False), 0
    for seed in range(100):
        rng = random.Random(f"{name} {variant} {seed}")
        position = game.position(seed=seed) if game.has_deal else game.position()
        while not position.over:
            position = position.tap(rng.choice(position.actions()))
        if deciding_cells(position):
            yield position
            found += 1
        if found == number:
            return
    raise AssertionError(f"only {found} of 100 random games were won by a chain")


def linked_by_rule(position, one, other):
    """Tell whether the rules link two cells, from their names or places alone."""
    game = position.game
    if game.board.hexagonal:
        cells = (game.board.cell(each) for each in (one, other))
        return dist(*map(game.board.place, cells)) == pytest.approx(1)
    (x, y), (u, v) = place(one), place(other)
    diagonally = game.id in DIAGONALLY and (game.id, game.variant) != AS_WRITTEN
    return (u - x, v - y) in (ALL_ROUND if diagonally else ORTHOGONAL)


def drawn(position):
    """Return the links that a picture shows, as pairs of names, and the pieces with rings."""
    game = position.game
    where = {svg.at(game.board, cell): game.board.name(cell) for cell in game.board.cells}

    def named(element, *at):
        spot = [float(element.get(each)) for each in at]
        return next(name for there, name in where.items() if dist(there, spot) < 0.01)

    root = ElementTree.fromstring(position.svg())
    groups = [each for each in root if each.get("stroke") == svg.WON]
    lines = [line for each in groups for line in each if line.tag.endswith("line")]
    rings = [ring for each in groups for ring in each if ring.tag.endswith("circle")]
    links = [(named(line, "x1", "y1"), named(line, "x2", "y2")) for line in lines]
    return links, [named(ring, "cx", "cy") for ring in rings]


@pytest.mark.parametrize(("name", "variant"), WON)
def test_a_chain_is_drawn_by_the_links_of_the_rules(name, variant):
    for position in won_games(name, variant):
        shown = view(position)
        links, chain = [tuple(link) for link in shown["links"]], shown["chain"]
        assert set(links) == {
            pair for pair in combinations(chain, 2) if linked_by_rule(position, *pair)
        }
        beside = {cell: [b for a, b in links + [(b, a) for a, b in links] if a == cell]
                  for cell in chain}  # fmt: skip
        assert flood(chain[:1], set(chain), beside) == set(chain)
        assert drawn(position) == (links, chain)


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_where_no_chain_wins_none_is_drawn(name):
    rng = random.Random(name)
    position = crosscut.game(name, SMALL_SIZES[name]).position()
    while not position.over:
        assert drawn(position) == ([], [])
        position = position.tap(rng.choice(position.actions()))
    assert drawn(position) == ([], [])
    assert view(position)["links"] == view(position)["chain"] == []


def test_four_in_a_row_are_linked_diagonally():
    game = crosscut.game("connect_four", 5)
    position = game.position("...X./..XO./.XOO./XOOX.")
    assert drawn(position)[0] == [("a1", "b2"), ("b2", "c3"), ("c3", "d4")]


def test_a_ring_of_havannah_is_closed():
    position = crosscut.game("havannah", 3).position("O../.XX./.X.XO/.XXO/..O")
    links, chain = drawn(position)
    assert len(links) == len(chain) == 6
    assert all(sum(cell in link for link in links) == 2 for cell in chain)


def test_pieces_hide_the_links_below_them():
    position = crosscut.game("hex", 2).position("X./XO")
    text = position.svg()
    board, stones = position.game.board, position.game.pieces(position.state)[0]
    first = text.index(svg.stone(board, members(stones)[0], svg.look(position.game, 0)))
    assert text.index(f'stroke="{svg.WON}"') < first
