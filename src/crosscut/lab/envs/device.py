"""The vectorised environment on a GPU: what a step writes lies in the memory of the card.

torch, jax and others take the arrays over without a copy, and their arrays are taken as actions.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from crosscut.core.arguments import SEEDS, whole
from crosscut.core.devices.cuda import Card
from crosscut.core.devices.discovery import cpu_instead, devices
from crosscut.core.devices.kernel import Device, Kernel
from crosscut.core.devices.streams import USUAL, one_after_the_other
from crosscut.core.errors import BadOption, NoGpu, OutOfMemory
from crosscut.core.packing import PARTS
from crosscut.lab.envs.batch import DONE, LIFELESS, bytes_needed, check_answer
from crosscut.lab.envs.kernels import (
    DRAW,
    DRAW_MOVE,
    FAULTS,
    OVER,
    RESET,
    SHOW,
    STEP,
    STEP_AT_RANDOM,
    TAKE,
    Chosen,
    Stage,
)
from crosscut.lab.envs.vector import VectorEnv
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import REMEMBERED, room_for

__all__ = ["DeviceEnv"]

KINDS = (np.dtype(np.int32), np.dtype(np.int64))
"""What actions may consist of on a card."""
AHEAD = 32
"""Steps by which a program may be ahead of the card; their actions are kept until then."""


class DeviceEnv(VectorEnv):
    """Many games of one kind, stepped together on a GPU; the same games as in `VectorEnv`.

    All arrays are the card's, and the same ones after every step, with new contents. Where the CPU
    takes its place they are numpy's.
    """

    device: Device
    """Where the games are played: a card, or the CPU in its place."""

    def __init__(
        self,
        game: Game | str,
        batch: int,
        seed: int = 0,
        history: int = REMEMBERED,
        limit: int | None = None,
        deal: bool = True,
        device: str | Device = "auto",
        stream: int = USUAL,
    ):
        """Begin ``batch`` games; see `VectorEnv` for all options up to ``deal``.

        ``device`` is "gpu", "cpu", "auto" for a GPU if there is one that can do it, or a device
        of `crosscut.core.devices`. On a GPU things are done in the order of the CUDA ``stream``
        with that number; 1 is the one that torch uses unless it is told otherwise.
        """
        chosen = devices(device)[0] if isinstance(device, str) else device
        self.device = chosen.on(stream_number(stream))
        options = game, batch, seed, history, limit, deal
        try:
            super().__init__(*options)
        except NoGpu as error:
            reason = self._too_large() if isinstance(error, OutOfMemory) else error
            if device != "auto":
                raise reason from error
            self.device = cpu_instead(reason)
            super().__init__(*options)

    def _too_large(self) -> OutOfMemory:
        """Return the error that says how much memory was asked for."""
        needed = bytes_needed(self.game, self.batch, self.history, self.limit) / 2**30
        return OutOfMemory(
            f"{self.batch:,} games take {needed:,.1f} GiB, more than {self.device.name} has free; "
            "a smaller batch, limit or history takes less"
        )

    def _zeros(self, shape: tuple[int, ...], kind: type) -> Any:
        return self.device.array(shape, kind)

    def _prepare(self) -> None:
        self._actions = self.device.array(self.batch, np.int64)
        self._choice = self.device.array(self.batch, np.uint64)
        self._given = Stage(
            *self._arrays[:-1],
            fields=self.device.send(self._arrays.fields),
            actions=self._actions,
            choice=self._choice,
            faults=self.device.array(2, np.int64),
            seed=self.seed,
            limit=self.limit,
            dealt=int(self.dealt),
        )
        self._launches: dict[Kernel, Callable[[], None]] = {}
        self._reading: deque[tuple] = deque()
        """Points at which actions of others have been read; and these, kept until then."""

    def _fetch(self, array: Any) -> np.ndarray:
        return self.device.fetch(array)

    def _write(self, array: Any, contents: np.ndarray) -> None:
        self.device.write(array, contents)

    def _kept(self) -> list:
        return [*super()._kept(), self._given.faults]

    def finish(self) -> None:
        """Wait until all steps so far are done."""
        self.device.finish()
        self._reading.clear()

    def after(self, stream: int) -> None:
        """Let what comes next begin only when all is done that a CUDA stream was told so far.

        Who reads the arrays on another stream, given by its number, says so before a step writes
        over them. The program itself does not wait.
        """
        number = stream_number(stream)
        if isinstance(self.device, Card):
            one_after_the_other(self.device, number, self.device.stream_number)

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin every game anew, from the same seed if none is given; return observation, info."""
        if seed is not None:
            self.seed = whole("seed", seed, 0, SEEDS)
        self._given = self._given._replace(seed=self.seed)
        self._launches.clear()
        self._run(RESET)
        self._run(SHOW)
        self._check()
        return self.observation, dict(self._info)

    def step(self, actions: Any, check: bool = True) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one action in each game; return observation, rewards, terminated, truncated, info.

        ``info`` is as in `VectorEnv`, and all arrays are the card's. Actions are int32 or int64: an
        array on the same card of ours, of torch, jax or cupy, which is read where it lies, or any
        list of numbers. If any is not legal nothing is changed, and an error names the game and the
        action; to know that, the call waits for the card. Without ``check`` a game whose action is
        not legal stays as it is, and nobody waits for actions that lie on the card, unless they are
        more than 32 steps ahead of it.
        """
        self._take(actions)
        if check:
            self._run(FAULTS)
        self._run(STEP)
        self._run(SHOW)
        if check:
            self._check()
        return self.observation, self.rewards, self.terminated, self.truncated, dict(self._info)

    def step_at_random(self, count: int = 1) -> None:
        """Make so many steps with random actions, all of them shown, without waiting for them."""
        for _ in range(whole("count", count, 0, SEEDS)):
            self._run(STEP_AT_RANDOM)
            self._run(SHOW)

    def random_actions(self) -> Any:
        """Draw a legal action for each game, each with the same chance.

        Every game draws from a stream of its own. The array is the same one at every call.
        """
        self._run(DRAW)
        return self._actions

    def random_moves(self) -> Any:
        """Draw a tap for each game by which, tap by tap, every move has the same chance.

        The array is the same one as that of `random_actions`.
        """
        self._run(DRAW_MOVE)
        return self._actions

    # How it is done.

    def _run(self, kernel: Kernel) -> None:
        """Run a kernel: one thread a game, or many to write masks and observations."""
        if kernel not in self._launches:
            threads = self.batch * (PARTS if kernel is SHOW else 1)
            room = room_for(self.game, kernel)
            self._launches[kernel] = self.device.ready(
                kernel, self.game, self._given, threads, room
            )
        self._launches[kernel]()

    def _take(self, actions: Any) -> None:
        """Copy what was chosen to our own actions, on the card if it lies there."""
        if actions is self._actions:
            return
        found = self.device.borrow(actions)
        chosen = np.asarray(actions) if found is None else found
        fits = chosen.dtype.kind in "iu" if found is None else chosen.dtype in KINDS
        if chosen.shape != (self.batch,) or not fits:
            kind = "whole numbers" if found is None else "numbers of 32 or 64 bits with a sign"
            raise BadOption(f"a step takes {self.batch} {kind}, one action for each game")
        if found is None:
            self.device.write(self._actions, chosen)
            return
        chosen = Chosen(found, self._actions)
        self.device.run(TAKE, self.game, chosen, self.batch, room_for(self.game, TAKE))
        self._reading.append((self.device.mark(), found))
        if len(self._reading) > AHEAD:
            self._reading.popleft()[0].wait()

    def _check(self) -> None:
        """Raise the error that the card has found, if any."""
        faults = self.device.fetch(self._given.faults)
        self._reading.clear()  # whoever fetches has waited for everything
        if not faults.any():
            return
        self.device.write(self._given.faults, np.zeros_like(faults))
        actions = self.device.fetch(self._actions)
        if faults[OVER]:
            check_answer(LIFELESS, self.game, actions)
        inside = (actions >= 0) & (actions < self.game.actions)
        mask = self.device.fetch(self.mask)
        legal = inside & mask[np.arange(self.batch), np.where(inside, actions, 0)]
        check_answer(int(np.argmin(legal)) if not legal.all() else DONE, self.game, actions)


def stream_number(stream: int) -> int:
    """Return the number of a CUDA stream; 0 is another name of the usual one."""
    return whole("stream", stream, 0, SEEDS) or USUAL
