"""What a state consists of: sets of cells and integers, as its class declares them."""

from functools import cache
from typing import get_type_hints

from crosscut.core.bits import Bits
from crosscut.core.errors import BadOption


@cache
def layout(game_class: type) -> tuple[type, tuple[bool, ...]]:
    """Return the state class of a game, and which of its fields are sets of cells."""
    try:
        state_class = get_type_hints(game_class.start).get("return")
    except NameError as error:
        raise BadOption(
            f"{game_class.__name__}.start names a class that is not there: {error}"
        ) from error
    fields = getattr(state_class, "_fields", ())
    if not {"colour", "winner"} <= set(fields):
        raise BadOption(
            f"{game_class.__name__}.start must be annotated with its state class, "
            "a NamedTuple with the fields colour and winner"
        )
    hints = get_type_hints(state_class)
    return state_class, tuple(hints[name] is Bits for name in fields)


def as_declared(game, state):
    """Return a state whose fields have the types its class declares.

    The interpreter does not care; compiled code has to, where a rule puts a truth value or a narrow
    integer into a field.
    """
    return state
