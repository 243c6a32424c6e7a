"""Devices that play random games in slices, so that progress is seen and Ctrl-C is heard."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Lock
from typing import NamedTuple

import numpy as np

from crosscut.core.devices.kernel import Device
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import room_for
from crosscut.search.playout import TALLY, playout_limit
from crosscut.search.playout_kernels import GAMES, OWNED_GAMES, Games

SLICE_SECONDS = 0.07
GROWTH = 8
"""How many times as many games the next slice has at most."""


class Batch(NamedTuple):
    """Positions from which random games begin, and what is to be known of the games."""

    game: Game
    count: int
    roots: np.ndarray
    """[count, _table_words] their tables, or a row of zeros if the games are dealt."""
    keys: np.ndarray
    """[count, room] their histories, in games that remember."""
    earlier: int
    """The turns of the longest history."""
    dealt: bool
    """Whether the games start where the game does."""
    seed: int
    origin: int
    """The number of the first game of the first position,"""
    each: int
    """and how many belong to each."""
    lengths: bool
    ownership: bool


class Numbers:
    """Numbers of games that are still to be played, which players take away in slices."""

    def __init__(
        self,
        first: int,
        last: int,
        tick: Callable[[int], None] = lambda count: None,
        until: float = float("inf"),
    ):
        self.first, self.last, self.tick, self.until = first, last, tick, until
        self.lock = Lock()

    def take(self, count: int) -> tuple[int, int]:
        """Return the first and after the last number of a slice, an empty one if all is done."""
        with self.lock:
            if time.perf_counter() > self.until:
                return self.first, self.first
            begin, self.first = self.first, min(self.last, self.first + count)
            return begin, self.first

    def played(self, count: int) -> None:
        """Tell that some games have been played."""
        with self.lock:
            self.tick(count)

    def stop(self) -> None:
        """Leave the others unplayed."""
        with self.lock:
            self.last = self.first


class Player:
    """A device, the positions it was sent, and what its games have come to."""

    def __init__(self, device: Device, batch: Batch):
        game = batch.game
        self.device, self.batch = device, batch
        self.kernel = OWNED_GAMES if batch.ownership else GAMES
        self.room = room_for(game, self.kernel, batch.earlier)
        limit = playout_limit(game)
        owned = batch.count * len(game.kinds) * game.width if batch.ownership else 0
        self.given = Games(
            device.send(batch.roots),
            device.send(batch.keys),
            device.array(batch.count * TALLY, np.int64),
            device.array(limit + 1 if batch.lengths else 0, np.int64),
            device.array(owned, np.int64),
            batch.seed,
            0,
            0,
            batch.each,
            batch.origin,
            int(batch.dealt),
            limit,
        )
        self.threads = device.threads(self.kernel, game, self.given, self.room)
        self.step = self.threads
        self.play(0, 0)  # compiles, where that is still to be done

    def play(self, first: int, last: int) -> None:
        """Play games number ``first`` to ``last``."""
        threads = max(1, min(self.threads, last - first))
        given = self.given._replace(first=first, last=last)
        self.device.run(self.kernel, self.batch.game, given, threads, self.room)
        self.device.finish()

    def play_slices(self, numbers: Numbers) -> None:
        """Play as long as there are games, in slices that soon last as long as they should."""
        while True:
            first, last = numbers.take(self.step)
            if first == last:
                return
            begin = time.perf_counter()
            self.play(first, last)
            share = SLICE_SECONDS / max(time.perf_counter() - begin, 1e-6)
            self.step = max(self.threads, int((last - first) * min(share, GROWTH)))
            numbers.played(last - first)

    def results(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the tally of each position, and how long games were and who owned what."""
        fetch, given = self.device.fetch, self.given
        return (
            fetch(given.tallies).reshape(self.batch.count, TALLY),
            fetch(given.lengths),
            fetch(given.owned).reshape(-1, len(self.batch.game.kinds), self.batch.game.width),
        )


def players_of(devices: Sequence[Device], batch: Batch) -> list[Player]:
    """Return what plays a batch on some devices, compiled and ready."""
    return [Player(lane, batch) for device in devices for lane in device.lanes()]


def play_all(players: Sequence[Player], numbers: Numbers) -> None:
    """Let players play until all games are played, each in a thread of its own."""
    if len(players) == 1:
        players[0].play_slices(numbers)
        return
    with ThreadPoolExecutor(len(players)) as pool:
        waiting = [pool.submit(player.play_slices, numbers) for player in players]
        try:
            wait(waiting, return_when=FIRST_EXCEPTION)
        finally:
            numbers.stop()  # where one has failed, or Ctrl-C was pressed, the others end too
        for each in waiting:
            each.result()
