"""A game as its page keeps it: how it started, who plays, its tree, and where one is."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from crosscut.web.moment import EXACT, Start

MOST_NODES = 20_000
"""Positions of a tree that are kept."""

LONGEST_WORDS = 10_000
"""Characters of a comment, and of any other text."""

Words = Annotated[str, Field(max_length=LONGEST_WORDS)]
Place = Annotated[int, Field(ge=-1, lt=MOST_NODES)]
Seconds = Annotated[float, Field(allow_inf_nan=False)]


class More(BaseModel):
    """What a record from elsewhere has at a position beside the turn and a comment."""

    model_config = ConfigDict(extra="forbid")

    clock: tuple[Seconds | None, Seconds | None] | None = None
    """Seconds left to both colours."""
    others: dict[Words, list[Words]] | None = None
    """Properties of SGF that mean nothing here."""


Node = tuple[Place, Words] | tuple[Place, Words, Words] | tuple[Place, Words, Words, More]
"""The place of the position before, the turn that led here, a comment and more, if there is any."""


class Document(BaseModel):
    """What is kept of a game; a page may add nothing else."""

    model_config = ConfigDict(extra="forbid")

    crosscut: Literal[1]
    start: Start
    seats: tuple[Words, Words]
    nodes: Annotated[list[Node], Field(max_length=MOST_NODES)]
    at: Annotated[int, Field(ge=0, lt=EXACT)]
    taps: list[Words] = []
    names: tuple[Words, Words] | None = None
    """What the players of a game from elsewhere are called."""
    result: Words | None = None
    line: Annotated[int, Field(ge=0, lt=EXACT)] | None = None
    """The checksum of the main line to which the result belongs."""
    info: dict[Words, Words] | None = None
    """What else its record tells."""
    updated: Annotated[float, Field(allow_inf_nan=False)] = 0
