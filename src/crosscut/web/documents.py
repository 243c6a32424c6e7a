"""A game as its page keeps it: how it started, who plays, its tree, and where one is."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from crosscut.web.moment import EXACT, Start

MOST_NODES = 20_000
"""Positions of a tree that are kept."""

Words = Annotated[str, Field(max_length=10_000)]
Place = Annotated[int, Field(ge=-1, lt=MOST_NODES)]
Node = tuple[Place, Words] | tuple[Place, Words, Words]
"""The place of the position before, the turn that led here, and a comment if there is one."""


class Document(BaseModel):
    """What is kept of a game; a page may add nothing else."""

    model_config = ConfigDict(extra="forbid")

    crosscut: Literal[1]
    start: Start
    seats: tuple[Words, Words]
    nodes: Annotated[list[Node], Field(max_length=MOST_NODES)]
    at: Annotated[int, Field(ge=0, lt=EXACT)]
    taps: list[Words] = []
    updated: Annotated[float, Field(allow_inf_nan=False)] = 0
