"""A room as its entries make it."""

import threading
from collections import deque
from dataclasses import replace

from crosscut.apps.web.clients import Owner
from crosscut.apps.web.positions import MOST_TURNS, Moment, after_turns, remember
from crosscut.apps.web.rooms.clock import Clocks
from crosscut.apps.web.rooms.deeds import PERSON, Charter
from crosscut.apps.web.rooms.entries import MOVING, Entry, Kind
from crosscut.apps.web.rooms.errors import NotNow
from crosscut.apps.web.views.position import scene
from crosscut.core.errors import IllegalMove
from crosscut.play.position import Position
from crosscut.play.records.game_tree import BadTurn

SHOWN_WORDS = 200
"""The latest things said that are shown."""
LATELY = 200
"""Things said and asked for that are remembered, to know whether they are too many."""


class Room:
    """Two seats at one game; whoever reads or changes it holds its lock."""

    def __init__(self, name: str, charter: Charter, opener: str):
        self.name = name
        self.charter = charter
        self.opener = opener
        self.owner = Owner(opener, "")
        """For whom the computer thinks here."""
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
        self.before: str | None = None
        """The room of which this is the rematch."""
        self.words: list[dict] = []
        self.talk: deque[tuple[int, int]] = deque(maxlen=LATELY)
        """Who has said or asked for something lately, and when."""
        self.broken = ""
        """Why the game cannot go on: its rules are not those that it was played by."""
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
        ended = self.over or self.broken
        level = PERSON if ended else self.charter.seats[self.position.to_play]
        return None if level == PERSON else level

    @property
    def with_computer(self) -> bool:
        """Whether the computer has a seat."""
        return any(level != PERSON for level in self.charter.seats)

    def seats_of(self, visitor: str) -> list[int]:
        """Return the seats that a visitor has."""
        return [seat for seat in (0, 1) if visitor in self.sitters[seat]]

    def is_alone(self, visitor: str, seat: int) -> bool:
        """Tell whether nobody else has to agree to what a seat asks for."""
        return self.charter.seats[1 - seat] != PERSON or visitor in self.sitters[1 - seat]

    # What follows from an entry.

    def apply(self, entry: Entry) -> None:
        """Take an entry down."""
        if not (self.broken and entry.kind in MOVING):
            getattr(self, f"after_{entry.kind}")(entry)
        self.number, self.last = entry.number, entry
        if entry.key:
            self.keys[entry.key] = entry
        if entry.rate_limited:
            self.talk.append((entry.seat, entry.at))

    def replay(self, entry: Entry) -> None:
        """Take an entry of before down; the game stops at a turn that the rules no longer allow."""
        try:
            self.apply(entry)
        except Exception as error:  # a rule of somebody's own may raise anything
            turn = entry.content.get("turn", "a takeback")
            self.broken = (
                f"the rules have changed since this was played: turn {len(self.turns) + 1}, "
                f"{turn}, is not possible now ({error})"
            )
            if self.clocks:
                self.clocks.stop(entry.at)
            self.apply(entry)

    def after_sit(self, entry: Entry) -> None:
        self.taken[entry.seat] = True
        self.names[entry.seat] = entry.content.get("name", self.names[entry.seat])
        self.run_clock(entry.at)

    def after_call(self, entry: Entry) -> None:
        self.names[entry.seat] = entry.content["name"]

    def after_turn(self, entry: Entry) -> None:
        self.position = entry.after or self.position.play(entry.content["turn"])
        self.turns.append(entry.content["turn"])
        remember(self.moment, self.position)  # which the page of who is to move asks for next
        self.asked = {}
        if self.clocks and self.clocks.running == entry.seat:
            self.clocks.stop(entry.at)
            self.clocks.reward(entry.seat)
        self.note_end()
        self.run_clock(entry.at)

    def after_takeback(self, entry: Entry) -> None:
        stay = self.turns[: entry.content["turns"]]
        self.position = after_turns(Moment(start=self.charter.start, turns=tuple(stay)))
        self.turns = stay
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
        waits = seat is None or self.broken or not self.turns or not all(self.taken)
        if waits or self.charter.seats[seat] != PERSON:
            self.clocks.stop(at)
        else:
            self.clocks.run(seat, at)

    # What comes next.

    def entry(self, at: int, seat: int | None, kind: Kind, key: str = "", **content) -> Entry:
        """Return the next entry."""
        return Entry(self.number + 1, at, seat, kind, content, key)

    def turn(self, text: str, seat: int, now: int, key: str = "", **more) -> Entry:
        """Return the entry of a turn, spelled as we spell it, and what else is noted of it."""
        if len(self.turns) >= MOST_TURNS:
            raise NotNow(f"no game is longer than {MOST_TURNS} turns here")
        after = self.position.play(text)
        if after.mid_turn:
            raise BadTurn(len(self.turns) + 1, text, IllegalMove("the turn is not finished"))
        entry = self.entry(now, seat, Kind.TURN, key, turn=after.turn_text(), **more)
        return replace(entry, after=after)

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
            "browsers": [len(sitters) for sitters in self.sitters],
            "asked": dict(self.asked),
            "next": self.next,
            "broken": self.broken,
            "clock": self.clocks and self.clocks.told(now),
        }

    def snapshot(self, now: int, seats: list[int]) -> dict:
        """Return the room for who has some seats, or none and watches."""
        return {
            "room": self.name,
            **self.charter.model_dump(exclude_none=True),
            "mine": seats,
            "before": self.before,
            "turns": list(self.turns),
            "words": self.words if seats else [],
            "state": self.state(now),
            "scene": scene(self.position),
        }

    def news(self, entry: Entry, now: int) -> dict:
        """Return what is told of an entry: it, what follows, and the board if that changed."""
        moved = entry.kind in MOVING
        return {
            "room": self.name,
            "event": "entry",
            "entry": entry.told(),
            "state": self.state(now),
            **({"scene": scene(self.position)} if moved else {}),
        }
