"""Which device does the work: the cards of this machine, or the CPU in their place."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from crosscut.core.arguments import device_name
from crosscut.core.devices.cpu import Host
from crosscut.core.devices.cuda import Card, cards
from crosscut.core.devices.driver import compiler
from crosscut.core.devices.kernel import Device
from crosscut.core.errors import NoGpu
from crosscut.core.jit import INTERPRET, interpreting

T = TypeVar("T")

said: set[str] = set()
"""Reasons not to use a GPU that people have been told."""


def devices(kind: str = "auto") -> list[Device]:
    """Return what is to do the work: all GPUs, or the CPU.

    ``auto`` is the CPU where there is no GPU; ``gpu`` is then an error that says why.
    """
    if device_name(kind) != "cpu":
        try:
            return list(every_card())
        except NoGpu:
            if kind == "gpu":
                raise
    return [Host()]


def every_card() -> list[Card]:
    """Return all GPUs, each of which loads its code once; an error says why there is none."""
    if interpreting():
        raise NoGpu(f"{INTERPRET}=1 asks for plain Python, which no GPU runs")
    return found_cards()


def gpu_is_there() -> bool:
    """Tell whether this machine has a GPU that can be used."""
    try:
        return bool(every_card())
    except NoGpu:
        return False


@cache
def found_cards() -> list[Card]:
    """Return all GPUs, the same ones each time."""
    found = cards()
    if not found:
        raise NoGpu("NVIDIA's driver finds no GPU")
    compiler()  # without which they are of no use
    return found


def names_of(devices: Sequence[Device]) -> str:
    """Name devices for people, those of one kind together."""
    counted = Counter(device.name for device in devices).items()
    return " and ".join(name if count == 1 else f"{count} × {name}" for name, count in counted)


def do_on(kind: str, work: Callable[[list[Device]], T]) -> T:
    """Do something on the devices of a kind; if a GPU is missing or fails, say so and use the CPU.

    The work is then done anew from the beginning.
    """
    try:
        return work(devices(kind))
    except NoGpu as error:
        return work([cpu_instead(error)])


def cpu_instead(error: NoGpu) -> Host:
    """Say on standard error, once, why no GPU does the work, and return the CPU."""
    if str(error) not in said:
        said.add(str(error))
        print(f"{error}; the CPU goes on", file=sys.stderr, flush=True)
    return Host()
