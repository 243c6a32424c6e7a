"""Whether anything is lost when the server is killed in the middle of many games.

    python benchmarks/survive.py [--rooms 100] [--kills 20] [--database URL] [--seed 0]

It starts a server of its own on loopback. In each room two people play random games, one after the
other, as fast as they are answered; a deed that is not answered is sent again with the same key.
Again and again the server and all its processes are killed and started on the same database. Then
both players and a spectator look at each room: all that anybody was told of has to be there, in
order and once, and the board has to be the one that our own rules give.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from crosscut.play.cell_string import frame
from crosscut.play.position import Position
from house import House
from people import Person, deed, first_position, random_turn, start_of

GAMES = [
    start_of("hex", 4), start_of("slither", 4), start_of("slither", 5, variant="advanced"),
    start_of("y", 4), start_of("gonnect", 4), start_of("snaketrail", 4), start_of("serpent", 3),
]  # fmt: skip
LONGEST = 60
"""Turns after which somebody resigns."""
TWICE = 0.1
"""How often a deed is sent twice at once."""
BETWEEN = (0.5, 4.0)
"""Deeds in each room, on average, before something happens to the server."""
PATIENCE = 600.0
"""Seconds within which that many are to be done."""

Trouble = Callable[["Club"], Awaitable[None]]
"""What happens in the middle of everything; afterwards the server is there again."""


@dataclass
class Story:
    """One game as its players know it: the turns that they were told of, and what they sent."""

    room: str
    start: dict
    turns: list[str] = field(default_factory=list)
    position: Position | None = None
    result: dict | None = None
    number: int = 2
    """The number of the last entry that they were told of; by the first two they sat down."""
    answered: list[tuple[int, dict, int]] = field(default_factory=list)
    """Seat, deed and number of the entry of all that was confirmed."""
    pending: dict | None = None
    """The deed that has been sent and not been answered."""
    sent: int = 0
    """How often it was sent since the room was last looked at."""
    told: bool = False
    """Whether one of the two has been answered, if it was sent twice."""
    found: bool = False
    """Whether it was there when the room was looked at, though nobody had been told."""

    def __post_init__(self):
        self.position = first_position(self.start)


@dataclass
class Tally:
    """What happened in all, and what was wrong."""

    troubles: int = 0
    games: int = 0
    confirmed: int = 0
    unanswered: int = 0
    repeated: int = 0
    """Answers that a deed had been done before."""
    landed: int = 0
    """Deeds that were done before a restart though nobody had been told."""
    wrong: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """What the server said when it could not keep anything."""


def compare(story: Story, seen: dict) -> list[str]:
    """Return what is wrong with a room as somebody sees it, by what its players know of it."""
    known, there = story.turns, seen["turns"]
    beyond = there[len(known) :]
    waiting = [story.pending["turn"]] if story.pending and story.pending["do"] == "play" else []
    wrong = []
    if there[: len(known)] != known:
        wrong.append(f"lost: {known} were confirmed, {there} are there")
    elif beyond and beyond != waiting:
        wrong.append(f"too much: {known} were confirmed, {waiting} sent, {there} are there")
    if seen["state"]["number"] - story.number not in (0, 1 if story.pending else 0):
        wrong.append(f"entry {story.number} was the last, now it is {seen['state']['number']}")
    position = first_position(story.start)
    for turn in there:
        position = position.play(turn)
    if seen["scene"]["cells"] != frame(position):
        wrong.append(f"another board: {seen['scene']['cells']} is not {frame(position)}")
    if story.result and seen["state"]["result"] != story.result:
        wrong.append(f"another result: {seen['state']['result']} is not {story.result}")
    return [f"{story.room}, {story.start['game']}: {each}" for each in wrong]


class Club:
    """Many rooms at one server, and what is known of them."""

    def __init__(self, house: House, rooms: int, seed: int):
        self.house = house
        self.tally = Tally()
        self.calm = asyncio.Event()
        """Set while there is a server."""
        self.under_way = 0
        """Requests that wait for an answer."""
        self.stories: list[Story] = []
        self.spectator = Person(house.address)
        self.tables = [Table(self, GAMES[number % len(GAMES)], seed + number)
                       for number in range(rooms)]  # fmt: skip

    async def play_through(self, troubles: list[Trouble], chance: random.Random) -> Tally:
        """Play while one trouble after the other happens; look at everything each time."""
        self.calm.set()
        await asyncio.gather(*(table.sit_down() for table in self.tables))
        playing = [asyncio.create_task(table.play()) for table in self.tables]
        try:
            for trouble in troubles:
                await self.play_on(playing, chance)
                await trouble(self)
                await self.pause()
                self.tally.troubles += 1
                await asyncio.gather(*(table.look() for table in self.tables))
                self.calm.set()
                await asyncio.gather(*(table.repeat() for table in self.tables))
            await self.play_on(playing, chance)
            self.calm.clear()
            await self.pause()
            for story in self.stories:
                await self.examine(story, [self.spectator])
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.gather(*(table.close() for table in self.tables), self.spectator.close())
        return self.tally

    async def play_on(self, playing: list[asyncio.Task], chance: random.Random) -> None:
        """Let all play for a while; raise what stops one of them."""
        enough = self.tally.confirmed + chance.uniform(*BETWEEN) * len(self.tables)
        async with asyncio.timeout(PATIENCE):
            while self.tally.confirmed < enough:
                done, _ = await asyncio.wait(playing, timeout=0.01, return_when="FIRST_COMPLETED")
                for task in done:
                    task.result()

    async def pause(self) -> None:
        """Wait until nobody waits for an answer."""
        self.calm.clear()
        while self.under_way:
            await asyncio.sleep(0.01)

    async def insist(self, who: Person, path: str, body: dict, story: Story | None = None) -> dict:
        """Send something until it is answered; return the answer."""
        while True:
            await self.calm.wait()
            self.under_way += 1
            if story is not None:
                story.sent += 1
            try:
                answer = await who.post(path, body)
            except httpx2.TransportError:
                answer = None
            finally:
                self.under_way -= 1
            if answer is not None and answer.status_code == 200:
                return answer.json()
            self.tally.unanswered += 1
            if answer is not None and answer.status_code < 500:
                raise AssertionError(f"{body} was refused: {answer.text}")
            if answer is not None:
                self.tally.words.add(answer.json()["error"])
            await asyncio.sleep(0.05)

    async def examine(self, story: Story, people: list[Person]) -> dict:
        """Compare a room with what is known of it, and what several people see; return it."""
        seen = []
        for person in people:
            answer = await person.look(story.room)
            if answer.status_code != 200:
                self.tally.wrong.append(f"{story.room}: {answer.text}")
                return {"state": {"number": story.number}}
            seen.append({**answer.json(), "mine": None, "words": None})
        self.tally.wrong += compare(story, seen[0])
        if any(each != seen[0] for each in seen):
            self.tally.wrong.append(f"{story.room}: not all see the same: {seen}")
        return seen[0]


class Table:
    """Two people who play one game after the other."""

    def __init__(self, club: Club, start: dict, seed: int):
        self.club = club
        self.start = start
        self.chance = random.Random(seed)
        self.people = [Person(club.house.address) for _ in range(2)]
        """Who has which seat."""
        self.story: Story | None = None

    async def close(self) -> None:
        """Go home."""
        await asyncio.gather(*(person.close() for person in self.people))

    async def play(self) -> None:
        """Play on and on."""
        while True:
            story = self.story
            if story.result:
                await self.play_again()
            elif len(story.turns) >= LONGEST:
                await self.do(self.chance.randrange(2), deed("resign"))
            else:
                seat, after = story.position.to_play, random_turn(story.position, self.chance)
                played = deed("play", turn=after.turn_text(), number=len(story.turns))
                told = await self.do(seat, played)
                story.turns.append(played["turn"])
                story.position = after
                if told["entry"]["turn"] != played["turn"]:
                    self.club.tally.wrong.append(f"{story.room}: {told} is not {played}")
                if told["scene"]["cells"] != frame(after):
                    self.club.tally.wrong.append(f"{story.room}: another board after {played}")

    async def sit_down(self) -> None:
        """Open a room, and sit down there, both."""
        ask, (one, other) = self.club.insist, self.people
        seen = await ask(one, "/api/rooms", {"start": self.start})
        path = f"/api/rooms/{seen['room']}"
        await other.look(seen["room"])  # which makes him known, even if the next answer is lost
        token = (await ask(one, f"{path}/links", {"seat": 1}))["token"]
        await ask(other, f"{path}/sit", {"token": token})
        self.begin(seen["room"])

    async def play_again(self) -> None:
        """Go on to the rematch, with the seats exchanged."""
        asker = self.chance.randrange(2)
        await self.do(asker, deed("ask", what="rematch"))
        told = await self.do(1 - asker, deed("grant", what="rematch"))
        self.people.reverse()
        self.begin(told["entry"]["room"])

    def begin(self, room: str) -> None:
        """Begin a game."""
        self.story = Story(room, self.start)
        self.club.stories.append(self.story)
        self.club.tally.games += 1

    async def do(self, seat: int, body: dict) -> dict:
        """Do something, now and then twice at once; return what is told of it."""
        story, tally = self.story, self.club.tally
        story.pending, story.sent, story.told, story.found = body, 0, False, False
        times = 2 if self.chance.random() < TWICE else 1
        answers = await asyncio.gather(*(self.send(seat, body) for _ in range(times)))
        told = answers[0]
        new = [answer for answer in answers if not answer["again"]]
        certain = story.found or story.sent == times  # that is, no answer was lost
        if certain and len(new) != (not story.found):
            tally.wrong.append(f"{story.room}: {body}, done before: {story.found}, got {answers}")
        if len(new) > 1 or any(answer["entry"] != told["entry"] for answer in answers):
            tally.wrong.append(f"{story.room}: {body} counted twice: {answers}")
        tally.repeated += len(answers) - len(new)
        tally.confirmed += 1
        story.pending = None
        story.answered.append((seat, body, told["entry"]["number"]))
        if told["entry"]["number"] != story.number + 1:
            tally.wrong.append(f"{story.room}: {told['entry']} comes after entry {story.number}")
        story.number = told["entry"]["number"]
        story.result = told["state"]["result"]
        return told

    async def send(self, seat: int, body: dict) -> dict:
        """Send a deed until it is answered."""
        path = f"/api/rooms/{self.story.room}/deeds"
        answer = await self.club.insist(self.people[seat], path, body, self.story)
        self.story.told = True
        return answer

    async def look(self) -> None:
        """See whether all is there, from both seats and from outside."""
        story = self.story
        seen = await self.club.examine(story, [*self.people, self.club.spectator])
        story.sent = 0
        if seen["state"]["number"] > story.number and not story.told and not story.found:
            story.found = True
            self.club.tally.landed += 1

    async def repeat(self) -> None:
        """Send something again that was confirmed, as if its answer had been lost."""
        story = self.story
        if not story.answered:
            return
        seat, body, number = self.chance.choice(story.answered)
        path = f"/api/rooms/{story.room}/deeds"
        told = await self.club.insist(self.people[seat], path, body)
        self.club.tally.repeated += 1
        if not told["again"] or told["entry"]["number"] != number:
            self.club.tally.wrong.append(f"{story.room}: {body}, entry {number}, became {told}")


async def kill(club: Club) -> None:
    """Kill the server and start it again; who was not answered waits for that."""
    club.calm.clear()
    club.house.kill()
    await asyncio.to_thread(club.house.start)


async def survive(
    house: House, rooms: int, troubles: list[Trouble], seed: int = 0
) -> tuple[Tally, str]:
    """Play in some rooms of a server that has trouble; return what happened, and its log if bad."""
    house.start()
    try:
        club = Club(house, rooms, seed)
        tally = await club.play_through(troubles, random.Random(seed))
    finally:
        with suppress(ProcessLookupError):
            house.stop()
    return tally, house.complaints()


def main() -> None:
    """Play, kill, look, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--database", default="", help="a URL; else a new SQLite file")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and the server with it
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), database=chosen.database)
        troubles = [kill] * chosen.kills
        tally, log = asyncio.run(survive(house, chosen.rooms, troubles, chosen.seed))
    print(f"rooms {chosen.rooms}, games begun {tally.games}, kills {tally.troubles}")
    print(f"deeds confirmed {tally.confirmed}, not answered at first {tally.unanswered}")
    print(f"done before a restart though nobody was told {tally.landed}")
    print(f"sent again and counted once {tally.repeated}")
    print(f"differences {len(tally.wrong)}", *(each[:500] for each in tally.wrong[:10]), sep="\n")
    if log:
        print(log)
    sys.exit(bool(tally.wrong or log))


if __name__ == "__main__":
    main()
