"""Random play: one move, or a whole game, drawn uniformly over the legal moves."""

from typing import Any, NamedTuple

from crosscut.core.bits import count, fingerprint, nth
from crosscut.core.jit import entry, jitable
from crosscut.core.rng import below, stream_state
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.move_code import STUCK, TAP_BITS, TAP_MASK
from crosscut.search.move_stack import pop_action, push

SEAT_0, SEAT_1, DRAWN, UNFINISHED, MOVES, TURNS, MOVES_SQUARED = range(7)
"""What the entries of a tally count."""
TALLY = 7

LONG_MOVE = 8
"""Taps that a move takes at most, on average over a game."""


@jitable
def random_tap(game, now, rng, work):
    """Draw a tap with a chance in proportion to the moves that begin with it, or `STUCK`.

    Tap by tap that makes every move equally likely. Moves of several taps are enumerated and the
    i-th replaces the one chosen before with chance 1/i.
    """
    cells, extras = table.choices(game, now, work)
    if not game._has_long_moves:
        return one_of(game, cells, extras, rng)
    chosen, first, seen, level = STUCK, STUCK, 0, 0
    push(game, work.stack[0], now, cells, game.board.none, extras)
    while level >= 0:
        row = work.stack[level]
        action = pop_action(game, row)
        if action < 0:
            level -= 1
            continue
        if level == 0:
            first = action
        after = table.play(game, rows.unpack(game, row), action, work)
        if table.mid_move(game, after):
            cells, extras = table.choices(game, after, work)
            if level + 1 < len(work.stack):  # a move of more taps than that counts as one
                level += 1
                push(game, work.stack[level], after, cells, game.board.none, extras)
                continue
        seen += 1
        if below(rng, seen) == 0:
            chosen = first
    return chosen


@jitable
def one_of(game, cells, extras, rng):
    """Draw one of some actions, each with the same chance, or return `STUCK` if there is none."""
    taps = count(cells)
    total = taps
    for number in range(game.actions - game.width):
        total += extras >> number & 1
    if total == 0:
        return STUCK
    k = below(rng, total)
    if k < taps:
        return nth(cells, k)
    number = -1
    for _ in range(k - taps + 1):
        number += 1
        while not extras >> number & 1:
            number += 1
    return game.width + number


@jitable
def random_move(game, now, rng, work):
    """Draw a move as a row of taps, each legal move with the same chance, or return `STUCK`.

    Games with long moves and no `sample` get the first tap of a move; asking again goes on with it.
    A sampled move may repeat what may not be repeated: see `repeats`.
    """
    if is_sampled(game, now):
        return game._sample_with(now.state, rng, work.scratch)
    return random_tap(game, now, rng, work)


@jitable
def is_sampled(game, now):
    """Tell whether the game itself draws the next move."""
    return game.has_sample and not game.mid_move(now.state) and not table.offers_swap(game, now)


@jitable
def repeats(game, after, history, work):
    """Tell whether a sampled move, already played, has ended a turn where an earlier one did.

    ``history`` is how many turns were remembered before it.
    """
    if after.winner != NOBODY:
        return False
    own = 1 if work.keys[0] > history else 0  # the turn itself is remembered, if there was room
    return table.occurrences(work.keys, fingerprint(game.key(after.state))) > own


@jitable
def play_taps(game, now, move, work):
    """Return the table after all taps of a sampled move."""
    while True:
        table.note(game, now, move & TAP_MASK, work)
        now = table.follow(game, now, move & TAP_MASK, work)
        move >>= TAP_BITS
        if move == 0:
            return now
        move -= 1


@jitable
def answer(game, now, last, rng):
    """Draw one of the answers to the last tap, or return `STUCK` if there is none."""
    if not game._has_answers or last == STUCK or last >= game.width:
        return STUCK
    cells = game.answers(now.state, last)
    return nth(cells, below(rng, count(cells))) if cells else STUCK


@jitable
def note_rollout(game, now, moves, work):
    """Add the taps that a game's own rollout has left in its working space to the trace."""
    if len(work.trace) > 1:
        seat = table.seat_of(now, now.state.colour)
        for i in range(moves):
            last = work.trace[0] + 1
            if work.scratch[i] >= 0 and last < len(work.trace):
                work.trace[last] = work.scratch[i] + game.actions * (seat ^ i & 1)
                work.trace[0] = last


class Run(NamedTuple):
    """A random game under way."""

    now: Any
    """Where it stands; not moved by a game's own rollout."""
    last: int
    """The last tap, if taps are to be answered, else `STUCK`."""
    moves: int = 0
    turns: int = 0
    draws: int = 0
    winner: int = NOBODY
    """The colour that has won, `DRAW`, or `NOBODY` while the game goes on or if it is given up."""
    over: bool = False
    rolled: int = 0
    """Moves that the game's own rollout has made since ``now``."""


@jitable
def begin_run(now, last):
    """Return the run of a random game that has not begun."""
    return Run(now, last, 0, 0, 0, now.winner, now.winner != NOBODY, 0)


@jitable
def one_move(game, run, enumerate_all, limit, rng, work):
    """Return the run after one more draw: a move, the tap of a long one, or all there are.

    Moves are drawn uniformly, by enumeration if so asked, where ``last`` is `STUCK`. Else taps to
    which the game knows answers are answered.

    A game that has not ended after ``limit`` moves, or `LONG_MOVE` times as many draws, is given
    up, with `NOBODY` as the winner.
    """
    now, last = run.now, run.last
    if enumerate_all:
        move = random_tap(game, now, rng, work)
    else:
        move = answer(game, now, last, rng)
        if move == STUCK:
            move = random_move(game, now, rng, work)
    if move == STUCK and not game._stuck_passes:
        return stopped(run, table.stuck_winner(game, now))
    history, traced = work.keys[0], work.trace[0]
    after = play_taps(game, now, game.pass_action if move == STUCK else move, work)
    sampled = not enumerate_all and is_sampled(game, now)
    if game._forbids_repeats and sampled and repeats(game, after, history, work):
        work.keys[0], work.trace[0] = history, traced
        move = random_tap(game, now, rng, work)  # this one knows which moves repeat
        if move == STUCK:
            return stopped(run, table.stuck_winner(game, now))
        after = play_taps(game, now, move, work)
    if game._has_answers and last != STUCK:
        last = game.pass_action if move == STUCK or move >> TAP_BITS else move
    moves = run.moves if table.mid_move(game, after) else run.moves + 1
    turns = run.turns + 1 if after.taps == 0 else run.turns
    draws = run.draws + 1
    over = after.winner != NOBODY or moves >= limit or draws >= LONG_MOVE * limit
    return Run(after, last, moves, turns, draws, after.winner, over, 0)


@jitable
def stopped(run, winner):
    """Return a run that ends where it stands."""
    return Run(run.now, run.last, run.moves, run.turns, run.draws, winner, True, 0)


@jitable
def rolls_out(game, run):
    """Tell whether the game itself plays on to the end."""
    return game._has_rollout and not table.swap_ahead(game, run.now)


@jitable
def roll_out(game, run, rng, work):
    """Return the run at its end, played by the game's own rollout."""
    winner, moves, turns = game.rollout(run.now.state, run.last, rng, work.scratch)
    note_rollout(game, run.now, moves, work)
    moved, turned = run.moves + moves, run.turns + turns
    return Run(run.now, run.last, moved, turned, run.draws + 1, winner, True, moves)


@jitable
def played_out(game, run, enumerate_all, limit, rng, work):
    """Return a run at its end."""
    while not run.over:
        if rolls_out(game, run) and not enumerate_all:
            return roll_out(game, run, rng, work)
        run = one_move(game, run, enumerate_all, limit, rng, work)
    return run


@jitable
def seat_that_won(run):
    """Return the winning seat of a run that is over; `DRAW` and `NOBODY` stay what they are."""
    if run.winner == NOBODY or run.winner == DRAW:
        return run.winner
    return table.seat_of(run.now, run.winner)


@jitable
def points_of(winner, seat):
    """Return what a seat gets: 2 for a win and 1 for a draw."""
    if winner == seat:
        return 2
    return 1 if winner == DRAW or winner == NOBODY else 0


@jitable
def playout(game, now, enumerate_all, last, limit, rng, work):
    """Play at random to the end; return the winning seat or `DRAW` or `NOBODY`, moves and turns.

    ``last`` is the last tap made where taps are to be answered, else `STUCK`; see `one_move`.
    """
    run = played_out(game, begin_run(now, last), enumerate_all, limit, rng, work)
    return seat_that_won(run), run.moves, run.turns


def playout_limit(game: Game) -> int:
    """Return after how many moves a random game is given up; more than any of ours takes."""
    return 16 * game.width + 64


def tap_limit(game: Game) -> int:
    """Return the most taps of a game; where the rules set no bound, when it is given up."""
    return playout_limit(game) if game.longest is None else game.longest + game.pie


@entry
def playouts(game, root, deal, enumerate_all, first, last, seed, limit, tally, rng, work):
    """Play random games number ``first`` to ``last`` of a seed and add them to a tally.

    They start from the table in the row ``root``, or if ``deal`` from the game's own start. Game
    number i of a seed is always the same, whoever plays it.
    """
    history = work.keys[0]
    for i in range(first, last):
        rng[0] = stream_state(seed, i)
        work.keys[0] = history
        if deal:
            now = table.begin(game, game.deal(rng), work)
        else:
            now = rows.unpack(game, root)
        winner, moves, turns = playout(game, now, enumerate_all, STUCK, limit, rng, work)
        if winner == NOBODY:
            tally[UNFINISHED] += 1
        elif winner == DRAW:
            tally[DRAWN] += 1
        else:
            tally[SEAT_0 + winner] += 1
        tally[MOVES] += moves
        tally[TURNS] += turns
        tally[MOVES_SQUARED] += moves * moves
    work.keys[0] = history
