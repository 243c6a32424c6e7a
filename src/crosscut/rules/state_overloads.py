"""The compiled twins of the functions in ``crosscut.rules.state_packing``."""

from numba.core import types
from numba.extending import intrinsic, register_jitable

from crosscut.core import packing
from crosscut.core.bits import words
from crosscut.core.compiler.bits_overloads import twin
from crosscut.core.compiler.bits_type import INLINED, BitsType, as_words, join, number, split
from crosscut.core.compiler.packing_overloads import address
from crosscut.rules import state_packing as rows
from crosscut.rules.state_schema import as_declared, layout

for shared in (rows.framework_word, rows.framework_fields):
    register_jitable(**INLINED)(shared)


def state_type(game):
    """Return the Numba type of a game's states."""
    state_class, sets = layout(type(game))
    cells = BitsType(words(game.width))
    fields = [cells if is_set else types.int64 for is_set in sets]
    if all(field == fields[0] for field in fields):
        return types.NamedUniTuple(fields[0], len(fields), state_class)
    return types.NamedTuple(fields, state_class)


@intrinsic
def read_state(typing_context, game, row):
    """Read the fields of a state from the beginning of a row."""
    state = state_type(game.value)

    def emit(context, builder, sig, args):
        at, values = 0, []
        for field in state:
            span = field.count if isinstance(field, BitsType) else 1
            places = range(at, at + span)
            loaded = [
                builder.load(address(context, builder, row, args[1], number(i))) for i in places
            ]
            values.append(join(builder, loaded))
            at += span
        return context.make_tuple(builder, state, values)

    return state(game, row), emit


@intrinsic
def write_state(typing_context, state, row):
    """Write the fields of a state to the beginning of a row."""

    def emit(context, builder, sig, args):
        at = 0
        for i, field in enumerate(state):
            value = builder.extract_value(args[0], i)
            if isinstance(field, BitsType):
                parts = split(builder, value)
            else:
                parts = [context.cast(builder, value, field, types.int64)]
            for part in parts:
                builder.store(part, address(context, builder, row, args[1], number(at)))
                at += 1
        return context.get_dummy_value()

    return types.none(state, row), emit


@twin(rows.unpack)
def overload_unpack(game, row):
    end = game.value._table_words - 1
    return lambda game, row: rows.framework_fields(read_state(game, row), packing.get(row, end))


@twin(rows.pack)
def overload_pack(game, table, row):
    end = game.value._table_words - 1

    def pack(game, table, row):
        write_state(table.state, row)
        packing.put(row, end, rows.framework_word(table))

    return pack


@intrinsic
def cast_state(typing_context, game, state):
    """Return a state with every field cast to the type that its class declares."""
    wanted = state_type(game.value)

    def emit(context, builder, sig, args):
        values = []
        for i, (found, field) in enumerate(zip(state, wanted, strict=True)):
            value = builder.extract_value(args[1], i)
            if isinstance(field, BitsType) and not isinstance(found, BitsType):
                values.append(join(builder, as_words(context, builder, value, found, field.count)))
            else:
                values.append(context.cast(builder, value, found, field))
        return context.make_tuple(builder, wanted, values)

    return wanted(game, state), emit


@twin(as_declared)
def overload_as_declared(game, state):
    return lambda game, state: cast_state(game, state)
