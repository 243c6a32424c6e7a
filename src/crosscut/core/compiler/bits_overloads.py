"""The compiled twins of the functions in ``crosscut.core.bits`` and ``crosscut.core.rng``."""

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.extending import intrinsic, overload, register_jitable

from crosscut.core import bits
from crosscut.core import rng as generator
from crosscut.core.bits import WORD
from crosscut.core.compiler.bits_type import I64, INLINED, BitsType, join, number, split


def twin(function):
    """Return a decorator that makes a compiled twin for a function of the interpreter."""
    return overload(function, jit_options=INLINED)


def function(implementation):
    """Return an intrinsic on one set; ``implementation(builder, words)`` emits its code."""

    @intrinsic
    def call(typing_context, cells):
        def emit(context, builder, sig, args):
            return implementation(builder, split(builder, args[0]))

        return types.int64(cells), emit

    return call


def emit_count(builder, row: list):
    total = builder.ctpop(row[0])
    for word in row[1:]:
        total = builder.add(total, builder.ctpop(word))
    return total


def emit_lowest(builder, row: list):
    never = ir.Constant(ir.IntType(1), 0)
    cell = number(-1)
    for i in reversed(range(len(row))):
        here = builder.add(builder.cttz(row[i], never), number(WORD * i))
        cell = builder.select(builder.icmp_unsigned("!=", row[i], number(0)), here, cell)
    return cell


def emit_nth(context, builder, row: list, k):
    """Emit the search for the word that holds the k-th bit, then for the bit in the word."""
    word, before = row[0], number(0)
    base, total = number(0), builder.ctpop(row[0])
    for i in range(1, len(row)):
        beyond = builder.icmp_unsigned(">=", k, total)
        word = builder.select(beyond, row[i], word)
        base = builder.select(beyond, number(WORD * i), base)
        before = builder.select(beyond, total, before)
        total = builder.add(total, builder.ctpop(row[i]))
    k = builder.sub(k, before)
    if has_deposit(context):
        kind = ir.FunctionType(I64, [I64, I64])
        name = "llvm.x86.bmi.pdep.64"
        deposit = cgutils.get_or_insert_function(builder.module, kind, name)
        alone = builder.call(deposit, [builder.shl(number(1), k), word])
        return builder.add(builder.cttz(alone, ir.Constant(ir.IntType(1), 0)), base)
    for half in (32, 16, 8, 4, 2, 1):
        found = builder.ctpop(builder.and_(word, number((1 << half) - 1)))
        beyond = builder.icmp_unsigned(">=", k, found)
        word = builder.select(beyond, builder.lshr(word, number(half)), word)
        k = builder.select(beyond, builder.sub(k, found), k)
        base = builder.select(beyond, builder.add(base, number(half)), base)
    return base


def has_deposit(context) -> bool:
    """Tell whether the target is an x86 processor with the bit-deposit instruction."""
    if not isinstance(context, CPUContext):
        return False
    _, _, features = context.codegen().magic_tuple()
    return "+bmi2" in features


@intrinsic
def nth_bit(typing_context, cells, k):
    def emit(context, builder, sig, args):
        k = context.cast(builder, args[1], sig.args[1], types.int64)
        return emit_nth(context, builder, split(builder, args[0]), k)

    return types.int64(cells, k), emit


@intrinsic
def one_bit(typing_context, like, cell):
    def emit(context, builder, sig, args):
        cell = context.cast(builder, args[1], sig.args[1], types.int64)
        count = sig.args[0].count
        if count == 1:
            return builder.shl(number(1), cell)
        one = builder.shl(number(1), builder.and_(cell, number(63)))
        jump = builder.lshr(cell, number(6))
        here = [builder.icmp_unsigned("==", jump, number(i)) for i in range(count)]
        return join(builder, [builder.select(yes, one, number(0)) for yes in here])

    return like(like, cell), emit


@intrinsic(prefer_literal=True)
def word_of(typing_context, cells, index):
    """Return one word of a set; the index must be known at compile time."""

    def emit(context, builder, sig, args):
        return split(builder, args[0])[sig.args[1].literal_value]

    return types.uint64(cells, index), emit


count_bits, lowest_bit = function(emit_count), function(emit_lowest)


@twin(bits.count)
def overload_count(cells):
    return lambda cells: count_bits(cells)


@twin(bits.lowest)
def overload_lowest(cells):
    return lambda cells: lowest_bit(cells)


@twin(bits.nth)
def overload_nth(cells, k):
    return lambda cells, k: nth_bit(cells, k)


@twin(bits.bit)
def overload_bit(like, cell):
    return lambda like, cell: one_bit(like, cell)


# --- hashing and random numbers: the same arithmetic on unsigned words ---------------------------

WEIGHT = np.uint64(bits.WEIGHT)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)


@twin(bits.scramble)
def overload_scramble(word):
    def scramble(word):
        word = np.uint64(word)
        word = (word ^ (word >> np.uint64(30))) * FIRST
        word = (word ^ (word >> np.uint64(27))) * SECOND
        return word ^ (word >> np.uint64(31))

    return scramble


@twin(bits.digest)
def overload_digest(cells):
    if not isinstance(cells, BitsType):
        return lambda cells: bits.scramble(np.uint64(np.int64(cells)))
    if cells.count == 1:
        return lambda cells: bits.scramble(word_of(cells, 0))
    return digest_from(0, cells.count)


def digest_from(first: int, count: int):
    """Return a function that hashes the words of a set from number ``first`` on."""
    if first == count - 1:
        return lambda cells: bits.scramble(word_of(cells, first))
    rest = register_jitable(**INLINED)(digest_from(first + 1, count))
    return lambda cells: bits.scramble(word_of(cells, first)) + rest(cells) * WEIGHT


@twin(bits.fingerprint)
def overload_fingerprint(key):
    if len(key) == 0:
        return lambda key: np.uint64(0)

    def fingerprint(key):
        return bits.scramble(bits.fingerprint(key[:-1]) + WEIGHT) + bits.digest(key[-1])

    return fingerprint


@twin(generator.stream_state)
def overload_stream_state(seed, stream):
    def stream_state(seed, stream):
        start = bits.scramble(np.uint64(seed) + WEIGHT)
        return bits.scramble(start + np.uint64(stream) * WEIGHT)

    return stream_state


@twin(generator.draw)
def overload_draw(rng):
    def draw(rng):
        rng[0] += WEIGHT
        return bits.scramble(rng[0])

    return draw


@twin(generator.below)
def overload_below(rng, n):
    def below(rng, n):
        size = np.uint64(n)
        product = (generator.draw(rng) >> np.uint64(32)) * size
        if product & LOW_HALF < size:
            bias = np.uint64(0x100000000) % size
            while product & LOW_HALF < bias:
                product = (generator.draw(rng) >> np.uint64(32)) * size
        return np.int64(product >> np.uint64(32))

    return below
