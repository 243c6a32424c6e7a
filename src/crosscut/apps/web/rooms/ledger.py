"""Rooms in the database: what is written here is on the disk when the call returns."""

import json
import secrets
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import Any

from sqlalchemy import Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from crosscut.apps.web.clients import digest
from crosscut.apps.web.db.connection import writing
from crosscut.apps.web.rooms.deeds import Charter
from crosscut.apps.web.rooms.entries import Entry, Kind
from crosscut.apps.web.rooms.room import Room
from crosscut.apps.web.rooms.tables import EntryRow, RoomRow, SitterRow, TokenRow

NAME_BYTES, TOKEN_BYTES = 12, 24
LISTED = 50
"""Rooms that are listed for a visitor, the latest first."""
MOST_TOKENS = 10
"""Links to one seat that may be waiting to be used."""

People = Mapping[int, tuple[Set[str], str]]
"""By seat: the visitors who have it, and how they want to be called."""

ADD_ENTRY = insert(EntryRow.__table__)
STANDS = update(RoomRow.__table__).where(RoomRow.__table__.c.name == bindparam("named"))


class Ledger:
    """Reads and writes rooms."""

    def __init__(self, engine: Engine):
        self.engine = engine

    # Rooms.

    def open(self, charter: Charter, opener: str, now: int, to_play: int, people: People) -> str:
        """Write a new room with the people who sit there; return its name."""
        with writing(self.engine) as session:
            name = self.add_room(session, charter, opener, now, to_play, people)
            session.commit()
            return name

    def add_room(
        self,
        session: Session,
        charter: Charter,
        opener: str,
        now: int,
        to_play: int,
        people: People,
        before: str | None = None,
    ) -> str:
        """Add a room and who sits there to what is being written; return its name."""
        name = secrets.token_urlsafe(NAME_BYTES)
        text = charter.model_dump_json(exclude_none=True)
        session.add(
            RoomRow(
                name=name, charter=text, opener=opener, opened=now, updated=now, to_play=to_play,
                before=before,
            )
        )  # fmt: skip
        session.flush()
        entries = []
        for seat, (visitors, called) in people.items():
            session.add_all(
                SitterRow(room=name, seat=seat, visitor=visitor) for visitor in visitors
            )
            entries += [(seat, Kind.SIT, {})] if visitors else []
            entries += [(seat, Kind.CALL, {"name": called})] if called else []
        for number, (seat, kind, content) in enumerate(entries, start=1):
            session.execute(ADD_ENTRY, row_of(name, Entry(number, now, seat, kind, content)))
        return name

    def read(self, name: str, make: Callable[[str, Charter, str], Room]) -> Room | None:
        """Return a room with all that has happened there, or None if there is none."""
        with Session(self.engine) as session:
            row = session.get(RoomRow, name)
            if row is None:
                return None
            room = make(name, Charter.model_validate_json(row.charter), row.opener)
            room.before = row.before
            for sitter in session.scalars(select(SitterRow).where(SitterRow.room == name)):
                room.sitters[sitter.seat].add(sitter.visitor)
            told = select(EntryRow).where(EntryRow.room == name).order_by(EntryRow.number)
            for each in session.scalars(told):
                content = json.loads(each.content)
                kind = Kind(each.kind)
                room.replay(Entry(each.number, each.at, each.seat, kind, content, each.key or ""))
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
            found = session.execute(seated).all()
            names = self.names_in(session, [row.name for row, *_ in found])
            return [
                {
                    "room": row.name,
                    **json.loads(row.charter),
                    "mine": sorted({low, high}),
                    "names": [names.get((row.name, seat), "") for seat in (0, 1)],
                    "played": row.played,
                    "to_play": row.to_play,
                    "winner": row.winner,
                    "updated": row.updated,
                }
                for row, low, high in found
            ]

    def names_in(self, session: Session, rooms: list[str]) -> dict[tuple[str, int], str]:
        """Return how players in some rooms want to be called, by room and seat."""
        naming = EntryRow.kind.in_([Kind.CALL, Kind.SIT]) & EntryRow.room.in_(rooms)
        told = select(EntryRow).where(naming).order_by(EntryRow.number)
        found = ((each, json.loads(each.content)) for each in session.scalars(told))
        return {
            (each.room, each.seat): content["name"] for each, content in found if "name" in content
        }

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
        session.execute(ADD_ENTRY, row_of(room.name, entry))
        session.execute(STANDS, {"named": room.name, "updated": entry.at, **standing(room, entry)})

    def rematch(self, room: Room, entry: Entry, charter: Charter, to_play: int) -> Entry:
        """Write a room with the seats exchanged, and an entry that leads there; return that."""
        people = {1 - seat: (room.sitters[seat], room.names[seat]) for seat in (0, 1)}
        with writing(self.engine) as session:
            name = self.add_room(
                session, charter, room.opener, entry.at, to_play, people, room.name
            )
            entry = replace(entry, content={"room": name})
            self.add(session, room, entry)
            session.commit()
            return entry

    # Seats.

    def sit(
        self,
        room: Room,
        visitor: str,
        token: str,
        leaving: set[str],
        entry: Entry,
    ) -> bool:
        """Write that a visitor has a seat by a link, and who leaves it; return whether it was free.

        A seat that changes hands takes its links along: no one who left can use theirs.
        """
        seat = entry.seat
        free = TokenRow.used_by.is_(None) | (TokenRow.used_by == visitor)
        used = update(TokenRow).where(TokenRow.digest == digest(token), free)
        others = (TokenRow.room == room.name) & (TokenRow.seat == seat)
        others &= TokenRow.used_by.is_(None) | TokenRow.used_by.in_(leaving)
        here = (SitterRow.room == room.name) & (SitterRow.seat == seat)
        with writing(self.engine) as session:
            if not session.execute(used.values(used_by=visitor)).rowcount:
                return False
            session.merge(SitterRow(room=room.name, seat=seat, visitor=visitor))
            session.execute(delete(SitterRow).where(here, SitterRow.visitor.in_(leaving)))
            if leaving or not room.taken[seat]:
                session.execute(update(TokenRow).where(others).values(used_by=visitor))
            self.add(session, room, entry)
            session.commit()
            return True

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


def row_of(room: str, entry: Entry) -> dict[str, Any]:
    """Return an entry as its table has it."""
    return {
        "room": room, "number": entry.number, "at": entry.at, "seat": entry.seat,
        "kind": str(entry.kind), "content": json.dumps(entry.content), "key": entry.key or None,
    }  # fmt: skip


def standing(room: Room, entry: Entry) -> dict[str, int | None]:
    """Return what lists need to know of a room, as far as an entry changes it."""
    if entry.kind == Kind.TURN:
        after = entry.after
        to_play = None if after.over else after.to_play
        return {"played": len(room.turns) + 1, "to_play": to_play, "winner": after.winner}
    if entry.kind == Kind.TAKEBACK:
        return {"played": entry.content["turns"], "to_play": entry.content["to_play"]}
    if entry.kind in (Kind.RESIGN, Kind.TIME):
        return {"to_play": None, "winner": 1 - entry.seat}
    return {}
