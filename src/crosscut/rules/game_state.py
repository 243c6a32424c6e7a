"""What stands between a game's rules and its players: seats, pie rule, passes, repetition.

Rules know colours only. A `Table` adds what the framework has to remember, and the functions here
are the only ones that know what it means; the interpreter and all compiled code share them.

Working memory goes with a table, because rules and compiled code never allocate: see `Work`.
"""

from typing import Any, NamedTuple

from crosscut.core.bits import Bits, fingerprint, lowest
from crosscut.core.jit import jitable
from crosscut.core.workspace import Work
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.state_schema import as_declared

PASS, SWAP, FIRST_EXTRA = 0, 1, 2
"""The numbers of extras in a set of extras: pass, swap, then the game's own."""


class Table(NamedTuple):
    """A game's state and what the framework adds to it."""

    state: Any
    turns: int = 0
    """Turns completed after the prelude, counted up to 2: the pie rule asks whether it is one."""
    taps: int = 0
    """Taps made in the turn that has begun."""
    passes: int = 0
    """Forced passes in a row; two end the game without a winner."""
    swapped: int = 0
    """1 once the seats have exchanged colours."""
    winner: int = NOBODY
    """The colour that has won, `DRAW` or `NOBODY`, whether the rules or the framework say so."""


@jitable
def begin(game, start, work) -> Table:
    """Return the table at which a game starts from this state, with nothing before it."""
    state = as_declared(game, start)
    work.keys[0] = 0
    if game.remembers and game.recurs(state):
        remember(work.keys, fingerprint(game.key(state)))
    return Table(state, 0, 0, 0, 0, state.winner)


@jitable
def mid_move(game, table: Table) -> bool:
    """Tell whether the last tap began a move that further taps have to finish."""
    return table.winner == NOBODY and game.mid_move(table.state)


@jitable
def seat_of(table: Table, colour: int) -> int:
    """Return the seat, 0 or 1, that plays a colour."""
    return colour ^ table.swapped


@jitable
def occurrences(keys, key) -> int:
    """Return how many remembered turns ended with this key."""
    found = 0
    for i in range(1, int(keys[0]) + 1):
        if keys[i] == key:
            found += 1
    return found


@jitable
def remember(keys, key) -> None:
    """Add the key of a finished turn to the history, if there is room."""
    last = int(keys[0]) + 1
    if last < len(keys):
        keys[last] = key
        keys[0] = last


@jitable
def note(game, table: Table, action: int, work) -> None:
    """Add a tap that is about to be made to the trace, if there is room: who makes it, and where.

    Its number is the action, plus the number of all actions if the second seat makes it.
    """
    last = work.trace[0] + 1
    if last < len(work.trace):
        work.trace[last] = action + game.actions * seat_of(table, table.state.colour)
        work.trace[0] = last


@jitable
def offers_swap(game, table: Table) -> bool:
    """Tell whether the pie rule lets the player to move swap."""
    return game.pie and table.turns == 1 and table.taps == 0


@jitable
def swap_ahead(game, table: Table) -> bool:
    """Tell whether the pie rule may still let somebody swap, now or later."""
    return game.pie and table.turns < 2


@jitable
def choices(game, table: Table, work) -> tuple[Bits, int]:
    """Return the cells that may be tapped and the set of extras that may be chosen.

    Turns that repeat are removed first; a player who then has nothing left is stuck. Both sets are
    empty when the game is over, and when being stuck ends it.
    """
    if table.winner != NOBODY:
        return game.board.none, 0
    cells = game._legal_with(table.state, work.scratch)
    extras = game._options_with(table.state, work.scratch)
    if game._forbids_repeats and work.keys[0] > 0:
        cells, extras = without_repeats(game, table, cells, extras, work)
    extras = extras << FIRST_EXTRA
    if offers_swap(game, table):
        extras |= 1 << SWAP
    elif game._stuck_passes and table.taps == 0 and extras == 0 and not cells:
        extras = 1 << PASS
    return cells, extras


@jitable
def without_repeats(game, table: Table, cells: Bits, extras: int, work) -> tuple[Bits, int]:
    """Return those actions from which some turn goes on to a position that has not occurred."""
    kept_cells, kept_extras = game.board.none, 0
    while cells:
        tap = cells & -cells
        cells = cells ^ tap
        if leads_on(game, table.state, lowest(tap), work):
            kept_cells = kept_cells | tap
    for number in range(game.actions - game.first_extra):
        if extras >> number & 1 and leads_on(game, table.state, game.first_extra + number, work):
            kept_extras |= 1 << number
    return kept_cells, kept_extras


@jitable
def leads_on(game, start, action: int, work) -> bool:
    """Tell whether some turn goes on with an action and does not end where an earlier one did.

    Most turns end at once. Longer ones are looked through depth first; the state is played anew
    from the start each time, because nothing here may allocate.
    """
    path = work.path
    path[0] = action
    depth = 1
    while True:
        state = replay(game, start, path, depth, work)
        if state.winner != NOBODY:
            return True
        following = -1
        if state.colour == start.colour:
            if depth == len(path):
                return True
            following = next_action(game, state, -1, work)
        elif occurrences(work.keys, fingerprint(game.key(state))) == 0:
            return True
        while following < 0 and depth > 1:
            depth -= 1
            before = replay(game, start, path, depth, work)
            following = next_action(game, before, path[depth], work)
        if following < 0:
            return False
        path[depth] = following
        depth += 1


@jitable
def replay(game, state, path, depth: int, work):
    """Return the state after the first taps of a path."""
    now = as_declared(game, state)
    for i in range(depth):
        now = as_declared(game, game._play_with(now, path[i], work.scratch))
    return now


@jitable
def next_action(game, state, previous: int, work) -> int:
    """Return the lowest action the rules allow that is higher than a previous one, or -1."""
    cells = game._legal_with(state, work.scratch)
    while cells:
        cell = lowest(cells)
        if cell > previous:
            return cell
        cells = cells & (cells - 1)
    extras = game._options_with(state, work.scratch)
    for number in range(game.actions - game.first_extra):
        if extras >> number & 1 and game.first_extra + number > previous:
            return game.first_extra + number
    return -1


@jitable
def play(game, table: Table, action: int, work) -> Table:
    """Return the table after a legal action."""
    if action == game.swap_action:
        return Table(table.state, 2, 0, 0, 1, NOBODY)
    if action == game.pass_action:
        return end_turn(
            game, table, as_declared(game, game.skip(table.state)), table.passes + 1, work
        )
    state = as_declared(game, game._play_with(table.state, action, work.scratch))
    if state.colour == table.state.colour and state.winner == NOBODY:
        return Table(state, table.turns, table.taps + 1, table.passes, table.swapped, NOBODY)
    return end_turn(game, table, state, 0, work)


@jitable
def end_turn(game, table: Table, state, passes: int, work) -> Table:
    """Return the table after a turn that led to ``state``.

    Two forced passes in a row and, where the game says so, a third occurrence are draws.
    """
    winner = state.winner
    if winner == NOBODY:
        if passes == 2:
            winner = DRAW
        if game._draws_repeats and game.recurs(state):
            if occurrences(work.keys, fingerprint(game.key(state))) >= 2:
                winner = DRAW
    turns = table.turns if game.prelude(table.state) else min(table.turns + 1, 2)
    return Table(state, turns, 0, passes, table.swapped, winner)


@jitable
def follow(game, table: Table, action: int, work) -> Table:
    """Return the table after a legal action, and remember the turn in the history if it is over."""
    after = play(game, table, action, work)
    if game.remembers and after.taps == 0 and action != game.swap_action:
        if game.recurs(after.state):
            remember(work.keys, fingerprint(game.key(after.state)))
    return after


@jitable
def stuck_winner(game, table: Table) -> int:
    """Return the winner when the player to move has no action and may not pass."""
    return 1 - table.state.colour if game._stuck_loses else DRAW


@jitable
def occupied(game, state):
    """Return the cells on which a piece stands."""
    cells = game.board.none
    for stones in game.pieces(state):
        cells = cells | stones
    return cells


LONGEST_TURN = 64
"""The taps of a turn that are looked through for a way on where turns may not repeat."""


def step_work(game: Game, keys: list[int]) -> Work:
    """Return working memory for one step, with room for one more turn in the history."""
    room = [*keys[: 1 + keys[0]], 0] if game.remembers else [0, 0]
    return Work(room, [0] * LONGEST_TURN, [0] * game.scratch_size, [])
