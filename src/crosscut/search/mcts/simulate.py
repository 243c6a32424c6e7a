"""One simulation after another, in compiled code: down the tree, a random game, and back up.

Everything is done in taps, through the table of a game alone. Threads may share the tree: visits
and points are counted atomically, statistics on taps can bear a lost simulation, and what one
thread has proven is never unlearned from another.
"""

import math
from typing import Any, NamedTuple

from crosscut.core.atomics import look, publish
from crosscut.core.jit import entry, jitable, separate
from crosscut.core.rng import below, stream_state
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import DRAW, NOBODY
from crosscut.rules.move_code import STUCK
from crosscut.search.mcts.counts import (
    announce_visit,
    count_taps,
    count_visit,
    deliver_all,
)
from crosscut.search.mcts.tree import (
    BLOCK,
    LAST_BLOCK,
    LAST_NODE,
    NO_BLOCK,
    NO_CHILDREN,
    NODE,
    ROOT,
)
from crosscut.search.move_stack import take_first
from crosscut.search.playout import playout, points_of

EVEN = 30
"""Results, half of them won, that count for a swap before it has any of its own."""
SWAP_EXPLORE = 0.15
"""How much a swap that was tried less is favoured; the constant of UCT."""
LOST, UNTRIED = -1.0, 1000.0
"""Bounds of what is proven to be lost, and of what was never tried where nothing else is known."""


@jitable
def follow(game, now, action, work):
    """Return the table after an action; in one place, because rules are long."""
    separate()
    return table.follow(game, now, action, work)


@jitable
def action_of(tree, node):
    """Return the action that leads to a node, as wide as rules expect a number to be."""
    return 0 + tree.action[node]


@jitable
def seat_to_move(now):
    """Return the seat that is to move."""
    return table.seat_of(now, now.state.colour)


@jitable
def winning_seat(now, winner):
    """Return the seat of a winning colour; `DRAW` and `NOBODY` stay what they are."""
    if winner == DRAW or winner == NOBODY:
        return winner
    return table.seat_of(now, winner)


@jitable
def best_child(game, tree, node, begin, seat, reference, settings):
    """Return the child with the best upper confidence bound."""
    log_visits = math.log(tree.visits[node] + 1)
    best, best_bound = begin, LOST
    for child in range(begin, begin + tree.children[node]):
        visits = tree.visits[child]
        bound = bound_of(game, tree, child, visits, seat, reference, log_visits, settings)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@jitable
def bound_of(game, tree, child, visits, seat, reference, log_visits, settings):
    """Return the upper confidence bound of a child that was visited so often."""
    if tree.status[child] == 1 - seat:
        return LOST
    if reference == NO_BLOCK:
        if visits == 0:
            return UNTRIED
        bound = 0.5 * tree.points[child] / visits
        return bound + settings.explore * math.sqrt(log_visits / visits)
    at = 2 * (2 * reference + seat) * game.actions + 2 * tree.action[child]
    seen = tree.amaf[at]
    bound = 0.5
    if seen + visits > 0:
        # the mean of the tap's statistics has the weight s / (s + n + bias * s * n), that of the n
        # results the rest; both fractions brought to one
        scale = 1 + settings.bias * seen
        bound *= (tree.amaf[at + 1] + scale * tree.points[child]) / (seen + scale * visits)
    explore = settings.explore
    if tree.action[child] == game.swap_action:
        # it is tapped at one moment only, so that no statistics save it after a first loss
        bound = 0.5 * (tree.points[child] + EVEN) / (visits + EVEN)
        explore = max(explore, SWAP_EXPLORE)
    if explore > 0:
        bound += explore * math.sqrt(log_visits / (visits + 1))
    return bound


@jitable
def expand(game, tree, node, now, settings, arena, rng, work):
    """Give a node its children in random order, if there is room; return whether it has any."""
    cells, extras = table.choices(game, now, work)
    begin, seat = arena[NODE], seat_to_move(now)
    end, won = begin, -1
    while (extras != 0 or cells) and end < arena[LAST_NODE]:
        action, cells, extras = take_first(game, cells, extras)
        other = begin + below(rng, end - begin + 1)
        tree.action[end] = tree.action[other]
        tree.action[other] = action
        tree.first[end] = NO_CHILDREN
        tree.visits[end] = 0
        tree.points[end] = 0
        tree.status[end] = NOBODY
        tree.block[end] = NO_BLOCK
        end += 1
    if extras != 0 or cells:
        return False
    if begin == end:
        tree.status[node] = winning_seat(now, table.stuck_winner(game, now))
        return False
    if settings.decisive:
        history = work.keys[0]
        for child in range(begin, end):
            after = follow(game, now, action_of(tree, child), work)
            work.keys[0] = history
            if after.winner != NOBODY:
                tree.status[child] = winning_seat(after, after.winner)
                if tree.status[child] == seat:
                    won = child
                    break
    arena[NODE] = end
    tree.children[node] = end - begin
    publish(tree.first, node, begin)
    if settings.solver and won >= 0:
        tree.status[node] = seat
    return True


@jitable
def decided_by_children(tree, node, seat):
    """Return who is proven to win at a node where ``seat`` moves, looking at its children."""
    begin = tree.first[node]
    best = 1 - seat
    for child in range(begin, begin + tree.children[node]):
        status = tree.status[child]
        if status == seat:
            return seat
        if status == NOBODY:
            best = NOBODY
        elif status == DRAW and best != NOBODY:
            best = DRAW
    return best


class Descent(NamedTuple):
    """Where a simulation has left the tree."""

    now: Any
    node: int
    depth: int
    """The place of the node in the path."""
    announced: int
    """From this place on visits have been counted on the way down."""
    winner: int
    """The winning seat or `DRAW`, if that is known, else `NOBODY`."""
    room: bool
    """Whether there was room for the children of the node."""


@jitable
def descend(game, tree, now, settings, path, arena, bundles, rng, work):
    """Walk down the tree to a leaf, adding children to it when it has been visited enough.

    ``path`` gets the nodes; the trace of taps runs beside it.
    """
    node, depth, reference, room = ROOT, 0, NO_BLOCK, True
    announced = len(path)
    work.trace[0] = 0
    path[0] = ROOT
    winner = NOBODY
    while depth + 1 < len(path):
        if now.winner != NOBODY:
            tree.status[node] = winning_seat(now, now.winner)
        if settings.solver or now.winner != NOBODY:
            winner = tree.status[node]
            if winner != NOBODY:
                break
        begin = look(tree.first, node)
        fresh = begin == NO_CHILDREN
        if fresh:
            own = 1 if announced <= depth else 0
            if tree.visits[node] - own < settings.expand and node != ROOT:
                break
            room = expand(game, tree, node, now, settings, arena, rng, work)
            winner = tree.status[node]
            if not room or winner != NOBODY:
                room = room or winner != NOBODY
                break
            begin = look(tree.first, node)
        if settings.amaf:
            give_block(game, tree, node, settings, arena)
            if tree.block[node] != NO_BLOCK:
                reference = tree.block[node]
        node = best_child(game, tree, node, begin, seat_to_move(now), reference, settings)
        depth += 1
        path[depth] = node
        if announce_visit(tree, node, bundles):
            announced = min(announced, depth)
        action = action_of(tree, node)
        table.note(game, now, action, work)
        now = follow(game, now, action, work)
    return Descent(now, node, depth, announced, winner, room)


@jitable
def give_block(game, tree, node, settings, arena):
    """Let a node that is visited often keep statistics of its own, if there is room."""
    if node == ROOT or tree.visits[node] >= settings.reference:
        if tree.block[node] == NO_BLOCK and arena[BLOCK] < arena[LAST_BLOCK]:
            begin = 4 * game.actions * arena[BLOCK]
            for i in range(begin, begin + 4 * game.actions):  # of an earlier tree
                tree.amaf[i] = 0
            publish(tree.block, node, arena[BLOCK])
            arena[BLOCK] += 1


@jitable
def last_tap(game, tree, node, depth, settings):
    """Return the tap that a playout has to answer first, or `STUCK` if it answers none."""
    if not settings.informed:
        return STUCK
    return action_of(tree, node) if depth else game.pass_action


@jitable
def simulate(game, tree, now, settings, limit, path, arena, bundles, rng, work):
    """Walk down the tree, play at random and count the result; return whether there was room."""
    down = descend(game, tree, now, settings, path, arena, bundles, rng, work)
    winner = down.winner
    if winner == NOBODY:
        last = last_tap(game, tree, down.node, down.depth, settings)
        winner, _, _ = playout(game, down.now, False, last, limit, rng, work)
    back_up(game, tree, winner, down.depth, down.announced, settings, path, bundles, work)
    return down.room


@jitable
def back_up(game, tree, winner, depth, announced, settings, path, bundles, work):
    """Count a result at every node of the path, and what is proven as far up as it goes."""
    proven = settings.solver != 0
    for i in range(depth, -1, -1):
        node = path[i]
        points = 0
        if i > 0:
            seat = work.trace[i] // game.actions
            points = points_of(winner, seat)
            proven = proven and prove_parent(tree, node, path[i - 1], seat)
        count_visit(tree, node, points, i >= announced, bundles)
        count_taps(game, tree, node, winner, i + 1, bundles, work)


@jitable
def prove_parent(tree, node, parent, seat):
    """Conclude what a proven node means for its parent, where ``seat`` moves; tell if it is one."""
    if tree.status[node] == NOBODY:
        return False
    status = decided_by_children(tree, parent, seat)
    if status != NOBODY:  # another thread may know more already
        tree.status[parent] = status
    return True


@entry
def simulations(
    game, root, tree, settings, first, last, limit, seed, path, arena, bundles, rng, work
):
    """Run simulations number ``first`` to ``last`` of a seed; return the number of the next one.

    It ends early when the root is decided or the arena is empty. The root is in the row ``root``.
    """
    history = work.keys[0]
    start = rows.unpack(game, root)
    number = first
    while number < last:
        rng[0] = stream_state(seed, number)
        work.keys[0] = history
        room = simulate(game, tree, start, settings, limit, path, arena, bundles, rng, work)
        number += 1
        if not room or (settings.solver and tree.status[ROOT] != NOBODY):
            break
    deliver_all(tree, bundles)
    work.keys[0] = history
    return number
