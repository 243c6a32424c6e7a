"""Counting what was found at leaves that were played out elsewhere, many games at each."""

from crosscut import rows
from crosscut.engine.counts import NODE_ROWS, deliver_all, deliver_visits, row_for
from crosscut.engine.simulate import give_block, prove_parent
from crosscut.engine.tree import NO_BLOCK
from crosscut.gpu.leaves import COUNT
from crosscut.kernel import jitable
from crosscut.shared import add

OFTEN_FLOWN = 1024
"""Leaves below a node from which on its results are bundled: fewer nodes than there are rows."""


@jitable
def settle(game, tree, settings, part, arena, bundles):
    """Count what was found at the leaves of a part of a flight, after which there are none."""
    for leaf in range(rows.get(part.rows[0], COUNT)):
        found = part.found[leaf]
        path, trace = part.paths[leaf], part.traces[leaf]
        land(game, tree, settings, path, trace, found[0], found, True, arena, bundles)
    rows.put(part.rows[0], COUNT, 0)
    deliver_all(tree, bundles)


@jitable
def land(game, tree, settings, path, trace, points, found, played, arena, bundles):
    """Count the results of a leaf on its way; ``points`` are those of the first seat.

    Its many games are statistics enough to guide the search below it from the first visit on.
    """
    each, depth = settings.each, trace[0]
    proven = settings.solver != 0
    for i in range(depth, -1, -1):
        node = path[i]
        if i > 0:  # visits were counted on the way down
            seat = trace[i] // game.actions
            proven = proven and prove_parent(tree, node, path[i - 1], seat)
            count_results(tree, node, 0, 2 * each - points if seat else points, each, bundles)
        else:
            count_results(tree, node, each, 0, each, bundles)
        if settings.amaf and played:
            give_block(game, tree, node, settings, arena)
        if tree.block[node] != NO_BLOCK:
            count_leaf(game, tree, node, i + 1, each, points, trace, found, played, bundles)


@jitable
def count_results(tree, node, visits, points, each, bundles):
    """Count results at a node; in bundles, if several threads visit it often."""
    if len(bundles.node) == 0 or tree.visits[node] < OFTEN_FLOWN * each:
        if visits:
            add(tree.visits, node, visits)
        if points:
            add(tree.points, node, points)
        return
    row = node % NODE_ROWS
    if bundles.node[row] != node:
        deliver_visits(tree, row, bundles)
        bundles.node[row] = node
    bundles.visits[row] += visits
    bundles.points[row] += points


@jitable
def count_leaf(game, tree, node, first, each, points, trace, found, played, bundles):
    """Count the taps after a node, the ``first`` of the way and on, and those of the games."""
    block, span = tree.block[node], 4 * game.actions
    if len(bundles.block) == 0 or tree.visits[node] < OFTEN_FLOWN * each:
        count_found(game, tree.amaf, block * span, first, each, points, trace, found, played)
        return
    row = row_for(tree, block, span, bundles)
    count_found(game, bundles.taps, row * span, first, each, points, trace, found, played)


@jitable
def count_found(game, counts, base, first, each, points, trace, found, played):
    """Count the same in the row of an array that begins at ``base``."""
    for i in range(first, trace[0] + 1):
        at = base + 2 * trace[i]
        counts[at] += each
        counts[at + 1] += 2 * each - points if trace[i] >= game.actions else points
    if played:
        rows.add_halves(2 * game.actions, found, 1, counts, base)
