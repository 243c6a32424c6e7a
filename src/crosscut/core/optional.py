"""Libraries of others that are there only if somebody asked for them."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from crosscut.core.errors import BadOption

MODULES = {
    "web": (
        "alembic",
        "fastapi",
        "jinja2",
        "prometheus_client",
        "pydantic",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "report": ("jinja2", "matplotlib", "scipy"),
}
"""The modules of the extras that a command needs as a whole, so that it looks for all at once."""


def load(module: str, extra: str) -> ModuleType:
    """Return a module of an optional library, or say how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise BadOption(
            f"{module} cannot be loaded ({error}); pip install 'crosscut[{extra}]' brings it"
        ) from None


def require(extra: str) -> None:
    """Raise an error that says how to install an extra, if one of its modules is missing.

    Nothing is imported, so a command can ask before it begins.
    """
    missing = [module for module in MODULES[extra] if find_spec(module) is None]
    if missing:
        names = ", ".join(missing)
        raise BadOption(f"{names} not installed; pip install 'crosscut[{extra}]' brings all of it")
