"""Who wins, by proof-number search: depth first, in compiled code, with symmetric positions as one.

It is for Serpent, in which no position comes back: a player without an action loses.
"""

import time
from typing import NamedTuple

import numpy as np

from crosscut import rows
from crosscut.bits import lowest
from crosscut.game import NOBODY
from crosscut.kernel import entry, jitable
from crosscut.layout import as_declared
from crosscut.rng import draw, seeded
from crosscut.search.memory import packed_position
from crosscut.table import Table

SURE = 1 << 30
"""The number of a proof that is impossible."""
LEVEL, USED, NODES = range(3)
DEEPEST = 128


class Memory(NamedTuple):
    """The table of known positions and the line that is being looked at."""

    keys: np.ndarray
    proof: np.ndarray
    """[slots, 2] how much is still to be proven to show that colour 0, or 1, wins."""
    line: np.ndarray
    """[levels, words] the states of the line."""
    bounds: np.ndarray
    """[levels, 2] when to turn back."""
    own: np.ndarray
    """[levels] the keys of the states of the line."""
    actions: np.ndarray
    children: np.ndarray
    """[levels, actions] the keys of what the actions lead to."""
    counts: np.ndarray
    images: np.ndarray
    """[symmetries, cells] where each symmetry takes a cell."""
    numbers: np.ndarray
    """[kinds, cells] random numbers that make a key."""


def new_memory(game, slots):
    """Return empty memory for a game."""
    rng = seeded(1)
    numbers = [[draw(rng) for _ in range(game.width)] for _ in range(4)]
    return Memory(
        np.zeros(slots, np.uint64),
        np.zeros((slots, 2), np.int32),
        np.zeros((DEEPEST, game.table_words), np.uint64),
        np.zeros((DEEPEST, 2), np.int64),
        np.zeros(DEEPEST, np.uint64),
        np.zeros((DEEPEST, game.actions), np.int64),
        np.zeros((DEEPEST, game.actions), np.uint64),
        np.zeros(DEEPEST, np.int64),
        np.array(game.board.symmetries, np.int64),
        np.array(numbers, np.uint64),
    )


@jitable
def key_of(game, state, memory):
    """Return a number that all symmetric images of a state have in common."""
    best = memory.numbers[0, 0] ^ memory.numbers[0, 0]  # a zero of the right type
    for i in range(len(memory.images)):
        key = memory.numbers[3, state.colour] ^ memory.numbers[3, 2 + state.asking]
        for kind in range(3):
            cells = state.own
            if kind == 1:
                cells = state.enemy
            elif kind == 2:
                cells = state.held
            while cells:
                key ^= memory.numbers[kind, memory.images[i, lowest(cells)]]
                cells = cells & (cells - 1)
        if i == 0 or key < best:
            best = key
    return best


@jitable
def slot_of(memory, key):
    """Return where a key stands in the table, or where it belongs."""
    slot = int(key % len(memory.keys))
    while memory.keys[slot] != 0 and memory.keys[slot] != key:
        slot += 1
        if slot == len(memory.keys):
            slot = 0
    return slot


@jitable
def note(memory, key, for_0, for_1, cursor):
    """Write what is known of a position into the table."""
    slot = slot_of(memory, key)
    if memory.keys[slot] == 0:
        memory.keys[slot] = key
        cursor[USED] += 1
    memory.proof[slot, 0] = min(for_0, SURE)
    memory.proof[slot, 1] = min(for_1, SURE)


@jitable
def enter(game, memory, level, scratch, cursor):
    """Find the actions of the state on a level, and know at once what they decide."""
    state = rows.unpack(game, memory.line[level]).state
    cells = game.legal_with(state, scratch)
    extras = game.options_with(state, scratch)
    number = 0
    while extras != 0 or cells:
        if cells:
            action = lowest(cells)
            cells = cells & (cells - 1)
        else:
            action = game.first_extra
            while not extras >> (action - game.first_extra) & 1:
                action += 1
            extras &= extras - 1
        after = game.play_with(state, action, scratch)
        key = key_of(game, after, memory)
        slot = slot_of(memory, key)
        if memory.keys[slot] == 0:
            if after.winner != NOBODY:
                won, lost = 0, SURE
            else:
                won, lost = 1, 1
            if after.winner == 1:
                note(memory, key, lost, won, cursor)
            else:
                note(memory, key, won, lost, cursor)
        memory.actions[level, number] = action
        memory.children[level, number] = key
        number += 1
    memory.counts[level] = number
    cursor[NODES] += 1


@entry
def search(game, memory, scratch, cursor, steps):
    """Search on for some steps; return whether the first position is decided."""
    for _ in range(steps):
        level = cursor[LEVEL]
        mover = rows.unpack(game, memory.line[level]).state.colour
        theirs, best, mine, second = 0, -1, SURE, SURE
        for i in range(memory.counts[level]):
            slot = slot_of(memory, memory.children[level, i])
            need = memory.proof[slot, mover]
            theirs = min(SURE, theirs + memory.proof[slot, 1 - mover])
            if need < mine:
                second, mine, best = mine, need, i
            elif need < second:
                second = need
        if mine == 0:
            theirs = SURE
        if mine >= SURE:
            theirs = 0
        if mover == 0:
            note(memory, memory.own[level], mine, theirs, cursor)
        else:
            note(memory, memory.own[level], theirs, mine, cursor)
        bound, other = memory.bounds[level, mover], memory.bounds[level, 1 - mover]
        if mine >= bound or theirs >= other or mine == 0 or theirs == 0:
            if level == 0:
                return True
            cursor[LEVEL] = level - 1
            continue
        if 4 * cursor[USED] > 3 * len(memory.keys) or level + 1 == len(memory.line):
            return False
        slot = slot_of(memory, memory.children[level, best])
        child_theirs = memory.proof[slot, 1 - mover]
        memory.bounds[level + 1, mover] = min(bound, second + 1)
        memory.bounds[level + 1, 1 - mover] = other - theirs + child_theirs
        state = rows.unpack(game, memory.line[level]).state
        after = game.play_with(state, memory.actions[level, best], scratch)
        now = Table(as_declared(game, after), 0, 0, 0, 0, NOBODY)
        rows.pack(game, now, memory.line[level + 1])
        memory.own[level + 1] = memory.children[level, best]
        cursor[LEVEL] = level + 1
        enter(game, memory, level + 1, scratch, cursor)
    return False


class Proof(NamedTuple):
    """What a search came to."""

    memory: Memory

    winner: int | None
    """The colour that wins, or None if that is not known yet."""
    proof: tuple[int, int]
    """How much is still to be proven for each colour."""
    positions: int
    known: int
    seconds: float


def prove(game, seconds, slots=1 << 20, tick=lambda proof: None):
    """Search for so many seconds from the first position of a game."""
    memory, cursor = new_memory(game, slots), np.zeros(3, np.int64)
    memory.line[0] = packed_position(game.position())
    memory.bounds[0] = SURE
    memory.own[0] = memory.numbers[3, 4]
    scratch = np.zeros(max(1, game.scratch_size), np.int64)
    first(game, memory, scratch, cursor)
    begin, done = time.monotonic(), False
    while not done and time.monotonic() - begin < seconds and 4 * cursor[USED] <= 3 * slots:
        done = search(game, memory, scratch, cursor, 20_000)
        slot = int(np.flatnonzero(memory.keys == memory.own[0])[0])
        proof = tuple(map(int, memory.proof[slot]))
        winner = proof.index(0) if 0 in proof else None
        spent = time.monotonic() - begin
        found = Proof(memory, winner, proof, int(cursor[NODES]), int(cursor[USED]), spent)
        tick(found)
    return found


@entry
def first(game, memory, scratch, cursor):
    """Find the actions of the first position."""
    enter(game, memory, 0, scratch, cursor)


def winning_tap(proof, position):
    """Return an action of the winner after which he is still known to win."""
    for action in position.actions():
        after = position.tap(action)
        if after.over:
            known = after.result == proof.winner
        else:
            key = np.uint64(key_of(position.game, after.state, as_lists(proof.memory)))
            slot = int(slot_of(proof.memory, key))
            known = proof.memory.keys[slot] == key and proof.memory.proof[slot, proof.winner] == 0
        if known:
            return action
    return None


def as_lists(memory):
    """Return what keys are made of as the interpreter wants it."""
    return memory._replace(
        images=Rows(memory.images.tolist()), numbers=Rows(memory.numbers.tolist())
    )


class Rows(list):
    """Rows of plain numbers that are indexed like an array."""

    def __getitem__(self, at):
        return (
            super().__getitem__(at[0])[at[1]] if isinstance(at, tuple) else super().__getitem__(at)
        )
