"""Arrays that are handed to other libraries and taken from them, without a GPU."""

import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

from crosscut.core.devices import dlpack
from crosscut.core.devices.dlpack import CPU, Taken, capsule
from crosscut.core.errors import BadOption
from tests.support.fake_gpu import OTHER_CONTEXT, FakeGpu
from tests.support.program import PATIENCE


class Lent:
    """An array that is handed over by our capsules, in the memory of the CPU."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return CPU, 0

    def __dlpack__(self, **options):
        array = self.array
        return capsule(self, array.ctypes.data, array.shape, array.dtype, (CPU, 0))


ARRAYS = [
    np.arange(24, dtype=np.uint8).reshape(2, 3, 4),
    np.array([True, False, True]),
    np.arange(6, dtype=np.float32).reshape(3, 2),
    np.arange(5, dtype=np.int8),
    np.arange(4, dtype=np.int64),
]


def taken_by_numpy(lent):
    return np.from_dlpack(lent)


def taken_by_torch(lent):
    torch = pytest.importorskip("torch", reason="PyTorch is not there: make test-all installs it")
    return torch.from_dlpack(lent)


@pytest.mark.parametrize("take", [taken_by_numpy, taken_by_torch])
@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.dtype.name)
def test_memory_is_shared_and_kept_until_it_is_let_go(take, array):
    before = len(dlpack.lent)
    lent = Lent(array.copy())
    owner = weakref.ref(lent)
    tensor = take(lent)
    assert np.array_equal(np.asarray(tensor), array)
    assert tuple(tensor.shape) == array.shape
    lent.array[...] = 1
    assert np.asarray(tensor).sum() == array.size
    del lent
    assert owner() is not None
    assert len(dlpack.lent) == before + 1
    del tensor
    assert owner() is None
    assert len(dlpack.lent) == before


def test_a_capsule_that_nobody_takes_lets_go():
    lent = Lent(np.zeros(3))
    owner, held = weakref.ref(lent), lent.__dlpack__()
    del lent
    assert owner() is not None
    del held
    assert owner() is None


HELD = """
import sys
import numpy as np
from tests.core.test_dlpack import Lent
lent = Lent(np.arange(1000))
sys.held = {}
"""


@pytest.mark.parametrize("held", ["np.from_dlpack(lent)", "lent.__dlpack__()"])
def test_python_ends_well_while_others_hold_an_array(held):
    """What is held as long as that is let go when this code's own names are gone."""
    command, root = [sys.executable, "-c", HELD.format(held)], Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.dtype.name)
def test_arrays_of_others_are_taken_where_they_lie(array):
    lent = Lent(array)
    owner = weakref.ref(lent)
    found = Taken(lent.__dlpack__())
    assert (found.pointer, found.shape) == (array.ctypes.data, array.shape)
    assert np.dtype(found.kind) == array.dtype
    assert found.is_dense
    del lent
    assert owner() is not None
    del found
    assert owner() is None


def test_what_numpy_lends_is_understood():
    array = np.arange(12, dtype=np.int32).reshape(4, 3)
    assert Taken(array.__dlpack__()).kind == "i4"
    assert Taken(array.__dlpack__()).is_dense
    assert not Taken(array[:, 1].__dlpack__()).is_dense
    assert Taken(array[1:2, 1:3].__dlpack__()).is_dense
    assert Taken(array[2].__dlpack__()).pointer == array[2].ctypes.data


# On a card, with a driver that only notes what it is told.


def test_who_reads_waits_for_who_writes(driver_calls):
    card = FakeGpu(0).on(5)
    array = card.array((2, 3), np.uint8)
    for stream, reader in ((None, 1), (1, 1), (2, 2), (99, 99)):
        driver_calls.clear()
        array.__dlpack__(stream=stream, max_version=(1, 0))
        assert ("cuEventRecord", 7, 5) in driver_calls
        assert ("cuStreamWaitEvent", reader, 7, 0) in driver_calls
    for stream in (-1, 5):
        driver_calls.clear()
        array.__dlpack__(stream=stream)
        assert not [call for call in driver_calls if "Event" in call[0]]
    assert not [call for call in driver_calls if "Synchronize" in call[0]]


def test_an_array_goes_to_its_own_device_only(driver_calls):
    array = FakeGpu(0).array(3, np.uint8)
    array.__dlpack__(dl_device=(2, 0), copy=False)
    with pytest.raises(BufferError, match="another device"):
        array.__dlpack__(dl_device=(1, 0))
    found = Taken(array.__dlpack__(copy=True))
    assert found.pointer != array.pointer
    assert ("cuMemcpyDtoDAsync", found.pointer, array.pointer, 3, 7) in driver_calls


def test_memory_of_a_card_is_seen_otherwise(driver_calls):
    array = FakeGpu(0).array((2, 12), np.uint8)
    flags = array.view(np.bool_)
    assert flags.__cuda_array_interface__["typestr"] == "|b1"
    assert flags.pointer == array.pointer == array.reshape((2, 3, 4)).pointer
    assert array.reshape((2, 3, 4)).strides == (12, 4, 1)
    assert (array[1].pointer - array.pointer, array[1].shape) == (12, (12,))
    with pytest.raises(ValueError, match="same size"):
        array.view(np.int64)
    with pytest.raises(ValueError, match="same number"):
        array.reshape((5, 5))
    with pytest.raises(IndexError):
        array[2]
    row = array[1][3]
    del array, flags
    assert not [call for call in driver_calls if call[0] == "cuMemFree"]
    del row
    assert [call[0] for call in driver_calls].count("cuMemFree") == 1


def test_numpy_gets_a_copy_in_one_piece(driver_calls, monkeypatch):
    monkeypatch.setattr(FakeGpu, "fetch", lambda card, array: np.full(array.shape, 3, "u1"))
    array = FakeGpu(0).array((2, 3), np.uint8)
    assert np.asarray(array).tolist() == [[3] * 3] * 2
    assert np.asarray(array).dtype == np.uint8
    assert np.array(array, np.float32).dtype == np.float32
    assert np.asarray(array[1]).shape == (3,)
    with pytest.raises(ValueError, match="without a copy"):
        array.__array__(copy=False)


class OnCard:
    """Something of another library that says where on a card it lies."""

    def __init__(self, array, **about):
        self.__cuda_array_interface__ = {
            "shape": array.shape, "typestr": array.dtype.str, "data": (4096, False), "version": 3
        } | about  # fmt: skip


class OnCardByCapsule(Lent):
    """The same by DLPack; it is told on which stream it will be read."""

    number, asked = 0, None

    def __dlpack_device__(self):
        return 2, self.number

    def __dlpack__(self, *, stream=None):
        self.asked = stream
        return super().__dlpack__()


def test_arrays_of_others_on_the_card_are_borrowed(driver_calls):
    card, numbers = FakeGpu(0).on(5), np.arange(6, dtype=np.int32)
    assert card.borrow([1, 2]) is card.borrow(numbers) is None
    lent = OnCardByCapsule(numbers)
    found = card.borrow(lent)
    assert (found.pointer, found.shape, lent.asked) == (numbers.ctypes.data, (6,), 5)
    driver_calls.clear()
    found = card.borrow(OnCard(numbers, stream=9))
    assert (found.pointer, found.dtype) == (4096, np.int32)
    assert ("cuEventRecord", 7, 9) in driver_calls
    assert ("cuStreamWaitEvent", 5, 7, 0) in driver_calls
    assert card.borrow(OnCard(numbers, strides=(4,))).size == 6
    with pytest.raises(BadOption, match="one piece"):
        card.borrow(OnCard(numbers, strides=(8,)))


def test_arrays_on_another_card_are_refused(driver_calls):
    card, numbers = FakeGpu(0), np.arange(6, dtype=np.int32)
    lent = OnCardByCapsule(numbers)
    lent.number = 1
    described = OnCard(numbers, data=(OTHER_CONTEXT, False), stream=9)
    for there in (lent, described, FakeGpu(1).array(6, np.int32)):
        driver_calls.clear()
        with pytest.raises(BadOption, match="lies on GPU 1, and it is needed on GPU 0"):
            card.borrow(there)
        assert not [call for call in driver_calls if "Event" in call[0]]
    nothing = np.zeros(0, np.int32)
    assert card.borrow(OnCard(nothing, data=(0, False))).size == 0
