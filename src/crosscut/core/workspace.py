"""Working memory for rules and compiled code, which never allocate."""

from dataclasses import dataclass
from typing import Any, NamedTuple


class Work(NamedTuple):
    """Working memory: rows of integers, lists when interpreted and arrays when compiled."""

    keys: Any
    """The history: how many turns in ``keys[0]``, then the hashes of their keys. When it is full
    no more are added, so that what is already there stays true."""
    path: Any
    """Room for the taps of a turn that is being looked through for a way on."""
    scratch: Any
    """What the rules asked for by `scratch_size`."""
    stack: Any
    """Rows for tables that wait while a search of moves goes deeper; empty in `Position`."""
    trace: Any = [0]  # where nothing is traced, nothing is written either
    """The taps of a simulation: how many in ``trace[0]``, then the number of each; see `note`."""


@dataclass(frozen=True)
class Room:
    """How much working memory a thread gets, in elements."""

    keys: int
    path: int
    scratch: int
    stack: tuple[int, int]
    trace: int
