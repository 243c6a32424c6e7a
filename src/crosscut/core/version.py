"""The version of the package; the root re-exports it."""

__version__ = "0.10.0"
