"""Arrays of other libraries, read where they lie: on the card, without a copy."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from crosscut.core.devices.array import Array
from crosscut.core.devices.dlpack import CUDA, Taken, lies_dense
from crosscut.core.devices.driver import bindings, call
from crosscut.core.devices.streams import one_after_the_other
from crosscut.core.errors import BadOption

if TYPE_CHECKING:
    from crosscut.core.devices.cuda import Card


def borrowed(card: "Card", thing: Any) -> Array | None:
    """Return somebody's array on a card as one of ours, or None if it lies in no card's memory.

    What the card does next waits until the other library has written it.
    """
    if isinstance(thing, Array):
        refuse_another(card, thing.card.number)
        one_after_the_other(card, thing.card.stream_number, card.stream_number)
        return thing
    if hasattr(thing, "__dlpack_device__"):
        place = tuple(map(int, thing.__dlpack_device__()))
        if place[0] != CUDA:
            return None
        refuse_another(card, place[1])
        found = Taken(thing.__dlpack__(stream=card.stream_number))
    elif hasattr(thing, "__cuda_array_interface__"):
        found = described(thing.__cuda_array_interface__)
        if found.pointer:  # an array of nothing lies nowhere
            refuse_another(card, card_of(card, found.pointer))
        if found.stream is not None:
            one_after_the_other(card, found.stream, card.stream_number)
    else:
        return None
    if not found.is_dense or found.kind == "unknown":
        raise BadOption(f"{type(thing).__name__} does not lie in one piece; make a copy that does")
    return Array(card, found.shape, np.dtype(found.kind), found.pointer, (thing, found))


def described(about: dict) -> SimpleNamespace:
    """Return what an object says of itself by __cuda_array_interface__."""
    kind, shape = np.dtype(about["typestr"]), tuple(about["shape"])
    strides = about.get("strides")
    return SimpleNamespace(
        pointer=int(about["data"][0]),
        shape=shape,
        kind=kind,
        is_dense=strides is None or lies_dense(shape, [step // kind.itemsize for step in strides]),
        stream=about.get("stream"),
    )


def card_of(card: "Card", pointer: int) -> int:
    """Return the number of the card in whose memory an address lies."""
    card.enter()
    wanted = bindings().CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    return int(call("cuPointerGetAttribute", wanted, pointer))


def refuse_another(card: "Card", number: int) -> None:
    """Say so if an array lies on another card."""
    if number != card.number:
        raise BadOption(f"the array lies on GPU {number}, and it is needed on GPU {card.number}")
