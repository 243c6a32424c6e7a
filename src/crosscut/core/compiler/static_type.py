"""Boards and games as Numba types: attributes are constants, methods are compiled on demand.

A type is known by the key of its object alone, and that is all it pickles. So an index of cached
code that mentions a game from some user's file can be read where that file does not exist.
"""

import inspect

from numba.core import types
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import (
    NativeValue,
    models,
    register_jitable,
    register_model,
    typeof_impl,
    unbox,
)

from crosscut.core.bits import Bits, words
from crosscut.core.compiler.bits_type import INLINED, BitsType
from crosscut.core.static import Static

living: dict[str, Static] = {}
"""Every object that has been given a type in this process, by its key."""


class StaticType(types.Type):
    """The type of one board or one game."""

    def __init__(self, key: str):
        super().__init__(name=key)

    def __reduce__(self):
        return StaticType, (self.name,)

    @property
    def value(self) -> Static:
        return living[self.name]


register_model(StaticType)(models.OpaqueModel)


def static_type(value: Static) -> StaticType:
    """Return the type of a board or game."""
    living.setdefault(value._code_key, value)
    return StaticType(value._code_key)


@typeof_impl.register(Static)
def typeof_static(value, context):
    return static_type(value)


@unbox(StaticType)
def unbox_static(static, value, c):
    return NativeValue(c.context.get_dummy_value())


@lower_constant(StaticType)
def lower_static(context, builder, static, value):
    return context.get_dummy_value()


def constant_type(context, value, width: int):
    """Return the type of an attribute, or None if compiled code cannot hold such a value."""
    if isinstance(value, Bits):
        return BitsType(words(width))
    if isinstance(value, Static):
        return static_type(value)
    if isinstance(value, bool):
        return types.boolean
    if isinstance(value, int):
        return types.literal(value)
    if isinstance(value, tuple):
        members = [constant_type(context, member, width) for member in value]
        members = [getattr(member, "literal_type", member) for member in members]
        return types.BaseTuple.from_types(members)
    return context.resolve_value_type(value)


@infer_getattr
class StaticAttributes(AttributeTemplate):
    key = StaticType

    def generic_resolve(self, static, name):
        function = getattr(type(static.value), name, None)
        if inspect.isfunction(function):
            return types.BoundFunction(method_template(self.context, function), static)
        value = getattr(static.value, name, None)
        return None if value is None else constant_type(self.context, value, static.value.width)


@lower_getattr_generic(StaticType)
def lower_attribute(context, builder, static, owner, name):
    value = getattr(static.value, name)
    value_type = constant_type(context.typing_context, value, static.value.width)
    return context.get_constant_generic(builder, value_type, value)


templates: dict = {}


def method_template(context, function):
    """Return the Numba template that types calls of a method, made once for each method."""
    if function not in templates:
        templates[function] = make_template(register_jitable(**INLINED)(function))
    context.refresh()  # or it would not know what was just registered
    return templates[function]


def make_template(function):
    name = (StaticType, function)

    class Method(AbstractTemplate):
        key = name

        def generic(self, args, kws):
            callee = self.context.resolve_value_type(function)
            sig = callee.get_call_type(self.context, (self.this, *args), kws)
            return sig and sig.as_method()

    @lower_builtin(name, StaticType, types.VarArg(types.Any))
    def lower(context, builder, sig, args):
        callee = context.typing_context.resolve_value_type(function)
        exact = callee.get_call_type(context.typing_context, sig.args, {})
        call = context.get_function(callee, exact)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)

    return Method
