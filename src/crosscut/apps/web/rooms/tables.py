"""The tables in which rooms are kept."""

from sqlalchemy import BigInteger, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from crosscut.apps.web.db.connection import Base

NAME = String(40)
DIGEST = String(64)
"""Secrets are kept as what they hash to: who reads the database cannot use them."""


class RoomRow(Base):
    """A room: what was agreed, and what lists need to know of how it stands."""

    __tablename__ = "rooms"

    name: Mapped[str] = mapped_column(NAME, primary_key=True)
    charter: Mapped[str] = mapped_column(Text)
    opener: Mapped[str] = mapped_column(DIGEST, index=True)
    opened: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    """Milliseconds of the epoch, like all times here."""
    played: Mapped[int] = mapped_column(default=0)
    to_play: Mapped[int | None]
    """The seat to move; none once the game is over."""
    winner: Mapped[int | None]
    before: Mapped[str | None] = mapped_column(NAME)
    """The room of which this one is the rematch."""


class EntryRow(Base):
    """One thing that happened in a room."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("room", "key", name="uq_entries_room_key"),)

    room: Mapped[str] = mapped_column(NAME, ForeignKey("rooms.name"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
    seat: Mapped[int | None]
    kind: Mapped[str] = mapped_column(String(20))
    content: Mapped[str] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(NAME)


class SitterRow(Base):
    """A visitor on a seat; several may share one."""

    __tablename__ = "sitters"

    room: Mapped[str] = mapped_column(NAME, ForeignKey("rooms.name"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    visitor: Mapped[str] = mapped_column(DIGEST, primary_key=True, index=True)


class TokenRow(Base):
    """The secret of a link to a seat; it works for one visitor, the first to use it."""

    __tablename__ = "tokens"

    digest: Mapped[str] = mapped_column(DIGEST, primary_key=True)
    room: Mapped[str] = mapped_column(NAME, ForeignKey("rooms.name"), index=True)
    seat: Mapped[int]
    invites: Mapped[bool]
    """Whether it was made for a seat that was free, by the player on the other one."""
    made: Mapped[int] = mapped_column(BigInteger)
    used_by: Mapped[str | None] = mapped_column(DIGEST)
