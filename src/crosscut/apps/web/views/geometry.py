"""Boards as a page draws them: the geometry of `boards/`, in cells, and how pieces look."""

from functools import lru_cache

from crosscut.play import svg
from crosscut.play.piece_style import look
from crosscut.rules.boards import Board
from crosscut.rules.game import Game

RIGHT_ANGLES, HEX_ANGLES = 90, 30
"""By how many degrees a board is turned at a time, so that it still looks like one."""
BAR = (0.54, 0.72)
"""How far from the outermost lines a bar begins and ends, in cells."""


@lru_cache(maxsize=200)
def ground(game: Game) -> dict:
    """Return all that a script has to know to draw a board before there are pieces on it."""
    board = game.board
    looks = [look(game, kind) for kind in range(len(game.kinds))]
    return {
        "title": game.facts.title,
        "cells": [[board.name(cell), *rounded(board.place(cell))] for cell in board.cells],
        "links": [] if board.tile else links(board),
        "tile": board.tile,
        "labels": [[*rounded((x, y)), text] for x, y, text in board.labels],
        "sides": sides(game),
        "radius": svg.stone_radius(board) / svg.UNIT,
        "angle": HEX_ANGLES if board.hexagonal else RIGHT_ANGLES,
        "kinds": [
            {"name": name, "letter": letter, "look": style.name, "sign": style.sign}
            for (name, letter), style in zip(game.kinds, looks, strict=True)
        ],
        "either_order": game.either_order,
        "has_deal": game.has_deal,
        "notation": game.facts.notation,
    }


def links(board: Board) -> list[list[int]]:
    """Return the pairs of cells between which a line is drawn, as places in the list of cells."""
    number = {cell: place for place, cell in enumerate(board.cells)}
    return [[number[one], number[other]] for one, other in board.links]


def sides(game: Game) -> list[dict]:
    """Return the band along every side that belongs to somebody, as corners in cells."""
    board, found = game.board, []
    for name, owner in game.goals.items():
        corners = svg.band(board, name) if board.hexagonal else bar(board, name)
        points = [rounded((x / svg.UNIT, y / svg.UNIT)) for x, y in corners]
        found.append({"name": name, "look": look(game, owner).name, "points": points})
    return found


def bar(board: Board, side: str) -> list[tuple[float, float]]:
    """Return the corners of a bar beside a board of rows and columns, in pixels."""
    left, top, right, bottom = svg.extent(board)
    near, far = (distance * svg.UNIT for distance in BAR)
    x, y, u, v = {
        "north": (left, top - far, right, top - near),
        "south": (left, bottom + near, right, bottom + far),
        "west": (left - far, top, left - near, bottom),
        "east": (right + near, top, right + far, bottom),
    }[side]
    return [(x, y), (u, y), (u, v), (x, v)]


def rounded(numbers: tuple[float, ...]) -> list[float]:
    """Return numbers with as many digits as can be seen."""
    return [round(number, 4) for number in numbers]
