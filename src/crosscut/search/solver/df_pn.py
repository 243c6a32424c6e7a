"""Proof-number search, depth first: does the player to move reach what is asked for?

For every position two numbers say how much is still to be shown to prove that he does, and that he
does not. The search goes down to where least is missing, and turns back as soon as that is less
elsewhere, or almost (Nagai's df-pn, with the 1 + epsilon of Pawlewicz and Lew). A node is one tap,
so the same player may be to move in a position and in the next.

A position that comes back on its line proves nothing: it counts as one of which neither is ever
known. So every proof rests on positions that were proven before it, in which nothing comes back,
and no rule on repetition would change it. Only where that is not enough, or where the rule forgets
part of a position, the way to a position becomes part of its key (`EXACT`).
"""

from crosscut.core import packing
from crosscut.core.jit import entry, jitable, separate
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY
from crosscut.search.move_stack import take_first
from crosscut.search.solver.arrays import (
    DISPROOF,
    DRAW_FOR,
    DRAW_SEEN,
    DRAWS,
    EXACT,
    LAST,
    LEVEL,
    NODES,
    PROOF,
    ROOT,
)
from crosscut.search.solver.hashing import add_to_history, key_of
from crosscut.search.solver.transposition import MOST, SURE, disproof_in, find, note, proof_in

LOW, HIGH, ACTION, SAME, NEED, DOUBT = range(6)
"""The fields of a child: the words of its key, the tap that leads there, whether the same player
goes on, and its two numbers from the view of the player who chooses it."""
WON = -1
"""The number of children where one wins at once."""
SLACK = 4
"""A child may cost a quarter more than the next best one before the search turns back."""


@jitable
def step(game, memory, level, action, work):
    """Play an action on a level, and write the table it leads to on the next."""
    separate()
    packing.put(work.keys, 0, memory.heard[level] if memory.cursor[EXACT] else 0)
    now = rows.unpack(game, memory.line[level])
    rows.pack(game, table.follow(game, now, action, work), memory.line[level + 1])


@jitable
def succeeds(memory, now, winner, seat):
    """Tell whether a result is what is asked for, from the view of a seat."""
    if winner == DRAW:
        memory.cursor[DRAW_SEEN] = 1
        return memory.cursor[DRAW_FOR] == seat
    return table.seat_of(now, winner) == seat


@jitable
def is_listed(memory, level, number, low, high):
    """Tell whether a position is among the children of a level already."""
    for i in range(number):
        child = memory.children[level][i]
        if child[LOW] == low and child[HIGH] == high:
            return True
    return False


@jitable
def is_on_line(memory, level, low, high):
    """Tell whether a position is on the line."""
    found = False
    for i in range(level + 1):
        if memory.keys[i][0] == low and memory.keys[i][1] == high:
            found = True
    return found


@jitable
def expand(game, memory, level, work):
    """List what the actions on a level lead to, without what is lost at once."""
    separate()
    cursor = memory.cursor
    cursor[NODES] += 1
    memory.begun[level] = cursor[NODES]
    memory.counts[level] = memory.loops[level] = number = 0
    packing.put(work.keys, 0, memory.heard[level] if cursor[EXACT] else 0)
    now = rows.unpack(game, memory.line[level])
    seat = table.seat_of(now, now.state.colour)
    cells, extras = table.choices(game, now, work)
    if extras == 0 and not cells:
        if succeeds(memory, now, table.stuck_winner(game, now), seat):
            memory.counts[level] = WON
        return
    while extras != 0 or cells:
        action, cells, extras = take_first(game, cells, extras)
        step(game, memory, level, action, work)
        row = memory.line[level + 1]
        after = rows.unpack(game, row)
        if after.winner != NOBODY:
            if succeeds(memory, after, after.winner, seat):
                memory.counts[level] = WON
                return
            continue
        low, high = key_of(game, memory, row, memory.history[level + 1])
        if is_listed(memory, level, number, low, high):
            continue
        if is_on_line(memory, level, low, high):
            memory.loops[level] += 1
            continue
        child = memory.children[level][number]
        child[LOW], child[HIGH] = low, high
        packing.put(child, ACTION, action)
        packing.put(child, SAME, table.seat_of(after, after.state.colour) == seat)
        packing.put(child, NEED, 1)
        packing.put(child, DOUBT, 1)
        number += 1
    memory.counts[level] = number


@jitable
def weigh(memory, level):
    """Return the two numbers of a level, its best child, and what the next best one needs."""
    best, need, second, doubt, closed = -1, SURE, SURE, 0, memory.loops[level] > 0
    if memory.counts[level] == WON:
        return 0, SURE, best, second
    for i in range(memory.counts[level]):
        child = memory.children[level][i]
        mine, theirs = packing.get(child, NEED), packing.get(child, DOUBT)
        word = find(memory, child[LOW], child[HIGH])
        if word != 0:
            first, other = proof_in(word), disproof_in(word)
            if not packing.get(child, SAME):
                first, other = other, first
            # what was out of reach from here stays so, whatever a shorter line has to say
            if first == 0 or other == 0 or (mine < MOST and theirs < MOST):
                mine, theirs = first, other
                packing.put(child, NEED, mine)
                packing.put(child, DOUBT, theirs)
        if mine < need:
            best, need, second = i, mine, need
        elif mine < second:
            second = mine
        doubt += theirs
        closed = closed or theirs == MOST
    if closed:
        need = min(need, MOST)
    if need == 0:
        return 0, SURE, best, second
    if need == SURE:
        return SURE, 0, best, second
    return need, MOST if closed else min(doubt, MOST - 1), best, second


@jitable
def enter(game, memory, level):
    """Make a level of the line out of the table on it."""
    separate()
    before, history = memory.history[level], memory.history[level + 1]
    earlier = memory.heard[level - 1] if level > 0 else 0
    if memory.cursor[EXACT] and memory.heard[level] > earlier:
        add_to_history(game, memory, memory.line[level], before, history)
    else:
        for i in range(len(history)):
            history[i] = before[i]
    memory.cursor[LEVEL] = level


@jitable
def begin(game, memory, work):
    """Begin at the first position; the line up to it, and what was heard there, is written."""
    root = memory.cursor[ROOT]
    for level in range(root + 1):
        low, high = key_of(game, memory, memory.line[level], memory.history[level])
        memory.keys[level][0], memory.keys[level][1] = low, high
        enter(game, memory, level)
    expand(game, memory, root, work)
    memory.bounds[root][0] = memory.bounds[root][1] = MOST


@entry
def search(game, memory, work, steps):
    """Search on for some steps; return whether the first position is as decided as it can be."""
    cursor, top = memory.cursor, len(memory.keys) - 1
    if cursor[LEVEL] < 0:
        begin(game, memory, work)
    for _ in range(steps):
        level = cursor[LEVEL]
        if cursor[DRAW_SEEN] > cursor[DRAWS]:
            return True
        if cursor[NODES] >= cursor[LAST]:
            return False
        need, doubt, best, second = weigh(memory, level)
        bounds, nodes = memory.bounds[level], cursor[NODES] - memory.begun[level]
        if level == cursor[ROOT]:
            cursor[PROOF], cursor[DISPROOF] = need, doubt
        if need >= bounds[0] or doubt >= bounds[1] or need == 0 or doubt == 0:
            note(memory, memory.keys[level][0], memory.keys[level][1], need, doubt, nodes)
            if level == cursor[ROOT]:
                return True
            level -= 1
            cursor[LEVEL] = level
            continue
        child = memory.children[level][best]
        theirs = packing.get(child, DOUBT)
        if level == top:
            packing.put(child, NEED, MOST)
            packing.put(child, DOUBT, MOST)
            continue
        bound = min(bounds[0], second + second // SLACK + 1)
        other = bounds[1] - doubt + theirs
        step(game, memory, level, packing.get(child, ACTION), work)
        level += 1
        memory.keys[level][0], memory.keys[level][1] = child[LOW], child[HIGH]
        memory.heard[level] = packing.get(work.keys, 0)
        same = packing.get(child, SAME)
        memory.bounds[level][0] = bound if same else other
        memory.bounds[level][1] = other if same else bound
        enter(game, memory, level)
        expand(game, memory, level, work)
    return False
