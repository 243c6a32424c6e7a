"""Playing recorded games again, compiled, to see all that could have been played at every move.

A recorded game is a row of taps; from it follow its moves and turns, how many moves there were to
choose from and of what type, and what stood on the board.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from crosscut.core import packing
from crosscut.core.arrays import new_rng
from crosscut.core.bits import WORD, count, scramble
from crosscut.core.errors import BadRecord
from crosscut.core.jit import entry, jitable
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.game_state import occupied
from crosscut.rules.move_code import MOST_TAPS, TAP_BITS, TAP_MASK, and_then
from crosscut.rules.state_packing import hash_of
from crosscut.rules.workspace_shape import search_work
from crosscut.search.move_stack import note_place, pop_action, push
from crosscut.search.playout import (
    DRAWN,
    MOVES,
    SEAT_0,
    SEAT_1,
    TALLY,
    UNFINISHED,
    playout_limit,
    playouts,
)

ADD, MOVE, REMOVE, PASS, SWAP, OTHER = range(6)
TYPES = ("add", "move", "removal", "pass", "swap sides", "other")
"""The types of moves, in the words of Ai Ai's reports."""

BRANCHING, SEAT, MOVE_OVER, TURN_OVER, CHOSEN, FIRST_TYPE = range(6)
NOTES = FIRST_TYPE + len(TYPES)
"""What is noted of every tap; how many moves there were to choose from, the types of these and of
the one that was chosen, and where it is over, only of a tap that begins a move."""
MOVE_KEY, POSITION_KEY = range(2)
KEYS = 2
"""The words noted of every tap that ends a move."""
MOST_KINDS = 8
AVAILABLE, CHOSEN_THERE = range(2)
COUNTS = 2
"""What is counted of every distinct move, apart for each colour."""

LEGAL, FULL = -1, -2
"""What `replayed` answers if all taps were legal, or if there are too many distinct moves for the
hash table; else the number of the first tap that was not legal."""


@jitable
def type_of(game, before, action, after):
    """Return the type of a move by what it does to the board."""
    if action == game.pass_action:
        return PASS
    if action == game.swap_action:
        return SWAP
    earlier, later = occupied(game, before.state), occupied(game, after.state)
    lost, gained = count(earlier & ~later), count(later & ~earlier)
    if gained > lost:
        return ADD
    if gained < lost:
        return REMOVE
    return MOVE if gained else OTHER


@jitable
def extended(key, taps, action):
    """Return the key of a move of some taps after another one; long moves are hashed."""
    if taps == 0:
        return action
    if taps < MOST_TAPS:
        return and_then(key, taps, action)
    return packing.get_index(scramble(key ^ action), 1 << TAP_BITS * MOST_TAPS)


@jitable
def slot_of(keys, key):
    """Return where in a hash table of moves a key is, or where it would go."""
    at = packing.get_index(scramble(key + 1), len(keys))
    while keys[at] >= 0 and keys[at] != key:
        at = (at + 1) % len(keys)
    return at


@jitable
def note_choices(game, now, note, known, tallies, work):
    """Count all legal moves by type, and each of them as available; return whether all fitted."""
    cells, extras = table.choices(game, now, work)
    push(game, work.stack[0], now, cells, game.board.none, extras)
    packing.put(work.stack[0], note_place(game, 0), 0)
    level, first = 0, 0
    while level >= 0:
        row = work.stack[level]
        action = pop_action(game, row)
        if action < 0:
            level -= 1
            continue
        if level == 0:
            first = action
        key = extended(packing.get(row, note_place(game, 0)), level, action)
        after = table.play(game, rows.unpack(game, row), action, work)
        if table.mid_move(game, after) and level + 1 < len(work.stack):
            cells, extras = table.choices(game, after, work)
            level += 1
            push(game, work.stack[level], after, cells, game.board.none, extras)
            packing.put(work.stack[level], note_place(game, 0), key)
            continue
        note[BRANCHING] += 1
        note[FIRST_TYPE + type_of(game, now, first, after)] += 1
        at = slot_of(known, key)
        if known[at] < 0:
            if 2 * tallies[len(known)][0] >= len(known):
                return False
            known[at] = key
            tallies[len(known)][0] += 1
        tallies[at][COUNTS * now.state.colour + AVAILABLE] += 1
    return True


@entry
def replayed(game, root, taps, notes, keys, material, ever, last, known, tallies, row, work):
    """Play recorded taps from a table; return `LEGAL`, `FULL` or the number of an illegal one.

    ``notes`` and ``keys`` get what is known of every tap, ``material`` the pieces of each kind
    after it, ``ever`` and ``last`` the cells that were occupied at some time, and in the end.
    ``known`` and ``tallies`` are a hash table of moves: how often each was available and chosen,
    by colour; one row more counts the moves in it.
    """
    history = work.keys[0]
    now = rows.unpack(game, root)
    before = now
    seen = occupied(game, now.state)
    begin, key, made = 0, 0, 0
    for i in range(len(taps)):
        action = taps[i]
        note = notes[i]
        note[SEAT] = table.seat_of(now, now.state.colour)
        cells, extras = table.choices(game, now, work)
        if action < game.width:
            legal = bool(cells & game.board.bit(action))
        else:
            legal = bool(extras >> (action - game.width) & 1)
        if not legal:
            work.keys[0] = history
            return i
        if made == 0:
            begin, before = i, now
            if not note_choices(game, now, note, known, tallies, work):
                work.keys[0] = history
                return FULL
        key = extended(key if made else 0, made, action)
        made += 1
        now = table.follow(game, now, action, work)
        for number, stones in enumerate(game.pieces(now.state)):
            material[i][number] = count(stones)
        if not table.mid_move(game, now):
            seen = seen | occupied(game, now.state)
            notes[begin][MOVE_OVER] = i + 1
            notes[begin][CHOSEN] = type_of(game, before, taps[begin], now)
            keys[i][MOVE_KEY] = key
            keys[i][POSITION_KEY] = hash_of(game, now, row)
            at = slot_of(known, key)
            tallies[at][COUNTS * before.state.colour + CHOSEN_THERE] += 1
            made = 0
        if now.taps == 0:
            note[TURN_OVER] = 1
    packing.put_set(game, seen, ever, 0)
    packing.put_set(game, occupied(game, now.state), last, 0)
    work.keys[0] = history
    return LEGAL


@dataclass(frozen=True)
class Story:
    """What happened in a game, move by move."""

    branching: np.ndarray
    """How many legal moves there were at each move."""
    types: np.ndarray
    """How many of each type of `TYPES`, by move."""
    chosen: np.ndarray
    """The number of the type of the move that was made, by move."""
    seats: np.ndarray
    """The seat that made each move."""
    turn_ends: np.ndarray
    """The number of moves made by the end of each turn."""
    material: np.ndarray
    """Pieces of each kind on the board: before the first turn, and after each."""
    moves: np.ndarray
    """The key of each move; `Moves.taps` tells its taps."""
    move_ends: np.ndarray
    """The number of taps made by the end of each move."""
    positions: np.ndarray
    """A hash of the position after each move."""
    ever: int
    """The cells on which a piece stood at some time."""
    final: int
    """The cells on which one stood in the end."""

    @property
    def length(self) -> int:
        """How many moves were made."""
        return len(self.branching)

    @property
    def turns(self) -> int:
        """How many turns were made."""
        return len(self.turn_ends)


class Moves:
    """How often each distinct move was available, and how often it was chosen."""

    def __init__(self, size: int = 1 << 12):
        self.known = np.full(size, -1, np.int64)
        self.tallies = np.zeros((size + 1, 2 * COUNTS), np.int64)

    @property
    def distinct(self) -> int:
        """How many distinct moves there were."""
        return int(self.tallies[-1, 0])

    def copy(self, size: int) -> "Moves":
        """Return the same counts in a hash table of some size."""
        other = Moves(size)
        for at in np.flatnonzero(self.known >= 0):
            place = slot_of(other.known, int(self.known[at]))
            other.known[place] = self.known[at]
            other.tallies[place] = self.tallies[at]
        other.tallies[-1] = self.tallies[-1]
        return other

    @cached_property
    def counts(self) -> tuple[dict[tuple[int, ...], tuple[int, int]], ...]:
        """For each colour how often each move was available and chosen, by its taps.

        Moves that a colour never had are left out. Ask when all is replayed.
        """
        found: tuple[dict, dict] = {}, {}
        for at in np.flatnonzero(self.known >= 0):
            taps = self.taps(int(self.known[at]))
            for moves, counts in zip(found, self.tallies[at].reshape(2, COUNTS), strict=True):
                if counts[AVAILABLE]:
                    moves[taps] = tuple(counts.tolist())
        return tuple(dict(sorted(moves.items())) for moves in found)

    @staticmethod
    def taps(key: int) -> tuple[int, ...]:
        """Return the taps of a move by its key; of very long ones that is just a number."""
        taps = [key & TAP_MASK]
        while (key := key >> TAP_BITS) > 0:
            key -= 1
            taps.append(key & TAP_MASK)
        return tuple(taps)


class Replayer:
    """Plays games again and adds up what could have been played."""

    def __init__(self, game: Game):
        self.game = game
        self.moves = Moves()
        self.room = 16 * playout_limit(game)
        self.work = search_work(game, trace=self.room)
        self.rng = new_rng()
        self.row = np.zeros(game._table_words, np.uint64)

    def story(self, start: Position, taps: list[int], what: str = "the game") -> Story:
        """Return what happened in a game; an error names it by ``what`` if it breaks the rules."""
        game, length = self.game, len(taps)
        if not all(isinstance(tap, int) and 0 <= tap < game.actions for tap in taps):
            raise BadRecord(f"{what} has taps that are none of {game.facts.title}")
        notes = np.zeros((length, NOTES), np.int64)
        keys = np.zeros((length, KEYS), np.uint64)
        material = np.zeros((length, MOST_KINDS), np.int64)
        ever, last = np.zeros(game._set_words, np.uint64), np.zeros(game._set_words, np.uint64)
        before = self.moves.known.copy(), self.moves.tallies.copy()
        answer = replayed(
            game,
            start.packed(),
            np.array(taps, np.int64),
            notes,
            keys,
            material,
            ever,
            last,
            self.moves.known,
            self.moves.tallies,
            self.row,
            search_work(game, start.keys) if game.remembers else self.work,
        )
        if answer != LEGAL:
            self.moves.known, self.moves.tallies = before
        if answer == FULL:
            self.moves = self.moves.copy(4 * len(self.moves.known))
            return self.story(start, taps, what)
        if answer != LEGAL:
            raise BadRecord(f"tap {answer + 1} of {what} is not legal in {game.facts.title}")
        begins = np.flatnonzero(notes[:, BRANCHING])
        over = notes[begins, MOVE_OVER]
        begins, over = begins[over > 0], over[over > 0]  # half a move at the end does not count
        turns = np.flatnonzero(notes[:, TURN_OVER])
        pieces = game.pieces(start.state)
        first = np.array([[stones.bit_count() for stones in pieces]], np.int64)
        return Story(
            branching=notes[begins, BRANCHING],
            types=notes[begins, FIRST_TYPE:],
            chosen=notes[begins, CHOSEN],
            seats=notes[begins, SEAT],
            turn_ends=np.searchsorted(over, turns + 1, side="right"),
            material=np.concatenate([first, material[turns, : len(pieces)]]),
            moves=keys[over - 1, MOVE_KEY],
            move_ends=over,
            positions=keys[over - 1, POSITION_KEY],
            ever=whole(ever),
            final=whole(last),
        )

    def random_game(self, start: Position, seed: int, number: int) -> tuple[int, list[int]]:
        """Play a random game; return the winning seat, `DRAW` or `NOBODY`, and its taps."""
        game, tally = self.game, np.zeros(TALLY, np.int64)
        self.work.trace[0] = 0
        playouts(
            game,
            start.packed(),
            False,
            False,
            number,
            number + 1,
            seed,
            playout_limit(game),
            tally,
            self.rng,
            self.work,
        )
        taps = self.traced()
        winner = {SEAT_0: 0, SEAT_1: 1, DRAWN: DRAW, UNFINISHED: NOBODY}[
            int(tally[:MOVES].argmax())
        ]
        return (NOBODY if len(taps) == self.room else winner), taps

    def traced(self) -> list[int]:
        """Return the taps of the random game that was played last.

        A game's own rollout leaves out forced passes; a seat that taps twice in a row tells them.
        """
        game, found = self.game, []
        before = -1
        for noted in self.work.trace[1 : 1 + int(self.work.trace[0])].tolist():
            seat, tap = divmod(noted, game.actions)
            if game._has_rollout and seat == before:
                found.append(game.pass_action)
            found.append(tap)
            before = seat
        return found


def whole(words: np.ndarray) -> int:
    """Return a set of cells from its words."""
    return sum(int(word) << WORD * i for i, word in enumerate(words))
