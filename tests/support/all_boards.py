"""Going through every way to put stones on a small board, compiled."""

import numpy as np

from crosscut.core import packing
from crosscut.core.bits import Bits
from crosscut.core.jit import entry, jitable
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY

BOARDS, FULL, SOLE_WINNERS, OPEN, STUCK_0, STUCK_1, BOTH_STUCK, TWO_WINNERS = range(8)
"""What is counted: sound boards, full ones, full ones with one winner, open ones, and who is stuck.

A board is open if nobody is connected and it is not full.
"""
SOUND_BY_DIAGONALS, SOUND_BY_CROSSCUTS = 0, 1
SLICE = 3**12


@jitable
def is_sound(board, black, white, way):
    """Tell whether a board can be met with: no bare diagonals, or no crosscuts."""
    if way == SOUND_BY_DIAGONALS:
        return not (board.bare(black) or board.bare(white))
    return not board.crosscut_stones(black, white)


@jitable
def has_turn(game, own, enemy, colour, row, colour_at):
    """Tell whether a colour to move has something to tap."""
    packing.put_set(game, own, row, 0)
    packing.put_set(game, enemy, row, game._set_words)
    packing.put(row, colour_at, colour)
    return bool(game.legal(rows.unpack(game, row).state))


@entry
def check_boards(game, first, last, way, only_open, row, colour_at, counts):
    """Count the boards whose numbers, in the system with base three, go from first to last."""
    board = game.board
    for number in range(first, last):
        black, white, rest = board.none, board.none, number
        for cell in range(game.width):
            digit = rest % 3
            rest //= 3
            if digit == 1:
                black = black | board.bit(cell)
            elif digit == 2:
                white = white | board.bit(cell)
        if not is_sound(board, black, white, way):
            continue
        counts[BOARDS] += 1
        full = (black | white) == board.full
        won_0, won_1 = game.connected(black, 0), game.connected(white, 1)
        if won_0 and won_1:
            counts[TWO_WINNERS] += 1
        if full:
            counts[FULL] += 1
            if won_0 != won_1:
                counts[SOLE_WINNERS] += 1
        if won_0 or won_1 or (full and only_open):
            continue
        counts[OPEN] += 1
        stuck_0 = not has_turn(game, black, white, 0, row, colour_at)
        stuck_1 = not has_turn(game, white, black, 1, row, colour_at)
        counts[STUCK_0] += stuck_0
        counts[STUCK_1] += stuck_1
        counts[BOTH_STUCK] += stuck_0 and stuck_1


def check_all_boards(game, way, only_open=True):
    """Return the counts over all boards of a game's size."""
    counts, row = np.zeros(8, np.int64), game.position().packed()
    fields = type(game.start())._fields
    words = [game._set_words if isinstance(value, Bits) else 1 for value in game.start()]
    colour_at = sum(words[: fields.index("colour")])
    end = 3**game.width
    for first in range(0, end, SLICE):
        last = min(first + SLICE, end)
        check_boards(game, first, last, way, only_open, row, colour_at, counts)
    return counts.tolist()


def reachable(game):
    """Return the unfinished positions that can be reached, how many are stuck, and their cycles."""
    start = game.position()
    seen, waiting, order = {start.state: None}, [start], {}
    stuck = 0
    while waiting:
        here = waiting.pop()
        after = [here.play(turn) for turn in here.turns()]
        stuck += here.actions() == [game.pass_action]
        order[here.state] = {each.state for each in after if each.result == NOBODY}
        for each in after:
            if each.result == NOBODY and each.state not in seen:
                seen[each.state] = None
                waiting.append(fresh_game(each))
    return len(seen), stuck, has_cycle(order)


def fresh_game(position):
    """Return the same position without its history, so that nothing counts as repeated."""
    game = position.game
    return type(position).set_up(game, game.pieces(position.state), position.colour)


def has_cycle(graph):
    """Tell whether a way through the graph can come back to where it was."""
    incoming = dict.fromkeys(graph, 0)
    for targets in graph.values():
        for target in targets:
            incoming[target] += 1
    free = [state for state, number in incoming.items() if number == 0]
    removed = 0
    while free:
        removed += 1
        for target in graph[free.pop()]:
            incoming[target] -= 1
            if incoming[target] == 0:
                free.append(target)
    return removed != len(graph)
