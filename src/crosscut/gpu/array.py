"""Arrays in a GPU's memory, which other libraries take over without a copy."""

import weakref
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from crosscut.gpu.dlpack import CUDA, capsule
from crosscut.gpu.driver import call

if TYPE_CHECKING:
    from crosscut.gpu.card import Card


class Array:
    """An array in the memory of a card, one row after the other, given back when it is let go."""

    def __init__(self, card: "Card", shape: tuple[int, ...], kind: np.dtype):
        self.card, self.shape, self.dtype = card, shape, np.dtype(kind)
        card.enter()
        self.pointer = int(call("cuMemAlloc", max(1, self.nbytes)))
        weakref.finalize(self, release, card, "cuMemFree", self.pointer)

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
        spans = [prod(self.shape[i + 1 :]) for i in range(self.ndim)]
        return tuple(span * self.dtype.itemsize for span in spans)

    def parameters(self) -> list[int]:
        """Return the words by which compiled code is handed an array."""
        return [0, 0, self.size, self.dtype.itemsize, self.pointer, *self.shape, *self.strides]

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"Array(shape={self.shape}, dtype={self.dtype}, on {self.card.name})"

    # For other libraries.

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

    def __dlpack__(self, *, stream: int | None = None, **others):
        """Hand the memory over, once all that is being written to it has been written."""
        self.card.finish()
        return capsule(self, self.pointer, self.shape, self.dtype, self.__dlpack_device__())


def release(card: "Card", how: str, pointer: int) -> None:
    """Give memory back; at the end of the process the driver may be gone already."""
    try:
        card.enter()
        call(how, pointer)
    except Exception:
        pass
