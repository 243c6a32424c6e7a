"""What `crosscut.core.jit.separate` does when compiled: the function around it is never copied."""

from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from crosscut.core.jit import separate


@infer_global(separate)
class Separate(AbstractTemplate):
    def generic(self, args, kws):
        return signature(types.none)


@lower_builtin(separate)
def emit(context, builder, sig, args):
    attributes = builder.function.attributes
    attributes.discard("alwaysinline")
    attributes.add("noinline")
    return context.get_dummy_value()
