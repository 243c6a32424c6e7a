"""What a player sees: a few images of the board, one byte for each bit of its grid.

An observation shows all that the rules know of a position, from the side of the player to move. It
does not show the turns before it: where a repeated position is illegal or a draw, what was there
before is hidden, and only the mask tells which actions would repeat it.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from crosscut import rows, table
from crosscut.game import Game
from crosscut.kernel import entry, jitable
from crosscut.layout import layout
from crosscut.play.position import Position


class Plane(NamedTuple):
    """One image of an observation."""

    name: str
    meaning: str


def planes(game: Game) -> list[Plane]:
    """Return the planes of a game's observations in their order.

    A plane that no position of the game could ever fill is left out.
    """
    names = [name for name, _ in game.kinds]
    if game.has_own_kinds:
        found = [
            Plane("own", "pieces of the player to move"),
            Plane("enemy", "pieces of the other player"),
        ]
        colours = f"0 {names[0]}, 1 {names[1]}"
    else:
        found = [Plane(name.lower(), f"pieces: {name}") for name in names[:2]]
        colours = "0 or 1, whatever pieces he has chosen"
    found += [Plane(name.lower(), f"pieces: {name}") for name in names[2:]]
    if game.has_hand:
        found.append(Plane("in hand", "where the piece was that has been lifted"))
    found += [
        Plane("board", "the cells of the board, which are not all of the grid everywhere"),
        Plane("colour", f"everywhere the colour to move: {colours}"),
        Plane("mid-turn", "everywhere 1 if the last tap began a turn that is not over"),
    ]
    if game.pie:
        found += [
            Plane("swap", "everywhere 1 if swapping is on offer"),
            Plane("swapped", "everywhere 1 once the seats have exchanged colours"),
        ]
    notes = field_notes(layout(type(game))[0])
    return found + [
        Plane(name, ("" if is_set else "everywhere, modulo 256: ") + notes.get(name, f"`{name}`"))
        for name, _, is_set in unseen_fields(game)
    ]


@cache
def field_notes(state_class: type) -> dict[str, str]:
    """Return what the game file says beside the fields of its state, by their names."""
    try:
        source = inspect.getsource(state_class)
    except (OSError, TypeError):  # typed in, so there is no file
        return {}
    return dict(re.findall(r"^    (\w+): \w+  # (.+)$", source, re.MULTILINE))


def shape(game: Game) -> tuple[int, int, int]:
    """Return the shape of an observation: planes, rows, columns."""
    return len(planes(game)), *game.board.grid


def unseen_fields(game: Game) -> Iterator[tuple[str, int, bool]]:
    """Yield name and place in a row of each field that the pieces do not show, and if it is a set.

    A set is shown by the pieces if a cell in it alone is a piece of some kind, or in hand.
    """
    state_class, sets = layout(type(game))
    start, at = game.start(), 0
    cell = game.board.full & -game.board.full
    empty = start._replace(
        **{name: 0 for name, is_set in zip(state_class._fields, sets, strict=True) if is_set}
    )
    for name, is_set in zip(state_class._fields, sets, strict=True):
        if is_set:
            alone = empty._replace(**{name: cell})
            if cell not in (*game.pieces(alone), game.in_hand(alone)):
                yield name, at, True
        elif name not in ("colour", "winner"):
            yield name, at, False
        at += game.set_words if is_set else 1


def unseen(game: Game) -> np.ndarray:
    """Return where in a row the fields stand that have planes of their own, 1 beside the sets."""
    found = [(at, int(is_set)) for _, at, is_set in unseen_fields(game)]
    return np.array(found, np.int64).reshape(len(found), 2)


@jitable
def flood(image, value) -> None:
    """Write the same value to a whole image."""
    for i in range(len(image)):
        image[i] = value


@jitable
def observe(game, now, row, fields, images) -> None:
    """Write all planes of a table, which ``row`` holds too; ``fields`` is what `unseen` returns."""
    colour, at = now.state.colour, 0
    for kind, cells in enumerate(game.pieces(now.state)):
        mirrored = colour if game.has_own_kinds and kind < 2 else 0
        rows.spread(game, cells, images[kind ^ mirrored])
        at += 1
    if game.has_hand:
        rows.spread(game, game.in_hand(now.state), images[at])
        at += 1
    rows.spread(game, game.board.full, images[at])
    flood(images[at + 1], colour)
    flood(images[at + 2], 1 if now.taps > 0 else 0)
    at += 3
    if game.pie:
        flood(images[at], 1 if table.offers_swap(game, now) else 0)
        flood(images[at + 1], now.swapped)
        at += 2
    for i in range(len(fields)):
        place = fields[i][0]
        if fields[i][1]:
            rows.spread(game, rows.get_set(game, row, place), images[at])
        else:
            flood(images[at], rows.get(row, place) & 255)
        at += 1


@entry
def observe_row(game, row, fields, images):
    """Write all planes of the table in a row."""
    observe(game, rows.unpack(game, row), row, fields, images)


def observation(position: Position) -> np.ndarray:
    """Return what the player to move sees in a position: planes, rows and columns of bytes."""
    game = position.game
    row = np.zeros(game.table_words, np.uint64)
    rows.pack(game, position.table, row)
    images = np.zeros((len(planes(game)), game.width), np.uint8)
    observe_row.interpreted(game, row, unseen(game), images)  # one alone is not worth compiling
    return images.reshape(shape(game))
