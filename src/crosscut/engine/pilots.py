"""Sending leaves to a GPU: several threads fill a plane with them, and it flies while they fill
another.

A launch costs as much time as one random game takes, however few leaves it carries. So all threads
of a search fill the same plane, and one of them speaks to the GPU.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from crosscut.engine.flights import Flight, gather, new_flight, recall, seats_taken, settle
from crosscut.engine.options import Options
from crosscut.engine.tree import ROOT
from crosscut.engine.workers import Worker
from crosscut.game import Game
from crosscut.gpu import leaves
from crosscut.gpu.choose import every_card
from crosscut.gpu.kernel import Device
from crosscut.play.position import Position
from crosscut.rng import stream_state
from crosscut.search.memory import REMEMBERED
from crosscut.search.random_play import playout_limit

if TYPE_CHECKING:
    from crosscut.engine.search import Search

PLANES = 2
"""While one is played out another is filled."""
SHARE = 16
"""Leaves of the tree, at least, for each one in a plane."""
FEWEST = 8
"""Leaves in a plane, at least, however small the tree is; and those that are worth a thread."""


class Plane:
    """Room for leaves, here and on a device, a part of it for each thread."""

    def __init__(self, device: Device, game: Game, options: Options, seed: int, earlier: int):
        self.device = device
        hands = options.hands
        self.seats = count = -(-options.leaves // hands)
        """Leaves of each part, at most."""
        self.flight = new_flight(game, hands, count, earlier, device.pinned)
        self.parts = [Flight(*(field[hand] for field in self.flight)) for hand in range(hands)]
        self.rows = device.array(self.flight.rows.shape, np.uint64)
        self.found = device.array(self.flight.found.size, np.int64)
        own_seed = stream_state(seed, 0) >> 1  # the walks draw from streams of the seed itself
        limit = playout_limit(game)
        given = leaves.Leaves(self.rows, self.found, own_seed, options.each, count, limit)
        self.play = device.ready(leaves.LEAVES, game, given, hands * count * options.each, earlier)

    def start(self) -> None:
        """Begin to play its leaves out."""
        self.device.copy_in(self.rows, self.flight.rows)
        self.device.clear(self.found)
        self.play()
        self.device.copy_out(self.flight.found, self.found)


class Squadron:
    """The planes of a search."""

    def __init__(self, game: Game, options: Options, seed: int):
        self.game, self.options, self.seed = game, options, seed
        self.cards = every_card()
        self.earlier = -1
        self.planes: list[Plane] = []

    def prepare(self, position: Position) -> None:
        """Make room for the leaves below a position, and their histories."""
        needed = REMEMBERED + int(position.keys[0]) if self.game.remembers else 0
        if needed > self.earlier:
            self.earlier = needed + REMEMBERED if needed else 0
            self.planes = [
                Plane(
                    self.cards[number % len(self.cards)].beside(),
                    self.game,
                    self.options,
                    self.seed,
                    self.earlier,
                )
                for number in range(PLANES * len(self.cards))
            ]

    def fly(self, search: Search, walks: int) -> int:
        """Let the threads of a search walk down its tree so often; return how often there was room.

        All leaves are back when it returns; if it fails, those that are not count no more.
        """
        free, flying = deque(self.planes), deque()
        first, last = search.given, search.given + walks
        number, room = first, True
        try:
            while True:
                go_on = number < last and room and not search.decided
                if go_on and free:
                    plane = free.popleft()
                elif flying:
                    plane = flying.popleft()
                    plane.device.finish()
                else:
                    return number - first
                wanted = min(last - number, self.most(search)) if go_on else 0
                made, room_left = self.fill(search, plane, number, wanted)
                number, room = number + made, room and room_left
                if any(seats_taken(part) for part in plane.parts):
                    plane.start()
                    flying.append(plane)
                else:
                    free.append(plane)
        except BaseException:
            for plane in self.planes:
                for part in plane.parts:
                    recall(search.nursery.tree, search.settings, part)
            raise

    def most(self, search: Search) -> int:
        """Return how many leaves a plane may take: few while the tree is small."""
        there = int(search.nursery.tree.visits[ROOT]) // search.settings.each
        return min(self.options.leaves, max(FEWEST, there // SHARE))

    def fill(self, search: Search, plane: Plane, first: int, walks: int) -> tuple[int, bool]:
        """Count what is back with a plane, then walk so often and take the leaves that are found.

        Returns how many walks were made, and whether there was room in the tree.
        """
        hands = len(search.workers)
        busy = max(1, min(hands, walks // FEWEST), -(-walks // plane.seats))
        ends = [first + walks * min(hand, busy) // busy for hand in range(hands + 1)]
        shares = [
            (worker, part, ends[hand], ends[hand + 1])
            for hand, (worker, part) in enumerate(zip(search.workers, plane.parts, strict=True))
            if seats_taken(part) or ends[hand] < ends[hand + 1]
        ]
        results = search.share_out([(fill_part, search, *share) for share in shares])
        return sum(made for made, _ in results), all(room for _, room in results)


def fill_part(
    search: Search, worker: Worker, part: Flight, first: int, last: int
) -> tuple[int, bool]:
    """Count what is back with one part of a plane, and fill it again."""
    game, tree, settings = search.position.game, search.nursery.tree, search.settings
    if seats_taken(part):
        settle(game, tree, settings, part, worker.arena, worker.bundles)
    if first == last:
        return 0, True
    made, room = gather(
        game,
        search.root,
        tree,
        settings,
        part,
        first + search.reused,
        last + search.reused,
        search.seed,
        worker.arena,
        worker.bundles,
        worker.rng,
        worker.work,
    )
    return made, bool(room)
