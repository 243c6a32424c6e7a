"""A game as its page keeps it: how it started, who plays, its tree, and where one is."""

from typing import Annotated, Any, Literal

from pydantic import Field

from crosscut.apps.web.positions import MOST_TAPS, Start
from crosscut.apps.web.schemas.bounds import Count, FailFast, Sent, fields_at_most
from crosscut.play.records.json_format import PERSON

MOST_NODES = 20_000
"""Positions of a tree that are kept."""

RULES = ("game", "size", "variant", "pie")
"""What a list tells of how a game started."""

LONGEST_WORDS = 10_000
"""Characters of a comment, and of any other text."""

MOST_FACTS, MOST_PROPERTIES, MOST_VALUES = 500, 200, 2000
"""Facts of a record, properties of SGF at a position, and values of one, that are kept."""

MOST_NOTES = 50
"""Notes on how a record was read that are kept."""

Words = Annotated[str, Field(max_length=LONGEST_WORDS)]
Level = Annotated[str, Field(max_length=80)]
"""Who has a seat: ``person``, or a level of the computer."""
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
    seats: tuple[Level, Level]
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
    notes: Annotated[list[Words], Field(max_length=MOST_NOTES), FailFast()] | None = None
    """What a person is to know about how its record was read, until it is dismissed."""
    updated: Annotated[float, Field(allow_inf_nan=False)] = 0


def summary(document: dict[str, Any]) -> dict[str, Any]:
    """Return what lists show of a game that is kept, as plain data."""
    start = document["start"]
    return {
        "start": {key: start[key] for key in RULES if key in start},
        "seats": document.get("seats", [PERSON, PERSON]),
        "turns": main_turns(document.get("nodes", [])),
        "updated": document.get("updated", 0),
    }


def main_turns(nodes: list) -> int:
    """Return how many turns the main line has, that of the first variations."""
    following: dict[int, int] = {}
    for place, (before, *_) in enumerate(nodes):
        if before < place:  # what comes before itself is not reached
            following.setdefault(before, place)
    here, turns = 0, 0
    while here in following:
        here, turns = following[here], turns + 1
    return turns
