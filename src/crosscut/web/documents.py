"""A game as its page keeps it: how it started, who plays, its tree, and where one is."""

from typing import Annotated, Literal

from pydantic import Field

from crosscut.web.bounds import Count, FailFast, Sent, fields_at_most
from crosscut.web.moment import MOST_TAPS, Start

MOST_NODES = 20_000
"""Positions of a tree that are kept."""

LONGEST_WORDS = 10_000
"""Characters of a comment, and of any other text."""

MOST_FACTS, MOST_PROPERTIES, MOST_VALUES = 500, 200, 2000
"""Facts of a record, properties of SGF at a position, and values of one, that are kept."""

Words = Annotated[str, Field(max_length=LONGEST_WORDS)]
Place = Annotated[int, Field(ge=-1, lt=MOST_NODES)]
Values = Annotated[list[Words], Field(max_length=MOST_VALUES), FailFast()]
Seconds = Annotated[float, Field(allow_inf_nan=False)]


class More(Sent):
    """What a record from elsewhere has at a position beside the turn and a comment."""

    clock: tuple[Seconds | None, Seconds | None] | None = None
    """Seconds left to both colours."""
    others: Annotated[dict[Words, Values], *fields_at_most(MOST_PROPERTIES)] | None = None
    """Properties of SGF that mean nothing here."""


Node = tuple[Place, Words] | tuple[Place, Words, Words] | tuple[Place, Words, Words, More]
"""The place of the position before, the turn that led here, a comment and more, if there is any."""


class Document(Sent):
    """What is kept of a game; a page may add nothing else."""

    crosscut: Literal[1]
    start: Start
    seats: tuple[Words, Words]
    nodes: Annotated[list[Node], Field(max_length=MOST_NODES), FailFast()]
    at: Count
    taps: Annotated[list[Words], Field(max_length=MOST_TAPS), FailFast()] = []
    names: tuple[Words, Words] | None = None
    """What the players of a game from elsewhere are called."""
    result: Words | None = None
    line: Count | None = None
    """The checksum of the main line to which the result belongs."""
    info: Annotated[dict[Words, Words], *fields_at_most(MOST_FACTS)] | None = None
    """What else its record tells."""
    updated: Annotated[float, Field(allow_inf_nan=False)] = 0
