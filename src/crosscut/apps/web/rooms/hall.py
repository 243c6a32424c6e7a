"""The hall: all rooms that are in use, what is done there, and who hears of it.

Deeds come from threads, one at a time for each room. An entry is on the disk before anybody hears
of it. A room that nobody uses is forgotten here and read again when it is asked for.
"""

import asyncio
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from crosscut.apps.web.clients import Owner, digest
from crosscut.apps.web.jobs import Pool
from crosscut.apps.web.middleware.access_log import fault
from crosscut.apps.web.positions import Moment
from crosscut.apps.web.rate_limits import Gate
from crosscut.apps.web.rooms.charters import check, exchanged, first_to_play
from crosscut.apps.web.rooms.computer import Computer
from crosscut.apps.web.rooms.deeds import PERSON, AnyDeed, Charter, Opening
from crosscut.apps.web.rooms.entries import JOINS, REPLACES, Entry, Kind
from crosscut.apps.web.rooms.errors import NoRoom, NotNow, NotYours, TooMuch
from crosscut.apps.web.rooms.ledger import Ledger
from crosscut.apps.web.rooms.listeners import Listeners
from crosscut.apps.web.rooms.room import Room
from crosscut.apps.web.rooms.rulings import check_measure, judge
from crosscut.apps.web.rooms.tables import TokenRow

MOST_ROOMS = 300
"""Rooms that are remembered without need, each with some 100 KiB; to read one takes 10 ms."""
TRIES = 3
READERS = 64
LATER = 5000
"""Milliseconds after which a clock is looked at again, if its end could not be written down."""
USED = (
    "this link was already used, or its seat went to somebody else. If the seat is yours, open the "
    "room in the browser where you play, and copy a new link there"
)
STARTED = time.time() - time.monotonic()
"""When the machine's own count of seconds began."""


def clock_now() -> int:
    """Return the time, in milliseconds of the epoch; it never goes back while the server runs."""
    return int(1000 * (STARTED + time.monotonic()))


class Hall:
    """Opens rooms and does there what visitors ask for."""

    def __init__(self, engine: Engine, pool: Pool, gate: Gate):
        self.ledger = Ledger(engine)
        self.listeners = Listeners()
        self.computer = Computer(self, pool, gate)
        self.gate = gate
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.lock = threading.Lock()
        self.reading = [threading.Lock() for _ in range(READERS)]
        """By what their names hash to, so that no room is read twice at once."""
        self.started = clock_now()
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Let the computer think no longer."""
        await self.computer.close()
        for alarm in self.alarms.values():
            alarm.cancel()

    # Finding and opening rooms.

    @contextmanager
    def using(self, name: str) -> Iterator[Room]:
        """Yield a room with its lock held; one that was forgotten meanwhile is found again."""
        while True:
            room = self.find(name)
            with room.lock:
                with self.lock:
                    current = self.rooms.get(name) is room
                if current:
                    yield room
                    return

    def find(self, name: str) -> Room:
        """Return a room, read if it is not there; what never changes of it needs no lock."""
        room = self.remembered(name)
        if room is not None:
            return room
        with self.reading[hash(name) % READERS]:  # which few other rooms wait for
            return self.remembered(name) or self.read(name)

    def remembered(self, name: str) -> Room | None:
        """Return a room that need not be read, and remember it for longer."""
        with self.lock:
            if name in self.rooms:
                self.rooms.move_to_end(name)
            return self.rooms.get(name)

    def read(self, name: str) -> Room:
        """Read a room and remember it."""
        room = self.ledger.read(name, Room)
        if room is None:
            raise NoRoom("there is no room with this name; perhaps the link was cut off")
        with room.lock:
            with self.lock:
                self.rooms[name] = room
                self.forget_some()
            self.catch_up(room)
        return room

    def catch_up(self, room: Room) -> None:
        """See to what a restart or a failure has left undone in a room that was read."""
        if room.last is None:
            return
        running = room.clocks and room.clocks.running is not None
        if running and room.last.at < self.started:
            self.write(room, room.entry(clock_now(), None, Kind.RESTART))
        self.tell(room, room.last)  # who followed it may not have heard of that

    def forget(self, room: Room) -> None:
        """Forget a room, so that it is read again."""
        with self.lock:
            if self.rooms.get(room.name) is room:
                del self.rooms[room.name]

    def forget_some(self) -> None:
        """Forget rooms that nobody follows or uses, beyond a number."""
        for name in list(islice(self.rooms, max(0, len(self.rooms) - MOST_ROOMS))):
            room = self.rooms[name]
            if name not in self.listeners.rooms and not room.lock.locked():
                del self.rooms[name]

    def open(self, opening: Opening, visitor: str, owner: Owner) -> str:
        """Open a room for a visitor, and give him his seat there; return its name."""
        charter = Charter(**opening.model_dump(exclude={"seat", "name"}))
        check(charter, opening.seat)
        who, to_play = digest(visitor), first_to_play(charter)
        self.check_space(who, owner)
        people = {opening.seat: ({who}, opening.name)}
        name = self.ledger.open(charter, who, clock_now(), to_play, people)
        with self.using(name) as room:
            room.owner = owner
        return name

    def check_space(self, opener: str, owner: Owner) -> None:
        """Refuse one more room to who has opened too many, unless he is at home."""
        if owner.home:
            return
        most = self.gate.limits.rooms_open
        if most and self.ledger.open_rooms(opener) >= most:
            raise TooMuch(
                f"{most} of the games that you opened are not over; "
                "finish or resign one of them first"
            )
        self.gate.begin_game(owner.address)

    # Seats.

    def sit(self, name: str, token: str, both: bool, visitor: str) -> None:
        """Give a visitor the seat that a link leads to."""
        who = digest(visitor)
        with self.using(name) as room:
            found = self.ledger.find_token(name, token)
            if found is None:
                raise NotYours("this link is not valid; ask who sent it for a new one")
            if who in room.sitters[found.seat]:
                return
            must_be_free(room, found, who)
            if found.invites and who in room.sitters[1 - found.seat] and not both:
                raise NotNow("this is the invitation for your friend: send it to him or her")
            self.seat(room, found.seat, who, token)

    def seat(self, room: Room, seat: int, visitor: str, token: str) -> None:
        """Give a visitor a seat; who has the other one too keeps that alone."""
        leaving = room.sitters[seat] & room.sitters[1 - seat]
        entry = room.entry(clock_now(), seat, Kind.SIT, **sitting(room, seat, leaving))
        check_measure(room, entry, self.gate.limits.words_per_minute)
        with self.surely(room):
            if not self.ledger.sit(room, visitor, token, leaving, entry):
                raise NotYours(USED)
            room.sitters[seat].difference_update(leaving)
            room.sitters[seat].add(visitor)
            room.apply(entry)
        self.tell(room, entry)

    def link(self, name: str, seat: int, visitor: str | None) -> str:
        """Return the secret of a new link to a seat: one's own, or a free one."""
        with self.using(name) as room:
            mine = seats_of(room, visitor)
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
        with self.using(name) as room:
            return seats_of(room, visitor)

    def rooms_of(self, visitor: str | None) -> list[dict]:
        """Return the rooms in which a visitor has a seat, the latest first."""
        return self.ledger.rooms_of(digest(visitor)) if visitor else []

    # Deeds.

    def do(self, name: str, deed: AnyDeed, visitor: str | None, owner: Owner) -> tuple[dict, bool]:
        """Do what a visitor asks for; return what is told of it, and whether it was done before.

        What the computer has to think then is for the owner.
        """
        for _ in range(TRIES):
            with self.using(name) as room, suppress(IntegrityError):  # another server wrote there
                now, who = clock_now(), digest(visitor or "")
                seat = chosen_seat(room, deed, who)
                room.owner = owner
                self.settle_time(room, now)
                known = room.keys.get(deed.key)
                if known is not None:
                    if known.seat not in room.seats_of(who):
                        raise NotNow("this key has been used for something else")
                    return room.news(known, now), True
                entry = judge(deed, room, seat, now, room.is_alone(who, seat))
                check_measure(room, entry, self.gate.limits.words_per_minute)
                if entry.kind == Kind.REMATCH:
                    self.check_space(room.opener, owner)
                entry = self.write(room, entry)
                return self.tell(room, entry), False
        raise NotNow("too much happens in this room at once; try again")

    def write(self, room: Room, entry: Entry) -> Entry:
        """Put an entry on the disk, then take it down; return it as it was written."""
        with self.surely(room):
            if entry.kind == Kind.REMATCH:
                charter = exchanged(room.charter)
                entry = self.ledger.rematch(room, entry, charter, first_to_play(charter))
            else:
                self.ledger.append(room, entry)
            room.apply(entry)
        return entry

    @contextmanager
    def surely(self, room: Room) -> Iterator[None]:
        """Write something; if that fails it may be there all the same, so the room is read anew."""
        try:
            yield
        except Exception:
            self.forget(room)
            raise

    def waiting_for_computer(self, name: str) -> tuple[Moment, str, Owner] | None:
        """Return where a game is, the level that is to move and for whom, if the computer is."""
        with self.using(name) as room:
            return None if room.level is None else (room.moment, room.level, room.owner)

    def play_for_computer(self, name: str, moment: Moment, turn: str, weaker: bool) -> None:
        """Play what the computer has found, if it is still where it thought.

        ``weaker`` is noted: that it could think less than its level does.
        """
        with self.using(name) as room:
            if room.level is None or room.moment != moment:
                return
            noted = {"weaker": True} if weaker else {}
            entry = room.turn(turn, room.position.to_play, clock_now(), **noted)
            self.tell(room, self.write(room, entry))

    def settle_time(self, room: Room, now: int) -> None:
        """End a game whose time is up; its lock is held."""
        seat = room.out_of_time(now)
        if seat is not None:
            self.tell(room, self.write(room, room.entry(now, seat, Kind.TIME)))

    def snapshot(self, name: str, visitor: str | None) -> dict:
        """Return a room for a visitor."""
        with self.using(name) as room:
            self.settle_time(room, clock_now())
            self.see_to(room)
            return room.snapshot(clock_now(), seats_of(room, visitor))

    # What follows.

    def tell(self, room: Room, entry: Entry) -> dict:
        """Tell all who follow a room of an entry, and see to what comes next; return the news.

        Its lock is held, so that entries are told in their order.
        """
        news = room.news(entry, clock_now())
        self.listeners.tell(room.name, news, entry.private)
        self.see_to(room)
        return news

    def see_to(self, room: Room) -> None:
        """See that a clock is watched, and that the computer thinks if it is to move."""
        if room.clocks:
            self.loop.call_soon_threadsafe(self.set_alarm, room.name, room.clocks.flag)
        if room.with_computer:
            wanted = None if room.level is None else room.moment
            self.loop.call_soon_threadsafe(self.computer.think, room.name, wanted)

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
            with self.using(name) as room:
                self.settle_time(room, clock_now())
                self.see_to(room)
        except Exception as error:
            if not isinstance(error, SQLAlchemyError):
                print(fault(error), file=sys.stderr, flush=True)
            later = clock_now() + LATER
            self.loop.call_soon_threadsafe(self.set_alarm, name, later)


def seats_of(room: Room, visitor: str | None) -> list[int]:
    """Return the seats that a visitor has, if he is known at all."""
    return room.seats_of(digest(visitor)) if visitor else []


def sitting(room: Room, seat: int, leaving: set[str]) -> dict[str, str]:
    """Return what is told of somebody who sits down; a name leaves with who had it."""
    if not room.taken[seat]:
        return {}
    return {"how": REPLACES, "name": ""} if leaving == room.sitters[seat] else {"how": JOINS}


def must_be_free(room: Room, found: TokenRow, who: str) -> None:
    """Refuse a link that somebody else has used, or that invited to a seat now taken."""
    if found.used_by not in (None, who):
        raise NotYours(USED)
    if found.invites and room.sitters[found.seat]:
        raise NotYours("somebody else has taken this seat; you can watch")


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
