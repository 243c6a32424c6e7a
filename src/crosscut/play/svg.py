"""Positions as pictures: SVG from the same geometry as everything else."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from math import cos, pi, radians, sin
from typing import NamedTuple

from crosscut.core.errors import BadOption
from crosscut.play.diagram import status
from crosscut.play.piece_style import Look, look
from crosscut.play.position import Position
from crosscut.play.status import deciding_cells, deciding_links
from crosscut.rules.boards import Board, members
from crosscut.rules.game import Game

UNIT = 40
"""Pixels between neighbouring cells."""
MARGIN, LETTER = 1.1, 0.15
"""Room around the outermost cells, and more of it for each character of a label, in cells."""
WOOD, LINE, TEXT, ACCENT = "#e7c68f", "#7a5c33", "#5b4526", "#d9480f"
TILE, SIGN, WON = "#f2dcb3", "#fbfaf6", "#e67700"
HOLLOW = ("ring", "square")
"""The signs that leave no room for a mark."""
BAND = 0.16
"""How broad the bands along the sides of a board of hexagons are, in cells."""
LEGEND = 0.65
"""How much room a line of the legend takes, in cells."""


class Note(NamedTuple):
    """A coloured disc with a letter, so that it tells something without its colour too."""

    fill: str
    letter: str
    meaning: str
    """What it says in the legend."""


def draw(
    position: Position,
    marks: Mapping[int, str] | None = None,
    last: bool = True,
    notes: Mapping[int, Note] | None = None,
) -> str:
    """Return a picture of a position; ``marks`` puts a cross, check, dot or ring on cells.

    The pieces by which a game was won have rings around them, and lines where they are linked.
    ``notes`` puts discs with letters there, and explains them below the board.
    """
    board = position.game.board
    parts = [*ground(position.game), *chain(position)]
    taken = held = position.game.in_hand(position.state)
    signs = {}
    for kind, stones in enumerate(position.game.pieces(position.state)):
        style = look(position.game, kind)
        parts += [stone(board, cell, style) for cell in members(stones)]
        signs |= dict.fromkeys(members(stones), style.sign)
        taken |= stones
    own = look(position.game, position.colour)
    parts += [stone(board, cell, own, 0.35) for cell in members(held)]
    shown = {}
    for cell in position.last_cells() if last else ():
        shown[cell] = "ring" if taken >> cell & 1 else "dot"
    for cell, shape in (shown | dict(marks or {})).items():
        if signs.get(cell) in HOLLOW:
            parts.append(disc(*at(board, cell)))
        parts.append(mark(*at(board, cell), shape))
    notes = notes or {}
    parts += [lettered_disc(*at(board, cell), note) for cell, note in notes.items()]
    title = f"{position.game.facts.title}: {status(position)}"
    return document(board, title, parts, sorted(set(notes.values()), key=lambda note: note.letter))


def document(board: Board, title: str, parts: list[str], legend: Sequence[Note] = ()) -> str:
    """Return the whole SVG document."""
    x, y, width, height = frame(board)
    explained = legend_lines(x + 0.6 * UNIT, y + height, legend)
    height += LEGEND * UNIT * (len(legend) + bool(legend) / 2)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}"'
            f' width="{width:g}" height="{height:g}" role="img"'
            ' font-family="system-ui, sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10"'
            f' fill="{WOOD}"/>',
            *parts,
            *explained,
            "</svg>",
        ]
    )


def at(board: Board, cell: int) -> tuple[float, float]:
    """Return the place of a cell in pixels."""
    x, y = board.place(cell)
    return x * UNIT, y * UNIT


def extent(board: Board) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of the outermost cells in pixels."""
    xs, ys = zip(*(at(board, cell) for cell in board.cells), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def frame(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a picture of the board with its labels, in pixels."""
    left, top, right, bottom = extent(board)
    longest = max((len(text) for _, _, text in board.labels), default=0)
    margin = (MARGIN + LETTER * longest) * UNIT
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


@lru_cache(maxsize=50)
def ground(game: Game) -> tuple[str, ...]:
    """Return all that is drawn of a board before there are pieces on it."""
    board = game.board
    return (*sides(game), *(tiles(board) if board.tile else grid(board)), *labels(board))


def grid(board: Board) -> list[str]:
    """Return the lines of the board."""
    path = ""
    for cell, other in board.links:
        (x, y), (u, v) = at(board, cell), at(board, other)
        path += f"M{x:g} {y:g}L{u:g} {v:g}"
    return [f'<path d="{path}" stroke="{LINE}" stroke-width="1.5" fill="none"/>']


def tiles(board: Board) -> list[str]:
    """Return the tiles of the board."""
    shapes = [polygon(tile(*at(board, cell), board.tile)) for cell in board.cells]
    return [f'<g fill="{TILE}" stroke="{LINE}" stroke-width="1.5">', *shapes, "</g>"]


def tile(x: float, y: float, corners: int) -> list[tuple[float, float]]:
    """Return the corners of a tile around a place in pixels."""
    radius = 0.5 / cos(pi / corners)
    return [polar(x, y, 180 / corners * (2 * k + 1), radius) for k in range(corners)]


def sides(game: Game) -> list[str]:
    """Return a bar or a band in its owner's colour along every side that has one."""
    board = game.board
    goals = {side: look(game, owner) for side, owner in game.goals.items()}
    if board.hexagonal:
        return [
            polygon(band(board, side), fill=style.fill, stroke=style.outline)
            for side, style in goals.items()
        ]
    bars = []
    for name, style in goals.items():
        x, y, u, v = (f"{end:g}" for end in bar(board, name))
        line = f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" stroke-linecap="round"'
        bars.append(f'{line} stroke="{style.outline}" stroke-width="9"/>')
        bars.append(f'{line} stroke="{style.fill}" stroke-width="6"/>')
    return bars


def bar(board: Board, side: str) -> tuple[float, float, float, float]:
    """Return where the bar along a side of a square board begins and ends, in pixels."""
    left, top, right, bottom = extent(board)
    gap = 0.64 * UNIT
    return {
        "north": (left, top - gap, right, top - gap),
        "south": (left, bottom + gap, right, bottom + gap),
        "west": (left - gap, top, left - gap, bottom),
        "east": (right + gap, top, right + gap, bottom),
    }[side]


def band(board: Board, side: str) -> list[tuple[float, float]]:
    """Return the corners of a band along the outer edges of the hexagons of a side.

    Where a side meets the next one the outermost hexagon turns four edges outwards, two for each,
    or three, of which the middle one is shared by halves.
    """
    facing, radius = board.facing[side], 0.5 / cos(pi / 6)
    right, down = cos(radians(facing)), -sin(radians(facing))

    def along(cell: int) -> float:
        x, y = board.place(cell)
        return y * right - x * down

    cells = sorted(members(board.sides[side]), key=along)
    places = [at(board, cell) for cell in cells]
    inner = [polar(*place, facing + turn, radius) for place in places for turn in (60, 0, -60)]
    breadth = 2 * BAND * radius * UNIT
    outer = [(x + breadth * right, y + breadth * down) for x, y in inner]
    for end, turn in ((0, 60), (-1, -60)):
        angle, reach = facing + turn, radius
        if angle % 360 in board.facing.values():
            angle, reach = facing + turn / 2, 0.5
        inner[end] = polar(*places[end], angle, reach)
        outer[end] = polar(*places[end], angle, reach * (1 + 2 * BAND))
    return inner + outer[::-1]


def polar(x: float, y: float, angle: float, distance: float) -> tuple[float, float]:
    """Return the point so many cells from a place in pixels; 90 degrees are upwards."""
    return (
        x + distance * UNIT * cos(radians(angle)),
        y - distance * UNIT * sin(radians(angle)),
    )


def polygon(points: list[tuple[float, float]], **style: str) -> str:
    """Return a polygon."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    styles = "".join(f' {name}="{value}"' for name, value in style.items())
    return f'<polygon points="{corners}"{styles}/>'


def labels(board: Board) -> list[str]:
    """Return the coordinates around the board."""
    return [
        f'<text x="{x * UNIT:g}" y="{y * UNIT:g}" dy="0.35em" font-size="{UNIT * 0.36:g}"'
        f' text-anchor="middle" fill="{TEXT}">{escape(text)}</text>'
        for x, y, text in board.labels
    ]


def chain(position: Position) -> list[str]:
    """Return what shows how a game was won; it lies below the pieces."""
    cells = deciding_cells(position)
    if not cells:
        return []
    board, parts = position.game.board, [f'<g stroke="{WON}" fill="none" stroke-linecap="round">']
    for (x, y), (u, v) in ((at(board, a), at(board, b)) for a, b in deciding_links(position)):
        parts.append(f'<line x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}" stroke-width="9"/>')
    for x, y in (at(board, cell) for cell in cells):
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.47:g}" stroke-width="3.5"/>')
    return [*parts, "</g>"]


def stone(board: Board, cell: int, style: Look, opacity: float = 1) -> str:
    """Return one piece on a cell."""
    return piece(*at(board, cell), stone_radius(board), style, opacity)


def stone_radius(board: Board) -> float:
    """Return the radius of pieces in pixels."""
    return UNIT * (0.4 if board.tile else 0.44)


def piece(x: float, y: float, radius: float, style: Look, opacity: float = 1) -> str:
    """Return one piece at a place in pixels; kinds differ by fill, outline and sign."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{style.fill}"'
        f' stroke="{style.outline}" stroke-width="1.5" opacity="{opacity:g}"/>'
        + sign(x, y, radius, style.sign)
    )


def sign(x: float, y: float, radius: float, shape: str) -> str:
    """Return what is drawn on a piece so that it differs by more than its colour."""
    if shape == "ring":
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{0.62 * radius:g}" fill="none" stroke="{SIGN}"'
            ' stroke-width="2"/>'
        )
    if shape == "dot":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{0.26 * radius:g}" fill="{SIGN}"/>'
    if shape == "square":
        side = 0.7 * radius
        return (
            f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}"'
            f' fill="none" stroke="{SIGN}" stroke-width="2"/>'
        )
    return ""


def lettered_disc(x: float, y: float, note: Note) -> str:
    """Return a note at a place in pixels."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.28:g}" fill="{note.fill}" stroke="{TEXT}"/>'
        f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{UNIT * 0.36:g}" font-weight="bold"'
        f' text-anchor="middle" fill="{TEXT}">{escape(note.letter)}</text>'
    )


def legend_lines(x: float, y: float, legend: Sequence[Note]) -> list[str]:
    """Return what the notes mean, one below the other from a place in pixels on."""
    lines = []
    for number, note in enumerate(legend):
        below = y + LEGEND * UNIT * (number + 0.5)
        lines.append(
            lettered_disc(x, below, note)
            + f'<text x="{x + 0.5 * UNIT:g}" y="{below:g}" dy="0.35em"'
            f' font-size="{UNIT * 0.36:g}" fill="{TEXT}">{escape(note.meaning)}</text>'
        )
    return lines


def disc(x: float, y: float) -> str:
    """Return a light ground for a mark on a piece whose sign would be in its way."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.27:g}" fill="{SIGN}"/>'


def mark(x: float, y: float, shape: str) -> str:
    """Return a mark at a place in pixels: cross, check, dot or ring."""
    if shape == "ring":
        radius = UNIT * 0.2
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{ACCENT}"'
            ' stroke-width="3"/>'
        )
    if shape == "dot":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.12:g}" fill="{ACCENT}"/>'
    strokes = {
        "cross": ("M-7 -7L7 7M-7 7L7 -7", "#c92a2a"),
        "check": ("M-8 0L-2 7L9 -7", "#37b24d"),
    }
    if shape not in strokes:
        raise BadOption(f"{shape!r} is no mark; there are ring, dot, cross and check")
    path, colour = strokes[shape]
    return (
        f'<path d="{path}" transform="translate({x:g} {y:g})" stroke="{colour}"'
        ' stroke-width="4" stroke-linecap="round" fill="none"/>'
    )
