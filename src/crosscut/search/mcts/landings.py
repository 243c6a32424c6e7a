"""Counting what was found at leaves that were played out elsewhere, many games at each.

Leaves that were gathered together come back together, in the order in which a walk through the tree
would meet them. So what is found below a node is summed up first and then counted there once:
threads meet each other less often at the nodes that all of them pass.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core import packing
from crosscut.core.arrays import apart
from crosscut.core.atomics import add
from crosscut.core.jit import jitable
from crosscut.rules.game import Game
from crosscut.search.evaluators.gpu_playouts import COUNT, POINTS, found_words
from crosscut.search.mcts.simulate import give_block, prove_parent
from crosscut.search.mcts.tree import NO_BLOCK, ROOT
from crosscut.search.mcts.workers import DEEPEST


class Sums(NamedTuple):
    """What was found below the nodes of a path, as far as they share it with the next leaf."""

    path: Any
    """[depth] the nodes."""
    taps: Any
    """[depth] the taps that led there, as `note` writes them."""
    games: Any
    """[depth] how many games were played below."""
    found: Any
    """[depth, words] what they came to, as `crosscut.search.evaluators.gpu_playouts` writes it."""


def new_sums(game: Game) -> Sums:
    """Return room for the sums of one thread."""
    made = (
        np.zeros(DEEPEST, np.int32),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros((DEEPEST, found_words(game)), np.int64),
    )
    return Sums(*map(apart, made))


@jitable
def settle(game, tree, settings, part, sums, arena):
    """Count what was found at the leaves of a part of a flight, after which there are none.

    Their many games are statistics enough to guide the search below from the first visit on.
    """
    depth = -1
    for leaf in range(packing.get(part.rows[0], COUNT)):
        path, trace, found = part.paths[leaf], part.traces[leaf], part.found[leaf]
        shared = 0
        while shared <= min(depth, trace[0]) and path[shared] == sums.path[shared]:
            shared += 1
        while depth >= shared:
            count_sum(game, tree, settings, sums, depth, arena)
            depth -= 1
        while depth < trace[0]:
            depth += 1
            sums.path[depth] = path[depth]
            sums.taps[depth] = trace[depth]
        sums.games[depth] += settings.each
        add_words(found, sums.found[depth])
    while depth >= 0:
        count_sum(game, tree, settings, sums, depth, arena)
        depth -= 1
    packing.put(part.rows[0], COUNT, 0)


@jitable
def add_words(found, total):
    """Add what was found to a sum."""
    for i in range(len(total)):
        total[i] += found[i]


@jitable
def count_sum(game, tree, settings, sums, depth, arena):
    """Count a sum at its node, add it to the one above, and empty it."""
    node, games, found = sums.path[depth], sums.games[depth], sums.found[depth]
    tap, points = sums.taps[depth], found[0]
    if settings.amaf:
        give_block(game, tree, node, settings, arena)
    if tree.block[node] != NO_BLOCK:
        base = 4 * game.actions * tree.block[node]
        packing.add_halves(2 * game.actions, found, 1, tree.amaf, base)
    if depth > 0:
        points = count_results(game, tree, settings, sums.path, depth, tap, games, points)
        above = sums.found[depth - 1]
        add_words(found, above)
        above[1 + tap] += games + points * POINTS
        sums.games[depth - 1] += games
    else:
        add(tree.visits, ROOT, games)
    sums.games[depth] = 0
    for i in range(len(found)):
        found[i] = 0


@jitable
def count_results(game, tree, settings, path, depth, tap, games, points):
    """Count games at a node and what they prove; return the points of the seat that chose it.

    ``points`` are those of the first seat. Visits were counted on the way down.
    """
    seat = tap // game.actions
    if settings.solver:
        prove_parent(tree, path[depth], path[depth - 1], seat)
    if seat:
        points = 2 * games - points
    add(tree.points, path[depth], points)
    return points


@jitable
def count_known(game, tree, settings, path, trace, games, points):
    """Count games at the nodes of a path that ends where the result is known."""
    for i in range(trace[0], -1, -1):
        node = path[i]
        if tree.block[node] != NO_BLOCK:
            base = 4 * game.actions * tree.block[node]
            for j in range(i + 1, trace[0] + 1):
                at, second = base + 2 * trace[j], trace[j] >= game.actions
                tree.amaf[at] += games
                tree.amaf[at + 1] += 2 * games - points if second else points
        if i > 0:
            count_results(game, tree, settings, path, i, trace[i], games, points)
        else:
            add(tree.visits, ROOT, games)
