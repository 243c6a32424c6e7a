"""Leaves in flight: found in the tree, played out elsewhere, and counted when they are back.

A GPU plays many games from each of many leaves at once. So a search walks down the tree again and
again before the first result is there. What is under way counts as lost meanwhile, and so the next
walk looks elsewhere; in the end the tree is the one that the same results make in any order.

Planes are sent off in turn, and every thread has a part of each. Threads stay in compiled code for
many turns: they and who sends the planes off tell each other by counters how far they are.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut import rows
from crosscut.engine.counts import BUNDLE, OFTEN, ROWS, deliver_taps
from crosscut.engine.simulate import descend, give_block, last_tap, prove_parent
from crosscut.engine.tree import NO_BLOCK, ROOT
from crosscut.engine.workers import DEEPEST
from crosscut.game import NOBODY, Game
from crosscut.gpu.leaves import COUNT, FIRST, found_words, row_words
from crosscut.kernel import entry, jitable
from crosscut.rng import stream_state
from crosscut.search.random_play import points_of
from crosscut.shared import add, look, pause, publish

FEWEST = 8
"""Leaves in a plane, at least, however small the tree is."""
APART = 32
"""Numbers between two counters, so that they share no line of a processor's cache."""
GROUNDED = -1
"""What stands in the place of turns landed when all is to end at once."""
LAST_TURN = 1 << 62
"""What stands in the place of turns filled by a thread that fills no more."""


class Flight(NamedTuple):
    """Some leaves, how they were reached, and what was found there; all parts, or one of them."""

    paths: Any
    """[parts, leaves, depth] the nodes on the way."""
    traces: Any
    """[parts, leaves, depth] how many taps led there, then their numbers as `note` writes them."""
    rows: Any
    """[parts, 1 + leaves, words] the leaves as `crosscut.gpu.leaves` reads them."""
    found: Any
    """[parts, leaves, words] what it found there."""


def new_flight(game: Game, parts: int, leaves: int, earlier: int, room_for) -> Flight:
    """Return room for some leaves; ``room_for(shape, kind)`` makes what is copied to a device."""
    flight = Flight(
        np.zeros((parts, leaves, DEEPEST), np.int32),
        np.zeros((parts, leaves, DEEPEST), np.int64),
        room_for((parts, 1 + leaves, row_words(game, earlier)), np.uint64),
        room_for((parts, leaves, found_words(game)), np.int64),
    )
    flight.rows[:] = 0
    return flight


@entry
def cruise(
    game, root, tree, settings, flight, turns, hand, first, last, seed, arena, bundles, rng, work
):
    """Make walks number ``first`` to ``last``, turn after turn into a thread's part of a plane.

    What is back with the part is counted before. ``turns`` holds how many have landed, then how
    many each hand has filled. Returns how many walks were made, and whether there was room.
    """
    hands = len(turns) // APART - 1
    planes = len(flight.paths) // hands
    number, turn, idle, room = first, 0, 0, True
    while idle < planes:
        while GROUNDED < look(turns, 0) <= turn - planes:
            pause()
        if look(turns, 0) == GROUNDED:
            break
        part = part_of(flight, turn % planes * hands + hand)
        settle(game, tree, settings, part, arena, bundles)
        idle += 1
        if number < last and room and not (settings.solver and tree.status[ROOT] != NOBODY):
            idle = 0
            upto = min(last, number + share_of(tree, settings, len(part.paths) * hands, hand, hands))
            number, room = gather(
                game, root, tree, settings, part, number, upto, seed, arena, bundles, rng, work
            )
        turn += 1
        publish(turns, APART * (1 + hand), turn)
    return number - first, room


@jitable
def part_of(flight, number):
    """Return one part of a flight."""
    return Flight(
        flight.paths[number], flight.traces[number], flight.rows[number], flight.found[number]
    )


@jitable
def share_of(tree, settings, most, hand, hands):
    """Return how many leaves one of the hands may put into a plane: few while the tree is small."""
    there = tree.visits[ROOT] // settings.each
    wanted = min(most, max(FEWEST, there // settings.share))
    return max(1, wanted * (hand + 1) // hands - wanted * hand // hands)


@jitable
def gather(game, root, tree, settings, part, first, last, seed, arena, bundles, rng, work):
    """Walk down the tree from number ``first`` to ``last`` and keep the leaves that are found.

    Where the result is known it is counted at once. Returns the number of the next walk, and
    whether there was room in the tree.
    """
    history = work.keys[0]
    start = rows.unpack(game, root)
    number, leaves, room = first, 0, True
    rows.put(part.rows[0], FIRST, first * settings.each)
    while number < last and leaves < len(part.paths) and room:
        rng[0] = stream_state(seed, number)
        number += 1
        work.keys[0] = history
        path, trace = part.paths[leaves], part.traces[leaves]
        down = descend(game, tree, start, settings, path, arena, bundles, rng, work)
        room = down.room
        trace[0] = down.depth
        for i in range(1, down.depth + 1):
            trace[i] = work.trace[i]
        if down.winner != NOBODY:
            points = settings.each * points_of(down.winner, 0)
            found = part.found[leaves]
            land(game, tree, settings, path, trace, points, found, False, arena, bundles)
            if settings.solver and tree.status[ROOT] != NOBODY:
                break
        else:
            row = part.rows[1 + leaves]
            rows.pack(game, down.now, row)
            rows.put(row, game.table_words, last_tap(game, tree, down, settings))
            if game.remembers:
                for i in range(int(work.keys[0]) + 1):
                    row[game.table_words + 1 + i] = work.keys[i]
            leaves += 1
            rows.put(part.rows[0], COUNT, leaves)
    work.keys[0] = history
    return number, room


@jitable
def settle(game, tree, settings, part, arena, bundles):
    """Count what was found at the leaves of a part, after which there are none."""
    for leaf in range(rows.get(part.rows[0], COUNT)):
        found = part.found[leaf]
        path, trace = part.paths[leaf], part.traces[leaf]
        land(game, tree, settings, path, trace, found[0], found, True, arena, bundles)
    rows.put(part.rows[0], COUNT, 0)


@jitable
def land(game, tree, settings, path, trace, points, found, played, arena, bundles):
    """Count the results of a leaf on its way; ``points`` are those of the first seat.

    Its many games are statistics enough to guide the search below it from the first visit on.
    """
    each, depth = settings.each, trace[0]
    proven = settings.solver != 0
    for i in range(depth, -1, -1):
        node = path[i]
        if i > 0:
            seat = trace[i] // game.actions
            proven = proven and prove_parent(tree, node, path[i - 1], seat)
            add(tree.visits, node, each - settings.flying)
            add(tree.points, node, 2 * each - points if seat else points)
        else:
            add(tree.visits, node, each)
        if settings.amaf and played:
            give_block(game, tree, node, settings, arena)
        if tree.block[node] != NO_BLOCK:
            count_leaf(game, tree, node, i + 1, each, points, trace, found, played, bundles)


@jitable
def count_leaf(game, tree, node, first, each, points, trace, found, played, bundles):
    """Count the taps after a node, the ``first`` of the way and on, and those of the games."""
    block, span = tree.block[node], 4 * game.actions
    if len(bundles.block) == 0 or tree.visits[node] < OFTEN * each:
        count_found(game, tree.amaf, block * span, first, each, points, trace, found, played)
        return
    row = block % ROWS
    if bundles.block[row] != block or bundles.age[row] >= BUNDLE:
        deliver_taps(tree, row, span, bundles)
        bundles.block[row] = block
    count_found(game, bundles.taps, row * span, first, each, points, trace, found, played)
    bundles.age[row] += 1


@jitable
def count_found(game, counts, base, first, each, points, trace, found, played):
    """Count the same in the row of an array that begins at ``base``."""
    for i in range(first, trace[0] + 1):
        at = base + 2 * trace[i]
        counts[at] += each
        counts[at + 1] += 2 * each - points if trace[i] >= game.actions else points
    if played:
        rows.add_halves(2 * game.actions, found, 1, counts, base)


def recall(tree, settings, flight: Flight) -> None:
    """Take back what the leaves of a flight count, which will never be played out."""
    for part in range(len(flight.rows)):
        for leaf in range(int(flight.rows[part, 0, COUNT])):
            depth = int(flight.traces[part, leaf, 0])
            for node in flight.paths[part, leaf, 1 : depth + 1].tolist():
                tree.visits[node] -= settings.flying
        flight.rows[part, 0, COUNT] = 0
