"""NVIDIA's driver, through its Python bindings: calls that raise an error for people."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from crosscut.core.errors import NoGpu, OutOfMemory

INSTALL = "pip install 'crosscut[gpu]' brings what it needs"


@contextmanager
def needing_extra() -> Iterator[None]:
    """Say what to install where something is missing."""
    try:
        yield
    except ImportError as error:
        raise NoGpu(f"the extra gpu is not installed ({error}); {INSTALL}") from error


def compiler():
    """Return what compiles kernels: `crosscut.core.compiler.ptx`."""
    with needing_extra():
        import numba_cuda  # noqa: F401 - without it Numba has an older one, which is not enough

        from crosscut.core.compiler import ptx as gpu
    return gpu


@cache
def bindings():
    """Return the bindings, after the driver has been woken up."""
    with needing_extra():
        from cuda.bindings import driver
    try:
        answer = driver.cuInit(0)
    except RuntimeError as error:  # what the bindings say where there is no driver at all
        raise NoGpu("no NVIDIA driver was found on this machine") from error
    if answer[0] != driver.CUresult.CUDA_SUCCESS:
        raise NoGpu(f"NVIDIA's driver finds no GPU ({answer[0].name})")
    return driver


def call(name: str, *args) -> Any:
    """Call a function of the driver and return what it returns besides the error code."""
    code, *results = getattr(bindings(), name)(*args)
    check(name, code)
    return results[0] if len(results) == 1 else tuple(results) or None


def is_done(name: str, *args) -> bool:
    """Call a function of the driver that tells whether something is done."""
    code = getattr(bindings(), name)(*args)[0]
    if code == bindings().CUresult.CUDA_ERROR_NOT_READY:
        return False
    check(name, code)
    return True


def check(name: str, code: Any) -> None:
    """Raise an error for people unless a function of the driver has succeeded."""
    codes = bindings().CUresult
    if code != codes.CUDA_SUCCESS:
        kind = OutOfMemory if code == codes.CUDA_ERROR_OUT_OF_MEMORY else NoGpu
        raise kind(f"the GPU refused {name} ({code.name})")


def attribute(device: Any, name: str) -> int:
    """Return one of the facts about a device, such as MULTIPROCESSOR_COUNT."""
    kind = bindings().CUdevice_attribute
    return int(call("cuDeviceGetAttribute", getattr(kind, f"CU_DEVICE_ATTRIBUTE_{name}"), device))


def function_attribute(function: Any, name: str) -> int:
    """Return one of the facts about compiled code, such as NUM_REGS."""
    kind = bindings().CUfunction_attribute
    return int(call("cuFuncGetAttribute", getattr(kind, f"CU_FUNC_ATTRIBUTE_{name}"), function))


def release(card: Any, how: str, what: Any) -> None:
    """Give something of a card back; at the end of the process the driver may be gone already.

    This happens at any time in any thread, which another library may have let speak to another
    card: afterwards it still does.
    """
    with suppress(Exception):  # there is nobody left who could do anything about it
        call("cuCtxPushCurrent", card.context)
        try:
            call(how, what)
        finally:
            call("cuCtxPopCurrent")
