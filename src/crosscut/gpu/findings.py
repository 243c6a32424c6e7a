"""Surveying random games, slice by slice on all devices, and what is found."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from crosscut.game import Game
from crosscut.gpu.driver import OutOfMemory
from crosscut.gpu.kernel import Device
from crosscut.gpu.survey import BUCKET, FOUND, LOST, MOVES, SURVEY, Survey, gathering
from crosscut.search.random_play import playout_limit

BUCKETS = 10
"""Parts of equal size in which games are counted, so that one sees how fast new positions come."""
MOST_KEPT = 1 << 20
"""Distinct positions that are kept in the end; half of that at least, if there are so many."""
SLOTS = 4
"""Room for positions on a device, as a multiple of those that are kept."""
FIRST_TRY = 1000
"""Games by which it is first seen how fast they are."""
GROWTH = 8
"""How many times larger a slice may be than the one before."""
SLICE_SECONDS = 0.5
"""How long a slice should take, so that Ctrl-C is heard and progress is seen."""

Tick = Callable[[float], None]


@dataclass(frozen=True)
class Findings:
    """What random games number 0 to ``games`` of a seed have shown; all is counted, as integers."""

    games: int
    sums: list[int]
    """See `crosscut.gpu.survey.SUMS`."""
    lengths: list[int]
    """How many games took 0, 1, 2, ... moves."""
    ever: list[int]
    """For each cell the games in which it was occupied at some time."""
    last: list[int]
    """The same for the end of the game."""
    level: int
    """One in 2**level positions was kept."""
    new: list[int]
    """Positions that were kept, by the bucket of games in which they occurred first."""
    moves: list[int]
    """Moves, and so positions, of each bucket; the last one has the games that are left over."""
    once: int
    twice: int
    """Kept positions that occurred once, and twice, in all games."""

    def plain(self) -> dict:
        """Return the findings as plain data."""
        return asdict(self)


class Kept:
    """The positions whose hash is among the smallest, as many as there is room for."""

    def __init__(self, most: int):
        self.most = most
        self.level = 0
        self.hashes = np.zeros(0, np.uint64)
        self.counts = np.zeros(0, np.int64)
        self.buckets = np.zeros(0, np.int64)

    @property
    def greatest(self) -> np.ndarray:
        """The greatest hash that is kept, in an array."""
        return np.array([(1 << 64 - self.level) - 1], np.uint64)

    def add(self, hashes: np.ndarray, counts: np.ndarray) -> None:
        """Add what a device has found, and keep fewer if there is no room."""
        within = hashes <= self.greatest[0]
        hashes, counts = hashes[within], counts[within]
        if len(hashes) == 0:
            return
        hashes = np.concatenate([self.hashes, hashes])
        order = np.argsort(hashes)
        hashes = hashes[order]
        begins = np.flatnonzero(np.diff(hashes, prepend=~hashes[:1]))  # where another one begins
        occurred = np.concatenate([self.counts, counts % BUCKET])[order]
        first = np.concatenate([self.buckets, counts // BUCKET])[order]
        self.hashes = hashes[begins]
        self.counts = np.add.reduceat(occurred, begins)
        self.buckets = np.minimum.reduceat(first, begins)
        while len(self.hashes) > self.most:
            self.level += 1
            end = np.searchsorted(self.hashes, self.greatest[0], side="right")
            self.hashes, self.counts = self.hashes[:end], self.counts[:end]
            self.buckets = self.buckets[:end]


class Surveyor:
    """One device and what it has gathered."""

    def __init__(self, device: Device, game: Game, seed: int, most: int):
        self.device, self.game = device, game
        self.threads = device.threads(SURVEY, game, gathering(game, device, 1, 1, seed))
        self.given: Survey = gathering(game, device, self.threads, SLOTS * most, seed)

    def sift(self, greatest: np.ndarray) -> None:
        """Keep no positions with a greater hash from now on."""
        self.given = self.given._replace(greatest=self.device.send(greatest))

    def begin(self, first: int, last: int, bucket: int) -> None:
        """Begin to survey some games."""
        given = self.given._replace(first=first, last=last, bucket=bucket)
        self.device.run(SURVEY, self.game, given, min(self.threads, max(1, last - first)))

    def found(self) -> int:
        """Wait for the games, and return how many distinct positions are kept on the device."""
        places = self.device.fetch(self.given.places)
        if places[LOST]:
            raise OutOfMemory(f"the positions of a survey did not fit on {self.device.name}")
        return int(places[FOUND])

    def hand_over(self, kept: Kept) -> None:
        """Add the positions that are on the device to all others, and forget them."""
        hashes = self.device.fetch(self.given.hashes)
        taken = np.flatnonzero(hashes)
        kept.add(hashes[taken], self.device.fetch(self.given.counts)[taken])
        for array in (self.given.hashes, self.given.counts, self.given.places):
            self.device.clear(array)


def survey(
    game: Game,
    games: int,
    seed: int,
    devices: Sequence[Device],
    tick: Tick = lambda share: None,
    most: int = MOST_KEPT,
) -> Findings:
    """Play random games from the game's own start and return what they show.

    ``tick`` hears now and then which share of them is done. ``most`` positions are kept. The
    devices change nothing but the time it takes.
    """
    kept = Kept(most)
    hands = [Surveyor(device, game, seed, most) for device in devices]
    for hand in hands:
        hand.sift(kept.greatest)
    ends = [games // BUCKETS * (bucket + 1) for bucket in range(BUCKETS)] + [games]
    moves, done, size = [0], 0, max(1, most // playout_limit(game))
    for bucket, end in enumerate(ends):
        while done < end:
            begun = time.monotonic()
            slice_end = min(end, done + size)
            between = np.linspace(done, slice_end, len(hands) + 1).astype(int).tolist()
            for hand, first, last in zip(hands, between, between[1:], strict=False):
                hand.begin(first, last, bucket)
            crowded = [hand.found() > most for hand in hands]
            if any(crowded):
                for hand in hands:
                    hand.hand_over(kept)
                for hand in hands:
                    hand.sift(kept.greatest)
            pace = (slice_end - done) / max(time.monotonic() - begun, 1e-6)
            done = slice_end
            each = max(1, total(hands, "sums")[MOVES]) / done / 2**kept.level  # positions kept
            fitting = len(hands) * most / each
            size = max(1, int(min(GROWTH * size, pace * SLICE_SECONDS, fitting)))
            tick(done / games)
        moves.append(int(total(hands, "sums")[MOVES]))
    for hand in hands:
        hand.hand_over(kept)
    lengths, cells = total(hands, "lengths"), total(hands, "cells").tolist()
    return Findings(
        games,
        total(hands, "sums").tolist(),
        np.trim_zeros(lengths, "b").tolist(),
        cells[: game.width],
        cells[game.width :],
        kept.level,
        np.bincount(kept.buckets, minlength=BUCKETS + 1).tolist(),
        np.diff(moves).tolist(),
        int((kept.counts == 1).sum()),
        int((kept.counts == 2).sum()),
    )


def total(hands: list[Surveyor], name: str) -> np.ndarray:
    """Return an array that every device has gathered, summed up."""
    return sum(hand.device.fetch(getattr(hand.given, name)) for hand in hands)


def affordable(game: Game, seconds: float, devices: Sequence[Device], most: int) -> int:
    """Return how many games can be surveyed in so many seconds, a round number of at most ``most``.

    Ever more games are surveyed until it can be told.
    """
    games = FIRST_TRY
    begun = time.monotonic()
    while games < most:
        start = time.monotonic()
        survey(game, games, 0, devices)
        took, left = time.monotonic() - start, begun + seconds - time.monotonic()
        fitting = int(games * left / took)
        if fitting >= most:
            break
        if took > seconds / 8:
            return rounded(max(fitting, games))
        games *= GROWTH
    return most


def rounded(number: int) -> int:
    """Return the next number below that is 1, 2 or 5 and some zeros."""
    power = 10 ** (len(str(number)) - 1)
    return next(step * power for step in (5, 2, 1) if step * power <= number)
