"""A room as its entries make it, and what may be done there next."""

import threading
from dataclasses import replace
from functools import singledispatchmethod

from crosscut.errors import IllegalMove
from crosscut.play.position import Position
from crosscut.web.moment import MOST_TURNS, BadTurn, Moment, after_turns, remember
from crosscut.web.rooms.clock import SECOND, Clocks
from crosscut.web.rooms.deeds import (
    PERSON,
    REMATCH,
    TAKEBACK,
    Ask,
    Call,
    Charter,
    Decline,
    Deed,
    Grant,
    Play,
    Resign,
    Say,
)
from crosscut.web.rooms.entries import PRIVATE, Entry, Kind
from crosscut.web.rooms.errors import NotNow, TooMuch
from crosscut.web.views import scene
from crosscut.web.visitors import Owner

MOST_ENTRIES = 10_000
"""Things that may happen in a room."""
SHOWN_WORDS = 200
"""The latest things said that are shown."""
MINUTE = 60 * SECOND


class Room:
    """Two seats at one game; whoever reads or changes it holds its lock."""

    def __init__(self, name: str, charter: Charter, opener: str, words_per_minute: int):
        self.name = name
        self.charter = charter
        self.opener = opener
        self.owner: Owner | None = None
        """For whom the computer thinks here; None is somebody without limits."""
        self.words_per_minute = words_per_minute
        self.lock = threading.Lock()
        self.sitters: tuple[set[str], set[str]] = (set(), set())
        """The visitors on each seat."""
        self.number = 0
        """How many entries there are."""
        self.last: Entry | None = None
        self.keys: dict[str, Entry] = {}
        self.turns: list[str] = []
        self.position: Position = after_turns(self.moment)
        self.names = ["", ""]
        self.taken = [level != PERSON for level in charter.seats]
        self.asked: dict[str, int] = {}
        """What is asked for, and by which seat."""
        self.result: dict | None = None
        self.next = ""
        """The room of the rematch."""
        self.words: list[dict] = []
        self.clocks = None if charter.clock is None else Clocks(charter.clock)
        self.note_end()

    @property
    def moment(self) -> Moment:
        """Where the game is."""
        return Moment(start=self.charter.start, turns=tuple(self.turns))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def to_play(self) -> int | None:
        """The seat to move; None if the game is over."""
        return None if self.over else self.position.to_play

    @property
    def level(self) -> str | None:
        """The level that is to move, if the computer is."""
        level = None if self.over else self.charter.seats[self.position.to_play]
        return None if level == PERSON else level

    def seats_of(self, visitor: str) -> list[int]:
        """Return the seats that a visitor has."""
        return [seat for seat in (0, 1) if visitor in self.sitters[seat]]

    def is_alone(self, visitor: str, seat: int) -> bool:
        """Tell whether nobody else has to agree to what a seat asks for."""
        return self.charter.seats[1 - seat] != PERSON or visitor in self.sitters[1 - seat]

    # What follows from an entry.

    def apply(self, entry: Entry) -> None:
        """Take an entry down."""
        self.number, self.last = entry.number, entry
        if entry.key:
            self.keys[entry.key] = entry
        getattr(self, f"after_{entry.kind}")(entry)

    def after_sit(self, entry: Entry) -> None:
        self.taken[entry.seat] = True
        self.run_clock(entry.at)

    def after_call(self, entry: Entry) -> None:
        self.names[entry.seat] = entry.content["name"]

    def after_turn(self, entry: Entry) -> None:
        self.turns.append(entry.content["turn"])
        self.position = entry.after or self.position.play(entry.content["turn"])
        remember(self.moment, self.position)  # which the page of who is to move asks for next
        self.asked = {}
        if self.clocks and self.clocks.running == entry.seat:
            self.clocks.stop(entry.at)
            self.clocks.reward(entry.seat)
        self.note_end()
        self.run_clock(entry.at)

    def after_takeback(self, entry: Entry) -> None:
        del self.turns[entry.content["turns"] :]
        self.position = after_turns(self.moment)
        self.asked = {}
        self.run_clock(entry.at)

    def after_resign(self, entry: Entry) -> None:
        self.end(1 - entry.seat, "resigned", entry.at)

    def after_time(self, entry: Entry) -> None:
        self.end(1 - entry.seat, "out of time", entry.at)

    def after_ask(self, entry: Entry) -> None:
        self.asked[entry.content["what"]] = entry.seat

    def after_decline(self, entry: Entry) -> None:
        self.asked.pop(entry.content["what"], None)

    def after_rematch(self, entry: Entry) -> None:
        self.next = entry.content["room"]
        self.asked = {}

    def after_say(self, entry: Entry) -> None:
        self.words = [*self.words, entry.told()][-SHOWN_WORDS:]

    def after_restart(self, entry: Entry) -> None:
        if self.clocks:
            self.clocks.pause_until(entry.at)

    def end(self, winner: int | None, how: str, at: int) -> None:
        """Note how the game ended."""
        self.result = {"winner": winner, "how": how}
        self.asked = {}
        if self.clocks:
            self.clocks.stop(at)

    def note_end(self) -> None:
        """Note how the game ended, if the last turn ended it."""
        if self.position.over:
            self.result = {"winner": self.position.winner, "how": "played"}

    def run_clock(self, at: int) -> None:
        """Let the time of the seat to move run, once both are there and a turn was played."""
        if self.clocks is None:
            return
        seat = self.to_play
        waits = seat is None or not self.turns or not all(self.taken)
        if waits or self.charter.seats[seat] != PERSON:
            self.clocks.stop(at)
        else:
            self.clocks.run(seat, at)

    # What may be done; each of these returns the entry that it makes.

    def entry(self, at: int, seat: int | None, kind: Kind, key: str = "", **content) -> Entry:
        """Return the next entry."""
        if self.number >= MOST_ENTRIES:
            raise NotNow("this room is full; go on in a new one")
        return Entry(self.number + 1, at, seat, kind, content, key)

    @singledispatchmethod
    def judge(self, deed: Deed, seat: int, now: int, alone: bool) -> Entry:
        """Return the entry that a deed makes, or raise why it cannot be done now."""
        raise NotImplementedError

    @judge.register
    def _(self, deed: Play, seat: int, now: int, alone: bool) -> Entry:
        self.must_go_on()
        if deed.number != len(self.turns):
            raise NotNow(
                f"that was meant to be turn {deed.number + 1}, but {len(self.turns)} are played"
            )
        if self.position.to_play != seat:
            raise NotNow("it is the other player's turn")
        return self.turn(deed.turn, seat, now, deed.key)

    def turn(self, text: str, seat: int, now: int, key: str = "") -> Entry:
        """Return the entry of a turn, spelled as we spell it."""
        if len(self.turns) >= MOST_TURNS:
            raise NotNow(f"no game is longer than {MOST_TURNS} turns here")
        after = self.position.play(text)
        if after.mid_turn:
            raise BadTurn(len(self.turns) + 1, text, IllegalMove("the turn is not finished"))
        entry = self.entry(now, seat, Kind.TURN, key, turn=after.turn_text())
        return replace(entry, after=after)

    @judge.register
    def _(self, deed: Resign, seat: int, now: int, alone: bool) -> Entry:
        self.must_go_on()
        return self.entry(now, seat, Kind.RESIGN, deed.key)

    @judge.register
    def _(self, deed: Ask, seat: int, now: int, alone: bool) -> Entry:
        self.must_make_sense(deed.what, seat)
        if alone or self.asked.get(deed.what) == 1 - seat:
            return self.granted(deed, seat, now, asker=seat)
        if deed.what in self.asked:
            raise NotNow(f"a {deed.what} has been asked for already")
        return self.entry(now, seat, Kind.ASK, deed.key, what=deed.what)

    @judge.register
    def _(self, deed: Grant, seat: int, now: int, alone: bool) -> Entry:
        asker = self.asked.get(deed.what)
        if asker != 1 - seat:
            raise NotNow(f"the other player does not ask for a {deed.what}")
        return self.granted(deed, seat, now, asker)

    def granted(self, deed: Ask | Grant, seat: int, now: int, asker: int) -> Entry:
        """Return the entry by which a wish is fulfilled; the room of a rematch comes later."""
        if deed.what == REMATCH:
            return self.entry(now, seat, Kind.REMATCH, deed.key, room="")
        turns = self.back_to(asker)
        return self.entry(now, seat, Kind.TAKEBACK, deed.key, turns=turns, to_play=asker)

    @judge.register
    def _(self, deed: Decline, seat: int, now: int, alone: bool) -> Entry:
        if deed.what not in self.asked:
            raise NotNow(f"nobody asks for a {deed.what}")
        return self.entry(now, seat, Kind.DECLINE, deed.key, what=deed.what)

    @judge.register
    def _(self, deed: Say, seat: int, now: int, alone: bool) -> Entry:
        lately = [each for each in self.words if each["seat"] == seat and each["at"] > now - MINUTE]
        if self.words_per_minute and len(lately) >= self.words_per_minute:
            raise TooMuch("that is a lot at once; wait a little")
        return self.entry(now, seat, Kind.SAY, deed.key, text=deed.text)

    @judge.register
    def _(self, deed: Call, seat: int, now: int, alone: bool) -> Entry:
        return self.entry(now, seat, Kind.CALL, deed.key, name=" ".join(deed.name.split()))

    def must_go_on(self) -> None:
        """Refuse what only a game under way allows."""
        if self.over:
            raise NotNow("the game is over")

    def must_make_sense(self, what: str, seat: int) -> None:
        """Refuse to ask for what there is not."""
        if what == TAKEBACK:
            self.must_go_on()
            self.back_to(seat)
        elif not self.over:
            raise NotNow("a rematch comes after the end")
        elif self.next:
            raise NotNow("the rematch has begun already")

    def back_to(self, seat: int) -> int:
        """Return how many turns stay if a seat takes its last one back."""
        for count in range(len(self.turns) - 1, -1, -1):
            moment = Moment(start=self.charter.start, turns=tuple(self.turns[:count]))
            if after_turns(moment).to_play == seat:
                return count
        raise NotNow("you have played nothing that could be taken back")

    def out_of_time(self, now: int) -> int | None:
        """Return the seat whose time is used up, if one's is."""
        if self.clocks is None or self.clocks.flag is None or now < self.clocks.flag:
            return None
        return self.clocks.running

    # How it looks from outside.

    def state(self, now: int) -> dict:
        """Return all but turns and words, as plain data that stays as it is."""
        return {
            "number": self.number,
            "played": len(self.turns),
            "to_play": self.to_play,
            "result": self.result,
            "names": list(self.names),
            "taken": list(self.taken),
            "asked": dict(self.asked),
            "next": self.next,
            "clock": self.clocks and self.clocks.told(now),
        }

    def snapshot(self, now: int, seats: list[int]) -> dict:
        """Return the room for who has some seats, or none and watches."""
        return {
            "room": self.name,
            **self.charter.model_dump(exclude_none=True),
            "mine": seats,
            "turns": list(self.turns),
            "words": self.words if seats else [],
            "state": self.state(now),
            "scene": scene(self.position),
        }

    def news(self, entry: Entry, now: int) -> dict:
        """Return what is told of an entry: it, what follows, and the board if that changed."""
        moved = entry.kind in (Kind.TURN, Kind.TAKEBACK)
        return {
            "room": self.name,
            "event": "entry",
            "entry": entry.told(),
            "state": self.state(now),
            **({"scene": scene(self.position)} if moved else {}),
        }


def is_private(entry: Entry) -> bool:
    """Tell whether an entry is for the players alone."""
    return entry.kind in PRIVATE
