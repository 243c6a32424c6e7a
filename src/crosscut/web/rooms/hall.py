"""The hall: all rooms that are in use, what is done there, and who hears of it.

Deeds come from threads, one at a time for each room. An entry is on the disk before anybody hears
of it. A room that nobody uses is forgotten here and read again when it is asked for.
"""

import asyncio
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from crosscut.errors import BadOption
from crosscut.web.catalogue import levels_of
from crosscut.web.limits import Gate
from crosscut.web.moment import Moment, after_turns, game_of
from crosscut.web.rooms.computer import Computer
from crosscut.web.rooms.deeds import PERSON, AnyDeed, Call, Charter, Opening
from crosscut.web.rooms.entries import Entry, Kind
from crosscut.web.rooms.errors import NoRoom, NotNow, NotYours, TooMuch
from crosscut.web.rooms.ledger import Ledger, digest
from crosscut.web.rooms.listeners import Listeners
from crosscut.web.rooms.room import Room, is_private
from crosscut.web.visitors import Owner
from crosscut.web.workers import Pool

MOST_ROOMS = 300
"""Rooms that are remembered without need, each with some 100 KiB; to read one takes 10 ms."""
TRIES = 3
PATIENCE = 5000
"""Milliseconds after which a clock is looked at again, if its end could not be written down."""


def clock_now() -> int:
    """Return the time, in milliseconds of the epoch."""
    return time.time_ns() // 1_000_000


class Hall:
    """Opens rooms and does there what visitors ask for."""

    def __init__(self, engine: Engine, pool: Pool, gate: Gate):
        self.ledger = Ledger(engine)
        self.listeners = Listeners()
        self.computer = Computer(self, pool, gate)
        self.limits = gate.limits
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.lock = threading.Lock()
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Let the computer think no longer."""
        await self.computer.close()
        for alarm in self.alarms.values():
            alarm.cancel()

    # Finding and opening rooms.

    def find(self, name: str) -> Room:
        """Return a room; the first time, see to what the server's absence left undone there."""
        with self.lock:
            if name in self.rooms:
                self.rooms.move_to_end(name)
                return self.rooms[name]
        room = self.ledger.read(name, self.make)  # for which other rooms do not wait
        if room is None:
            raise NoRoom("there is no room with this name; perhaps the link was cut off")
        with room.lock:
            with self.lock:
                found = self.rooms.setdefault(name, room)
                self.forget_some()
            if found is not room:
                return found
            if room.clocks and room.clocks.running is not None:
                self.write(room, room.entry(clock_now(), None, Kind.RESTART))
            if room.last is not None:  # who followed it may not have heard of that
                self.tell(room, room.last)
        return room

    def make(self, name: str, charter: Charter, opener: str) -> Room:
        """Return a room in which nothing has happened."""
        return Room(name, charter, opener, self.limits.words_per_minute)

    def forget(self, room: Room) -> None:
        """Forget a room, so that it is read again."""
        with self.lock:
            if self.rooms.get(room.name) is room:
                del self.rooms[room.name]

    def forget_some(self) -> None:
        """Forget rooms that nobody follows and no clock runs in, beyond a number."""
        for name in list(islice(self.rooms, max(0, len(self.rooms) - MOST_ROOMS))):
            room = self.rooms[name]
            running = room.clocks and room.clocks.running is not None
            if not running and name not in self.listeners.rooms and not room.lock.locked():
                del self.rooms[name]

    def open(self, opening: Opening, visitor: str) -> Room:
        """Open a room for a visitor, and give him his seat there."""
        charter = Charter(**opening.model_dump(exclude={"seat", "name"}))
        check(charter, opening.seat)
        now, opener = clock_now(), digest(visitor)
        most = self.limits.rooms_open
        if most and self.ledger.open_rooms(opener) >= most:
            raise TooMuch(
                f"{most} of the games that you opened are not over; "
                "finish or resign one of them first"
            )
        first = after_turns(Moment(start=charter.start))
        if first.over:
            raise BadOption("this game is over before it begins; choose another position")
        room = self.find(self.ledger.open(charter, opener, now, first.to_play))
        self.seat(room, opening.seat, opener)
        if opening.name.strip():
            self.do(room.name, Call(key="open-name", do="call", name=opening.name), visitor)
        return room

    # Seats.

    def seat(self, room: Room, seat: int, visitor: str, token: str | None = None) -> None:
        """Give a visitor a seat."""
        with room.lock:
            entry = None if room.taken[seat] else room.entry(clock_now(), seat, Kind.SIT)
            with self.surely(room):
                self.ledger.sit(room, seat, visitor, token, entry)
            room.sitters[seat].add(visitor)
            if entry is not None:
                room.apply(entry)
                self.tell(room, entry)

    def sit(self, name: str, token: str, both: bool, visitor: str) -> list[int]:
        """Give a visitor the seat that a link leads to; return the seats that he has."""
        room, who = self.find(name), digest(visitor)
        found = self.ledger.find_token(name, token)
        if found is None:
            raise NotYours("this link is not valid; ask who sent it for a new one")
        if who not in room.sitters[found.seat]:
            self.must_be_free(room, found, who)
            if found.invites and who in room.sitters[1 - found.seat] and not both:
                raise NotNow("this is the invitation for your friend: send it to him or her")
            self.seat(room, found.seat, who, token)
        return room.seats_of(who)

    def must_be_free(self, room: Room, found, who: str) -> None:
        """Refuse a link that somebody else has used, or that invited to a seat now taken."""
        used = found.used_by is not None and found.used_by != who
        if used or (found.invites and room.sitters[found.seat]):
            raise NotYours(
                "this link has been used already; each works in one browser. Who has the seat can "
                "make another one there"
            )

    def link(self, name: str, seat: int, visitor: str) -> str:
        """Return the secret of a new link to a seat: one's own, or a free one."""
        room, mine = self.find(name), self.seats_of(name, visitor)
        if not mine:
            raise NotYours("only players can make links to seats")
        if room.charter.seats[seat] != PERSON:
            raise NotNow("the computer has this seat")
        invites = seat not in mine
        if invites and room.sitters[seat]:
            raise NotYours("this seat is taken; who has it can make links to it")
        return self.ledger.make_token(name, seat, invites, clock_now())

    def seats_of(self, name: str, visitor: str | None) -> list[int]:
        """Return the seats that a visitor has in a room."""
        return self.find(name).seats_of(digest(visitor)) if visitor else []

    def rooms_of(self, visitor: str | None) -> list[dict]:
        """Return the rooms in which a visitor has a seat, the latest first."""
        return self.ledger.rooms_of(digest(visitor)) if visitor else []

    # Deeds.

    def do(
        self, name: str, deed: AnyDeed, visitor: str | None, owner: Owner | None = None
    ) -> tuple[dict, bool]:
        """Do what a visitor asks for; return what is told of it, and whether it was done before.

        What the computer has to think then is for the owner; None is somebody without limits.
        """
        who = digest(visitor or "")
        for _ in range(TRIES):
            room = self.find(name)
            with room.lock, suppress(IntegrityError):  # somebody else has written there
                seat = chosen_seat(room, deed, who)
                room.owner = owner
                self.settle_time(room)
                entry = room.keys.get(deed.key)
                if entry is not None:
                    return room.news(entry, clock_now()), True
                entry = room.judge(deed, seat, clock_now(), room.is_alone(who, seat))
                self.write(room, entry)
                return self.tell(room, entry), False
        raise NotNow("too much happens in this room at once; try again")

    def write(self, room: Room, entry: Entry) -> None:
        """Put an entry on the disk, then take it down."""
        with self.surely(room):
            if entry.kind == Kind.REMATCH:
                charter = exchanged(room.charter)
                first = after_turns(Moment(start=charter.start))
                entry = self.ledger.rematch(room, entry, charter, first.to_play)
            else:
                self.ledger.append(room, entry)
        room.apply(entry)

    @contextmanager
    def surely(self, room: Room) -> Iterator[None]:
        """Write something; if that fails it may be there all the same, so the room is read anew."""
        try:
            yield
        except SQLAlchemyError:
            self.forget(room)
            raise

    def waiting_for_computer(self, name: str) -> tuple[Room, Moment, str] | None:
        """Return a room, where its game is and the level that is to move, if the computer is."""
        room = self.find(name)
        with room.lock:
            return None if room.level is None else (room, room.moment, room.level)

    def play_for_computer(self, room: Room, moment: Moment, turn: str) -> None:
        """Play what the computer has found, if it is still where it thought."""
        with room.lock:
            if room.over or room.moment != moment:
                return
            entry = room.turn(turn, room.position.to_play, clock_now())
            self.write(room, entry)
            self.tell(room, entry)

    def settle_time(self, room: Room) -> None:
        """End a game whose time is up; its lock is held."""
        now = clock_now()
        seat = room.out_of_time(now)
        if seat is not None:
            entry = room.entry(now, seat, Kind.TIME)
            self.write(room, entry)
            self.tell(room, entry)

    def snapshot(self, name: str, visitor: str) -> dict:
        """Return a room for a visitor."""
        room = self.find(name)
        seats = self.seats_of(name, visitor)
        with room.lock:
            self.settle_time(room)
            self.see_to(room)
            return room.snapshot(clock_now(), seats)

    # What follows.

    def tell(self, room: Room, entry: Entry) -> dict:
        """Tell all who follow a room of an entry, and see to what comes next; return the news.

        Its lock is held, so that entries are told in their order.
        """
        news = room.news(entry, clock_now())
        self.listeners.tell(room.name, news, is_private(entry))
        self.see_to(room)
        return news

    def see_to(self, room: Room) -> None:
        """See that a clock is watched, and that the computer thinks if it is to move."""
        if room.clocks:
            self.loop.call_soon_threadsafe(self.set_alarm, room.name, room.clocks.flag)
        if room.level is not None:
            self.loop.call_soon_threadsafe(self.computer.think, room.name)

    def set_alarm(self, name: str, flag: int | None) -> None:
        """Look again when a clock has run down, and no longer at what was set before."""
        alarm = self.alarms.pop(name, None)
        if alarm is not None:
            alarm.cancel()
        if flag is not None:
            seconds = max(0, flag - clock_now()) / 1000
            self.alarms[name] = self.loop.call_later(seconds, self.ring, name)

    def ring(self, name: str) -> None:
        """End the game of a clock that has run down, beside the loop."""
        self.alarms.pop(name, None)
        self.loop.run_in_executor(None, self.look_at_clock, name)

    def look_at_clock(self, name: str) -> None:
        """End the game in a room if its time is up; if not, or if that fails, look again."""
        try:
            room = self.find(name)
            with room.lock:
                self.settle_time(room)
                self.see_to(room)
        except SQLAlchemyError:
            later = clock_now() + PATIENCE
            self.loop.call_soon_threadsafe(self.set_alarm, name, later)


def chosen_seat(room: Room, deed: AnyDeed, who: str) -> int:
    """Return the seat for which a visitor acts."""
    mine = room.seats_of(who)
    if not mine:
        raise NotYours("you have no seat here; you can watch")
    if deed.seat is not None and deed.seat not in mine:
        raise NotYours("that is the other player's seat")
    if deed.seat is not None:
        return deed.seat
    return room.to_play if len(mine) == 2 and room.to_play is not None else mine[0]


def check(charter: Charter, seat: int) -> None:
    """Refuse what cannot be played: no such game or level, or nobody on the seat of who opens."""
    game = game_of(charter.start)
    levels = [level["name"] for level in levels_of(game)["levels"]]
    for each in charter.seats:
        if each != PERSON and each not in levels:
            raise BadOption(
                f"there is no player {each!r}; choose from: person, {', '.join(levels)}"
            )
    if charter.seats[seat] != PERSON:
        raise BadOption("a person has to sit where you want to sit")


def exchanged(charter: Charter) -> Charter:
    """Return what is agreed for a rematch: the seats exchanged, and another set-up if drawn."""
    seed = charter.start.seed
    if seed is not None:
        seed = secrets.randbelow(1_000_000)
    start = charter.start.model_copy(update={"seed": seed})
    return charter.model_copy(update={"start": start, "seats": charter.seats[::-1]})
