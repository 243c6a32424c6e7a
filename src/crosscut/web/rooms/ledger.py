"""Rooms in the database: what is written here is on the disk when the call returns."""

import hashlib
import json
import secrets
from collections.abc import Callable

from sqlalchemy import Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from crosscut.web.database import writing
from crosscut.web.rooms.deeds import Charter
from crosscut.web.rooms.entries import Entry, Kind
from crosscut.web.rooms.room import Room
from crosscut.web.rooms.tables import EntryRow, RoomRow, SitterRow, TokenRow

NAME_BYTES, TOKEN_BYTES = 12, 24
LISTED = 50
"""Rooms that are listed for a visitor, the latest first."""
MOST_TOKENS = 10
"""Links to one seat that may be waiting to be used."""

ADD_ENTRY = insert(EntryRow.__table__)
STANDS = update(RoomRow.__table__).where(RoomRow.__table__.c.name == bindparam("named"))


def digest(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Ledger:
    """Reads and writes rooms."""

    def __init__(self, engine: Engine):
        self.engine = engine

    # Rooms.

    def open(self, charter: Charter, opener: str, now: int, to_play: int) -> str:
        """Write a new room; return its name."""
        with writing(self.engine) as session:
            name = self.add_room(session, charter, opener, now, to_play)
            session.commit()
            return name

    def add_room(
        self, session: Session, charter: Charter, opener: str, now: int, to_play: int
    ) -> str:
        """Add a room to what is being written; return its name."""
        name = secrets.token_urlsafe(NAME_BYTES)
        text = charter.model_dump_json(exclude_none=True)
        session.add(
            RoomRow(
                name=name, charter=text, opener=opener, opened=now, updated=now, to_play=to_play
            )
        )
        session.flush()
        return name

    def read(self, name: str, make: Callable[[str, Charter, str], Room]) -> Room | None:
        """Return a room with all that has happened there, or None if there is none."""
        with Session(self.engine) as session:
            row = session.get(RoomRow, name)
            if row is None:
                return None
            room = make(name, Charter.model_validate_json(row.charter), row.opener)
            for sitter in session.scalars(select(SitterRow).where(SitterRow.room == name)):
                room.sitters[sitter.seat].add(sitter.visitor)
            told = select(EntryRow).where(EntryRow.room == name).order_by(EntryRow.number)
            for each in session.scalars(told):
                content = json.loads(each.content)
                kind = Kind(each.kind)
                room.apply(Entry(each.number, each.at, each.seat, kind, content, each.key or ""))
            return room

    def open_rooms(self, opener: str) -> int:
        """Return how many games under way a visitor has opened."""
        under_way = (RoomRow.opener == opener) & RoomRow.to_play.is_not(None)
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).select_from(RoomRow).where(under_way))

    def rooms_of(self, visitor: str) -> list[dict]:
        """Return the latest rooms in which a visitor has a seat, as plain data."""
        seated = (
            select(RoomRow, func.min(SitterRow.seat), func.max(SitterRow.seat))
            .join(SitterRow, SitterRow.room == RoomRow.name)
            .where(SitterRow.visitor == visitor)
            .group_by(RoomRow.name)
            .order_by(RoomRow.updated.desc())
            .limit(LISTED)
        )
        with Session(self.engine) as session:
            return [
                {
                    "room": row.name,
                    "start": json.loads(row.charter)["start"],
                    "mine": sorted({low, high}),
                    "played": row.played,
                    "to_play": row.to_play,
                    "updated": row.updated,
                }
                for row, low, high in session.execute(seated)
            ]

    # What happens there.

    def append(self, room: Room, entry: Entry) -> None:
        """Write an entry; an IntegrityError says that another server was quicker."""
        with writing(self.engine) as session:
            self.add(session, room, entry)
            session.commit()

    def add(self, session: Session, room: Room, entry: Entry) -> None:
        """Add an entry, and how the room stands after it, to what is being written.

        Plain statements: whoever plays waits for this, and objects would take thrice as long.
        """
        row = {
            "room": room.name, "number": entry.number, "at": entry.at, "seat": entry.seat,
            "kind": str(entry.kind), "content": json.dumps(entry.content), "key": entry.key or None,
        }  # fmt: skip
        session.execute(ADD_ENTRY, row)
        session.execute(STANDS, {"named": room.name, "updated": entry.at, **standing(room, entry)})

    def rematch(self, room: Room, entry: Entry, charter: Charter, to_play: int) -> Entry:
        """Write a room with the seats exchanged, and an entry that leads there; return that."""
        with writing(self.engine) as session:
            opener = session.get(RoomRow, room.name).opener
            name = self.add_room(session, charter, opener, entry.at, to_play)
            number = 0
            for seat in (0, 1):
                session.add_all(
                    SitterRow(room=name, seat=1 - seat, visitor=visitor)
                    for visitor in room.sitters[seat]
                )
                known = [(Kind.SIT, {})] if room.sitters[seat] else []
                known += [(Kind.CALL, {"name": room.names[seat]})] if room.names[seat] else []
                for kind, content in known:
                    number += 1
                    session.add(
                        EntryRow(
                            room=name, number=number, at=entry.at, seat=1 - seat, kind=str(kind),
                            content=json.dumps(content), key=None,
                        )
                    )  # fmt: skip
            entry.content["room"] = name
            self.add(session, room, entry)
            session.commit()
            return entry

    # Seats.

    def sit(self, room: Room, seat: int, visitor: str, token: str | None, entry: Entry | None):
        """Write that a visitor has a seat, by which link, and if it is new what that makes."""
        with writing(self.engine) as session:
            session.merge(SitterRow(room=room.name, seat=seat, visitor=visitor))
            if token is not None:
                session.get(TokenRow, digest(token)).used_by = visitor
            if entry is not None:
                self.add(session, room, entry)
            session.commit()

    def make_token(self, room: str, seat: int, invites: bool, now: int) -> str:
        """Return a new secret for a link to a seat; the oldest unused ones stop working."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        waiting = (TokenRow.room == room) & (TokenRow.seat == seat) & TokenRow.used_by.is_(None)
        newest = select(TokenRow.digest).where(waiting).order_by(TokenRow.made.desc())
        with writing(self.engine) as session:
            old = session.scalars(newest.offset(MOST_TOKENS - 1)).all()
            session.execute(delete(TokenRow).where(TokenRow.digest.in_(old)))
            session.add(
                TokenRow(digest=digest(token), room=room, seat=seat, invites=invites, made=now)
            )
            session.commit()
        return token

    def find_token(self, room: str, token: str) -> TokenRow | None:
        """Return what is known of the secret of a link to a room."""
        with Session(self.engine) as session:
            row = session.get(TokenRow, digest(token))
            return row if row is not None and row.room == room else None


def standing(room: Room, entry: Entry) -> dict[str, int | None]:
    """Return what lists need to know of a room, as far as an entry changes it."""
    if entry.kind == Kind.TURN:
        after = entry.after
        return {"played": len(room.turns) + 1, "to_play": None if after.over else after.to_play}
    if entry.kind == Kind.TAKEBACK:
        return {"played": entry.content["turns"], "to_play": entry.content["to_play"]}
    return {"to_play": None} if entry.kind in (Kind.RESIGN, Kind.TIME) else {}
