"""The compiled form of a set of cells: a Numba type lowered to a row of 64-bit words.

Arithmetic is modulo 2**(64 * words). Nothing here depends on the target, so the same type compiles
for the CPU and for a GPU. A shift by an amount known at compile time, which is every shift a board
makes, becomes two machine shifts a word.
"""

import operator

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin, lower_cast, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

from crosscut.core.bits import MASK, WORD

I64 = ir.IntType(WORD)

LEAN = {"_nrt": False}
"""Options of all compiled code: it never allocates, so it need not count references either."""
INLINED = LEAN | {"forceinline": True}
"""Options of all but entry points: rules are small, and calls with wide values cost more."""


class BitsType(types.Type):
    """The type of a set of cells held in ``count`` words."""

    def __init__(self, count: int):
        self.count = count
        super().__init__(name=f"Bits({count * WORD})")


@register_model(BitsType)
class BitsModel(models.PrimitiveModel):
    def __init__(self, manager, bits_type):
        one = bits_type.count == 1
        super().__init__(manager, bits_type, I64 if one else ir.ArrayType(I64, bits_type.count))


def number(value: int) -> ir.Constant:
    """Return a 64-bit constant."""
    return ir.Constant(I64, value & MASK)


def split(builder, value) -> list:
    """Return the words of a value, lowest first."""
    if isinstance(value.type, ir.IntType):
        return [value]
    return [builder.extract_value(value, i) for i in range(value.type.count)]


def join(builder, row: list):
    """Return the value made of these words, lowest first."""
    if len(row) == 1:
        return row[0]
    value = ir.Constant(ir.ArrayType(I64, len(row)), ir.Undefined)
    for i, word in enumerate(row):
        value = builder.insert_value(value, word, i)
    return value


def constant(value: int, count: int) -> ir.Constant:
    """Return a set known at compile time."""
    row = [number(value >> WORD * i) for i in range(count)]
    return row[0] if count == 1 else ir.Constant(ir.ArrayType(I64, count), row)


@lower_constant(BitsType)
def lower_bits_constant(context, builder, bits_type, value):
    return constant(int(value), bits_type.count)


def as_words(context, builder, value, value_type, count: int) -> list:
    """Return the words of a set, or of an integer with its sign extended as Python's has."""
    if isinstance(value_type, BitsType):
        return split(builder, value)
    if isinstance(value_type, types.IntegerLiteral):
        return [number(value_type.literal_value >> WORD * i) for i in range(count)]
    wide = context.cast(builder, value, value_type, types.int64)
    return [wide] + [builder.ashr(wide, number(WORD - 1))] * (count - 1)


# --- arithmetic ----------------------------------------------------------------------------------


def each(name: str):
    """Return an operation that works on each word alone."""
    return lambda builder, x, y: [getattr(builder, name)(p, q) for p, q in zip(x, y, strict=True)]


def subtract(builder, x: list, y: list) -> list:
    return subtract_with_borrow(builder, x, y)[0]


def subtract_with_borrow(builder, x: list, y: list):
    """Return the words of x - y and whether x < y."""
    row, borrow = [], None
    for p, q in zip(x, y, strict=True):
        word, less = builder.sub(p, q), builder.icmp_unsigned("<", p, q)
        if borrow is not None:
            one = builder.zext(borrow, I64)
            less = builder.or_(less, builder.icmp_unsigned("<", word, one))
            word = builder.sub(word, one)
        row.append(word)
        borrow = less
    return row, borrow


def add(builder, x: list, y: list) -> list:
    row, carry = [], None
    for p, q in zip(x, y, strict=True):
        word = builder.add(p, q)
        over = builder.icmp_unsigned("<", word, p)
        if carry is not None:
            one = builder.zext(carry, I64)
            word = builder.add(word, one)
            over = builder.or_(over, builder.icmp_unsigned("<", word, one))
        row.append(word)
        carry = over
    return row


def less(builder, x: list, y: list):
    return subtract_with_borrow(builder, x, y)[1]


def differ(builder, x: list, y: list):
    return nonzero(builder, each("xor")(builder, x, y))


def nonzero(builder, row: list):
    union = row[0]
    for word in row[1:]:
        union = builder.or_(union, word)
    return builder.icmp_unsigned("!=", union, number(0))


def typed(operation, resolve) -> None:
    """Teach Numba the type of an operation: ``resolve(*argument types)`` gives its signature."""

    @infer_global(operation)
    class Template(AbstractTemplate):
        prefer_literal = True  # a shift amount known at compile time must stay known

        def generic(self, args, kws):
            return resolve(*args)


def binary(operation, emit, result=None) -> None:
    """Define an operation on two sets, or on a set and an integer known at compile time."""

    def resolve(*args):
        sets = [arg for arg in args if isinstance(arg, BitsType)]
        if len(args) != 2 or not sets or sets[0] != sets[-1]:
            return None
        if result and any(getattr(arg, "literal_value", 0) < 0 for arg in args):
            return None  # words cannot tell a negative number from a large set
        if all(isinstance(arg, BitsType | types.IntegerLiteral) for arg in args):
            return signature(result or sets[0], *args)
        return None  # an integer of 64 bits, such as 1 << cell, is too narrow for most boards

    def lower(context, builder, sig, args):
        count = max(arg.count for arg in sig.args if isinstance(arg, BitsType))
        x, y = (
            as_words(context, builder, arg, arg_type, count)
            for arg, arg_type in zip(args, sig.args, strict=True)
        )
        out = emit(builder, x, y)
        return out if result else join(builder, out)

    typed(operation, resolve)
    for pair in ((BitsType, BitsType), (BitsType, types.Integer), (types.Integer, BitsType)):
        lower_builtin(operation, *pair)(lower)


def unary(operation, emit, result=None) -> None:
    """Define an operation on one set."""

    def resolve(*args):
        if len(args) == 1 and isinstance(args[0], BitsType):
            return signature(result or args[0], *args)
        return None

    @lower_builtin(operation, BitsType)
    def lower(context, builder, sig, args):
        out = emit(builder, split(builder, args[0]))
        return out if result else join(builder, out)

    typed(operation, resolve)


for plain, in_place, emit in (
    (operator.and_, operator.iand, each("and_")),
    (operator.or_, operator.ior, each("or_")),
    (operator.xor, operator.ixor, each("xor")),
    (operator.add, operator.iadd, add),
    (operator.sub, operator.isub, subtract),
):
    binary(plain, emit)
    binary(in_place, emit)

binary(operator.ne, differ, types.boolean)
binary(operator.eq, lambda b, x, y: b.not_(differ(b, x, y)), types.boolean)
binary(operator.lt, less, types.boolean)
binary(operator.gt, lambda b, x, y: less(b, y, x), types.boolean)
binary(operator.le, lambda b, x, y: b.not_(less(b, y, x)), types.boolean)
binary(operator.ge, lambda b, x, y: b.not_(less(b, x, y)), types.boolean)

unary(operator.invert, lambda b, x: [b.not_(word) for word in x])
unary(operator.neg, lambda b, x: subtract(b, [number(0)] * len(x), x))
unary(bool, nonzero, types.boolean)
unary(operator.truth, nonzero, types.boolean)
unary(operator.not_, lambda b, x: b.not_(nonzero(b, x)), types.boolean)


@lower_cast(BitsType, types.boolean)
def bits_to_boolean(context, builder, from_type, to_type, value):
    return nonzero(builder, split(builder, value))


# --- shifts --------------------------------------------------------------------------------------


def shift_known(builder, row: list, amount: int, left: bool) -> list:
    """Return the words shifted by an amount known at compile time."""
    jump, rest = divmod(amount, WORD)
    near, far = (builder.shl, builder.lshr) if left else (builder.lshr, builder.shl)

    def source(i):
        return row[i] if 0 <= i < len(row) else None

    out = []
    for i in range(len(row)):
        main, spill = (i - jump, i - jump - 1) if left else (i + jump, i + jump + 1)
        word = number(0)
        if source(main) is not None:
            word = near(source(main), number(rest)) if rest else source(main)
        if rest and source(spill) is not None:
            word = builder.or_(word, far(source(spill), number(WORD - rest)))
        out.append(word)
    return out


def shift_unknown(builder, row: list, amount, left: bool) -> list:
    """Return the words shifted by an amount known only when the program runs."""
    jump, rest = builder.lshr(amount, number(6)), builder.and_(amount, number(63))
    near, far = (builder.shl, builder.lshr) if left else (builder.lshr, builder.shl)
    whole = builder.icmp_unsigned("==", rest, number(0))
    back = builder.and_(builder.sub(number(WORD), rest), number(63))
    main = [near(word, rest) for word in row]
    spill = [builder.select(whole, number(0), far(word, back)) for word in row]
    out = []
    for i in range(len(row)):
        word = number(0)
        for j in range(i + 1) if left else range(i, len(row)):
            neighbour = j - 1 if left else j + 1
            term = main[j]
            if 0 <= neighbour < len(row):
                term = builder.or_(term, spill[neighbour])
            here = builder.icmp_unsigned("==", jump, number(abs(i - j)))
            word = builder.select(here, term, word)
        out.append(word)
    return out


def shift(operation, left: bool) -> None:
    """Define a shift of a set by an integer that is not negative."""

    def resolve(*args):
        if len(args) == 2 and isinstance(args[0], BitsType) and isinstance(args[1], types.Integer):
            return signature(args[0], *args)
        return None

    @lower_builtin(operation, BitsType, types.Integer)
    def lower(context, builder, sig, args):
        row = split(builder, args[0])
        if isinstance(sig.args[1], types.IntegerLiteral):
            return join(builder, shift_known(builder, row, sig.args[1].literal_value, left))
        amount = context.cast(builder, args[1], sig.args[1], types.int64)
        return join(builder, shift_unknown(builder, row, amount, left))

    typed(operation, resolve)


for plain, in_place, left in (
    (operator.lshift, operator.ilshift, True),
    (operator.rshift, operator.irshift, False),
):
    shift(plain, left)
    shift(in_place, left)
