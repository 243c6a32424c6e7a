"""DLPack: how one library hands an array's memory to another (github.com/dmlc/dlpack)."""

import atexit
import ctypes
import weakref
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""Kinds of devices."""
NAME = b"dltensor"
USED = ctypes.create_string_buffer(b"used_dltensor")
"""What a capsule is called once its array was taken over; the capsule does not copy it."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of elements, by numpy's letter."""


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    """A tensor and how to say that it is no longer needed."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Managed._fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]

python = ctypes.pythonapi
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Destructor]
python.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
python.PyCapsule_SetName.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
python.Py_IncRef.argtypes = [ctypes.py_object]

lent: dict[int, tuple] = {}
"""What has to live as long as somebody else uses it, by the address of its description."""


@Deleter
def let_go(managed) -> None:
    """Forget an array that was lent."""
    lent.pop(ctypes.addressof(managed.contents), None)


@Destructor
def unused(capsule: int, python=python, lent=lent, name=NAME) -> None:
    """Forget an array that nobody took over: who does renames the capsule.

    A capsule may outlive this module's names, so that what is needed is kept here.
    """
    if python.PyCapsule_IsValid(capsule, name):
        lent.pop(python.PyCapsule_GetPointer(capsule, name), None)


@atexit.register
def keep_what_is_lent() -> None:
    """Let others keep what they hold for good: at the end of Python they may outlive this code.

    Without a deleter they tell nobody when they let go of it.
    """
    for entry in list(lent.values()):
        managed = entry[1]
        managed.deleter = Deleter()
        python.Py_IncRef(entry)
    python.Py_IncRef(unused)


def capsule(
    owner: Any, pointer: int, shape: tuple[int, ...], kind: np.dtype, device: tuple[int, int]
) -> Any:
    """Return the capsule by which another library takes an array over; ``owner`` is kept alive."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    strides = (ctypes.c_int64 * len(shape))(*dense(shape))
    managed = Managed(
        Tensor(
            pointer,
            *device,
            len(shape),
            CODES[kind.kind],
            8 * kind.itemsize,
            1,
            sizes,
            strides,
            0,
        ),
        None,
        let_go,
    )
    address = ctypes.addressof(managed)
    lent[address] = owner, managed, sizes, strides
    return python.PyCapsule_New(address, NAME, unused)


def dense(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the elements from one to the next, by dimension, where nothing lies between them."""
    return tuple(prod(shape[i + 1 :]) for i in range(len(shape)))


def lies_dense(shape: tuple[int, ...], strides: Sequence[int]) -> bool:
    """Tell whether nothing lies between the elements of an array; the strides count elements."""
    pairs = zip(shape, strides, dense(shape), strict=True)
    return all(size == 1 or stride == span for size, stride, span in pairs)


class Taken:
    """An array of another library, taken over from a capsule until this object is let go."""

    def __init__(self, capsule: Any):
        managed = Managed.from_address(python.PyCapsule_GetPointer(id(capsule), NAME))
        python.PyCapsule_SetName(id(capsule), USED)
        weakref.finalize(self, give_back, managed)
        tensor = managed.tensor
        self.pointer = (tensor.data or 0) + tensor.offset
        self.shape = tuple(tensor.shape[: tensor.dimensions])
        strides = tensor.strides[: tensor.dimensions] if tensor.strides else dense(self.shape)
        self.is_dense = lies_dense(self.shape, strides)
        letters = [letter for letter, code in CODES.items() if code == tensor.code]
        known = letters and tensor.lanes == 1 and tensor.bits % 8 == 0
        self.kind = f"{letters[0]}{tensor.bits // 8}" if known else "unknown"
        """The kind of its elements as numpy writes it, such as i8."""


def give_back(managed: Managed) -> None:
    """Tell the library that lent an array that it is no longer needed."""
    if managed.deleter:
        managed.deleter(ctypes.byref(managed))
