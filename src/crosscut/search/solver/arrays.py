"""What a proof works on: the line that is being looked at, and all that is known so far.

Compiled code never allocates, so all of it is arrays made beforehand.
"""

from mmap import mmap
from typing import Any, NamedTuple

import numpy as np

from crosscut.core.errors import BadOption
from crosscut.core.rng import draw, seeded
from crosscut.rules.game import Game
from crosscut.rules.state_schema import layout

DEEPEST = 1000
"""Taps that a line may be long; what lies beyond stays unknown."""
BUCKET = 4
"""Places that a position may have in the table of known ones: together one line of a cache."""
PLACE_BYTES = 16

LEVEL, ROOT, NODES, LAST, USED, PROOF, DISPROOF, DRAW_SEEN, DRAWS, DRAW_FOR, EXACT = range(11)
"""The fields of a cursor: the level of the line at work and that of the first position; positions
looked into, and up to how many; positions known; the numbers of the first position; whether a draw
was met; whether draws are told apart, and for which seat one is as good as a win; whether the way
to a position is part of it."""
CURSOR = 11


class Memory(NamedTuple):
    """The arrays of a proof; the line has a level for each tap."""

    known: Any
    """[places, 2] known positions: a check of the key, and the numbers; see `known`."""
    cursor: Any
    line: Any
    """[levels + 1, words] the tables of the line."""
    keys: Any
    """[levels, 2] their keys."""
    heard: Any
    """[levels] how many turns are remembered there."""
    history: Any
    """[levels + 1, 2 * symmetries] sums over the turns before each level; see `keys`."""
    bounds: Any
    """[levels, 2] when to turn back."""
    begun: Any
    """[levels] how many positions had been looked into when the level was entered."""
    counts: Any
    """[levels] the number of children, or `WON` if one of them wins at once."""
    loops: Any
    """[levels] how many of its children are on the line already."""
    children: Any
    """[levels, actions, 6] what the actions lead to: see the fields of a child in `proof`."""
    places: Any
    """[sets] where in a row the sets of a state begin."""
    numbers: Any
    """[numbers] where in a row the other fields of a state are, except the colour."""
    colour_at: Any
    """[1] where in a row the colour is."""
    signs: Any
    """[sets, cells, 2 * symmetries] random words for a cell in a set, at home and as turned."""
    colours: Any
    """[2, 2 * symmetries] random words for the colour to move, as it is and as exchanged."""
    sums: Any
    """[2 * symmetries] the hash of a table for each symmetry, while it is being made."""
    word: Any
    """[1] a number on its way to become a word."""


def new_memory(game: Game, places: int, levels: int) -> Memory:
    """Return memory for a game in which nothing is known yet."""
    ways = game.symmetries
    at, begins, others, colour_at = 0, [], [], 0
    state_class, sets = layout(type(game))
    for name, is_set in zip(state_class._fields, sets, strict=True):
        if is_set:
            begins.append(at)
        elif name == "colour":
            colour_at = at
        else:
            others.append(at)
        at += game._set_words if is_set else 1
    images = np.array([way.image for way in ways])
    signs = random_words(1, (max(1, len(begins)), game.width, 2))
    turned = np.stack([signs[:, np.maximum(image, 0), :] for image in images], axis=2)
    colours = random_words(2, (2, 2))
    exchanged = np.stack([colours[:: -1 if way.exchange else 1] for way in ways], axis=1)
    return Memory(
        known=empty_table(places),
        cursor=np.zeros(CURSOR, np.int64),
        line=np.zeros((levels + 1, game._table_words), np.uint64),
        keys=np.zeros((levels, 2), np.uint64),
        heard=np.zeros(levels, np.int64),
        history=np.zeros((levels + 1, 2 * len(ways)), np.uint64),
        bounds=np.zeros((levels, 2), np.int64),
        begun=np.zeros(levels, np.int64),
        counts=np.zeros(levels, np.int64),
        loops=np.zeros(levels, np.int64),
        children=np.zeros((levels, game.actions, 6), np.uint64),
        places=np.array(begins, np.int64),
        numbers=np.array(others, np.int64),
        colour_at=np.array([colour_at], np.int64),
        signs=np.ascontiguousarray(turned.reshape(*turned.shape[:2], -1)),
        colours=np.ascontiguousarray(exchanged.reshape(2, -1)),
        sums=np.zeros(2 * len(ways), np.uint64),
        word=np.zeros(1, np.uint64),
    )


def empty_table(places: int) -> np.ndarray:
    """Return a table in which nothing is known.

    It is mapped, because NumPy asks for huge pages, and with those the first touches that are
    spread over a table clear a gigabyte at once.
    """
    size = max(1, places // BUCKET) * BUCKET * PLACE_BYTES
    try:
        room = mmap(-1, size)
    except (OSError, OverflowError, ValueError) as error:
        raise BadOption(f"there is no room for a table of {size / 2**30:g} GB") from error
    return np.frombuffer(room, np.uint64).reshape(-1, 2)


def random_words(seed: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array of random words that is the same in every run."""
    rng = seeded(seed)
    return np.array([draw(rng) for _ in range(int(np.prod(shape)))], np.uint64).reshape(shape)
