"""Pictures of boards, in which everything has its place."""

import io
import random
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import dist

import pytest

import crosscut
from crosscut.apps.cli.terminal_game import WOOD, Session, paint
from crosscut.play import svg
from crosscut.play.diagram import board_lines, piece_letters, with_letter
from crosscut.play.piece_style import look
from crosscut.play.rulebook import rulebook
from crosscut.rules.boards import Hexagon, members
from crosscut.rules.games.connect_four import ConnectFour
from crosscut.rules.games.crossway import Crossway
from crosscut.rules.games.havannah import Havannah
from crosscut.rules.games.hex import Hex
from crosscut.rules.games.y import Y
from crosscut.rules.registry import ids
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from tests.support.for_each import for_each
from tests.support.game_files.fence import Fence
from tests.support.games import random_pieces


class AnyPieces:
    """A game that takes every diagram, so that all cells can be covered."""

    def flaw(self, pieces):
        return ""


@dataclass(frozen=True)
class AnySquare(AnyPieces, Crossway):
    facts = replace(Crossway.facts, smallest=1)


@dataclass(frozen=True)
class Columns(AnyPieces, ConnectFour):
    pass


@dataclass(frozen=True)
class OwnedY(Y):
    facts = replace(Y.facts, largest=26)
    goals = {"left": 0, "right": 1, "bottom": 0}


@dataclass(frozen=True)
class OwnedHavannah(Havannah):
    facts = replace(Havannah.facts, smallest=1)
    goals = {name: i % 2 for i, name in enumerate(Hexagon.facing)}


@dataclass(frozen=True)
class OwnedColumns(Columns):
    goals = AnySquare.goals


PICTURES = [
    game(size, "standard")
    for game, sizes in {
        AnySquare: (1, 2, 9, 26),
        Hex: (1, 2, 5, 11, 26),
        Y: (1, 2, 13),
        OwnedY: (1, 2, 26),
        Havannah: (2, 8),
        OwnedHavannah: (1, 6, 13),
        Columns: (2, 7, 19),
        OwnedColumns: (2, 12),
    }.items()
    for size in sizes
]


def picture(game, share=0.3):
    """Return a game's board with stones strewn over it, their number, and the parsed picture."""
    pieces = random_pieces(game, random.Random(game.size), share)
    text = "\n".join(board_lines(game.board, piece_letters(game, pieces)))
    root = ElementTree.fromstring(game.position(text).svg())
    return sum(len(members(stones)) for stones in pieces), root


def elements(root, tag):
    """Return all elements of a kind."""
    return list(root.iter("{http://www.w3.org/2000/svg}" + tag))


def numbers(element, *names):
    """Return some attributes as numbers."""
    return [float(element.get(name)) for name in names]


def corners(element):
    """Return the corners of a polygon."""
    pairs = (pair.split(",") for pair in element.get("points").split())
    return [(float(x), float(y)) for x, y in pairs]


def label_boxes(root):
    """Return left, top, right and bottom of the labels, for a font that runs rather wide."""
    boxes = []
    for text in elements(root, "text"):
        x, y, size = numbers(text, "x", "y", "font-size")
        half = 0.32 * size * len(text.text)
        boxes.append((x - half, y - 0.4 * size, x + half, y + 0.4 * size))
    return boxes


def round_boxes(root):
    """Yield left, top, right and bottom of stones, bars and links."""
    for circle in elements(root, "circle"):
        x, y, r = numbers(circle, "cx", "cy", "r")
        yield x - r - 1, y - r - 1, x + r + 1, y + r + 1
    for line in elements(root, "line"):
        x, y, u, v, width = numbers(line, "x1", "y1", "x2", "y2", "stroke-width")
        (x, u), (y, v), half = sorted((x, u)), sorted((y, v)), width / 2
        yield x - half, y - half, u + half, v + half


def outlines(root):
    """Return points all along the outlines of tiles and bands, closer than a label is wide."""
    points = set()
    for shape in elements(root, "polygon"):
        ends = corners(shape)
        for (x, y), (u, v) in zip(ends, ends[1:] + ends[:1], strict=True):
            points |= {(x + (u - x) * k / 6, y + (v - y) * k / 6) for k in range(6)}
    return points


@pytest.mark.parametrize("game", PICTURES, ids=repr)
def test_a_picture_shows_cells_stones_and_labels(game):
    stones, root = picture(game)
    for chain in [part for part in root if part.get("stroke") == svg.WON]:
        root.remove(chain)  # see test_winning_chains.py
    board, sides = game.board, len(game.goals)
    assert len(elements(root, "circle")) == stones
    assert [(t.text, *numbers(t, "x", "y")) for t in elements(root, "text")] == [
        (text, pytest.approx(x * svg.UNIT, abs=0.01), pytest.approx(y * svg.UNIT, abs=0.01))
        for x, y, text in board.labels
    ]
    tiles = [shape for shape in elements(root, "polygon") if shape.get("fill") is None]
    bands = [shape for shape in elements(root, "polygon") if shape.get("fill")]
    assert len(tiles) == (len(board.cells) if board.tile else 0)
    assert all(len(corners(tile)) == board.tile for tile in tiles)
    assert len(elements(root, "path")) == (0 if board.tile else 1)
    assert len(bands) == (sides if board.hexagonal else 0)
    assert len(elements(root, "line")) == (0 if board.hexagonal else 2 * sides)


@pytest.mark.parametrize("game", PICTURES, ids=repr)
def test_nothing_is_cut_off(game):
    _, root = picture(game, share=1)
    x, y, width, height = (float(number) for number in root.get("viewBox").split())
    points = [(u, v, u, v) for u, v in outlines(root)]
    for left, top, right, bottom in [*label_boxes(root), *round_boxes(root), *points]:
        assert x + 1 < left <= right < x + width - 1
        assert y + 1 < top <= bottom < y + height - 1


@pytest.mark.parametrize("game", PICTURES, ids=repr)
def test_labels_are_clear_of_everything(game):
    _, root = picture(game, share=1)
    labels = label_boxes(root)
    for i, (left, top, right, bottom) in enumerate(labels):
        for u, v, w, z in [*labels[:i], *round_boxes(root)]:
            assert right < u or w < left or bottom < v or z < top
        for x, y in outlines(root):
            assert not (left < x < right and top < y < bottom)


OWNED = [game for game in PICTURES if game.board.hexagonal and game.goals]


@pytest.mark.parametrize("game", OWNED, ids=repr)
def test_bands_share_the_outline_among_the_sides(game):
    """Together they are as long as the outline of the board, and each begins where one ends."""
    board, length, ends = game.board, 0.0, Counter()
    for side in board.sides:
        points = svg.band(board, side)
        inner, outer = points[: len(points) // 2], points[: len(points) // 2 - 1 : -1]
        length += sum(dist(*pair) for pair in pairwise(inner))
        for x, y in (inner[0], inner[-1], outer[0], outer[-1]):
            ends[round(x, 3) + 0.0, round(y, 3) + 0.0] += 1
        for x, y in outer:
            assert min(dist((x, y), svg.at(board, cell)) for cell in board.cells) > 0.5 * svg.UNIT
    outer_edges = 6 * len(board.cells) - 2 * len(board.links)
    assert length == pytest.approx(outer_edges * svg.UNIT / 3**0.5)
    assert set(ends.values()) == {2}
    assert len(ends) == 2 * len(board.sides)


def test_bands_have_the_colours_of_their_owners():
    game = Hex(5, "standard")
    _, root = picture(game, share=0)
    bands = [shape for shape in elements(root, "polygon") if shape.get("fill")]
    for shape, (side, colour) in zip(bands, game.goals.items(), strict=True):
        assert shape.get("fill") == look(game, colour).fill
        for cell in members(game.board.sides[side]):
            near = (dist(svg.at(game.board, cell), corner) for corner in corners(shape))
            assert min(near) < 0.6 * svg.UNIT


def test_the_last_stone_is_ringed():
    position = crosscut.game("hex", 5).position().play("c3").play("d3")
    ring = elements(ElementTree.fromstring(position.svg()), "circle")[-1]
    assert ring.get("fill") == "none"
    x, y = svg.at(position.game.board, position.game.board.cell("d3"))
    assert numbers(ring, "cx", "cy") == pytest.approx([x, y], abs=0.01)


def lightness(colour):
    """Return how light a colour is without its hue, from 0 to 1."""
    red, green, blue = bytes.fromhex(colour[1:])
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


@for_each("game", [*(crosscut.game(name) for name in ids()), Fence(4, "standard")])
def test_kinds_differ_by_more_than_their_hue(game):
    looks = [look(game, kind) for kind in range(len(game.kinds))]
    for one, other in combinations(looks, 2):
        assert one.sign != other.sign or abs(lightness(one.fill) - lightness(other.fill)) > 0.5


def circles_on(root, game, point):
    """Return the fills of the circles around the middle of a cell, from the lowest up."""
    middle = svg.at(game.board, game.board.cell(point))
    found = [c for c in elements(root, "circle") if dist(numbers(c, "cx", "cy"), middle) < 0.1]
    return [circle.get("fill") for circle in found]


def test_pieces_bear_their_signs_and_marks_are_clear_of_them():
    position = crosscut.game("snaketrail", 4).position(setup="W:d4 R:f4").play("first").play("red")
    position = position.play("c2").play("c3")
    game, marks = position.game, dict.fromkeys(map(position.game.board.cell, ("d4", "f4")), "dot")
    white, red, black, head = (look(game, kind) for kind in range(4))
    plain = ElementTree.fromstring(position.svg(last=False))
    assert circles_on(plain, game, "d4") == [white.fill]
    assert circles_on(plain, game, "f4") == [red.fill, "none"]
    assert circles_on(plain, game, "c2") == [black.fill]
    assert circles_on(plain, game, "c3") == [head.fill, svg.SIGN]
    shown = ElementTree.fromstring(position.svg(marks=marks))
    assert circles_on(shown, game, "d4") == [white.fill, svg.ACCENT]
    assert circles_on(shown, game, "f4") == [red.fill, "none", svg.SIGN, svg.ACCENT]
    assert circles_on(shown, game, "c3") == [head.fill, svg.SIGN, "none"]


# The terminal.


@pytest.mark.parametrize("name", ids())
def test_a_session_says_what_the_game_is_about(name, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    position = crosscut.game(name, pie=False).position()
    Session(position, set(), Engine(), Limits(1), autosave=False).run()
    shown = capsys.readouterr().out
    assert shown.count(rulebook(type(position.game)).summary) == 1
    sides = {"north": "top", "south": "bottom", "west": "left", "east": "right"}
    game, before = position.game, position.game.prelude(position.state)
    for colour in (0, 1):
        name = with_letter(game, game.player(position.state, colour))
        assert before or name == "{} ({})".format(*game.kinds[colour])
        own = [sides[side] for side, owner in game.goals.items() if owner == colour]
        joins = f", joins {own[0]} and {own[1]}" if own else ""
        assert f"{name}: a person{joins}\n" in shown


@pytest.mark.parametrize("game", [Y(15, "standard"), Hex(12, "standard"), Fence(4, "standard")])
def test_rows_are_painted_between_their_labels(game):
    letters = piece_letters(game, random_pieces(game, random.Random(1), 0.8))
    lines = board_lines(game.board, letters, game.board.cells[::7])
    rows = [line for line in lines if not set(line) <= set(" abcdefghijklmnopqrstuvwxyz")]
    for line, row in zip(rows, game.board.rows, strict=True):
        text = paint(line, game)
        wood, *rest = text.spans
        assert WOOD in wood.style
        assert re.fullmatch(r" *([a-z]|\d+)", text.plain[: wood.start])
        assert text.plain[wood.end :] == (str(len(row)) if isinstance(game, Y) else "")
        painted = [(text.plain[span.start], span.style) for span in rest]
        inks = [f"bold {look(game, kind).ink}" for kind in range(len(game.kinds))]
        styles = {letter: ink for (_, letter), ink in zip(game.kinds, inks, strict=True)}
        assert [(symbol, style) for symbol, style in painted if symbol in styles] == [
            (letters[cell], styles[letters[cell]]) for cell in row if cell in letters
        ]
