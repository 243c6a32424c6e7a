"""What a player sees: a few images of the board, one number from 0 to 1 for each bit of its grid.

An observation shows all that the rules know of a position, from the side of the player to move. It
does not show the turns before it: where a repeated position is illegal or a draw, what was there
before is hidden, and only the mask tells which actions would repeat it.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from crosscut.core import packing
from crosscut.core.bits import lowest
from crosscut.core.jit import entry, jitable
from crosscut.core.user_code import noting_place
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import Game
from crosscut.rules.state_schema import layout

VERSION = 1
"""Raised whenever observations, actions, masks or rewards of any game change their meaning."""


class Plane(NamedTuple):
    """One image of an observation."""

    name: str
    meaning: str


SET = -1
"""In place of a shift: the field is a set of cells."""


class Field(NamedTuple):
    """A field of a state, or eight bits of one, that has a plane of its own."""

    name: str
    place: int
    """The word of a row where it begins."""
    shift: int
    """How far the eight bits are from the lowest, or `SET`."""
    low: int = 0
    """What is shown as 0."""
    span: int = 255
    """What is shown as 1, counted from `low`."""


def planes(game: Game, version: int = VERSION) -> list[Plane]:
    """Return the planes of a game's observations in their order.

    What a game does not have, or is known never to do, has no plane.
    """
    names = [name for name, _ in game.kinds]
    if game._has_own_kinds:
        found = [
            Plane("own", "pieces of the player to move"),
            Plane("enemy", "pieces of the other player"),
        ]
        colours = f"0 {names[0]}, 1 {names[1]}"
    else:
        found = [Plane(name.lower(), f"pieces: {name}") for name in names[:2]]
        colours = "0 or 1, whatever pieces they have chosen"
    found += [Plane(name.lower(), f"pieces: {name}") for name in names[2:]]
    if game._has_hand:
        found.append(Plane("in hand", "where the piece was that has been lifted"))
    found += [
        Plane("board", "the cells of the board, which are not all of the grid everywhere"),
        Plane("colour", f"everywhere the colour to move: {colours}"),
    ]
    if game.has_long_turns:
        found.append(
            Plane("mid-turn", "everywhere 1 if the last tap began a turn that is not over")
        )
    if game.pie:
        found += [
            Plane("swap", "everywhere 1 if swapping is on offer"),
            Plane("swapped", "everywhere 1 once the seats have exchanged colours"),
        ]
    notes = field_notes(layout(type(game))[0])
    taken = {plane.name for plane in found}
    for field in unseen_fields(game, version):
        name = f"the field {field.name}" if field.name in taken else field.name
        note = notes.get(field.name, f"`{field.name}`")
        if field.shift == SET:
            found.append(Plane(name, note))
        elif field.shift == 0:
            found.append(Plane(name, f"everywhere{scale(field)}: {note}"))
        else:
            found.append(Plane(f"{name} >> 8", f"everywhere{scale(field)}: its next eight bits"))
    return found


def scale(field: Field) -> str:
    """Say how a number becomes one from 0 to 1, unless it is one of these."""
    if field.low:
        return f", from 0 for {field.low} to 1 for {field.low + field.span}"
    whole = {1: "", 255: ", modulo 256 and divided by 255"}
    return whole.get(field.span, f", divided by {field.span}")


@cache
def field_notes(state_class: type) -> dict[str, str]:
    """Return what the game file says beside the fields of its state, by their names."""
    try:
        source = inspect.getsource(state_class)
    except (OSError, TypeError):  # typed in, so there is no file
        return {}
    return dict(re.findall(r"^    (\w+): [^#\n]+  # (.+)$", source, re.MULTILINE))


@cache
def bounds(state_class: type) -> dict[str, tuple[int, int]]:
    """Return the least and the largest value of numbers whose annotations list all of them."""
    found = {}
    for name, hint in get_type_hints(state_class).items():
        values = (0, 1) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
        if values and max(values) - min(values) < 256:
            found[name] = min(values), max(values)
    return found


def shape(game: Game, version: int = VERSION) -> tuple[int, int, int]:
    """Return the shape of an observation: planes, rows, columns."""
    return len(planes(game, version)), *game.board.grid


def kind(version: int = VERSION) -> type:
    """Return the kind of numbers an observation consists of: bytes in version 0, floats since."""
    return np.float32 if version else np.uint8


def unseen_fields(game: Game, version: int = VERSION) -> Iterator[Field]:
    """Yield each field that the pieces do not show; a number as two on boards of over 255 bits.

    There the number of a cell, or -1 for none, does not fit into a byte. Version 0 shows bytes as
    they are, and asks no annotation what they can be.
    """
    state_class, sets = layout(type(game))
    names = [name for name, is_set in zip(state_class._fields, sets, strict=True) if is_set]
    known, span = (bounds(state_class), 255) if version else ({}, 1)
    shifts = (0,) if game.width < 256 else (0, 8)
    place = 0
    for name, is_set in zip(state_class._fields, sets, strict=True):
        if is_set and not is_shown(game, name, names):
            yield Field(name, place, SET)
        elif not is_set and name not in ("colour", "winner"):
            if name in known:
                low, high = known[name]
                yield Field(name, place, 0, low, max(1, high - low))
            else:
                yield from (Field(name, place, shift, 0, span) for shift in shifts)
        place += game._set_words if is_set else 1


@noting_place()
def is_shown(game: Game, name: str, sets: list[str]) -> bool:
    """Tell whether pieces of one kind, or what is in hand, are just the cells of a set.

    It is tried where that set has one cell, and all other sets all others: if some kind were two
    sets together, nobody could tell them apart.
    """
    cell = game.board.full & -game.board.full
    state = game.start()._replace(**dict.fromkeys(sets, game.board.full ^ cell) | {name: cell})
    return cell in (*game.pieces(state), game.in_hand(state))


def unseen(game: Game, version: int = VERSION) -> np.ndarray:
    """Return all of each field that has a plane of its own but its name, for compiled code."""
    found = [field[1:] for field in unseen_fields(game, version)]
    return np.array(found, np.int64).reshape(len(found), len(Field._fields) - 1)


@jitable
def show_board(game, image, part) -> None:
    """Write the cells of the board, unless that has been done: they stay the same."""
    if part is not None or image[lowest(game.board.full)] != 1:
        packing.spread(game, game.board.full, image, part)


@jitable
def observe(game, now, row, fields, images, part=None) -> None:
    """Write all planes of a table, which ``row`` holds too; ``fields`` is what `unseen` returns.

    With a ``part``, only that of every plane is written.
    """
    colour, at = now.state.colour, 0
    for kind, cells in enumerate(game.pieces(now.state)):
        mirrored = colour if game._has_own_kinds and kind < 2 else 0
        packing.spread(game, cells, images[kind ^ mirrored], part)
        at += 1
    if game._has_hand:
        packing.spread(game, game.in_hand(now.state), images[at], part)
        at += 1
    show_board(game, images[at], part)
    packing.fill(game, colour, images[at + 1], part)
    at += 2
    if game.has_long_turns:
        packing.fill(game, 1 if now.taps > 0 else 0, images[at], part)
        at += 1
    if game.pie:
        packing.fill(game, 1 if table.offers_swap(game, now) else 0, images[at], part)
        packing.fill(game, now.swapped, images[at + 1], part)
        at += 2
    for i in range(len(fields)):
        place, shift, low, span = fields[i][0], fields[i][1], fields[i][2], fields[i][3]
        if shift == SET:
            packing.spread(game, packing.get_set(game, row, place), images[at], part)
        else:
            value = (packing.get(row, place) - low) >> shift & 255
            packing.fill(game, value / span, images[at], part)
        at += 1


@entry
def observe_row(game, row, fields, images):
    """Write all planes of the table in a row."""
    observe(game, rows.unpack(game, row), row, fields, images)


def observation(position: Position) -> np.ndarray:
    """Return what the player to move sees in a position: planes, rows, columns of float32."""
    game = position.game
    row = np.zeros(game._table_words, np.uint64)
    rows.pack(game, position.table, row)
    images = np.zeros((len(planes(game)), game.width), kind())
    observe_row.interpreted(game, row, unseen(game), images)  # one alone is not worth compiling
    return images.reshape(shape(game))
