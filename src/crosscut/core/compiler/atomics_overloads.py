"""The compiled twins of the functions in ``crosscut.core.atomics``: atomic instructions."""

import os
import platform

from llvmlite import ir
from numba.core import types
from numba.core.cgutils import for_range, get_or_insert_function
from numba.extending import intrinsic

from crosscut.core import atomics as shared
from crosscut.core.compiler.bits_overloads import twin
from crosscut.core.compiler.packing_overloads import address

POSIX = os.name == "posix"
X86 = platform.machine().lower() in ("x86_64", "amd64")
PAUSES = 32
"""Pauses, a microsecond or two in all, before the system is asked."""


def place(context, builder, sig, args):
    """Return the address of an element of an array."""
    index = context.cast(builder, args[1], sig.args[1], types.int64)
    return address(context, builder, sig.args[0], args[0], index)


@intrinsic
def atomic_add(typing_context, array, i, amount):
    def emit(context, builder, sig, args):
        value = context.cast(builder, args[2], amount, array.dtype)
        return builder.atomic_rmw("add", place(context, builder, sig, args), value, "monotonic")

    return array.dtype(array, i, amount), emit


@intrinsic
def atomic_store(typing_context, array, i, value):
    def emit(context, builder, sig, args):
        new = context.cast(builder, args[2], value, array.dtype)
        where = place(context, builder, sig, args)
        builder.store_atomic(new, where, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(array, i, value), emit


@intrinsic
def atomic_load(typing_context, array, i):
    def emit(context, builder, sig, args):
        where = place(context, builder, sig, args)
        found = builder.load_atomic(where, "acquire", array.dtype.bitwidth // 8)
        return context.cast(builder, found, array.dtype, types.int64)

    return types.int64(array, i), emit


@intrinsic
def atomic_settle(typing_context, array, i, value):
    def emit(context, builder, sig, args):
        new = context.cast(builder, args[2], value, array.dtype)
        where, zero = place(context, builder, sig, args), new.type(0)
        answer = builder.cmpxchg(where, zero, new, "monotonic", "monotonic")
        return builder.extract_value(answer, 0)

    return array.dtype(array, i, value), emit


@intrinsic
def give_way(typing_context):
    """Wait a little and then let another thread have the core, as far as there are means to."""

    def emit(context, builder, sig, args):
        if X86:
            wait = builder.module.declare_intrinsic(
                "llvm.x86.sse2.pause", (), ir.FunctionType(ir.VoidType(), [])
            )
            with for_range(builder, ir.Constant(ir.IntType(64), PAUSES)):
                builder.call(wait, [])
        if POSIX:
            kind = ir.FunctionType(ir.IntType(32), [])
            builder.call(get_or_insert_function(builder.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    return types.none(), emit


@twin(shared.add)
def overload_add(array, i, amount):
    return lambda array, i, amount: atomic_add(array, i, amount)


@twin(shared.publish)
def overload_publish(array, i, value):
    return lambda array, i, value: atomic_store(array, i, value)


@twin(shared.look)
def overload_look(array, i):
    return lambda array, i: atomic_load(array, i)


@twin(shared.settle)
def overload_settle(array, i, value):
    return lambda array, i, value: atomic_settle(array, i, value)


@twin(shared.pause)
def overload_pause():
    return lambda: give_way()
