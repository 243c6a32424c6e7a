"""Surveying random games, slice by slice on all devices, and what is found."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from threading import Lock

import numpy as np

from crosscut.core.devices.kernel import Device
from crosscut.core.errors import OutOfMemory
from crosscut.lab.survey import BUCKET, FOUND, LOST, MOVES, SURVEY, Survey, gathering
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import room_for
from crosscut.search.playout import playout_limit
from crosscut.search.playout_runner import GROWTH, Numbers, play_all

BUCKETS = 10
"""Parts of equal size in which games are counted, so that one sees how fast new positions come."""
MOST_KEPT = 1 << 20
"""Distinct positions that are kept in the end; half of that at least, if there are so many."""
SLOTS = 4
"""Room for positions on a device, as a multiple of those that are kept."""
FIRST_TRY = 1000
"""Games by which it is first seen how fast they are."""
SLICE_SECONDS = 0.5
"""How long a slice should take: at the end of each all threads add up what they have counted."""


@dataclass(frozen=True)
class Findings:
    """What random games number 0 to ``games`` of a seed have shown; all is counted, as integers."""

    games: int
    sums: list[int]
    """See `crosscut.lab.survey.SUMS`."""
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


def greatest_at(level: int) -> np.ndarray:
    """Return the greatest hash of one in 2**level positions, in an array."""
    return np.array([(1 << 64 - level) - 1], np.uint64)


class Kept:
    """The positions whose hash is among the smallest, as many as there is room for."""

    def __init__(self, most: int):
        self.most = most
        self.level = 0
        self.hashes = np.zeros(0, np.uint64)
        self.counts = np.zeros(0, np.int64)
        self.buckets = np.zeros(0, np.int64)
        self.lock = Lock()

    def add(self, hashes: np.ndarray, counts: np.ndarray) -> None:
        """Add what a device has found, and keep fewer if there is no room."""
        with self.lock:
            self.merge(hashes, counts)

    def merge(self, hashes: np.ndarray, counts: np.ndarray) -> None:
        """Add as `add` does, while nobody else does."""
        while np.count_nonzero(hashes <= greatest_at(self.level)) > self.most:
            self.level += 1
        hashes = np.concatenate([self.hashes, hashes])
        within = np.flatnonzero(hashes <= greatest_at(self.level))
        if len(within) == 0:
            return
        order = within[np.argsort(hashes[within])]
        hashes = hashes[order]
        begins = np.flatnonzero(np.diff(hashes, prepend=~hashes[:1]))  # where another one begins
        occurred = np.concatenate([self.counts, counts % BUCKET])[order]
        first = np.concatenate([self.buckets, counts // BUCKET])[order]
        self.hashes = hashes[begins]
        self.counts = np.add.reduceat(occurred, begins)
        self.buckets = np.minimum.reduceat(first, begins)
        while len(self.hashes) > self.most:
            self.level += 1
            end = np.searchsorted(self.hashes, greatest_at(self.level)[0], side="right")
            self.hashes, self.counts = self.hashes[:end], self.counts[:end]
            self.buckets = self.buckets[:end]


class Surveyor:
    """One device, or one lane of it, and what it has gathered."""

    def __init__(self, device: Device, game: Game, seed: int, kept: Kept):
        self.device, self.game, self.kept = device, game, kept
        self.room = room_for(game, SURVEY)
        first = gathering(game, device, 1, 1, seed)
        self.threads = device.threads(SURVEY, game, first, self.room)
        self.given: Survey = gathering(game, device, self.threads, SLOTS * kept.most, seed)
        self.sift()
        self.played = 0
        self.step = max(1, kept.most // playout_limit(game))  # whose positions fit, whatever comes
        self.play(0, 0)  # compiles, where that is still to be done

    def play(self, first: int, last: int) -> int:
        """Survey some games; return how many distinct positions are then kept on the device."""
        given = self.given._replace(first=first, last=last)
        threads = min(self.threads, max(1, last - first))
        self.device.run(SURVEY, self.game, given, threads, self.room)
        places = self.device.fetch(self.given.places)
        if places[LOST]:
            raise OutOfMemory(f"the positions of a survey did not fit on {self.device.name}")
        return int(places[FOUND])

    def play_slices(self, numbers: Numbers) -> None:
        """Survey games as long as there are any, in slices that soon last as long as they should.

        In no slice more positions are to be expected than there is room for.
        """
        while True:
            first, last = numbers.take(self.step)
            if first == last:
                return
            begin = time.perf_counter()
            if self.play(first, last) > self.kept.most:
                self.hand_over()
            elif self.level < self.kept.level:  # another one has found too many
                self.sift()
            share = SLICE_SECONDS / max(time.perf_counter() - begin, 1e-6)
            self.played += last - first
            moves = max(1, int(self.device.fetch(self.given.sums)[MOVES]))
            fitting = (self.kept.most << self.level) * self.played / moves
            self.step = max(1, int(min((last - first) * min(share, GROWTH), fitting)))
            numbers.played(last - first)

    def hand_over(self) -> None:
        """Add the positions that are on the device to all others, and begin anew with none."""
        hashes = self.device.fetch(self.given.hashes)
        taken = np.flatnonzero(hashes)
        self.kept.add(hashes[taken], self.device.fetch(self.given.counts)[taken])
        for array in (self.given.hashes, self.given.counts, self.given.places):
            self.device.clear(array)
        self.sift()

    def sift(self) -> None:
        """Let the device keep no positions that are not kept in the end."""
        self.level = self.kept.level
        self.given = self.given._replace(greatest=self.device.send(greatest_at(self.level)))


def survey(
    game: Game,
    games: int,
    seed: int,
    devices: Sequence[Device],
    tick: Callable[[float], None] = lambda share: None,
    most: int = MOST_KEPT,
) -> Findings:
    """Play random games from the game's own start and return what they show.

    ``tick`` hears now and then which share of them is done. ``most`` positions are kept. The
    devices change nothing but the time it takes.
    """
    kept, done = Kept(most), 0

    def played(count: int) -> None:
        nonlocal done
        done += count
        tick(done / games)

    hands = [Surveyor(lane, game, seed, kept) for device in devices for lane in device.lanes()]
    moves = [0]
    for bucket in range(BUCKETS + 1):
        for hand in hands:
            hand.given = hand.given._replace(bucket=bucket)
        end = games // BUCKETS * (bucket + 1) if bucket < BUCKETS else games
        play_all(hands, Numbers(games // BUCKETS * bucket, end, played))
        moves.append(int(total(hands, "sums")[MOVES]))
    for hand in hands:
        hand.hand_over()
    cells = total(hands, "cells").tolist()
    return Findings(
        games,
        total(hands, "sums").tolist(),
        np.trim_zeros(total(hands, "lengths"), "b").tolist(),
        cells[: game.width],
        cells[game.width :],
        kept.level,
        np.bincount(kept.buckets, minlength=BUCKETS + 1).tolist(),
        np.diff(moves).tolist(),
        int((kept.counts == 1).sum()),
        int((kept.counts == 2).sum()),
    )


def total(hands: Sequence[Surveyor], name: str) -> np.ndarray:
    """Return an array that every device has gathered, summed up."""
    return sum(hand.device.fetch(getattr(hand.given, name)) for hand in hands)


def affordable(game: Game, seconds: float, devices: Sequence[Device], most: int) -> int:
    """Return how many games can be surveyed in so many seconds, a round number of at most ``most``.

    Ever more games are surveyed until it can be told.
    """
    survey(game, 1, 0, devices)  # which compiles
    games, begun = FIRST_TRY, time.monotonic()
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
