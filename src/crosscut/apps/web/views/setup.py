"""Positions that somebody sets up: as cells, as text, and what is wrong with them."""

from typing import Annotated

from pydantic import Field

from crosscut.apps.web.positions import Start, game_of
from crosscut.apps.web.schemas.bounds import Sent
from crosscut.core.errors import BadNotation, CrosscutError
from crosscut.play.diagram import (
    EMPTY,
    board_lines,
    piece_letters,
    read_colour,
    read_diagram,
    status,
    with_letter,
    write_rows,
)
from crosscut.play.position import Position
from crosscut.rules.boards import members
from crosscut.rules.game import Game


class Sketch(Sent):
    """A board with pieces, as a character for every cell or as a text that people write."""

    start: Start
    cells: Annotated[str, Field(max_length=2000)] | None = None
    text: Annotated[str, Field(max_length=8000)] | None = None
    to_play: Annotated[str, Field(max_length=40)] | None = None
    """Who is to move; by default the text says it."""


def examined(sketch: Sketch) -> dict:
    """Return a sketch in all its forms, and why no game leads there, if none does."""
    game = game_of(sketch.start)
    if sketch.text is not None:
        pieces, colour = read_diagram(game, sketch.text, sketch.to_play)
    else:
        pieces = read_cells(game, sketch.cells or "")
        colour = read_colour(game, sketch.to_play or game.kinds[0][1])
    mover = game.kinds[colour][0]
    try:
        here = Position.set_up(game, pieces, colour)
        flaw, said, over = "", status(here), here.over
    except CrosscutError as error:
        flaw, said, over = str(error), f"{with_letter(game, mover)} to move", False
    lines = board_lines(game.board, piece_letters(game, pieces))
    return {
        "cells": write_cells(game, pieces),
        "text": "\n".join([*lines, f"{with_letter(game, mover)} to move"]),
        "diagram": write_rows(game, pieces),
        "to_play": mover,
        "flaw": flaw,
        "status": said,
        "over": over,
    }


def read_cells(game: Game, cells: str) -> tuple[int, ...]:
    """Return where the pieces of each kind stand; ``cells`` has a character for every cell."""
    expected = len(game.board.cells)
    if len(cells) != expected:
        raise BadNotation(f"this board has {expected} cells, not {len(cells)}")
    kinds = [str(kind) for kind in range(len(game.kinds))]
    pieces = [0] * len(kinds)
    for cell, piece in zip(game.board.cells, cells, strict=True):
        if piece in kinds:
            pieces[kinds.index(piece)] |= 1 << cell
        elif piece != EMPTY:
            there = " ".join([EMPTY, *kinds])
            raise BadNotation(f"{game.board.name(cell)} has {piece!r}; there are {there}")
    return tuple(pieces)


def write_cells(game: Game, pieces: tuple[int, ...]) -> str:
    """Return pieces as a character for every cell, as `crosscut.play.cell_string` has them."""
    shown = {cell: str(kind) for kind, stones in enumerate(pieces) for cell in members(stones)}
    return "".join(shown.get(cell, EMPTY) for cell in game.board.cells)
