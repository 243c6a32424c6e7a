"""Workers who do not play at random themselves but send leaves to a GPU."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from crosscut.engine.flights import LEAVES, NUMBER, ROOM, gather, new_flight, recall, settle
from crosscut.engine.options import Options
from crosscut.engine.tree import ROOT
from crosscut.engine.workers import DEEPEST, Worker
from crosscut.game import Game
from crosscut.gpu import leaves
from crosscut.gpu.choose import every_card
from crosscut.gpu.kernel import Device
from crosscut.play.position import Position
from crosscut.search.memory import REMEMBERED
from crosscut.search.random_play import playout_limit

if TYPE_CHECKING:
    from crosscut.engine.search import Search

IN_FLIGHT = 2
"""Flights of a worker: while one is played out he fills another."""
SHARE = 16
"""Leaves of the tree, at least, for each one that is under way."""


class Plane:
    """Room for some leaves, here and on a device."""

    def __init__(self, device: Device, game: Game, options: Options, seed: int, earlier: int):
        self.device = device
        self.flight = new_flight(game, options.leaves, DEEPEST, earlier, device.pinned)
        self.rows = device.array(self.flight.rows.shape, np.uint64)
        self.found = device.array(self.flight.found.size, np.int64)
        given = leaves.Leaves(self.rows, self.found, seed, options.each, playout_limit(game))
        threads = options.leaves * options.each
        self.play = device.ready(leaves.LEAVES, game, given, threads, earlier)
        self.leaves = 0

    def start(self, count: int) -> None:
        """Begin to play so many leaves out."""
        self.leaves = count
        self.device.copy_in(self.rows, self.flight.rows[: 1 + count])
        self.device.clear(self.found)
        self.play()
        self.device.copy_out(self.flight.found[:count], self.found)

    def land(self) -> int:
        """Wait until all is played and return how many leaves there are."""
        self.device.finish()
        return self.leaves


class Hangar:
    """The planes of all workers of a search, on one device after the other."""

    def __init__(self, game: Game, options: Options, seed: int):
        self.game, self.options, self.seed = game, options, seed
        self.devices = every_card()
        self.earlier = 0
        self.planes: dict[int, list[Plane]] = {}

    def planes_of(self, worker: int, position: Position) -> list[Plane]:
        """Return the planes of a worker, with room for the history of a position."""
        needed = REMEMBERED + int(position.keys[0]) if self.game.remembers else 0
        if needed > self.earlier:
            self.earlier, self.planes = needed + REMEMBERED, {}
        if worker not in self.planes:
            device = self.devices[worker % len(self.devices)]
            self.planes[worker] = [
                Plane(device.beside(), self.game, self.options, self.seed, self.earlier)
                for _ in range(IN_FLIGHT)
            ]
        return self.planes[worker]


class Pilot(Worker):
    """A thread that walks down the tree and sends off the leaves it finds."""

    def __init__(self, position: Position, span: int, alone: bool, planes: list[Plane]):
        super().__init__(position, span, alone)
        self.free, self.flying = deque(planes), deque()
        self.notes = np.zeros(3, np.int64)

    def run(self, search: Search, first: int, last: int) -> int:
        """Walk from number ``first`` to ``last``; return how many walks there was room for.

        The last leaves are under way when it returns: see `finish`.
        """
        game, tree, notes = search.position.game, search.nursery.tree, self.notes
        settings, number, begun = search.settings, first + search.reused, first + search.reused
        notes[ROOM] = 1
        while number < last + search.reused and notes[ROOM] and not search.decided:
            if not self.free:
                self.settle(search)
            plane = self.free.popleft()
            gather(
                game,
                search.root,
                tree,
                settings,
                plane.flight,
                number,
                last + search.reused,
                self.most(search),
                search.seed,
                self.arena,
                self.bundles,
                self.rng,
                self.work,
                notes,
            )
            number = int(notes[NUMBER])
            if notes[LEAVES]:
                self.flying.append(plane)
                plane.start(int(notes[LEAVES]))
            else:
                self.free.append(plane)
        return number - begun

    def most(self, search: Search) -> int:
        """Return how many leaves may be sent off at once: few while the tree is small."""
        there = int(search.nursery.tree.visits[ROOT]) // search.settings.each
        part = there // (SHARE * IN_FLIGHT * len(search.workers))
        return min(search.options.leaves, max(1, part))

    def settle(self, search: Search) -> None:
        """Wait for the leaves that were sent off first and count what was found there."""
        plane = self.flying[0]
        landed = plane.land()
        settle(
            search.position.game,
            search.nursery.tree,
            search.settings,
            plane.flight,
            landed,
            self.arena,
            self.bundles,
        )
        self.free.append(self.flying.popleft())

    def finish(self, search: Search) -> None:
        """Wait for all leaves that are under way and count what was found there."""
        while self.flying:
            self.settle(search)

    def recall(self, search: Search) -> None:
        """Take back what leaves count that will never be played out."""
        while self.flying:
            plane = self.flying.popleft()
            recall(search.nursery.tree, search.settings, plane.flight, plane.leaves)
