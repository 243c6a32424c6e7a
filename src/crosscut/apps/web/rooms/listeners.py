"""Who follows a room, and how news reaches them."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

MOST_WAITING = 500
"""Messages for one connection; who does not take them for so long has to come back."""
PRESENCE = 0.3
"""Seconds within which comings and goings are told together."""


class Listener:
    """One connection that follows one room; ``seats`` are those of its visitor."""

    def __init__(self, seats: list[int]):
        self.seats = seats
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Let a message wait; None, the last, says that too many do."""
        if self.waiting.qsize() < MOST_WAITING:
            self.waiting.put_nowait(text)
        elif self.waiting.qsize() == MOST_WAITING:
            self.waiting.put_nowait(None)


class Listeners:
    """The connections that follow rooms; used in the event loop alone, but for `tell`."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.rooms: defaultdict[str, set[Listener]] = defaultdict(set)
        self.alarms: dict[str, asyncio.TimerHandle] = {}

    @contextmanager
    def follow(self, room: str, seats: list[int]) -> Iterator[Listener]:
        """Follow a room for a while."""
        listener = Listener(seats)
        self.rooms[room].add(listener)
        self.note_presence(room)
        try:
            yield listener
        finally:
            self.rooms[room].discard(listener)
            if not self.rooms[room]:
                del self.rooms[room]
            self.note_presence(room)

    def count(self) -> int:
        """Return how many connections follow rooms."""
        return sum(map(len, self.rooms.values()))

    def tell(self, room: str, message: dict, private: bool = False) -> None:
        """Tell all who follow a room, or the players among them; from any thread."""
        text = json.dumps(message)
        self.loop.call_soon_threadsafe(self.deliver, room, text, private)

    def deliver(self, room: str, text: str, private: bool) -> None:
        """Hand a message to who may have it."""
        for listener in self.rooms.get(room, ()):
            if listener.seats or not private:
                listener.put(text)

    # Who is there.

    def note_presence(self, room: str) -> None:
        """Tell soon who is there; many who come at once are told once."""
        if room not in self.alarms:
            self.alarms[room] = self.loop.call_later(PRESENCE, self.tell_presence, room)

    def tell_presence(self, room: str) -> None:
        """Tell all who follow a room who is there."""
        del self.alarms[room]
        self.deliver(room, json.dumps(self.presence(room)), private=False)

    def presence(self, room: str) -> dict:
        """Return which seats are there, and how many watch."""
        here = self.rooms.get(room, ())
        seats = [any(seat in each.seats for each in here) for seat in (0, 1)]
        watching = sum(not each.seats for each in here)
        return {"room": room, "event": "presence", "seats": seats, "watching": watching}
