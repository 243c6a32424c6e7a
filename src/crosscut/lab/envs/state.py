"""One game, tap by tap, for libraries that keep states of their own.

A `Moment` is what a `Position` is, in the form of compiled code: it never changes, and a step makes
a new one. On large boards that is ten times quicker, and far more where positions may not repeat.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from crosscut.core.arguments import as_int
from crosscut.core.bits import lowest
from crosscut.core.errors import IllegalMove
from crosscut.core.jit import announce, entry
from crosscut.core.workspace import Work
from crosscut.play.illegal import why_not
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.game_state import LONGEST_TURN
from crosscut.search.observation import VERSION, kind, observe_row, shape, unseen

SEAT, SWAPPED, WINNER, CHOICES = range(4)
"""What `advance` notes: the seat to move, 1 once seats have exchanged colours, the winning seat,
`DRAW` or `NOBODY`, and how many actions are legal."""


@entry
def advance(game, row, action, legal, notes, work):
    """Make a legal action at the table in a row, and list the actions that are legal after it."""
    now = table.follow(game, rows.unpack(game, row), action, work)
    rows.pack(game, now, row)
    cells, extras = table.choices(game, now, work)
    found = 0
    while cells:
        legal[found] = lowest(cells)
        cells = cells & (cells - 1)
        found += 1
    for number in range(game.actions - game.width):
        if extras >> number & 1:
            legal[found] = game.width + number
            found += 1
    winner = now.winner
    if winner == NOBODY and found == 0:
        winner = table.stuck_winner(game, now)
    if winner == 0 or winner == 1:
        winner = table.seat_of(now, winner)
    notes[SEAT] = table.seat_of(now, now.state.colour)
    notes[SWAPPED] = now.swapped
    notes[WINNER] = winner
    notes[CHOICES] = found


def room_for_a_step(game: Game, keys: np.ndarray) -> Work:
    """Return working memory for one step, with room for one more turn in the history.

    It is new every time, because compiled code of several threads may run at once.
    """
    history = np.zeros(len(keys) + 1, np.uint64)
    history[:-1] = keys
    return Work(
        history,
        np.empty(LONGEST_TURN, np.int64),
        np.empty(max(1, game.scratch_size), np.int64),
        np.empty((1, 1), np.uint64),  # no step looks through the moves
        np.zeros(1, np.int64),
    )


@lru_cache(maxsize=50)
def looks(game: Game, version: int) -> tuple[tuple[int, int, int], np.ndarray]:
    """Return the shape of an observation, and the fields that have planes of their own."""
    return shape(game, version), unseen(game, version)


class Moment:
    """One moment of a game, made from a position or from the moment before."""

    __slots__ = (
        "game", "keys", "known", "legal", "made", "parent", "row", "swapped", "taps", "to_play",
        "winner",
    )  # fmt: skip

    game: Game
    row: np.ndarray
    """The table as `crosscut.rules.state_packing` packs it."""
    keys: np.ndarray
    """The hashes of earlier turns, as `crosscut.core.workspace.Work` keeps them, with no room for
    more."""
    parent: Moment | None
    """The moment one tap ago."""
    made: int
    """The action that led here from the parent."""
    known: Position | None
    """The same as a position, once somebody has asked for it."""
    taps: int
    """The actions made so far."""
    legal: list[int]
    """Every legal action, in ascending order."""
    to_play: int
    """The seat to move, 0 or 1."""
    swapped: int
    """1 once the seats have exchanged colours."""
    winner: int
    """The winning seat, `DRAW`, or `NOBODY` while the game goes on."""

    @classmethod
    def at(cls, position: Position) -> Moment:
        """Return the moment at which a position stands; what follows may have to be compiled."""
        announce()
        here = cls()
        here.game, here.row = position.game, position.packed()
        remembered = position.keys[: 1 + position.keys[0]] if here.game.remembers else [0]
        here.keys = np.array(remembered, np.uint64)
        here.parent, here.made, here.known = None, -1, position
        here.taps = len(position.line) - 1
        here.legal, here.to_play = position.actions(), position.to_play
        here.swapped, here.winner = position.table.swapped, NOBODY
        if position.over:
            here.winner = DRAW if position.winner is None else position.winner
        return here

    def after(self, action: int) -> Moment:
        """Return the moment after one legal action."""
        tap = as_int(action)
        if tap not in self.legal:
            raise IllegalMove(why_not(self.position, action if tap is None else tap))
        game, row = self.game, self.row.copy()
        legal, notes = np.empty(game.actions, np.int64), np.empty(4, np.int64)
        work = room_for_a_step(game, self.keys)
        advance(game, row, tap, legal, notes, work)
        here = Moment()
        here.game, here.row, here.keys = game, row, work.keys[: 1 + int(work.keys[0])]
        here.parent, here.made, here.known = self, tap, None
        here.taps = self.taps + 1
        here.to_play, here.swapped, here.winner, found = notes.tolist()
        here.legal = legal[:found].tolist()
        return here

    @property
    def rewards(self) -> list[float]:
        """What the game brings to seats 0 and 1: 1 for a win, -1 for a loss, else 0."""
        if self.winner in (NOBODY, DRAW):
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    @property
    def position(self) -> Position:
        """The same as a position, with its history."""
        here, made = self, []
        while here.known is None:
            made.append(here.made)
            here = here.parent
        position = here.known
        for action in reversed(made):
            position = position.step(action)
        self.known = position
        return position

    def mask(self) -> np.ndarray:
        """Return 1 for each legal action and 0 for every other."""
        found = np.zeros(self.game.actions, np.int8)
        found[self.legal] = 1
        return found

    def observation(self, seat: int, version: int = VERSION) -> np.ndarray:
        """Return what a seat sees: planes, rows and columns of float32; in version 0, of bytes.

        They are those of the player to move; for the other, own and enemy pieces change places.
        """
        form, fields = looks(self.game, version)
        images = np.zeros((form[0], self.game.width), kind(version))
        observe_row(self.game, self.row, fields, images)
        if self.game._has_own_kinds and seat != self.to_play:
            images[[0, 1]] = images[[1, 0]]
        return images.reshape(form)

    # It never changes, so a copy is the same one.

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: dict) -> Moment:
        return self

    def __reduce__(self):
        return Moment.at, (self.position,)
