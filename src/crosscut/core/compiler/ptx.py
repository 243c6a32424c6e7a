"""Kernels compiled for a GPU, which need not be there: to its assembly language and to code."""

import hashlib
import os
import re
import tempfile
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace

import numba
import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numpy 2.5 has dropped the name, which numba-cuda still asks for

from numba import cuda, types
from numba.cuda import dispatcher
from numba.cuda.cudadrv.error import CCSupportError

from crosscut.core.compiler import announced, culprit
from crosscut.core.compiler.cache import current_folder
from crosscut.core.devices.kernel import Kernel
from crosscut.core.errors import NoGpu, NotForGpu
from crosscut.core.process import interrupts_later
from crosscut.core.static import Static
from crosscut.core.workspace import Room, Work

CAPABILITY = (9, 0)
"""The generation of cards compiled for where nobody says which; any will do to find mistakes."""
SYMBOL = "crosscut_kernel"
"""What every compiled kernel is called."""
REGISTERS = 0
"""Registers a thread may use; 0 leaves that to the assembler."""


@contextmanager
def pretended_device(capability: tuple[int, int]):
    """Let the compiler ask for the current device where there is none."""
    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real


def entry_point(game: Static, kernel: Kernel, room: Room):
    """Return a kernel with its working memory, not yet compiled."""
    body = kernel.body
    keys_size, path_size, scratch_size = room.keys, room.path, room.scratch
    stack_shape, trace_size = room.stack, room.trace

    def run(threads, given):
        thread = cuda.grid(1)
        if thread < threads:
            rng = cuda.local.array(1, np.uint64)
            keys = cuda.local.array(keys_size, np.uint64)
            path = cuda.local.array(path_size, np.int64)
            scratch = cuda.local.array(scratch_size, np.int64)
            stack = cuda.local.array(stack_shape, np.uint64)
            trace = cuda.local.array(trace_size, np.int64)
            work = Work(keys, path, scratch, stack, trace)
            body(game, thread, threads, given, rng, work)

    return run


def type_of(given: tuple) -> types.Type:
    """Return the type of what a kernel is given: whole numbers, and arrays of whatever device."""
    fields = [
        types.Array(numba.np.numpy_support.from_dtype(np.dtype(value.dtype)), value.ndim, "C")
        if hasattr(value, "dtype") and value.ndim
        else types.int64
        for value in given
    ]
    if all(field == fields[0] for field in fields):
        return types.NamedUniTuple(fields[0], len(fields), type(given))
    return types.NamedTuple(fields, type(given))


def assembly(
    game: Static, kernel: Kernel, given: tuple, room: Room, capability: tuple[int, int] = CAPABILITY
) -> str:
    """Return a kernel of a game in the GPU's assembly language."""
    signature = types.void(types.int64, type_of(given))
    try:
        with pretended_device(capability), interrupts_later():
            text, _ = cuda.compile_ptx(entry_point(game, kernel, room), signature, cc=capability)
    except CCSupportError as failure:
        raise NoGpu(f"this GPU is too old for what compiles for it ({failure})") from failure
    except Exception as failure:  # whatever the compiler stumbles over, the CPU goes on
        why = culprit(game, failure)
        raise NotForGpu(f"{game.facts.title} runs on no GPU: {why}") from failure
    name = re.search(r"\.entry\s+(\w+)", text)[1]
    return text.replace(name, SYMBOL)


def assembled(text: str, capability: tuple[int, int], registers: int = REGISTERS) -> bytes:
    """Return machine code for assembly language, or the text itself for the driver to assemble.

    The driver's assembler may be older than the compiler and refuse what that writes. This one may
    be missing, older than the card, or of another version than the compiler.
    """
    try:
        return linked(text, capability, registers)
    except Exception:  # of its own kind, or of whoever looks for its library
        return text.encode()


def linked(text: str, capability: tuple[int, int], registers: int) -> bytes:
    """Return machine code for assembly language, by the assembler that comes with the compiler."""
    from cuda.bindings import nvjitlink

    options = [f"-arch=sm_{capability[0]}{capability[1]}", "-O3"]
    if registers:
        options.append(f"-maxrregcount={registers}")
    handle = nvjitlink.create(len(options), options)
    try:
        data = text.encode() + b"\0"
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, data, len(data), SYMBOL)
        nvjitlink.complete(handle)
        code = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, code)
        return bytes(code)
    finally:
        nvjitlink.destroy(handle)


@cache
def tools() -> str:
    """Name the versions of what compiles."""
    found = []
    for name in ("numba", "numba-cuda", "nvidia-nvvm", "nvidia-nvjitlink"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def place_of(game: Static, kernel: Kernel, given: tuple, room: Room, capability) -> Path:
    """Return the file in which the code of a kernel is kept between processes."""
    about = (kernel.name, game._code_key, str(type_of(given)), repr(room), capability, tools())
    key = hashlib.sha256(repr(about).encode()).hexdigest()[:24]
    return current_folder() / "gpu" / f"{kernel.name}-{key}"


def code_of(
    game: Static, kernel: Kernel, given: tuple, room: Room, capability: tuple[int, int] = CAPABILITY
) -> bytes:
    """Return the code of a kernel of a game, compiled or as it was kept."""
    place = place_of(game, kernel, given, room, capability)
    try:
        kept = place.read_bytes()
        digest, code = kept[:32], kept[32:]
        if hashlib.sha256(code).digest() == digest:
            return code
    except OSError:
        pass
    with announced():
        code = assembled(assembly(game, kernel, given, room, capability), capability)
    with suppress(OSError):  # a full disk: the code is there, only the next process has to wait
        keep(hashlib.sha256(code).digest() + code, place)
    return code


def keep(content: bytes, place: Path) -> None:
    """Write a file, all of it or nothing, whoever else writes it at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.replace(file.name, place)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
