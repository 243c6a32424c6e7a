"""What a GPU's driver is told around kernels, and when there is a GPU at all, without one."""

import ctypes
import enum
import gc
import sys

import numpy as np
import pytest

from crosscut.core.devices import cuda as card
from crosscut.core.devices import discovery as choose
from crosscut.core.devices import driver
from crosscut.core.devices.cpu import Host
from crosscut.core.errors import NoGpu, OutOfMemory
from tests.support.fake_gpu import FakeGpu


def names_of(driver_calls):
    return [name for name, *_ in driver_calls]


def test_an_order_of_its_own_ends_with_the_last_that_uses_it(driver_calls):
    first = FakeGpu(0)
    lane = first.beside()
    array = lane.array(3, np.uint8)
    del lane
    gc.collect()
    assert "cuStreamDestroy" not in names_of(driver_calls)
    del array
    gc.collect()
    assert names_of(driver_calls).count("cuStreamDestroy") == 1
    assert ("cuStreamDestroy", 7) in driver_calls


def test_an_order_of_others_goes_on(driver_calls):
    other = FakeGpu(0).on(5)
    del other
    gc.collect()
    assert "cuStreamDestroy" not in names_of(driver_calls)


def test_steps_are_recorded_once_and_done_by_one_call(driver_calls):
    lane = FakeGpu(0)
    array = lane.array(3, np.uint8)
    driver_calls.clear()
    again = lane.recorded(lambda: lane.clear(array))
    steps = [name for name in names_of(driver_calls) if name != "cuCtxSetCurrent"]
    assert steps == [
        "cuStreamBeginCapture",
        "cuMemsetD8Async",
        "cuStreamEndCapture",
        "cuGraphInstantiate",
        "cuGraphDestroy",
    ]
    driver_calls.clear()
    again()
    again()
    assert names_of(driver_calls) == ["cuCtxSetCurrent", "cuGraphLaunch"] * 2
    del again
    gc.collect()
    assert ("cuGraphExecDestroy", 7) in driver_calls


def test_what_goes_wrong_while_steps_are_recorded_is_said(driver_calls, monkeypatch):
    lane, note = FakeGpu(0), card.call

    def call(name, *args):
        if name == "cuStreamEndCapture":
            raise NoGpu("what was recorded is worth nothing")
        return note(name, *args)

    def fail():
        raise OutOfMemory("the GPU has too little memory left")

    monkeypatch.setattr(card, "call", call)
    with pytest.raises(OutOfMemory, match="too little"):
        lane.recorded(fail)


class Codes:
    """Some codes of the driver, one of which a function answers."""

    class CUresult(enum.Enum):
        CUDA_SUCCESS = 0
        CUDA_ERROR_OUT_OF_MEMORY = 2
        CUDA_ERROR_NOT_READY = 600
        CUDA_ERROR_ILLEGAL_ADDRESS = 700

    def __init__(self, answer):
        self.answer = self.CUresult(answer)

    def cuStreamQuery(self, stream):  # noqa: N802 - the driver's name
        return (self.answer,)


@pytest.mark.parametrize(("code", "idle"), [(0, True), (600, False)])
def test_whether_a_card_is_idle(code, idle, monkeypatch, driver_calls):
    monkeypatch.setattr(driver, "bindings", lambda: Codes(code))
    assert FakeGpu(0).idle is idle


@pytest.mark.parametrize(("code", "kind"), [(2, OutOfMemory), (700, NoGpu)])
def test_a_card_that_fails_meanwhile_says_so(code, kind, monkeypatch, driver_calls):
    monkeypatch.setattr(driver, "bindings", lambda: Codes(code))
    with pytest.raises(kind, match="refused cuStreamQuery"):
        _ = FakeGpu(0).idle


@pytest.mark.parametrize("fails", [False, True])
def test_giving_back_leaves_a_thread_with_the_card_it_had(monkeypatch, fails):
    """Memory is given back at any time, also while another library works on another card."""
    current = ["another library's"]
    freed_on = []

    def call(name, *args):
        if name == "cuCtxPushCurrent":
            current.append(args[0])
        elif name == "cuCtxPopCurrent":
            current.pop()
        elif name == "cuCtxSetCurrent":
            current[-1] = args[0]
        else:
            freed_on.append(current[-1])
            if fails:
                raise NoGpu("the GPU refused it")

    class OurCard:
        context = "ours"

        def enter(self):
            call("cuCtxSetCurrent", self.context)

    monkeypatch.setattr(driver, "call", call)
    driver.release(OurCard(), "cuMemFree", 1234)
    assert freed_on == ["ours"]
    assert current == ["another library's"]


def test_memory_for_both_is_given_back_with_the_last_array_in_it(driver_calls, monkeypatch):
    memory, note = ctypes.create_string_buffer(48), card.call

    def call(name, *args):
        note(name, *args)
        return ctypes.addressof(memory) if name == "cuMemHostAlloc" else 7

    monkeypatch.setattr(card, "call", call)
    found = FakeGpu(0).pinned((2, 3), np.int64)
    assert (found.shape, found.dtype) == ((2, 3), np.int64)
    assert ("cuMemHostAlloc", 48, 0) in driver_calls
    found[1] = 9
    assert memory.raw[24:] == np.full(3, 9).tobytes()
    row = found[1]
    del found
    gc.collect()
    assert "cuMemFreeHost" not in names_of(driver_calls)
    del row
    gc.collect()
    assert "cuMemFreeHost" in names_of(driver_calls)
    assert FakeGpu(0).pinned(0, np.int64).size == 0


# Which there are.


def pretend_cards(monkeypatch, usable):
    """Pretend that there are cards, some of which refuse."""

    def call(name, *args):
        if name == "cuDevicePrimaryCtxRetain" and not usable[args[0]]:
            raise NoGpu(f"the GPU refused {name} (card {args[0]} is busy)")
        return {"cuDeviceGetCount": len(usable), "cuDeviceGet": args[0] if args else None}.get(name)

    monkeypatch.setattr(card, "call", call)


def test_a_card_that_cannot_be_used_is_left_out(monkeypatch):
    pretend_cards(monkeypatch, [False, True, True])
    assert [each.number for each in card.cards()] == [1, 2]
    pretend_cards(monkeypatch, [False, False])
    with pytest.raises(NoGpu, match="card 0 is busy"):
        card.cards()
    pretend_cards(monkeypatch, [])
    assert card.cards() == []


def test_a_gpu_without_a_compiler_is_none(monkeypatch, capsys):
    monkeypatch.delenv("CROSSCUT_INTERPRET", raising=False)
    monkeypatch.setattr(choose, "cards", lambda: [Host(1)])
    monkeypatch.setattr(choose, "found_cards", choose.found_cards.__wrapped__)
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    assert [type(device) for device in choose.devices("auto")] == [Host]
    assert capsys.readouterr().err == ""
    with pytest.raises(NoGpu, match=r"the extra gpu is not installed .* brings what it needs"):
        choose.devices("gpu")
    monkeypatch.setattr(choose, "compiler", lambda: None)
    assert [device.name for device in choose.devices("auto")] == ["the CPU, one core"]
