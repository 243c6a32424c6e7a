"""Random play: one move, or a whole game, drawn uniformly over the legal moves."""

from crosscut import rows, table
from crosscut.bits import count, fingerprint, nth
from crosscut.game import DRAW, NOBODY, Game
from crosscut.kernel import entry, jitable
from crosscut.rng import below, stream_state
from crosscut.sampled import STUCK, TAP_BITS, TAP_MASK
from crosscut.search.stack import pop_action, push

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
    if not game.has_long_moves:
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
        return game.sample_with(now.state, rng, work.scratch)
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
    if not game.has_answers or last == STUCK or last >= game.width:
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


@jitable
def playout(game, now, enumerate_all, last, limit, rng, work):
    """Play at random to the end; return the winning seat or `DRAW` or `NOBODY`, moves and turns.

    Moves are drawn uniformly, by enumeration if so asked, where ``last`` is `STUCK`. Else it is the
    last tap made, and taps to which the game knows answers are answered.

    A game that has not ended after ``limit`` moves, or `LONG_MOVE` times as many draws, is given
    up, with `NOBODY` as the winner.
    """
    moves, turns, draws, winner = 0, 0, 0, now.winner
    while winner == NOBODY and moves < limit and draws < LONG_MOVE * limit:
        draws += 1
        if game.has_rollout and not enumerate_all and not table.swap_ahead(game, now):
            winner, more_moves, more_turns = game.rollout(now.state, last, rng, work.scratch)
            moves, turns = moves + more_moves, turns + more_turns
            note_rollout(game, now, more_moves, work)
            break
        if enumerate_all:
            move = random_tap(game, now, rng, work)
        else:
            move = answer(game, now, last, rng)
            if move == STUCK:
                move = random_move(game, now, rng, work)
        if move == STUCK and not game.stuck_passes:
            winner = table.stuck_winner(game, now)
            break
        history, traced = work.keys[0], work.trace[0]
        after = play_taps(game, now, game.pass_action if move == STUCK else move, work)
        sampled = not enumerate_all and is_sampled(game, now)
        if game.forbids_repeats and sampled and repeats(game, after, history, work):
            work.keys[0], work.trace[0] = history, traced
            move = random_tap(game, now, rng, work)  # this one knows which moves repeat
            if move == STUCK:
                winner = table.stuck_winner(game, now)
                break
            after = play_taps(game, now, move, work)
        now = after
        winner = now.winner
        if game.has_answers and last != STUCK:
            last = game.pass_action if move == STUCK or move >> TAP_BITS else move
        if not table.mid_move(game, now):
            moves += 1
        if now.taps == 0:
            turns += 1
    if winner == NOBODY or winner == DRAW:
        return winner, moves, turns
    return table.seat_of(now, winner), moves, turns


def playout_limit(game: Game) -> int:
    """Return after how many moves a random game is given up; more than any of ours takes."""
    return 16 * game.width + 64


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
