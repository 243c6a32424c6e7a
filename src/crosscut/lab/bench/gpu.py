"""How many random games a second a device plays, by the clock, beside the cores of this machine."""

import time
from collections.abc import Callable, Sequence

from crosscut.core.arguments import SEEDS
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.discovery import names_of
from crosscut.core.devices.kernel import Device
from crosscut.rules.game import Game
from crosscut.search.playout_results import batches, play_out
from crosscut.search.playout_runner import Numbers, play_all, players_of

WARM_UP_SECONDS = 0.3
"""How long a device plays until its slices are as long as they should be."""
COMPARED = 10_000
"""Games that are compared one by one."""


class Timed:
    """Random games from the start on some devices, and the time they took by the clock."""

    def __init__(self, game: Game, devices: Sequence[Device], seed: int = 0):
        self.game, self.devices = game, list(devices)
        (batch,) = batches(game, [game], SEEDS, seed, 0, lengths=False, ownership=False)
        self.players = players_of(self.devices, batch)
        self.done, self.seconds = 0, 0.0
        self.run(WARM_UP_SECONDS)
        self.warm, self.seconds = self.done, 0.0

    def run(self, seconds: float) -> float:
        """Play for some seconds, wait for the last game, and return the games per second."""
        begin = time.perf_counter()
        numbers = Numbers(self.done, SEEDS, until=begin + seconds)
        play_all(self.players, numbers)
        took, count = time.perf_counter() - begin, numbers.first - self.done
        self.done += count
        self.seconds += took
        return count / took

    def summary(self) -> dict:
        """Return the rate of all games since the device was warm."""
        games = self.done - self.warm
        return {"playouts_per_second": round(games / self.seconds, 1), "playouts": games}

    def about(self) -> dict:
        """Return what the kernel needs of the first device."""
        player = self.players[0]
        return player.device.about(player.kernel, self.game, player.given, player.room)


def beside_cpu(
    game: Game,
    devices: Sequence[Device],
    seconds: float,
    seed: int = 0,
    tick: Callable[[float], None] = lambda share: None,
) -> dict:
    """Return how fast a game is on devices, on one core and on all, and if the games are equal."""
    found = []
    for number, used in enumerate((devices, [Host(1)], [Host()])):
        timed = Timed(game, used, seed)
        timed.run(seconds)
        found.append(timed)
        tick((number + 1) / 4)
    ours, one, every = (timed.summary() for timed in found)
    ratios = {
        name: round(ours["playouts_per_second"] / other["playouts_per_second"], 2)
        for name, other in (("times_one_core", one), ("times_all_cores", every))
    }
    return {
        "device": names_of(devices),
        **ours,
        **ratios,
        "one_core": one,
        "all_cores": {"cores": found[2].devices[0].cores, **every},
        "compared": COMPARED,
        "different": len(differences(game, devices, COMPARED, seed)),
        "kernel": found[0].about(),
    }


def differences(game: Game, devices: Sequence[Device], games: int, seed: int = 0) -> list[int]:
    """Return the numbers of the games whose result or length is not what it is on the CPU."""
    here, there = (
        play_out([game] * games, 1, seed, device=each).tallies for each in ([Host()], devices)
    )
    return (here != there).any(axis=1).nonzero()[0].tolist()
