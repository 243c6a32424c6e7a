"""Many walks down the tree at once: who comes to a node together chooses there one after the other.

No result comes back meanwhile, so it is as if each had walked alone; but what stands at a node is
read once for all, its rules are asked once, and other threads are met there once.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from crosscut.core import packing
from crosscut.core.arrays import apart
from crosscut.core.atomics import add, look
from crosscut.core.jit import jitable
from crosscut.core.rng import stream_state
from crosscut.rules import game_state as table
from crosscut.rules import state_packing as rows
from crosscut.rules.game import NOBODY, Game
from crosscut.search.evaluators.gpu_playouts import COUNT, FIRST
from crosscut.search.mcts.landings import count_known
from crosscut.search.mcts.simulate import (
    action_of,
    bound_of,
    expand,
    follow,
    last_tap,
    seat_to_move,
    winning_seat,
)
from crosscut.search.mcts.tree import NO_BLOCK, NO_CHILDREN, ROOT
from crosscut.search.mcts.workers import DEEPEST
from crosscut.search.playout import points_of


class Party(NamedTuple):
    """The working memory of walks: where they are, by depth, and where they still have to go."""

    path: Any
    """[depth] the nodes on the way."""
    tables: Any
    """[depth, words] what is on the table there."""
    history: Any
    """[depth] how many turns are remembered there."""
    reference: Any
    """[depth] the block of statistics by which children are judged."""
    begin: Any
    """[depth] where the choices made there begin."""
    end: Any
    """[depth] where those end that are left; the choices of the next depth follow."""
    choices: Any
    """[walks] the children chosen, one for each walk."""
    bounds: Any
    """[children] how good the children of a node look."""
    picked: Any
    """[children] games that count as lost for walks that have chosen them."""


def new_party(game: Game, walks: int) -> Party:
    """Return working memory for one thread that makes so many walks at once."""
    made = (
        np.zeros(DEEPEST, np.int32),
        np.zeros((DEEPEST, game._table_words), np.uint64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(walks, np.int64),
        np.zeros(game.actions, np.float64),
        np.zeros(game.actions, np.int64),
    )
    return Party(*map(apart, made))


@jitable
def gather(game, root, tree, settings, part, party, first, last, seed, arena, rng, work):
    """Walk down the tree from number ``first`` to ``last`` and keep the leaves that are found.

    Where the result is known it is counted at once. Returns whether there was room in the tree.
    """
    history, depth = work.keys[0], 0
    rng[0] = stream_state(seed, first)
    packing.put(part.rows[0], FIRST, first * settings.each)
    party.path[0] = ROOT
    work.trace[0] = 0
    now = rows.unpack(game, root)
    walks, free, room = last - first, 0, True
    while depth >= 0:
        found_room = arrive(
            game, tree, now, settings, part, party, depth, walks, free, arena, rng, work
        )
        room = room and found_room
        while depth >= 0 and party.begin[depth] == party.end[depth]:
            depth -= 1
        if depth >= 0:
            walks = take_choice(party, depth)
            now = rows.unpack(game, party.tables[depth])
            work.keys[0] = party.history[depth]
            work.trace[0] = depth
            action = action_of(tree, party.path[depth + 1])
            table.note(game, now, action, work)
            now = follow(game, now, action, work)
            free = party.end[depth]
            depth += 1
    work.keys[0] = history
    return room


@jitable
def take_choice(party, depth):
    """Let the next node on the path be one of the choices left; return how many have made it."""
    end, kept = party.end[depth], party.begin[depth]
    node = party.choices[end - 1]
    for i in range(kept, end):
        if party.choices[i] != node:
            party.choices[kept] = party.choices[i]
            kept += 1
    party.end[depth] = kept
    party.path[depth + 1] = node
    return end - kept


@jitable
def arrive(game, tree, now, settings, part, party, depth, walks, free, arena, rng, work):
    """Let walks that came to a node end there, or choose children; return whether there was room.

    The first one ends if nobody was there before; the others do as if it had come back. Threads
    that come at the same moment take each other for one who was there before. Choices are written
    from place ``free`` on.
    """
    node = party.path[depth]
    party.begin[depth] = party.end[depth] = free
    if now.winner != NOBODY:
        tree.status[node] = winning_seat(now, now.winner)
    if (settings.solver or now.winner != NOBODY) and tree.status[node] != NOBODY:
        end_known(game, tree, settings, party, node, walks, work)
        return True
    begin = look(tree.first, node)
    if begin == NO_CHILDREN:
        before = tree.visits[node] - walks * settings.each
        if node != ROOT and before < settings.expand:
            keep_leaf(game, tree, now, settings, part, party, depth, work)
            walks -= 1
        if walks == 0:
            return True
        room = depth + 1 < len(party.path) and expand(
            game, tree, node, now, settings, arena, rng, work
        )
        if tree.status[node] != NOBODY:
            end_known(game, tree, settings, party, node, walks, work)
            return True
        if not room:
            for _ in range(walks):
                keep_leaf(game, tree, now, settings, part, party, depth, work)
            return depth + 1 == len(party.path)
        begin = look(tree.first, node)
    reference = party.reference[depth - 1] if depth else NO_BLOCK
    if settings.amaf and tree.block[node] != NO_BLOCK:
        reference = tree.block[node]
    rows.pack(game, now, party.tables[depth])
    party.history[depth] = work.keys[0]
    party.reference[depth] = reference
    choose(game, tree, node, begin, seat_to_move(now), reference, settings, party, free, walks)
    party.end[depth] = free + walks
    return True


@jitable
def choose(game, tree, node, begin, seat, reference, settings, party, free, walks):
    """Let walks choose children of a node, each as if those before it had lost.

    Others read and write there too; so they are read once for all walks, and written to once.
    """
    children, log_visits = tree.children[node], math.log(tree.visits[node] + 1)
    for i in range(children):
        child = begin + i
        visits = tree.visits[child]
        party.picked[i] = 0
        party.bounds[i] = bound_of(game, tree, child, visits, seat, reference, log_visits, settings)
    for walk in range(free, free + walks):
        best = 0
        for i in range(1, children):
            if party.bounds[i] > party.bounds[best]:
                best = i
        child = begin + best
        party.choices[walk] = child
        party.picked[best] += settings.each
        visits = tree.visits[child] + party.picked[best]
        party.bounds[best] = bound_of(
            game, tree, child, visits, seat, reference, log_visits, settings
        )
    for i in range(children):
        if party.picked[i]:
            add(tree.visits, begin + i, party.picked[i])  # lost, until its results are there


@jitable
def end_known(game, tree, settings, party, node, walks, work):
    """Count walks that end where the result is known."""
    games = settings.each * walks
    points = games * points_of(tree.status[node], 0)
    count_known(game, tree, settings, party.path, work.trace, games, points)


@jitable
def keep_leaf(game, tree, now, settings, part, party, depth, work):
    """Put a leaf and how it was reached into a part of a flight."""
    leaf = packing.get(part.rows[0], COUNT)
    path, trace, row = part.paths[leaf], part.traces[leaf], part.rows[1 + leaf]
    for i in range(depth + 1):
        path[i] = party.path[i]
        trace[i] = work.trace[i]
    rows.pack(game, now, row)
    packing.put(row, game._table_words, last_tap(game, tree, path[depth], depth, settings))
    if game.remembers:
        for i in range(int(work.keys[0]) + 1):
            row[game._table_words + 1 + i] = work.keys[i]
    packing.put(part.rows[0], COUNT, leaf + 1)
