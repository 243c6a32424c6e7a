"""Positions as arrays of pixels, from the same geometry and in the same looks as the SVG pictures.

The board is drawn once by Matplotlib. Pieces and marks are discs, rings and squares, which are
blended in here: a frame takes a few milliseconds, where a new figure would take thirty.
"""

from functools import lru_cache

import numpy as np

from crosscut.core.optional import load
from crosscut.play import svg
from crosscut.play.piece_style import Look, look
from crosscut.play.position import Position
from crosscut.play.status import deciding_cells, deciding_links
from crosscut.rules.boards import members
from crosscut.rules.game import Game

OPAQUE, FAINT = 1.0, 0.35
"""How much of what lies below a piece hides: on the board, and in hand."""
DISC = 0
"""The width of a ring without a hole."""


def pixels(position: Position) -> np.ndarray:
    """Return a picture of a position: rows, columns, and red, green and blue from 0 to 255."""
    game = position.game
    image = ground(game).copy()
    for cell, other in deciding_links(position):
        draw_link(image, spot(game, cell), spot(game, other))
    for cell in deciding_cells(position):
        draw(image, spot(game, cell), 0.47 * svg.UNIT, 3.5, svg.WON)
    taken = held = game.in_hand(position.state)
    for kind, stones in enumerate(game.pieces(position.state)):
        taken |= stones
        for cell in members(stones):
            draw_piece(image, game, cell, look(game, kind), OPAQUE)
    for cell in members(held):
        draw_piece(image, game, cell, look(game, position.colour), FAINT)
    for cell in position.last_cells():
        radius, width = (0.2, 3) if taken >> cell & 1 else (0.12, DISC)
        draw(image, spot(game, cell), radius * svg.UNIT, width, svg.ACCENT)
    return np.rint(image).astype(np.uint8)


def spot(game: Game, cell: int) -> tuple[float, float]:
    """Return where a cell is in the picture, in pixels from its left and top."""
    left, top, _, _ = svg.frame(game.board)
    x, y = svg.at(game.board, cell)
    return x - left, y - top


def draw_piece(image, game: Game, cell: int, style: Look, opacity: float) -> None:
    """Draw one piece: kinds differ by fill, outline and sign."""
    centre, radius = spot(game, cell), svg.stone_radius(game.board)
    draw(image, centre, radius, DISC, style.fill, opacity)
    draw(image, centre, radius, 1.5, style.outline, opacity)
    if style.sign == "ring":
        draw(image, centre, 0.62 * radius, 2, svg.SIGN, opacity)
    elif style.sign == "dot":
        draw(image, centre, 0.26 * radius, DISC, svg.SIGN, opacity)
    elif style.sign == "square":
        draw(image, centre, 0.35 * radius, 2, svg.SIGN, opacity, square=True)


def draw_link(image, start, end) -> None:
    """Blend a line of the winning chain into an image, 9 pixels wide as in the SVG pictures."""
    (x, y), (u, v) = start, end
    down, right = np.indices(image.shape[:2]) + 0.5
    along = ((right - x) * (u - x) + (down - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)
    along = np.clip(along, 0, 1)
    away = np.hypot(right - x - along * (u - x), down - y - along * (v - y))
    image += np.clip(5 - away, 0, 1)[:, :, None] * (rgb(svg.WON) - image)


def draw(image, centre, radius: float, width: float, colour: str, opacity=OPAQUE, square=False):
    """Blend a ring or a square into an image, so many pixels wide around ``radius``, or a `DISC`.

    Pixels at the edge are covered in part.
    """
    x, y = centre
    reach = int(radius + width / 2) + 2
    top, left = max(0, int(y) - reach), max(0, int(x) - reach)
    part = image[top : int(y) + reach, left : int(x) + reach]
    down = np.arange(top, top + part.shape[0])[:, None] + 0.5 - y
    right = np.arange(left, left + part.shape[1])[None, :] + 0.5 - x
    away = np.maximum(abs(down), abs(right)) if square else np.hypot(down, right)
    outside = away - radius if width == DISC else abs(away - radius) - width / 2
    cover = opacity * np.clip(0.5 - outside, 0, 1)[:, :, None]
    part += cover * (rgb(colour) - part)


def rgb(colour: str) -> np.ndarray:
    """Return the three parts of a colour such as #e7c68f, from 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], float)


@lru_cache(maxsize=20)
def ground(game: Game) -> np.ndarray:
    """Return the picture of an empty board, as numbers that may lie between whole ones."""
    load("matplotlib", "envs")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon

    board = game.board
    left, top, width, height = svg.frame(board)
    points = 72 / 100  # of which there are 72 to an inch, where this figure has 100 pixels
    figure = Figure(figsize=(round(width) / 100, round(height) / 100), dpi=100)
    figure.patch.set_facecolor(svg.WOOD)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(left, left + width), ylim=(top + height, top))
    axes.set_axis_off()
    for side, owner in game.goals.items():
        style = look(game, owner)
        if board.hexagonal:
            axes.add_patch(Polygon(svg.band(board, side), fc=style.fill, ec=style.outline))
            continue
        x, y, u, v = svg.bar(board, side)
        for colour, breadth in ((style.outline, 9), (style.fill, 6)):
            axes.plot([x, u], [y, v], color=colour, lw=breadth * points, solid_capstyle="round")
    if board.tile:
        for cell in board.cells:
            corners = svg.tile(*svg.at(board, cell), board.tile)
            axes.add_patch(Polygon(corners, fc=svg.TILE, ec=svg.LINE, lw=1.5 * points))
    else:
        for cell, other in board.links:
            (x, y), (u, v) = svg.at(board, cell), svg.at(board, other)
            axes.plot([x, u], [y, v], color=svg.LINE, lw=1.5 * points)
    for x, y, text in board.labels:
        axes.text(
            x * svg.UNIT, y * svg.UNIT, text, color=svg.TEXT, size=0.36 * svg.UNIT * points,
            ha="center", va="center",
        )  # fmt: skip
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].astype(float)
