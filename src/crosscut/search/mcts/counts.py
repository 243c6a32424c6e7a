"""Counting results, at nodes and for taps: at once, or by several threads in bundles.

Threads that wrote to the same few places after every simulation would wait for each other's caches
most of the time. So each counts what is visited often in rows of its own, and adds them to the
tree's now and then. What is read there is then a little late, which does no harm.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core.arrays import apart
from crosscut.core.atomics import add
from crosscut.core.jit import jitable
from crosscut.search.mcts.tree import NO_BLOCK
from crosscut.search.playout import points_of

ROWS, NODE_ROWS = 128, 1024
BUNDLE = 32
"""Simulations after which a row is added to the tree's."""
OFTEN = 4 * BUNDLE
"""Visits from which on the results of a node are bundled."""
NOTHING = -1


class Bundles(NamedTuple):
    """The rows of a thread; none where it is alone."""

    node: Any
    """[rows] the node to which visits and points will be added, or `NOTHING`."""
    visits: Any
    points: Any
    block: Any
    """[rows] the block to which a row will be added, or `NOTHING`."""
    age: Any
    """[rows] the simulations counted in it."""
    taps: Any
    """[rows * 4 * actions] as `Tree.amaf`."""


def new_bundles(span: int, alone: bool, kind: np.dtype) -> Bundles:
    """Return empty rows for one thread, each row of taps ``span`` long and of a kind."""
    nodes, rows = (0, 0) if alone else (NODE_ROWS, ROWS)
    made = [np.zeros(length, np.int64) for length in (nodes, nodes, nodes, rows, rows)]
    bundles = Bundles(*map(apart, [*made, np.zeros(rows * span, kind)]))
    bundles.node[:] = bundles.block[:] = NOTHING
    return bundles


def empty(bundles: Bundles) -> None:
    """Forget what has been counted: the tree has been moved."""
    for array in bundles:
        array[:] = 0
    bundles.node[:] = bundles.block[:] = NOTHING


@jitable
def announce_visit(tree, node, bundles):
    """Count a visit that is under way, if others could meet it; return whether that was done.

    Until its result is there it counts as lost, so that others look elsewhere.
    """
    if len(bundles.node) == 0 or tree.visits[node] >= OFTEN:
        return False
    add(tree.visits, node, 1)
    return True


@jitable
def count_visit(tree, node, points, announced, bundles):
    """Count a visit of a node, unless it was announced, and what the seat that chose it got."""
    if len(bundles.node) == 0 or announced:
        if not announced:
            add(tree.visits, node, 1)
        add(tree.points, node, points)
        return
    row = node % NODE_ROWS
    if bundles.node[row] != node or bundles.visits[row] >= BUNDLE:
        deliver_visits(tree, row, bundles)
        bundles.node[row] = node
    bundles.visits[row] += 1
    bundles.points[row] += points


@jitable
def deliver_visits(tree, row, bundles):
    """Add a row to its node in the tree and empty it."""
    if bundles.visits[row] > 0:
        add(tree.visits, bundles.node[row], bundles.visits[row])
        add(tree.points, bundles.node[row], bundles.points[row])
    bundles.visits[row] = 0
    bundles.points[row] = 0


@jitable
def deliver_all(tree, bundles):
    """Add all visits that are still bundled to the tree."""
    for row in range(len(bundles.node)):
        deliver_visits(tree, row, bundles)


@jitable
def count_taps(game, tree, node, winner, first, bundles, work):
    """Count a result for the taps that a simulation made after a node, the ``first`` and on."""
    block = tree.block[node]
    if block == NO_BLOCK:
        return
    span = 4 * game.actions
    if len(bundles.block) == 0 or tree.visits[node] < OFTEN:
        count_in(game, tree.amaf, block * span, winner, first, work)
        return
    row = row_for(tree, block, span, bundles)
    count_in(game, bundles.taps, row * span, winner, first, work)


@jitable
def count_in(game, counts, base, winner, first, work):
    """Count a result for taps in the row of an array that begins at ``base``."""
    for i in range(first, work.trace[0] + 1):
        at = base + 2 * work.trace[i]
        counts[at] += 1
        counts[at + 1] += points_of(winner, work.trace[i] // game.actions)


@jitable
def row_for(tree, block, span, bundles):
    """Return the row in which one more simulation is counted for a block, emptied if it is due."""
    row = block % ROWS
    if bundles.block[row] != block or bundles.age[row] >= BUNDLE:
        deliver_taps(tree, row, span, bundles)
        bundles.block[row] = block
    bundles.age[row] += 1
    return row


@jitable
def deliver_taps(tree, row, span, bundles):
    """Add a row to that of its block in the tree and empty it."""
    if bundles.age[row] > 0:
        begin = bundles.block[row] * span
        for i in range(span):
            more = bundles.taps[row * span + i]
            if more != 0:
                tree.amaf[begin + i] += more
                bundles.taps[row * span + i] = 0
    bundles.age[row] = 0
