"""Libraries of others that are there only if somebody asked for them."""

from importlib import import_module
from types import ModuleType

from crosscut.core.errors import BadOption


def load(module: str, extra: str) -> ModuleType:
    """Return a module of an optional library, or say how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise BadOption(
            f"{module} cannot be loaded ({error}); pip install 'crosscut[{extra}]' brings it"
        ) from None
