"""Sending leaves to a GPU: several threads fill a plane with them, and it flies while they fill
another.

A launch costs as much time as one random game takes, however few leaves it carries. So all threads
of a search fill the same plane, and the thread that runs the search sends it off.
"""

from __future__ import annotations

import time
from concurrent.futures import wait
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from crosscut.engine.flights import (
    APART,
    GROUNDED,
    LAST_TURN,
    Flight,
    cruise,
    new_flight,
    recall,
)
from crosscut.engine.options import Options
from crosscut.engine.parties import new_party
from crosscut.game import Game
from crosscut.gpu import leaves
from crosscut.gpu.choose import every_card
from crosscut.gpu.driver import NoGpu
from crosscut.gpu.kernel import Device
from crosscut.play.position import Position
from crosscut.rng import stream_state
from crosscut.search.memory import REMEMBERED, apart
from crosscut.search.random_play import playout_limit

if TYPE_CHECKING:
    from crosscut.engine.search import Search

PLANES = 3
"""While one is played out another is filled, and one more so that nobody waits."""


class Plane:
    """Some parts of a flight, one for each thread, and their place on a device."""

    def __init__(
        self,
        device: Device,
        parts: Flight,
        game: Game,
        options: Options,
        seed: int,
        earlier: int,
    ):
        self.device, self.parts = device, parts
        hands, count = parts.found.shape[:2]
        self.rows = device.array(parts.rows.shape, np.uint64)
        self.found = device.array(parts.found.size, np.int64)
        given = leaves.Leaves(self.rows, self.found, seed, options.each, count, playout_limit(game))
        self.play = device.ready(leaves.LEAVES, game, given, hands * count * options.each, earlier)

    def start(self) -> None:
        """Begin to play its leaves out."""
        self.device.copy_in(self.rows, self.parts.rows)
        self.device.clear(self.found)
        self.play()
        self.device.copy_out(self.parts.found, self.found)

    @property
    def taken(self) -> bool:
        """Whether there is a leaf aboard."""
        return bool(self.parts.rows[:, 0, leaves.COUNT].any())


class Squadron:
    """The planes of a search."""

    def __init__(self, game: Game, options: Options, seed: int):
        self.game, self.options = game, options
        self.seed = stream_state(seed, 0) >> 1  # the walks draw from streams of the seed itself
        self.cards = every_card()
        self.earlier = -1
        self.turns = apart(np.zeros(APART * (1 + options.hands), np.int64))
        self.planes: list[Plane] = []

    def prepare(self, position: Position) -> None:
        """Make room for the leaves below a position, and their histories."""
        needed = REMEMBERED + int(position.keys[0]) if self.game.remembers else 0
        if needed <= self.earlier:
            return
        self.earlier = needed + REMEMBERED if needed else 0
        game, options, hands = self.game, self.options, self.options.hands
        used = PLANES * self.cards
        seats = -(-options.leaves // hands)
        pinned = self.cards[0].pinned
        self.flight = new_flight(game, len(used) * hands, seats, self.earlier, pinned)
        self.parties = [new_party(game, seats) for _ in range(hands)]
        self.planes = [
            Plane(
                card.beside(),
                Flight(*(field[number * hands : (number + 1) * hands] for field in self.flight)),
                game,
                options,
                self.seed,
                self.earlier,
            )
            for number, card in enumerate(used)
        ]

    def fly(self, search: Search, walks: int) -> int:
        """Let the threads of a search walk down its tree so often; return how often there was room.

        All leaves are back when it returns; if it fails, those that are not count no more.
        """
        hands = len(search.workers)
        ends = [search.given + walks * hand // hands for hand in range(hands + 1)]
        self.turns[:] = 0
        others = []
        try:
            for hand in range(hands):
                given = self.follow, search, hand, ends[hand], ends[hand + 1]
                others.append(search.pool.submit(*given))
            self.lead()
            return sum(each.result() for each in others)
        except BaseException:
            self.turns[0] = GROUNDED
            wait(others)
            for plane in self.planes:  # whose memory will be written to again
                with suppress(NoGpu):
                    plane.device.finish()
            recall(search.nursery.tree, search.settings, self.flight)
            raise

    def lead(self) -> None:
        """Send off planes as they are filled and say which are back, until none is filled again."""
        filled = self.turns[APART::APART]
        sent = landed = 0
        while True:
            if landed < sent and self.plane(landed).device.idle:
                landed += 1
                self.turns[0] = landed
            least = filled.min()
            if least == LAST_TURN:
                return
            if least <= sent:
                time.sleep(0)
                continue
            if self.plane(sent).taken:
                self.plane(sent).start()
            sent += 1

    def plane(self, turn: int) -> Plane:
        """Return the plane of a turn."""
        return self.planes[turn % len(self.planes)]

    def follow(self, search: Search, hand: int, first: int, last: int) -> int:
        """Fill one part of plane after plane; return how many walks were made."""
        worker = search.workers[hand]
        try:
            return cruise(
                search.position.game,
                search.root,
                search.nursery.tree,
                search.settings,
                self.flight,
                self.turns,
                hand,
                self.parties[hand],
                first + search.reused,
                last + search.reused,
                search.seed,
                worker.arena,
                worker.bundles,
                worker.rng,
                worker.work,
            )
        finally:
            self.turns[APART * (1 + hand)] = LAST_TURN
