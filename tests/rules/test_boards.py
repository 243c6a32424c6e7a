"""Boards: names, neighbours, fills, symmetries and places, against plain arithmetic."""

import random

import pytest

from crosscut.core.errors import BadNotation
from crosscut.rules.boards import Square, members

SIZES = (1, 2, 3, 5, 8, 9, 19, 26)


def point(board, cell):
    row, column = divmod(cell, board.size)
    return column, row


def near(board, cell, steps):
    x, y = point(board, cell)
    return {
        (y + dy) * board.size + x + dx
        for dx, dy in steps
        if 0 <= x + dx < board.size and 0 <= y + dy < board.size
    }


STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
KING = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_of_every_cell(size):
    board = Square(size)
    for cell in board.cells:
        assert set(members(board.neighbours(1 << cell))) == near(board, cell, STRAIGHT)
        assert set(members(board.around(1 << cell))) == near(board, cell, KING)


@pytest.mark.parametrize("size", SIZES)
def test_names_go_both_ways(size):
    board = Square(size)
    assert board.name(0) == "a1"
    assert len(board.names) == size * size
    assert all(board.cell(board.name(cell)) == cell for cell in board.cells)
    assert board.cell("A1") == 0


def test_a_name_that_is_not_on_the_board_says_what_is():
    with pytest.raises(BadNotation, match="'j1' is not on this board, which goes from a1 to i9"):
        Square(9).cell("j1")


@pytest.mark.parametrize("size", SIZES)
def test_sides_share_their_corners(size):
    board = Square(size)
    assert {name: bin(side).count("1") for name, side in board.sides.items()} == dict.fromkeys(
        ("north", "east", "south", "west"), size
    )
    assert board.north & board.west == 1 << board.cell(f"a{size}")
    assert board.south & board.west == 1 << board.cell("a1")


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_symmetries_keep_neighbours(size):
    board = Square(size)
    assert len(board.symmetries) == 8
    assert board.symmetries[0] == board.cells
    assert len({tuple(image) for image in board.symmetries}) == 8
    for image in board.symmetries:
        assert sorted(image) == board.cells
        for cell, other in board.links:
            assert board.neighbours(1 << image[cell]) >> image[other] & 1


@pytest.mark.parametrize("size", [3, 6, 9])
def test_fill_equals_a_search(size):
    board, source = Square(size), random.Random(size)
    for _ in range(200):
        within = source.getrandbits(board.width) | source.getrandbits(board.width)
        seed = 1 << source.randrange(board.width)
        found, waiting = set(), members(seed & within)
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.add(cell)
                waiting += [other for other in near(board, cell, STRAIGHT) if within >> other & 1]
        assert set(members(board.fill(seed, within))) == found


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_bare_diagonals_equal_the_definition(size):
    board, source = Square(size), random.Random(size)
    for _ in range(300):
        stones = source.getrandbits(board.width) & source.getrandbits(board.width)
        pairs = []
        for cell in members(stones):
            x, y = point(board, cell)
            for other in near(board, cell, ((1, 1), (-1, 1))):
                u, v = point(board, other)
                commons = (y * size + u, v * size + x)
                if stones >> other & 1 and not any(stones >> c & 1 for c in commons):
                    pairs.append((cell, other))
        assert sorted(board.bare_pairs(stones)) == sorted(pairs)
        assert set(members(board.bare(stones))) == {low for low, _ in pairs}
        if pairs:
            two = board.closers(stones)
            assert any(
                two == (1 << (a // size * size + b % size)) | (1 << (b // size * size + a % size))
                for a, b in pairs
            )
        else:
            spots = {
                cell
                for cell in members(board.full & ~stones)
                if board.bare_pairs(stones | 1 << cell)
            }
            assert set(members(board.bare_spots(stones) & ~stones)) == spots


def test_places_are_one_apart_and_rows_read_from_the_top():
    board = Square(5)
    for cell, other in board.links:
        (x, y), (u, v) = board.place(cell), board.place(other)
        assert abs(x - u) + abs(y - v) == 1
    assert [board.name(cell) for cell in board.rows[0]] == ["a5", "b5", "c5", "d5", "e5"]
    assert [text for _, _, text in board.labels] == list("12345abcde")
