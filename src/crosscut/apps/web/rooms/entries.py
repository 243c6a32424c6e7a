"""The entries of which the story of a room consists."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from crosscut.play.position import Position


class Kind(StrEnum):
    """What an entry is about."""

    SIT = "sit"  # a browser has sat down; on a seat that was taken, with how: see JOINS, REPLACES
    CALL = "call"  # a name
    TURN = "turn"
    RESIGN = "resign"
    TIME = "time"  # a seat has no time left
    ASK = "ask"
    DECLINE = "decline"
    TAKEBACK = "takeback"  # with the number of turns that stay
    REMATCH = "rematch"  # with the room where it goes on
    SAY = "say"
    RESTART = "restart"  # the server was away, and no time ran


JOINS, REPLACES = "joins", "replaces"
"""How a browser sits down on a seat that was taken: beside who has it, or in their place."""
PRIVATE = frozenset({Kind.SAY})
"""What is told to the players alone."""


MOVING = frozenset({Kind.TURN, Kind.TAKEBACK})
"""What changes the board."""
TALK = frozenset({Kind.CALL, Kind.ASK, Kind.DECLINE, Kind.SAY})
"""What may be done at any time, and so not all the time."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened: its number from 1 on, when, by which seat, and what it was."""

    number: int
    at: int
    """Milliseconds of the epoch."""
    seat: int | None
    kind: Kind
    content: dict[str, Any] = field(default_factory=dict)
    key: str = ""
    """What the page called it."""
    after: Position | None = field(default=None, compare=False)
    """For a turn: where it leads, if that has been worked out."""

    @property
    def rate_limited(self) -> bool:
        """Whether a seat may do it only so often a minute: talk, and joining a taken seat."""
        return self.kind in TALK or "how" in self.content

    @property
    def private(self) -> bool:
        """Whether it is told to the players alone."""
        return self.kind in PRIVATE

    def told(self) -> dict:
        """Return it as plain data."""
        return {
            "number": self.number, "at": self.at, "seat": self.seat, "kind": self.kind,
            **self.content,
        }  # fmt: skip
