"""Measuring the vectorised environment: actions a second, everything written at every step."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from crosscut.core.devices.kernel import Device
from crosscut.lab.envs.device import DeviceEnv
from crosscut.lab.envs.vector import VectorEnv
from crosscut.rules.game import Game

BATCH, DEVICE_BATCH = 1024, 65536
"""Games stepped together unless somebody says otherwise, on one core and on a device."""
LOOP = 50
"""Steps that a device is told to make before anybody waits for it."""


class Steps:
    """Random play in a vectorised environment, and the processor time it took."""

    def __init__(self, game: Game, batch: int = BATCH, seed: int = 0):
        self.env = VectorEnv(game, batch, seed)
        self.done, self.games, self.seconds = 0, 0, 0.0
        self.step()  # compiles, where that is still to be done, before the clock starts

    def step(self) -> int:
        """Make one random action in every game and return how many games ended."""
        _, _, terminated, truncated, _ = self.env.step(self.env.random_actions())
        return int(terminated.sum() + truncated.sum())

    def run(self, seconds: float) -> float:
        """Step for some processor seconds and return the actions per second."""
        steps, begin, spent = 0, time.process_time(), 0.0
        while spent < seconds:
            self.games += self.step()
            steps += 1
            spent = time.process_time() - begin
        self.done += steps * self.env.batch
        self.seconds += spent
        return steps * self.env.batch / spent

    def summary(self) -> dict:
        """Return the rate of all steps."""
        return {
            "batch": self.env.batch,
            "actions_per_second": round(self.done / self.seconds, 1),
            "nanoseconds": round(1e9 * self.seconds / self.done, 1),
            "actions": self.done,
            "games": self.games,
        }


class DeviceSteps:
    """The same on a device, and the time it took by the clock."""

    def __init__(self, game: Game, device: str | Device, batch: int = DEVICE_BATCH, seed: int = 0):
        self.env = DeviceEnv(game, batch, seed, device=device)
        self.done, self.seconds = 0, 0.0
        self.step(1)  # compiles, where that is still to be done, before the clock starts

    def step(self, count: int) -> float:
        """Make some random actions in every game and return the seconds that took."""
        begin = time.perf_counter()
        self.env.step_at_random(count)
        self.env.finish()
        return time.perf_counter() - begin

    def run(self, seconds: float) -> float:
        """Step for some seconds and return the actions per second."""
        steps, spent = 0, 0.0
        while spent < seconds:
            spent += self.step(LOOP)
            steps += LOOP
        self.done += steps * self.env.batch
        self.seconds += spent
        return steps * self.env.batch / spent

    def summary(self) -> dict:
        """Return the rate of all steps, and what they write: bytes of masks and observations."""
        env = self.env
        return {
            "device": env.device.name,
            "batch": env.batch,
            "actions_per_second": round(self.done / self.seconds, 1),
            "nanoseconds": round(1e9 * self.seconds / self.done, 3),
            "actions": self.done,
            "games": int(env.device.fetch(env.episodes).sum()) - env.batch,
            "bytes_shown": (env.observation.nbytes + env.mask.nbytes) // env.batch,
        }


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and the threads it starts to one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
