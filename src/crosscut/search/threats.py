"""Threats: which turns win at once, and which leave the other player no such turn."""

import numpy as np

from crosscut.core.jit import entry, jitable
from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY
from crosscut.rules.workspace_shape import search_work
from crosscut.search.move_stack import pop_action, push
from crosscut.search.perft import Tick, deeper

LOSES, SAFE, WINS = range(3)
"""What a turn does: it allows the other player to win at once (or does not win and ends the game),
it does not, or it wins."""


@jitable
def can_win(game, now, work):
    """Tell whether the player to move has a turn that wins at once."""
    colour = now.state.colour
    cells, extras = table.choices(game, now, work)
    push(game, work.stack[0], now, cells, game.board.none, extras)
    level = 0
    while level >= 0:
        action = pop_action(game, work.stack[level])
        if action < 0:
            level -= 1
            continue
        after = table.play(game, rows.unpack(game, work.stack[level]), action, work)
        if after.winner == colour:
            return True
        if after.taps > 0 and level + 1 < len(work.stack):
            cells, extras = table.choices(game, after, work)
            level += 1
            push(game, work.stack[level], after, cells, game.board.none, extras)
    return False


@entry
def sort_turns(game, tables, colour, most_safe, kinds, work):
    """Write for each table that a turn of a colour leads to what the turn does.

    Return whether it is a pressing matter: not more than one turn wins at once, and not more than
    ``most_safe`` are safe. If that is not so, the rest is not looked at.
    """
    wins, safe = 0, 0
    for i in range(len(tables)):
        now = rows.unpack(game, tables[i])
        if now.winner == colour:
            kinds[i] = WINS
            wins += 1
        elif now.winner == NOBODY and not can_win(game, now, work):
            kinds[i] = SAFE
            safe += 1
        if wins > 1 or safe > most_safe:
            return False
    return True


class Pressure:
    """What the turns from a position do, where few of them can be good.

    Turns that lead to the same position are one.
    """

    def __init__(self, position: Position, most_safe: int, tick: Tick = lambda found: None):
        game, walk = position.game, next(deeper(position, tick=tick))
        self.turns = walk.found
        """How many turns there are."""
        tables = walk.known[1 : 1 + self.turns]
        kinds = np.full(self.turns, LOSES, np.int64)
        work = search_work(game, position.keys)
        self.pressing = sort_turns(game, tables, position.colour, most_safe, kinds, work)
        """Whether at most one turn wins at once, and so many are safe; else the rest is unknown."""
        self.kinds = {tables[i].tobytes(): int(kinds[i]) for i in np.flatnonzero(kinds)}

    def count(self, kind: int) -> int:
        """Return how many turns are of a kind, `SAFE` or `WINS`."""
        return sum(each == kind for each in self.kinds.values())

    def kind(self, after: Position) -> int:
        """Return of which kind the turn is that leads to a position."""
        return self.kinds.get(after.packed().tobytes(), LOSES)
