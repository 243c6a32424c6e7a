"""Walking the tree of a game: perft, which counts sequences, and counts of distinct positions.

One compiled walk serves both. It goes depth first with an explicit stack, and it stops after a
number of steps so that Python can show progress, make room, or be interrupted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from crosscut.core import packing
from crosscut.core.bits import lowest, scramble
from crosscut.core.errors import BadOption
from crosscut.core.jit import entry, jitable
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY, Game
from crosscut.rules.workspace_shape import search_work
from crosscut.search.move_stack import note_place, pop_action, push

LEVEL, NEXT, END, DEPTH, BY_MOVE, DISTINCT, SHORT_FIRST, USED, HISTORY = range(9)
"""The fields of a cursor: where the walk stands and what it is asked to do."""
CURSOR = 9

STEPS = 200_000
"""Steps of one compiled call, some tens of milliseconds."""
DEEPEST = 512
"""Taps that a walk may go down; more than any depth that ends."""


@jitable
def slot_of(known, slots, row, length):
    """Return where in a hash table the row is, or where it would go."""
    mixed = scramble(row[0])
    for i in range(1, length):
        mixed = scramble(mixed ^ row[i]) ^ row[i]
    at = packing.get_index(mixed, len(slots))
    while slots[at] >= 0:
        other = known[slots[at]]
        same = True
        for i in range(length):
            if other[i] != row[i]:
                same = False
                break
        if same:
            return at
        at = (at + 1) % len(slots)
    return at


@jitable
def add_if_new(game, known, slots, now, cursor):
    """Add a table to the known ones and return whether it was new."""
    used = cursor[USED]
    rows.pack(game, now, known[used])
    at = slot_of(known, slots, known[used], game._table_words)
    if slots[at] >= 0:
        return False
    slots[at] = used
    cursor[USED] = used + 1
    return True


@jitable
def descend(game, now, units, cursor, work):
    """Put a table on the stack with all its actions still to try."""
    cursor[LEVEL] += 1
    row = work.stack[cursor[LEVEL]]
    cells, extras = table.choices(game, now, work)
    later = game.board.none
    if cursor[SHORT_FIRST]:
        later = long_starts(game, now, cells, work)
    push(game, row, now, cells ^ later, later, extras)
    packing.put(row, note_place(game, 0), units)
    row[note_place(game, 1)] = work.keys[0]


@jitable
def long_starts(game, now, cells, work):
    """Return those cells whose tap begins a move that takes further taps."""
    found = game.board.none
    while cells:
        tap = cells & -cells
        cells = cells ^ tap
        if game.mid_move(table.play(game, now, lowest(tap), work).state):
            found = found | tap
    return found


@entry
def walk(game, known, slots, counts, cursor, work, steps):
    """Walk on for some steps, or until all is done or there is no room; return whether it is done.

    ``known`` holds tables as rows: those from number NEXT to END of the cursor are walked from. If
    DISTINCT is set, every new table is added there and no known one is entered again. ``counts``
    gets the number of tables met after each number of moves or turns.
    """
    for _ in range(steps):
        if cursor[USED] >= len(known) or 2 * cursor[USED] >= len(slots):
            return False
        level = cursor[LEVEL]
        if level < 0:
            if cursor[NEXT] >= cursor[END]:
                return True
            packing.put(work.keys, 0, cursor[HISTORY])
            now = rows.unpack(game, known[cursor[NEXT]])
            cursor[NEXT] += 1
            if now.winner == NOBODY:
                descend(game, now, 0, cursor, work)
            continue
        if level + 1 == len(work.stack):
            return False
        row = work.stack[level]
        work.keys[0] = row[note_place(game, 1)]
        action = pop_action(game, row)
        if action < 0:
            cursor[LEVEL] = level - 1
            continue
        units = packing.get(row, note_place(game, 0))
        now = table.follow(game, rows.unpack(game, row), action, work)
        done = now.taps == 0
        if cursor[BY_MOVE]:
            done = done or not game.mid_move(now.state)
        if done:
            units += 1
            if cursor[DISTINCT] and not add_if_new(game, known, slots, now, cursor):
                continue
            counts[units] += 1
            if units == cursor[DEPTH]:
                continue
        if now.winner == NOBODY:
            descend(game, now, units, cursor, work)
    return False


@dataclass
class Walk:
    """A walk in progress: run it a slice at a time and look at ``counts``."""

    game: Game
    root: Position
    depth: int
    by_move: bool = False
    distinct: bool = False
    short_first: bool = False
    memory: float = 4 * 2**30
    """The most bytes that known positions may take."""

    def __post_init__(self):
        self.cursor = np.zeros(CURSOR, np.int64)
        self.cursor[[BY_MOVE, DISTINCT, SHORT_FIRST]] = (
            self.by_move,
            self.distinct,
            self.short_first,
        )
        self.counts = np.zeros(self.depth + 1, np.int64)
        self.known = np.zeros((1024, self.game._table_words), np.uint64)
        self.known[0] = self.root.packed()
        self.slots = np.full(4096, -1, np.int64)
        self.cursor[USED] = 1
        self.work = search_work(self.game, self.root.keys, DEEPEST)
        self.cursor[HISTORY] = int(self.work.keys[0])
        self.rehash()

    def start(self, first: int, last: int, depth: int) -> None:
        """Prepare to walk ``depth`` deep from the known tables number ``first`` to ``last``."""
        self.cursor[[LEVEL, NEXT, END, DEPTH]] = -1, first, last, depth

    def slices(self) -> Iterator[None]:
        """Run the walk, giving control back after every slice."""
        while not walk(
            self.game, self.known, self.slots, self.counts, self.cursor, self.work, STEPS
        ):
            self.make_room()
            yield

    def make_room(self) -> None:
        """Double what is full, unless that takes more memory than allowed."""
        if self.cursor[LEVEL] + 1 == DEEPEST:
            raise BadOption(f"a line of {DEEPEST} taps is too deep to count; count less deep")
        more_known = self.cursor[USED] >= len(self.known)
        more_slots = 2 * self.cursor[USED] >= len(self.slots)
        needed = self.known.nbytes * (1 + 2 * more_known) + self.slots.nbytes * (1 + 2 * more_slots)
        if needed > self.memory:
            raise BadOption(
                f"{self.cursor[USED]:,} positions fill the {self.memory / 2**30:g} GB allowed; "
                "count less deep, or allow more by --memory"
            )
        if more_known:
            self.known = np.concatenate([self.known, np.zeros_like(self.known)])
        if more_slots:
            self.slots = np.full(2 * len(self.slots), -1, np.int64)
            self.rehash()

    @property
    def found(self) -> int:
        """How many distinct positions were found, without the first."""
        return int(self.cursor[USED]) - 1

    def over(self) -> int:
        """Return in how many of them the game has ended."""
        self.work.keys[0] = self.cursor[HISTORY]
        return count_over(self.game, self.known, 1, int(self.cursor[USED]), self.work)

    def rehash(self) -> None:
        """Enter all known tables into the hash table."""
        rehash(self.game, self.known, self.slots, int(self.cursor[USED]))


@entry
def rehash(game, known, slots, used):
    """Enter the first ``used`` rows into an empty hash table."""
    for i in range(used):
        slots[slot_of(known, slots, known[i], game._table_words)] = i


@entry
def count_over(game, known, first, last, work):
    """Return in how many of the known tables number ``first`` to ``last`` the game has ended."""
    found = 0
    for i in range(first, last):
        now = rows.unpack(game, known[i])
        cells, extras = game.board.none, 0
        if now.winner == NOBODY:
            cells, extras = table.choices(game, now, work)
        if extras == 0 and not cells:  # being stuck ends it, too
            found += 1
    return found


Tick = Callable[[int], None]
"""What hears how much has been counted so far."""


def perft(
    position: Position, depth: int, by_move: bool = False, tick: Tick = lambda found: None
) -> list[int]:
    """Return how many sequences of 1, 2, ... turns (or moves) there are, up to ``depth``."""
    task = Walk(position.game, position, depth, by_move)
    task.start(0, 1, depth)
    for _ in task.slices():
        tick(int(task.counts.sum()))
    return task.counts[1:].tolist()


def distinct(
    position: Position,
    depth: int,
    by_move: bool = False,
    tick: Tick = lambda found: None,
    memory: float = Walk.memory,
) -> list[int]:
    """Return how many distinct positions can be reached in at most 1, 2, ... turns (or moves).

    A position is what is on the table. In games with a rule on repetition the way to it matters
    too; there the count takes each position as if it had been reached by itself.
    """
    return [task.found for task in islice(deeper(position, by_move, tick, memory), depth)]


def distinct_like_aiai(
    position: Position,
    depth: int,
    tick: Tick = lambda found: None,
    memory: float = Walk.memory,
) -> list[int]:
    """Return what Ai Ai reports as distinct positions: it misses some beyond the third move.

    Its search is depth first and remembers what it has seen, but not how deep it was allowed to
    look from there. A position first met near the depth limit is never entered again on a shorter
    way, so what lies behind it is not counted.
    """
    return [task.found for task in islice(deeper_like_aiai(position, tick, memory), depth)]


def deeper(
    position: Position,
    by_move: bool = False,
    tick: Tick = lambda found: None,
    memory: float = Walk.memory,
) -> Iterator[Walk]:
    """Find all distinct positions and yield the walk after every turn (or move), without end."""
    task = Walk(position.game, position, 1, by_move, distinct=True, memory=memory)
    first = 0
    while True:
        last = int(task.cursor[USED])
        task.start(first, last, 1)
        for _ in task.slices():
            tick(task.found)
        first = last
        yield task


def deeper_like_aiai(
    position: Position, tick: Tick = lambda found: None, memory: float = Walk.memory
) -> Iterator[Walk]:
    """Find positions as Ai Ai does, and yield for every depth in moves the walk that did it."""
    for depth in count(1):
        task = Walk(position.game, position, depth, True, True, True, memory)
        task.start(0, 1, depth)
        for _ in task.slices():
            tick(task.found)
        yield task
