"""Boards of every shape: one interface, and geometry that agrees with places on paper."""

import random
from math import dist

import pytest

from crosscut.rules.boards import Hexagon, Rectangle, Rhombus, Square, Triangle, members

BOARDS = [
    *(Rhombus(size) for size in (1, 2, 5, 11)),
    *(Triangle(size) for size in (1, 2, 6, 9)),
    *(Hexagon(size) for size in (1, 2, 4, 8)),
    Rectangle(7, 6),
    Rectangle(2, 5),
    Square(5),
    Square(4, diagonal=True),
]
SYMMETRIES = {Rhombus: 4, Triangle: 6, Hexagon: 12, Rectangle: 4, Square: 8}
every_board = pytest.mark.parametrize("board", BOARDS, ids=repr)


@every_board
def test_neighbours_are_the_cells_at_distance_one(board):
    places = {cell: board.place(cell) for cell in board.cells}
    for cell, here in places.items():
        near = {other for other, there in places.items() if abs(dist(here, there) - 1) < 1e-9}
        assert set(members(board.neighbours(1 << cell))) == near


@every_board
def test_symmetries_keep_cells_and_links(board):
    assert len(board.symmetries) == SYMMETRIES[type(board)]
    links = {frozenset(link) for link in board.links}
    for image in board.symmetries:
        assert sorted(image[cell] for cell in board.cells) == board.cells
        assert {frozenset((image[a], image[b])) for a, b in board.links} == links
    assert all(board.symmetries[0][cell] == cell for cell in board.cells)
    if len(board.cells) > 7:
        assert len({tuple(image) for image in board.symmetries}) == len(board.symmetries)


@every_board
def test_names_are_unique_and_read_back(board):
    assert len(board.names) == len(board.cells) == board.full.bit_count()
    assert all(board.cell(board.name(cell)) == cell for cell in board.cells)


@every_board
def test_fill_of_groups_equals_a_search(board):
    source = random.Random(4)
    for _ in range(60):
        within = source.getrandbits(board.width) & board.full
        seed = 1 << source.choice(board.cells)
        found, waiting = set(), members(seed & within)
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.add(cell)
                waiting += members(board.linked(1 << cell) & within)
        assert set(members(board.fill(seed, within))) == found


@pytest.mark.parametrize(
    ("board", "name", "near"),
    [
        (Rhombus(3), "b2", "a2 c2 b1 b3 c1 a3"),
        (Rhombus(3), "a1", "b1 a2"),
        (Rhombus(3), "c1", "b1 b2 c2"),
        (Triangle(4), "c2", "c1 c3 b1 b2 d2 d3"),
        (Triangle(4), "a1", "b1 b2"),
        (Hexagon(3), "a1", "a2 b1 b2"),
        (Hexagon(3), "b2", "b1 b3 a1 a2 c2 c3"),
        (Hexagon(3), "c3", "c2 c4 b2 b3 d2 d3"),
        (Hexagon(3), "d2", "d1 d3 c2 c3 e1 e2"),
        (Hexagon(3), "e1", "e2 d1 d2"),
    ],
    ids=str,
)
def test_known_neighbours(board, name, near):
    found = members(board.neighbours(1 << board.cell(name)))
    assert {board.name(cell) for cell in found} == set(near.split())


def test_sides_and_corners():
    triangle, hexagon, rhombus = Triangle(4), Hexagon(4), Rhombus(3)
    assert triangle.left & triangle.right == 1 << triangle.cell("a1")
    assert triangle.left & triangle.bottom == 1 << triangle.cell("d1")
    assert {hexagon.name(cell) for cell in members(hexagon.corners)} == set(
        "a1 a4 d1 d7 g1 g4".split()
    )
    assert hexagon.rim.bit_count() == 18
    assert [side.bit_count() for side in hexagon.sides.values()] == [4] * 6
    assert rhombus.north == 0b111
    assert rhombus.name(members(rhombus.south)[0]) == "a3"


def test_rows_beyond_the_alphabet_have_two_letters():
    board = Hexagon(19)
    assert len(board.names) == 1027
    assert board.name(board.cells[-1]) == "ak19"


# What games ask of a grid.


def blocks_of(board):
    """Yield the four cells of every block: low left, low right, high left, high right."""
    for low in range(board.height - 1):
        for left in range(board.columns - 1):
            cell = low * board.columns + left
            yield cell, cell + 1, cell + board.columns, cell + board.columns + 1


def crosscuts(board, own, enemy):
    """Return the crosscuts on a board, each as its own and its enemy cells."""
    for a, b, c, d in blocks_of(board):
        for mine, theirs in (((a, d), (b, c)), ((b, c), (a, d))):
            if all(own >> x & 1 for x in mine) and all(enemy >> x & 1 for x in theirs):
                yield mine, theirs


def random_stones(board, source):
    own = source.getrandbits(board.width)
    return own & source.getrandbits(board.width), ~own & source.getrandbits(board.width)


@pytest.mark.parametrize("board", [Square(3), Square(5), Square(9), Rectangle(6, 3)], ids=repr)
def test_crosscuts_equal_the_definition(board):
    source = random.Random(board.width)
    for _ in range(200):
        own, enemy = random_stones(board, source)
        found = list(crosscuts(board, own, enemy))
        assert set(members(board.crosscut_stones(own, enemy))) == {
            cell for mine, _ in found for cell in mine
        }
        for cell in members(own):
            partners = {x for mine, theirs in found if cell in mine for x in theirs}
            got = board.crosscut_partners(1 << cell, own, enemy)
            assert set(members(got)) == partners
        free = board.full & ~(own | enemy)
        spots = {
            cell
            for cell in members(free)
            if any(cell in mine for mine, _ in crosscuts(board, own | 1 << cell, enemy))
        }
        assert set(members(board.crosscut_spots(own, enemy) & free)) == spots


@pytest.mark.parametrize("board", [Square(4), Square(7), Rectangle(5, 3)], ids=repr)
def test_blocks_and_closing_spots_equal_the_definition(board):
    source = random.Random(board.width)
    for _ in range(200):
        cells = source.getrandbits(board.width) | source.getrandbits(board.width)
        whole = [block for block in blocks_of(board) if all(cells >> x & 1 for x in block)]
        assert set(members(board.blocks(cells))) == {x for block in whole for x in block}
        stones = cells & source.getrandbits(board.width) & source.getrandbits(board.width)
        commons = 0
        for low, high in board.bare_pairs(stones):
            commons |= board.neighbours(1 << low) & board.neighbours(1 << high)
        assert board.closing_spots(stones) == commons


@pytest.mark.parametrize("board", [Square(5), Hexagon(3), Rhombus(4)], ids=repr)
def test_groups_without_liberties(board):
    source = random.Random(7)
    for _ in range(200):
        stones = (source.getrandbits(board.width) | source.getrandbits(board.width)) & board.full
        free = board.full & ~stones & source.getrandbits(board.width)
        cell = 1 << source.choice(board.cells)
        dead = 0
        for stone in members(stones & board.neighbours(cell)):
            group = board.fill(1 << stone, stones)
            if not board.neighbours(group) & free:
                dead |= group
        assert board.stifled(stones, cell, free) == dead


def test_a_queen_goes_over_free_points_only():
    board = Square(5)
    free = board.full & ~(1 << board.cell("c3") | 1 << board.cell("c4") | 1 << board.cell("e2"))
    reached = {board.name(cell) for cell in members(board.queen(1 << board.cell("c3"), free))}
    assert reached == set("a1 b2 d4 e5 a5 b4 d2 e1 a3 b3 d3 e3 c1 c2".split())


@pytest.mark.parametrize("board", [Square(6), Square(6, diagonal=True), Rhombus(6)], ids=repr)
def test_a_stone_that_joins_two_sides(board):
    """Asking for the stone just placed agrees with asking for the whole colour."""
    source, joined = random.Random(2), 0
    for _ in range(6000):
        stones = source.getrandbits(board.width) | source.getrandbits(board.width)
        stone = 1 << source.choice(members(stones))
        for colour in (0, 1):
            if not board.crosses(stones ^ stone, colour):
                assert board.crosses_at(stones, stone, colour) == board.crosses(stones, colour)
                joined += board.crosses(stones, colour)
    assert joined > 30
