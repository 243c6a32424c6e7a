"""A GPU's driver that does nothing but note what it is told: for what goes on around kernels."""

from types import SimpleNamespace

import numpy as np
import pytest

from crosscut.core.devices import array, driver
from crosscut.core.devices import cuda as card
from crosscut.core.devices import interop as borrowed
from crosscut.core.devices import streams as order

OTHER_CONTEXT = 1 << 40
"""Addresses from here on lie on card number 1."""
HANDLES = "cuStreamCreate", "cuEventCreate", "cuStreamEndCapture", "cuGraphInstantiate"
"""What answers with something to be named later."""


class FakeGpu(card.Card):
    """A card whose code is never compiled and whose memory is nowhere."""

    name, capability, processors = "a pretended card", (9, 0), 1

    def load(self, kernel, game, given, room):
        return None, kernel.name

    def fetch(self, source):
        return np.zeros(source.shape, source.dtype)


@pytest.fixture
def driver_calls(monkeypatch):
    """Pretend that there is a driver; return the list of what it is told."""
    calls, memory = [], [1 << 20]

    def call(name, *args):
        calls.append((name, *args))
        if name == "cuMemAlloc":
            memory[0] += args[0] + 256
            return memory[0] - args[0]
        if name == "cuPointerGetAttribute":
            return args[1] // OTHER_CONTEXT
        return 7 if name in HANDLES else None

    kinds = SimpleNamespace(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL=9)
    modes = SimpleNamespace(CU_STREAM_CAPTURE_MODE_RELAXED=2)
    names = SimpleNamespace(CUstream=int, CUpointer_attribute=kinds, CUstreamCaptureMode=modes)
    for module in (array, borrowed, card, driver, order):
        monkeypatch.setattr(module, "call", call)
    for module in (borrowed, card):
        monkeypatch.setattr(module, "bindings", lambda: names)
    return calls


def fill_with_garbage(array):
    """Return working memory in which something else was before: to stand for `memory.apart`."""
    return np.full_like(array, -9 if array.dtype.kind == "i" else 9)
