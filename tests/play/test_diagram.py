"""Boards as text that can be read back."""

import random
import re
from collections import Counter

import pytest

import crosscut
from crosscut.core.errors import BadNotation
from crosscut.play.diagram import board_lines, piece_letters, read_diagram, write_diagram
from crosscut.rules.boards import Hexagon, Rectangle, Rhombus, Square, Triangle
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.registry import game_class, ids
from tests.support.for_each import for_each
from tests.support.games import in_prelude, player, random_pieces

MORE_SIZES = {"crossway": (3, 26), "havannah": (3, 13), "hex": (2, 26), "y": (4, 19)}
"""Sizes beside the smallest and the default; the large ones have rows called o and x."""
SIZED = [
    (name, size)
    for name, facts in ((name, game_class(name).facts) for name in ids())
    for size in sorted({*MORE_SIZES.get(name, (3, 10)), facts.smallest, facts.size})
]


def random_positions(name, size, seed, taps=30):
    """Yield the positions of a random game, or of its first taps."""
    rng = random.Random(f"{name} {size} {seed}")
    variant = rng.choice(list(game_class(name).facts.variants))
    position = crosscut.game(name, size, variant, pie=False).position()
    yield position
    while not position.over and taps:
        position = position.tap(rng.choice(position.actions()))
        yield position
        taps -= 1


# Text.


@pytest.mark.parametrize(("name", "size"), SIZED)
def test_what_is_written_is_read_back(name, size):
    for position in random_positions(name, size, "text"):
        game, marked = position.game, position.game.board.cells[::3]
        wide = write_diagram(position, wide=True)
        for text in (str(position), wide, write_diagram(position, marked)):
            if position.mid_turn or in_prelude(position):
                refusal = "unfinished turn" if position.mid_turn else "is no colour"
                with pytest.raises(BadNotation, match=refusal):
                    read_diagram(game, text)
                continue
            pieces, colour = read_diagram(game, text)
            assert pieces == game.pieces(position.state)
            if position.result == NOBODY:
                assert game.kinds[colour][1] == player(position, position.colour)
            elif position.result != DRAW:
                assert game.kinds[colour][1] == player(position, 1 - position.result)


@pytest.mark.parametrize(("name", "size"), SIZED)
@for_each("share", [0.1, 0.5, 1])
def test_any_pieces_are_read_back(name, size, share):
    game, rng = crosscut.game(name, size), random.Random(f"{name} {size} {share}")
    for _ in range(3):
        pieces = random_pieces(game, rng, share)
        letters = piece_letters(game, pieces)
        for marked in ((), game.board.cells, rng.sample(game.board.cells, 1)):
            text = "\n".join(board_lines(game.board, letters, marked))
            assert read_diagram(game, text) == (pieces, 0)
            second = game.kinds[1][0].lower()
            assert read_diagram(game, text.replace("(", "[").replace(")", "]"), second)[1] == 1
        plain = ["".join(letters.get(cell, ".") for cell in row) for row in game.board.rows]
        assert read_diagram(game, "/".join(plain)) == (pieces, 0)
        assert read_diagram(game, "\n".join(" ".join(row.lower()) for row in plain))[0] == pieces


def test_a_label_is_no_piece():
    """Row o of a Y board begins with an o that is no stone, unless no row has its label."""
    game = crosscut.game("y", 15)
    labelled = str(game.position()).splitlines()[:15]
    assert labelled[14].split()[0] == "o"
    assert read_diagram(game, "\n".join(labelled)) == ((0, 0), 0)
    short = labelled[14].replace(" .", "", 1)
    with pytest.raises(BadNotation, match="row 15 of the diagram has 14 points, not 15"):
        read_diagram(game, "\n".join([*labelled[:14], short]))
    plain = ["." * len(row) for row in game.board.rows]
    plain[14] = "o" + plain[14][1:]
    assert read_diagram(game, "/".join(plain)) == ((0, 1 << game.board.cell("o1")), 0)


BAD = {
    ("hex", ". . ./. . ."): "the diagram has 2 rows, not 3",
    ("hex", ".../..../..."): "row 2 of the diagram has 4 points, not 3",
    ("hex", "1 ...\n 3 ...\n  2 ..."): "row 2 of the diagram is labelled 3, not 2",
    ("y", "a . 1\nb . . 2\nc . z . 3"): "row 3 of the diagram has 'z'; use . X O",
    ("y", "a .\nb .\nc . . ."): "row 2 of the diagram has 1 points, not 2",
    ("y", "1 .\n2 . .\n3 . . ."): "row 1 of the diagram is labelled 1, not a",
    ("y", "./../..İ"): "row 3 of the diagram has 'i̇'; use . X O",
    ("havannah", ".../..../...../..../.."): "row 5 of the diagram has 2 points, not 3",
    ("filler", "1 ...\n2 ...\n3 ..."): "row 1 of the diagram is labelled 1, not 3",
    ("filler", ".../.../...\nto move"): "'to' is no colour; say Black (X) or White (O)",
    ("filler", 5): "a diagram is text, not 5",
}


@pytest.mark.parametrize(("name", "text"), BAD)
def test_broken_diagrams_say_what_is_wrong(name, text):
    with pytest.raises(BadNotation) as error:
        crosscut.game(name, 3).position(text)
    assert str(error.value) == BAD[name, text]


@pytest.mark.parametrize("name", ["hex", "y", "havannah", "connect_four"])
def test_damaged_diagrams_are_read_or_refused(name):
    """Whatever is deleted from a diagram or put into it, the answer is pieces or `BadNotation`."""
    rng = random.Random(name)
    *_, position = random_positions(name, 4, "damage")
    refused = 0
    for _ in range(300):
        text = list(str(position))
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(text))
            text[i : i + rng.randint(0, 2)] = rng.choice(
                ["", "/", "\n", "x", "(", "7", "é", "²", "."]
            )
        try:
            pieces, colour = read_diagram(position.game, "".join(text))
        except BadNotation:
            refused += 1
        else:
            assert colour in (0, 1)
            assert not pieces[0] & pieces[1]
    assert refused > 100


BOARDS = [
    *(shape(size) for shape in (Square, Rhombus, Triangle) for size in (1, 2, 5, 10, 26)),
    *(Hexagon(size) for size in (1, 2, 4, 8, 13)),
    *(Rectangle(columns, height) for columns, height in ((1, 1), (7, 6), (3, 12), (26, 25))),
]


@for_each("wide", [False, True])
@for_each("board", BOARDS, ids=repr)
def test_text_shows_what_is_beside_what(board, wide):
    lines = board_lines(board, {}, wide=wide)
    rows = [line for line in lines if "." in line]
    assert len(rows) == len(board.rows)
    columns = {}
    for line, row in zip(rows, board.rows, strict=True):
        dots = [i for i, symbol in enumerate(line) if symbol == "."]
        columns |= dict(zip(row, dots, strict=True))
        label = re.match(r" *(\w+) \.", line)  # directly left of the row
        assert label[1] in board.name(row[0])
    step = 3 if wide else 2
    apart = {step // 2, (step + 1) // 2} if board.hexagonal else {0}
    for cell, other in board.links:
        same_row = board.place(cell)[1] == board.place(other)[1]
        assert abs(columns[cell] - columns[other]) in ({step} if same_row else apart)
    shown = Counter(" ".join(lines).replace(".", " ").split())
    assert shown == Counter(text for _, _, text in board.labels)


@pytest.mark.parametrize("size", [1, 3, 26])
def test_letters_of_hex_stand_above_their_columns(size):
    letters, first, *_ = board_lines(Rhombus(size), {})
    above = [i + 1 for i, text in enumerate(letters) if text != " "]
    assert above == [i for i, text in enumerate(first) if text == "."]
