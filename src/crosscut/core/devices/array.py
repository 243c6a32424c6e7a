"""Arrays in a GPU's memory, which other libraries take over without a copy."""

import weakref
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from crosscut.core.devices.dlpack import CUDA, capsule, dense
from crosscut.core.devices.driver import call, release
from crosscut.core.devices.streams import ANY, USUAL, one_after_the_other

if TYPE_CHECKING:
    from crosscut.core.devices.cuda import Card


class Array:
    """An array in the memory of a card, one row after the other, given back when it is let go."""

    def __init__(
        self,
        card: "Card",
        shape: tuple[int, ...],
        kind: np.dtype,
        pointer: int | None = None,
        owner: Any = None,
    ):
        """Take memory for an array, or with a ``pointer`` use that of an ``owner``."""
        self.card, self.shape, self.dtype = card, tuple(shape), np.dtype(kind)
        self.owner = owner
        if pointer is None:
            card.enter()
            pointer = int(call("cuMemAlloc", max(1, self.nbytes)))
            weakref.finalize(self, release, card, "cuMemFree", pointer)
        self.pointer = pointer

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The bytes it takes."""
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one element to the next, by dimension."""
        return tuple(span * self.dtype.itemsize for span in dense(self.shape))

    @cached_property
    def parameters(self) -> list[int]:
        """The words by which compiled code is handed an array."""
        return [0, 0, self.size, self.dtype.itemsize, self.pointer, *self.shape, *self.strides]

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"Array(shape={self.shape}, dtype={self.dtype}, on {self.card.name})"

    # The same memory, seen otherwise.

    def view(self, kind) -> "Array":
        """Return the same memory with elements of another kind that are as large."""
        if np.dtype(kind).itemsize != self.dtype.itemsize:
            raise ValueError(f"{self.dtype} and {np.dtype(kind)} are not of the same size")
        return Array(self.card, self.shape, kind, self.pointer, self)

    def reshape(self, shape: tuple[int, ...]) -> "Array":
        """Return the same memory with other dimensions."""
        if prod(shape) != self.size:
            raise ValueError(f"{self.shape} and {shape} do not have the same number of elements")
        return Array(self.card, shape, self.dtype, self.pointer, self)

    def __getitem__(self, i: int) -> "Array":
        """Return row number i, in the same memory."""
        if not 0 <= i < self.shape[0]:
            raise IndexError(f"there is no row {i} among {self.shape[0]}")
        place = self.pointer + i * self.strides[0]
        return Array(self.card, self.shape[1:], self.dtype, place, self)

    # For other libraries.

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        """Return a copy for numpy, after all that the card was told to do before."""
        if copy is False:
            raise ValueError(f"{self!r} lies where numpy cannot read it without a copy")
        kind = self.dtype if dtype is None else dtype
        return self.card.fetch(self).astype(kind, copy=False)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "version": 3,
            "strides": None,
            "stream": self.card.stream_number,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.card.number

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """Hand the memory over, to be read on ``stream`` after all that is being written to it.

        Whatever ``max_version`` the other library knows, it knows the first one, which this is.
        """
        device = self.__dlpack_device__()
        if dl_device is not None and tuple(map(int, dl_device)) != device:
            raise BufferError(f"{self!r} cannot be handed to another device")
        array = self.card.copy(self) if copy else self
        if stream != ANY:
            then = USUAL if stream is None else int(stream)
            one_after_the_other(self.card, self.card.stream_number, then)
        return capsule(array, array.pointer, array.shape, array.dtype, device)
