"""A GPU: its memory, its code and its threads."""

import ctypes
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from crosscut.core.devices.array import Array
from crosscut.core.devices.driver import (
    attribute,
    bindings,
    call,
    compiler,
    function_attribute,
    is_done,
    release,
)
from crosscut.core.devices.interop import borrowed
from crosscut.core.devices.kernel import Kernel
from crosscut.core.devices.streams import USUAL, Mark
from crosscut.core.errors import NoGpu
from crosscut.core.static import Static
from crosscut.core.workspace import Room

BLOCK = 128
"""Threads that are scheduled together."""
NON_BLOCKING = 1


class Card:
    """One GPU of this machine; what it is told to do is done in that order.

    Several threads of a program may use a card by `Card.beside`, each in an order of its own.
    """

    def __init__(self, number: int = 0):
        self.number = number
        self.device = call("cuDeviceGet", number)
        self.context = call("cuDevicePrimaryCtxRetain", self.device)
        self.functions: dict[tuple, tuple] = {}
        self.stream = self.new_stream()

    def beside(self) -> "Card":
        """Return the same card, doing things in another order than this one."""
        stream = self.new_stream()
        other = self.on(stream)
        weakref.finalize(other, release, self, "cuStreamDestroy", stream)
        return other

    def on(self, stream: Any) -> "Card":
        """Return the same card, doing things in the order of a stream, given by its number."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.stream = bindings().CUstream(int(stream))
        return other

    # A copy of a card is the same card, and pickled it is its number: streams belong to a process.

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: dict) -> "Card":
        return self

    def __reduce__(self):
        return card_again, (self.number,)

    @cached_property
    def second(self) -> "Card":
        """The same card once more: see `lanes`."""
        return self.beside()

    def lanes(self) -> "list[Card]":
        """Return the card twice: what one order has to do fills the card while another one ends."""
        return [self, self.second]

    def new_stream(self):
        self.enter()
        return call("cuStreamCreate", NON_BLOCKING)

    def enter(self) -> None:
        """Let the calling thread of this program speak to this card."""
        call("cuCtxSetCurrent", self.context)

    def mark(self) -> Mark:
        """Return the point in its order at which all is done that it was told so far."""
        return Mark(self, self.stream_number)

    # What it is.

    @cached_property
    def name(self) -> str:
        """The name that its maker gave it."""
        return call("cuDeviceGetName", 128, self.device).split(b"\0")[0].decode()

    @cached_property
    def capability(self) -> tuple[int, int]:
        """Its generation."""
        return tuple(
            attribute(self.device, f"COMPUTE_CAPABILITY_{part}") for part in ("MAJOR", "MINOR")
        )

    @cached_property
    def processors(self) -> int:
        """The number of its multiprocessors."""
        return attribute(self.device, "MULTIPROCESSOR_COUNT")

    @property
    def stream_number(self) -> int:
        """The number of the order in which it does things, as other libraries know it."""
        return int(self.stream)

    # Memory.

    def array(self, shape: int | tuple[int, ...], kind) -> Array:
        """Return an array of zeros in the card's memory."""
        made = Array(self, (shape,) if isinstance(shape, int) else tuple(shape), kind)
        self.clear(made)
        return made

    def clear(self, array: Array) -> None:
        """Begin to fill an array with zeros."""
        self.enter()
        if array.nbytes:
            call("cuMemsetD8Async", array.pointer, 0, array.nbytes, self.stream)

    def send(self, array: np.ndarray) -> Array:
        """Return a copy of an array in the card's memory."""
        made = Array(self, array.shape, array.dtype)
        self.write(made, array)
        return made

    def write(self, target: Array, source: np.ndarray) -> None:
        """Copy an array to the beginning of one of the card's."""
        self.copy_in(target, np.ascontiguousarray(source, target.dtype))
        self.finish()  # the source may be gone a moment later

    def fetch(self, array: Array) -> np.ndarray:
        """Return a copy of one of the card's arrays, after all that it was told to do before."""
        found = np.empty(array.shape, array.dtype)
        self.copy_out(found, array)
        self.finish()
        return found

    def pinned(self, shape: int | tuple[int, ...], kind) -> np.ndarray:
        """Return an array of this machine that the card copies without being waited for."""
        self.enter()
        size = max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)
        place = int(call("cuMemHostAlloc", size, 0))
        memory = (ctypes.c_byte * size).from_address(place)
        weakref.finalize(memory, release, self, "cuMemFreeHost", place)
        return np.ndarray(shape, kind, memory)

    def copy_in(self, target: Array, source: np.ndarray) -> None:
        """Begin to copy an array to the beginning of one of the card's."""
        self.enter()
        if source.nbytes:
            call(
                "cuMemcpyHtoDAsync", target.pointer, source.ctypes.data, source.nbytes, self.stream
            )

    def copy(self, array: Array) -> Array:
        """Return a copy of an array in the same memory."""
        made = Array(self, array.shape, array.dtype)
        self.enter()
        if made.nbytes:
            call("cuMemcpyDtoDAsync", made.pointer, array.pointer, made.nbytes, self.stream)
        return made

    def borrow(self, thing: Any) -> Array | None:
        """Return an array of another library that lies on this card, or None if it lies on none."""
        return borrowed(self, thing)

    def copy_out(self, target: np.ndarray, source: Array) -> None:
        """Begin to fill an array with the beginning of one of the card's."""
        self.enter()
        if target.nbytes:
            call(
                "cuMemcpyDtoHAsync", target.ctypes.data, source.pointer, target.nbytes, self.stream
            )

    def finish(self) -> None:
        """Wait until everything it was told to do is done."""
        self.enter()
        call("cuStreamSynchronize", self.stream)

    @property
    def idle(self) -> bool:
        """Whether everything it was told to do is done."""
        self.enter()
        return is_done("cuStreamQuery", self.stream)

    # Code.

    def function(self, kernel: Kernel, game: Static, given: tuple, room: Room):
        """Return the code of a kernel on this card."""
        kinds = tuple(
            (value.dtype, value.ndim) if isinstance(value, Array) else None for value in given
        )
        key = kernel.name, game._code_key, kinds, room
        if key not in self.functions:
            self.functions[key] = self.load(kernel, game, given, room)
        return self.functions[key][1]

    def load(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> tuple:
        """Compile a kernel, or find it on disk, and bring it to the card."""
        gpu = compiler()
        code = gpu.code_of(game, kernel, given, room, self.capability)
        self.enter()
        module = call("cuModuleLoadData", code)
        return module, call("cuModuleGetFunction", module, gpu.SYMBOL.encode())

    def about(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> dict:
        """Return what a kernel needs on this card: registers, local bytes, and its occupancy."""
        function = self.function(kernel, game, given, room)
        blocks = self.blocks_at_once(function)
        warps = attribute(self.device, "MAX_THREADS_PER_MULTIPROCESSOR") // 32
        return {
            "registers": function_attribute(function, "NUM_REGS"),
            "local_bytes": function_attribute(function, "LOCAL_SIZE_BYTES"),
            "warps": blocks * BLOCK // 32,
            "occupancy": blocks * BLOCK / 32 / warps,
        }

    def blocks_at_once(self, function) -> int:
        """Return how many blocks of threads a multiprocessor holds at once."""
        self.enter()
        return int(call("cuOccupancyMaxActiveBlocksPerMultiprocessor", function, BLOCK, 0))

    def threads(self, kernel: Kernel, game: Static, given: tuple, room: Room) -> int:
        """Return how many threads fill the card."""
        function = self.function(kernel, game, given, room)
        return max(1, self.blocks_at_once(function)) * self.processors * BLOCK

    def run(self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room) -> None:
        """Tell the card to run so many threads; that it is done is known when it has finished."""
        self.ready(kernel, game, given, threads, room)()

    def ready(
        self, kernel: Kernel, game: Static, given: tuple, threads: int, room: Room
    ) -> "Launch":
        """Return what tells the card to run so many threads, each time it is called."""
        return Launch(self, self.function(kernel, game, given, room), given, threads)

    def recorded(self, steps: Callable[[], None]) -> "Recorded":
        """Return what tells the card to do some steps, each time it is called."""
        return Recorded(self, steps)


class Launch:
    """A kernel with all that it is given, to be run again and again."""

    def __init__(self, card: Card, function: Any, given: tuple, threads: int):
        words = [threads]
        for value in given:
            words += value.parameters if isinstance(value, Array) else [int(value)]
        self.card, self.function, self.given = card, function, given
        self.values = (ctypes.c_int64 * len(words))(*words)
        start, step = ctypes.addressof(self.values), ctypes.sizeof(ctypes.c_int64)
        places = range(start, start + step * len(words), step)
        self.places = (ctypes.c_void_p * len(words))(*places)
        self.blocks = -(-threads // BLOCK)

    def __call__(self) -> None:
        """Tell the card to run it."""
        self.card.enter()
        call(
            "cuLaunchKernel",
            self.function,
            *(self.blocks, 1, 1),
            *(BLOCK, 1, 1),
            0,
            self.card.stream,
            ctypes.addressof(self.places),
            0,
        )


class Recorded:
    """Steps that a card was told once and does again at a single call (CUDA says graph).

    Whoever calls it keeps the memory that they use.
    """

    def __init__(self, card: Card, steps: Callable[[], None]):
        card.enter()
        # relaxed, because memory may be given back in this thread meanwhile
        mode = bindings().CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED
        call("cuStreamBeginCapture", card.stream, mode)
        try:
            steps()
        except BaseException:
            with suppress(NoGpu):  # what went wrong first is what people should hear of
                call("cuGraphDestroy", call("cuStreamEndCapture", card.stream))
            raise
        graph = call("cuStreamEndCapture", card.stream)
        try:
            self.card, self.steps = card, call("cuGraphInstantiate", graph, 0)
        finally:
            call("cuGraphDestroy", graph)
        weakref.finalize(self, release, card, "cuGraphExecDestroy", self.steps)

    def __call__(self) -> None:
        """Tell the card to do them."""
        self.card.enter()
        call("cuGraphLaunch", self.steps, self.card.stream)


def cards() -> list[Card]:
    """Return all GPUs of this machine that can be used; an error says why there is none."""
    found, refusals = [], []
    for number in range(call("cuDeviceGetCount")):
        try:
            found.append(Card(number))
        except NoGpu as refusal:  # another program may have it for itself, or fill its memory
            refusals.append(refusal)
    if refusals and not found:
        raise refusals[0]
    return found


def card_again(number: int) -> Card:
    """Return a card of this machine by its number, in the order that other libraries use."""
    from crosscut.core.devices.discovery import every_card

    known = every_card()
    if number >= len(known):
        raise NoGpu(f"this machine has no GPU number {number}")
    return known[number].on(USUAL)
