"""Copies of games on the server, so that nothing is lost with a browser."""

import json
from datetime import UTC, datetime

from sqlalchemy import Engine, String, Text, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from crosscut.apps.web.clients import digest
from crosscut.apps.web.db.connection import Base, writing
from crosscut.apps.web.schemas.documents import summary

LISTED = 50
"""Games that are listed for a visitor, the latest first."""


class Saved(Base):
    """A game as its page keeps it; ``revision`` counts how often it was written.

    ``visitor`` is who wrote it first, as a digest, for by his name anybody could take his seats;
    ``writer`` is the browser that wrote it last, if it said so.
    """

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    visitor: Mapped[str] = mapped_column(String(64), index=True)
    game: Mapped[str] = mapped_column(String(80))
    revision: Mapped[int]
    document: Mapped[str] = mapped_column(Text)
    updated: Mapped[datetime]
    writer: Mapped[str | None] = mapped_column(String(40))
    summary: Mapped[str] = mapped_column(Text)
    """What lists show of it."""


class Outdated(Exception):
    """The game has been written in the meantime; ``saved`` is what is there.

    ``own`` tells whether the same browser wrote it, in another tab.
    """

    def __init__(self, saved: dict, own: bool):
        super().__init__("the game has been changed elsewhere")
        self.saved = saved
        self.own = own


class Store:
    """The games that are kept in a database."""

    def __init__(self, engine: Engine):
        self.engine = engine

    def get(self, name: str, visitor: str | None = None) -> dict | None:
        """Return a game and whether it is a visitor's, or None if there is none with this id."""
        with Session(self.engine) as session:
            saved = session.get(Saved, name)
            if saved is None:
                return None
            return told(saved) | {"mine": bool(visitor) and saved.visitor == digest(visitor)}

    def has(self, name: str) -> bool:
        """Tell whether there is a game with this id, without reading it."""
        with Session(self.engine) as session:
            return session.scalar(select(Saved.id).where(Saved.id == name)) is not None

    def put(self, name: str, visitor: str, base: int, document: dict, writer: str = "") -> int:
        """Write a game that was last seen at a revision; return the new one."""
        with writing(self.engine) as session:
            saved = session.get(Saved, name, with_for_update=True)
            if saved is not None and saved.revision != base:
                raise Outdated(told(saved), bool(writer) and saved.writer == writer)
            if saved is None:
                saved = Saved(id=name, visitor=digest(visitor), revision=0)
                session.add(saved)
            saved.game = document["start"]["game"]
            saved.revision += 1
            saved.document = json.dumps(document)
            saved.summary = json.dumps(summary(document))
            saved.updated = datetime.now(UTC).replace(tzinfo=None)  # UTC in every database
            saved.writer = writer or None
            try:
                session.commit()
            except IntegrityError:  # it was written for the first time by two at once
                session.rollback()
                saved = session.get(Saved, name)
                raise Outdated(told(saved), bool(writer) and saved.writer == writer) from None
            return saved.revision

    def list(self, visitor: str) -> list[dict]:
        """Return summaries of the latest games of a visitor; no game is read whole."""
        shown = select(Saved.id, Saved.revision, Saved.summary)
        chosen = shown.where(Saved.visitor == digest(visitor)).order_by(Saved.updated.desc())
        with Session(self.engine) as session:
            return [
                {"id": name, "revision": revision, **json.loads(text)}
                for name, revision, text in session.execute(chosen.limit(LISTED))
            ]

    def count(self, visitor: str) -> int:
        """Return how many games of a visitor are kept."""
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).where(Saved.visitor == digest(visitor)))

    def delete(self, name: str, visitor: str) -> bool:
        """Delete a game of a visitor; return whether there was one."""
        with writing(self.engine) as session:
            saved = session.get(Saved, name)
            if saved is None or saved.visitor != digest(visitor):
                return False
            session.delete(saved)
            session.commit()
            return True


def told(saved: Saved) -> dict:
    """Return a game as plain data."""
    return {"id": saved.id, "revision": saved.revision, "document": json.loads(saved.document)}
