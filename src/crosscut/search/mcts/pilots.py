"""Sending leaves to a GPU: several threads fill a plane with them, and it flies while they fill
another.

A launch costs as much time as one random game takes, however few leaves it carries. So a squad of
threads fills a plane together, and the thread that runs the search sends it off.
"""

from __future__ import annotations

import time
from concurrent.futures import wait
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from crosscut.core.arrays import apart
from crosscut.core.devices.discovery import every_card
from crosscut.core.devices.kernel import Device
from crosscut.core.errors import NoGpu
from crosscut.core.process import interrupts_later
from crosscut.core.rng import stream_state
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import REMEMBERED, room_for
from crosscut.search.evaluators import gpu_playouts as leaves
from crosscut.search.mcts.flights import (
    APART,
    GROUNDED,
    LAST_TURN,
    Flight,
    cruise,
    new_flight,
    recall,
)
from crosscut.search.mcts.landings import new_sums
from crosscut.search.mcts.parties import new_party
from crosscut.search.options import Options
from crosscut.search.playout import playout_limit

if TYPE_CHECKING:
    from crosscut.search.mcts.search import Search

PLANES = 4
"""Of each squad: while some are played out another is filled."""
TOGETHER = 4
"""Threads that fill a plane together; more would wait for the slowest of them."""


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
        room = room_for(game, leaves.LEAVES, earlier)
        self.play = device.ready(leaves.LEAVES, game, given, hands * count * options.each, room)
        self.again = device.recorded(self.steps)

    def start(self) -> None:
        """Begin to play its leaves out."""
        self.again()

    def steps(self) -> None:
        """Tell the device, step by step, how they are played out."""
        self.device.copy_in(self.rows, self.parts.rows)
        self.device.clear(self.found)
        self.play()
        self.device.copy_out(self.parts.found, self.found)

    @property
    def taken(self) -> bool:
        """Whether there is a leaf aboard."""
        return bool(self.parts.rows[:, 0, leaves.COUNT].any())


class Squad:
    """Some threads that fill planes together, and their planes."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: int,
        cards: list[Device],
        hands: int,
        earlier: int,
    ):
        used = PLANES * cards
        seats = -(-options.leaves // options.hands)
        self.hands = hands
        self.turns = apart(np.zeros(APART * (1 + hands), np.int64))
        self.flight = new_flight(game, len(used) * hands, seats, earlier, cards[0].pinned)
        self.parties = [new_party(game, seats) for _ in range(hands)]
        self.sums = [new_sums(game) for _ in range(hands)]
        self.planes = [
            Plane(
                card.beside(),
                Flight(*(field[number * hands : (number + 1) * hands] for field in self.flight)),
                game,
                options,
                seed,
                earlier,
            )
            for number, card in enumerate(used)
        ]

    def plane(self, turn: int) -> Plane:
        """Return the plane of a turn."""
        return self.planes[turn % len(self.planes)]

    def set_up(self) -> None:
        """Begin with the first turn."""
        self.turns[:] = 0
        self.flight.rows[:, 0, leaves.COUNT] = 0
        self.sent = self.landed = 0

    def look_around(self) -> bool:
        """Say which planes are back, send off one that is filled; tell whether more will be."""
        if self.landed < self.sent and self.plane(self.landed).device.idle:
            self.landed += 1
            self.turns[0] = self.landed
        filled = self.turns[APART::APART].min()
        if self.sent < filled < LAST_TURN:
            if self.plane(self.sent).taken:
                self.plane(self.sent).start()
            self.sent += 1
        return filled < LAST_TURN

    def follow(self, search: Search, hand: int, number: int, walks: np.ndarray, last: int) -> int:
        """Fill one part of plane after plane; return how many walks were made."""
        worker = search.workers[number]
        try:
            return cruise(
                search.position.game,
                search.root,
                search.nursery.tree,
                search.settings,
                self.flight,
                self.turns,
                hand,
                walks,
                last,
                search.seed,
                self.parties[hand],
                self.sums[hand],
                worker.arena,
                worker.rng,
                worker.work,
            )
        finally:
            self.turns[APART * (1 + hand)] = LAST_TURN

    def ground(self) -> None:
        """Let its threads end."""
        self.turns[0] = GROUNDED

    def come_home(self, search: Search) -> None:
        """Wait for its planes, whose memory will be used again; their leaves count no more."""
        for plane in self.planes:
            with suppress(NoGpu):
                plane.device.finish()
        recall(search.nursery.tree, search.settings, self.flight)


class Squadron:
    """All squads of a search."""

    def __init__(self, game: Game, options: Options, seed: int):
        self.game, self.options = game, options
        self.seed = stream_state(seed, 0) >> 1  # the walks draw from streams of the seed itself
        self.cards = every_card()
        self.earlier = -1
        self.squads: list[Squad] = []

    def prepare(self, position: Position) -> None:
        """Make room for the leaves below a position, and their histories."""
        needed = REMEMBERED + int(position.keys[0]) if self.game.remembers else 0
        if needed <= self.earlier:
            return
        earlier = needed + REMEMBERED if needed else 0
        hands = self.options.hands
        squads = -(-hands // TOGETHER)
        self.squads = [
            Squad(
                self.game,
                self.options,
                self.seed,
                self.cards,
                hands * (i + 1) // squads - hands * i // squads,
                earlier,
            )
            for i in range(squads)
        ]
        self.earlier = earlier

    def fly(self, search: Search, walks: int) -> int:
        """Let the threads of a search walk down its tree so often, less if there is no more room.

        Returns how often they did. All leaves are back then; if it fails, those that are not count
        no more.
        """
        first = search.given + search.reused
        begun = apart(np.array([first]))  # whoever is quick makes more
        places = [(squad, hand) for squad in self.squads for hand in range(squad.hands)]
        others = []
        for squad in self.squads:
            squad.set_up()
        try:
            with interrupts_later():  # nobody would wait for a thread that is not in the list
                for number, (squad, hand) in enumerate(places):
                    given = search, hand, number, begun, first + walks
                    others.append(search.pool.submit(squad.follow, *given))
            while sum(squad.look_around() for squad in self.squads):  # all of them, in turn
                time.sleep(0)
            return sum(each.result() for each in others)
        except BaseException:
            with interrupts_later():
                for squad in self.squads:
                    squad.ground()
                wait(others)
                for squad in self.squads:
                    squad.come_home(search)
            raise
