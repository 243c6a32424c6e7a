"""The compiled twins of the functions in ``crosscut.core.packing``."""

import sys
from contextlib import nullcontext

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import for_range
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numba.np.numpy_support import as_dtype

from crosscut.core import packing
from crosscut.core.bits import WORD
from crosscut.core.compiler.bits_overloads import twin
from crosscut.core.compiler.bits_type import join, number, split

I8 = ir.IntType(8)


AT_ONCE = 4
"""Words whose halves are added together."""


def address(context, builder, row_type, row, index):
    """Return the address of one word of a row."""
    data = make_array(row_type)(context, builder, row).data
    return builder.gep(data, [index])


@intrinsic
def read_set(typing_context, like, row, at):
    def emit(context, builder, sig, args):
        first = context.cast(builder, args[2], sig.args[2], types.int64)
        places = [builder.add(first, number(i)) for i in range(like.count)]
        loaded = [builder.load(address(context, builder, row, args[1], i)) for i in places]
        return join(builder, loaded)

    return like(like, row, at), emit


@intrinsic
def write_set(typing_context, cells, row, at):
    def emit(context, builder, sig, args):
        first = context.cast(builder, args[2], sig.args[2], types.int64)
        for i, part in enumerate(split(builder, args[0])):
            place = builder.add(first, number(i))
            builder.store(part, address(context, builder, row, args[1], place))
        return context.get_dummy_value()

    return types.none(cells, row, at), emit


@intrinsic
def write_each_bit(typing_context, game, cells, image):
    """Write a number for each bit of a set, many at once: the processor widens whole vectors."""
    width = game.value.width

    def emit(context, builder, sig, args):
        element, at = context.get_data_type(image.dtype), 0
        for part in split(builder, args[1]):
            end = min(at - at % WORD + WORD, width)
            while at < end:
                span = 1 << (end - at).bit_length() - 1  # the largest power of two that fits
                piece = builder.lshr(part, number(at % WORD))
                if span < WORD:
                    piece = builder.trunc(piece, ir.IntType(span))
                flags = builder.bitcast(piece, ir.VectorType(ir.IntType(1), span))
                numbers = ir.VectorType(element, span)
                each = builder.select(
                    flags, ir.Constant(numbers, [1] * span), ir.Constant(numbers, [0] * span)
                )
                place = address(context, builder, image, args[2], number(at))
                place = builder.bitcast(place, each.type.as_pointer())
                builder.store(each, place, align=image.dtype.bitwidth // 8)
                at += span
        return context.get_dummy_value()

    return types.none(game, cells, image), emit


@intrinsic
def spread_part(typing_context, game, cells, image, part):
    """Write a number for every 32nd bit of a set; which word a bit is in is known before."""

    def emit(context, builder, sig, args):
        first = context.cast(builder, args[3], part, types.int64)
        pieces = halves(builder, args[1])
        amount = builder.trunc(first, pieces[0].type)

        def bit(number_of_step):
            piece = builder.lshr(pieces[number_of_step], amount)
            found = builder.and_(builder.trunc(piece, I8), ir.Constant(I8, 1))
            return context.cast(builder, found, types.uint8, image.dtype)

        write_each(context, builder, sig, args, first, game.value.width, bit)
        return context.get_dummy_value()

    return types.none(game, cells, image, part), emit


@intrinsic
def fill_part(typing_context, game, value, image, part):
    """Write the same number to every 32nd place."""

    def emit(context, builder, sig, args):
        first = context.cast(builder, args[3], part, types.int64)
        same = context.cast(builder, args[1], value, image.dtype)
        write_each(context, builder, sig, args, first, game.value.width, lambda step: same)
        return context.get_dummy_value()

    return types.none(game, value, image, part), emit


def write_each(context, builder, sig, args, first, width: int, value) -> None:
    """Write the numbers of a part: one address, and from there distances that are known before."""
    place = address(context, builder, sig.args[2], args[2], first)
    for step in range(-(-width // packing.PARTS)):
        at = step * packing.PARTS
        inside = builder.icmp_signed("<", first, number(width - at))
        with builder.if_then(inside) if at + packing.PARTS > width else nullcontext():
            builder.store(value(step), builder.gep(place, [number(at)]))


def halves(builder, cells) -> list:
    """Return a set as pieces of `packing.PARTS` bits, lowest first."""
    half = ir.IntType(packing.PARTS)
    return [
        builder.trunc(builder.lshr(word, number(at)), half)
        for word in split(builder, cells)
        for at in range(0, WORD, packing.PARTS)
    ]


@intrinsic
def add_vectors(typing_context, size, words, first, counts, at):
    """Add both halves of words to pairs of numbers, some words at once.

    In memory the lower half of a word comes first, as the first number of a pair does.
    """

    def emit(context, builder, sig, args):
        total, begin, end = (
            context.cast(builder, args[i], sig.args[i], types.int64) for i in (0, 2, 4)
        )
        source = address(context, builder, words, args[1], begin)
        target = address(context, builder, counts, args[3], end)
        whole = builder.sdiv(total, number(AT_ONCE))
        with for_range(builder, whole) as loop:
            done = builder.mul(loop.index, number(AT_ONCE))
            add_vector(builder, source, target, done, 2 * AT_ONCE)
        begin = builder.mul(whole, number(AT_ONCE))
        with for_range(builder, builder.sub(total, begin)) as loop:
            add_vector(builder, source, target, builder.add(begin, loop.index), 2)
        return context.get_dummy_value()

    return types.none(size, words, first, counts, at), emit


def add_vector(builder, source, target, done, size: int) -> None:
    """Add so many halves after the words that are done."""
    halves = ir.VectorType(ir.IntType(WORD // 2), size)
    floats = ir.VectorType(ir.FloatType(), size)
    here = builder.bitcast(builder.gep(source, [done]), halves.as_pointer())
    there = builder.gep(target, [builder.mul(done, number(2))])
    there = builder.bitcast(there, floats.as_pointer())
    more = builder.sitofp(builder.load(here, align=8), floats)
    builder.store(builder.fadd(builder.load(there, align=4), more), there, align=4)


@twin(packing.add_halves)
def overload_add_halves(size, words, first, counts, at):
    if counts.dtype == types.float32 and sys.byteorder == "little":
        return lambda size, words, first, counts, at: add_vectors(size, words, first, counts, at)
    return packing.add_halves


@twin(packing.spread)
def overload_spread(game, cells, image, part=None):
    if isinstance(part, types.Integer):
        return lambda game, cells, image, part=None: spread_part(game, cells, image, part)
    return lambda game, cells, image, part=None: write_each_bit(game, cells, image)


@twin(packing.fill)
def overload_fill(game, value, image, part=None):
    if isinstance(part, types.Integer):
        return lambda game, value, image, part=None: fill_part(game, value, image, part)

    number = as_dtype(image.dtype).type

    def fill(game, value, image, part=None):
        same = number(value)
        if image[0] != same or image[game.width - 1] != same:  # most often nothing has changed
            for i in range(game.width):
                image[i] = same

    return fill


@twin(packing.get_set)
def overload_get_set(game, row, at):
    return lambda game, row, at: read_set(game.board.none, row, at)


@twin(packing.put_set)
def overload_put_set(game, cells, row, at):
    return lambda game, cells, row, at: write_set(cells, row, at)


@twin(packing.get)
def overload_get(row, at):
    return lambda row, at: np.int64(row[at])


@twin(packing.put)
def overload_put(row, at, value):
    def put(row, at, value):
        row[at] = np.uint64(np.int64(value))

    return put


@twin(packing.get_index)
def overload_get_index(word, size):
    return lambda word, size: np.int64(np.uint64(word) % np.uint64(size))
