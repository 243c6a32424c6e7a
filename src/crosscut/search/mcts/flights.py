"""Leaves in flight: found in the tree, played out elsewhere, and counted when they are back.

A GPU plays many games from each of many leaves at once. So a search walks down the tree again and
again before the first result is there. What is under way counts as lost meanwhile, and so the next
walk looks elsewhere; in the end the tree is the one that the same results make in any order.

The planes of a squad are sent off in turn, and each of its threads has a part of each. Threads stay
in compiled code for many turns: they and who sends planes off tell each other by counters how far
they are.
"""

from typing import Any, NamedTuple

import numpy as np

from crosscut.core.atomics import add, look, pause, publish
from crosscut.core.jit import entry, jitable
from crosscut.rules.game import NOBODY, Game
from crosscut.search.evaluators.gpu_playouts import COUNT, found_words, row_words
from crosscut.search.mcts.landings import settle
from crosscut.search.mcts.parties import gather
from crosscut.search.mcts.tree import ROOT
from crosscut.search.mcts.workers import DEEPEST

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
    """[parts, 1 + leaves, words] the leaves as `crosscut.search.evaluators.gpu_playouts` reads
    them."""
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
    game,
    root,
    tree,
    settings,
    flight,
    turns,
    hand,
    walks,
    last,
    seed,
    party,
    sums,
    arena,
    rng,
    work,
):
    """Make walks up to number ``last``, turn after turn into a thread's part of a plane.

    What is back is counted before each turn. ``turns`` holds how many have landed, then how many
    each hand has filled, and ``walks`` the number of the first walk that nobody has begun with.
    Returns how many were made here.
    """
    hands = len(turns) // APART - 1
    planes = len(flight.paths) // hands
    made, turn, settled, idle, room = 0, 0, 0, 0, True
    while idle < planes:
        landed = look(turns, 0)
        if landed == GROUNDED:
            break
        while settled < landed:
            part = part_of(flight, settled % planes * hands + hand)
            settle(game, tree, settings, part, sums, arena)
            settled += 1
        if turn - settled == planes:
            pause()
            continue
        part = part_of(flight, turn % planes * hands + hand)
        begin = end = last
        if room and not (settings.solver and tree.status[ROOT] != NOBODY):
            wanted = share_of(tree, settings, len(part.paths))
            begin = add(walks, 0, wanted)
            end = min(last, begin + wanted)
        idle += 1
        if begin < end:
            idle = 0
            made += end - begin
            room = gather(
                game,
                root,
                tree,
                settings,
                part,
                party,
                begin,
                end,
                seed,
                arena,
                rng,
                work,
            )
        turn += 1
        publish(turns, APART * (1 + hand), turn)
    return made


@jitable
def part_of(flight, number):
    """Return one part of a flight."""
    return Flight(
        flight.paths[number], flight.traces[number], flight.rows[number], flight.found[number]
    )


@jitable
def share_of(tree, settings, most):
    """Return how many leaves a thread may put into a plane: few while the tree is small."""
    return min(most, max(1, tree.visits[ROOT] // settings.each // settings.share))


def recall(tree, settings, flight: Flight) -> None:
    """Take back what the leaves of a flight count, which will never be played out."""
    for part in range(len(flight.rows)):
        for leaf in range(int(flight.rows[part, 0, COUNT])):
            depth = int(flight.traces[part, leaf, 0])
            for node in flight.paths[part, leaf, 1 : depth + 1].tolist():
                tree.visits[node] -= settings.each
        flight.rows[part, 0, COUNT] = 0
