"""How the server bears many visitors: people against the computer in rooms, and who watches them.

    python benchmarks/load.py [--games 50] [--spectators 200] [--minutes 3] [--thinking 1 3]
    python benchmarks/load.py --hour

It starts a server of its own on loopback, or asks one at ``--address``. Each player does what his
page does: he follows the room by a WebSocket, asks for the position, thinks, taps, and plays. With
``--hour`` nobody thinks, and as many turns are played as would be in an hour. Each visitor comes
from an address of his own, as behind a proxy, so the limits of the server hold.
"""

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import tempfile
from collections import defaultdict
from contextlib import asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from figures import SAMPLED, Figures, show, summary, use_of
from house import House, memory, now
from people import Person, deed, first_position, random_turn, start_of

GAMES = (start_of("slither", 8), start_of("hex", 9))
LEVEL = "beginner"
GOAL = 0.1
"""Seconds within which 95 of 100 turns are to be confirmed."""
LATE, COMPILED = 30.0, 600.0
"""Seconds after which what should have come is taken not to come: usually, and the first time."""


class Crowd:
    """All who visit a server, and what they measure."""

    def __init__(
        self, address: str, thinking: tuple[float, float], turns: int | None, level: str = LEVEL
    ):
        self.address = address
        self.level = level
        self.thinking = thinking
        self.figures = Figures()
        self.left = turns
        """Turns that people are still to play; None is without end."""
        self.patience = LATE
        self.over = asyncio.Event()
        self.confirmed: dict[tuple[str, int], float] = {}
        """When the player of a turn knew that it counts."""
        self.arrived: dict[tuple[str, int], list[float]] = defaultdict(list)

    async def play(self, number: int, seen: asyncio.Future) -> None:
        """Play against the computer, game after game; say in which room it begins."""
        async with visitor(self.address) as person:
            try:
                await Player(self, person, number).play(seen)
            except Exception as error:  # whatever it is, it counts, and the others go on
                self.figures.errors.append(f"player {number}: {error!r}")
                if not seen.done():
                    seen.set_exception(error)

    async def watch(self, room: str) -> None:
        """Watch a room, and those that follow it; note what does not come."""
        async with visitor(self.address) as person:
            try:
                async with person.socket() as socket:
                    await self.follow(socket, room)
            except Exception as error:
                self.figures.errors.append(f"spectator of {room}: {error!r}")

    async def follow(self, socket: ClientConnection, room: str) -> None:
        """Hear what happens in a room."""
        last = 0
        await socket.send(json.dumps({"do": "watch", "room": room}))
        async for text in socket:
            message = json.loads(text)
            if message["event"] == "snapshot":
                room, last = message["room"], message["state"]["number"]
                if message["state"]["next"]:
                    await socket.send(json.dumps({"do": "watch", "room": message["state"]["next"]}))
            elif message["event"] == "error":
                self.figures.errors.append(f"spectator of {room}: {message}")
            elif message["event"] == "entry" and message["room"] == room:
                entry = message["entry"]
                if entry["number"] > last + 1:
                    self.figures.errors.append(f"spectator of {room}: {last}, then {entry}")
                elif entry["number"] == last + 1:
                    self.figures.entries += 1
                    self.note_arrival(room, entry)
                last = max(last, entry["number"])
                if entry["kind"] == "rematch":
                    await socket.send(json.dumps({"do": "watch", "room": entry["room"]}))

    def note_arrival(self, room: str, entry: dict) -> None:
        """Take down when a spectator has heard of a turn."""
        key = room, entry["number"]
        if key in self.confirmed:
            self.figures.heard.append(max(0.0, now() - self.confirmed[key]))
        else:
            self.arrived[key].append(now())

    def note_confirmation(self, room: str, number: int) -> None:
        """Take down when a player knew that his turn counts; some may have heard of it before."""
        self.confirmed[room, number] = now()
        self.figures.heard += [0.0] * len(self.arrived.pop((room, number), []))

    def may_play(self) -> bool:
        """Take one of the turns that are to be played; say whether there was one."""
        if self.left is not None:
            self.left -= 1
            if self.left <= 0:
                self.over.set()
        return not self.over.is_set()

    async def measure(self, house: House | None) -> None:
        """Look now and then at memory, and at how late this script is."""
        while True:
            if house is not None:
                server, *workers = house.processes()
                self.figures.server.append(memory(server))
                self.figures.workers.append(sum(map(memory, workers)))
            for _ in range(int(SAMPLED / 0.1)):
                begin = now()
                await asyncio.sleep(0.1)
                self.figures.lag.append(now() - begin - 0.1)


@asynccontextmanager
async def visitor(address: str):
    """A person who goes home in the end."""
    person = Person(address)
    try:
        yield person
    finally:
        await person.close()


class Player:
    """Somebody who plays against the computer as his page does."""

    def __init__(self, crowd: Crowd, person: Person, number: int):
        self.crowd = crowd
        self.person = person
        self.start = GAMES[number % len(GAMES)]
        self.chance = random.Random(number)
        self.last = 0
        """The number of the last entry that he knows of."""

    async def ask(self, path: str, body: dict, times: list[float] | None = None) -> dict:
        """Send something; return the answer, and take down how long it took."""
        begin = now()
        answer = await self.person.post(path, body)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} was answered {answer.status_code}: {answer.text}")
        if times is not None:
            times.append(now() - begin)
        return answer.json()

    async def play(self, seen: asyncio.Future) -> None:
        """Play game after game."""
        opening = {"start": self.start, "seats": ["person", self.crowd.level]}
        room = (await self.ask("/api/rooms", opening))["room"]
        seen.set_result(room)
        async with self.person.socket() as self.socket:
            while room:
                self.crowd.figures.games += 1
                room = await self.play_in(room)

    async def play_in(self, room: str) -> str:
        """Play a game; return where the next one is, or nothing when all is over."""
        self.last = 0
        await self.socket.send(json.dumps({"do": "watch", "room": room}))
        seen = await self.hear(room, "snapshot")
        (seat,), turns, state = seen["mine"], seen["turns"], seen["state"]
        position = first_position(self.start)
        for turn in turns:
            position = position.play(turn)
        confirmed = None
        while not position.over:
            if state["to_play"] != seat:
                told = await self.hear(room, "turn")
                if confirmed is not None:
                    self.crowd.figures.answered.append(now() - confirmed)
                turn = told["entry"]["turn"]
                position, state = position.play(turn), told["state"]
            else:
                after = random_turn(position, self.chance)
                await self.think(position, after, turns)
                if not self.crowd.may_play():
                    return ""
                turn = after.turn_text()
                played = deed("play", turn=turn, number=len(turns))
                path = f"/api/rooms/{room}/deeds"
                told = await self.ask(path, played, self.crowd.figures.confirmed)
                self.crowd.note_confirmation(room, told["entry"]["number"])
                await self.hear(room, "turn")  # which is his own
                position, state, confirmed = after, told["state"], now()
            turns.append(turn)
        again = await self.ask(f"/api/rooms/{room}/deeds", deed("ask", what="rematch"))
        return again["entry"]["room"]

    async def think(self, position, after, turns: list[str]) -> None:
        """Look at the position, think, and tap; each tap but the last shows another position."""
        taps = [position.game.tap_text(tap) for tap in after.taps_since(position)]
        moment = {"start": self.start, "turns": turns}
        await self.ask("/api/position", moment, self.crowd.figures.shown)
        await asyncio.sleep(self.chance.uniform(*self.crowd.thinking))
        for number in range(1, len(taps)):
            tapped = {**moment, "taps": taps[:number]}
            await self.ask("/api/position", tapped, self.crowd.figures.shown)

    async def hear(self, room: str, kind: str) -> dict:
        """Return the next message of a kind that is about a room."""
        async with asyncio.timeout(self.crowd.patience):
            while True:
                message = json.loads(await self.socket.recv())
                number = message.get("entry", message.get("state", {})).get("number")
                if message.get("room") != room or (number and number <= self.last):
                    continue  # of which he knows already
                self.last = number or self.last
                if "error" in (message["event"], message.get("how", {}).get("event")):
                    raise RuntimeError(f"{room}: {message}")
                if kind in (message["event"], message.get("entry", {}).get("kind")):
                    return message


async def warm(address: str) -> None:
    """Let the engine compile what it needs, before anything is measured."""
    crowd = Crowd(address, (0.0, 0.0), 4 * len(GAMES))
    crowd.patience = COMPILED
    rooms = [asyncio.get_running_loop().create_future() for _ in GAMES]
    await asyncio.gather(*(crowd.play(*each) for each in enumerate(rooms)))
    if crowd.figures.errors:
        sys.exit(crowd.figures.errors[0])


async def visit(crowd: Crowd, games: int, spectators: int, seconds: float, house=None) -> Figures:
    """Let a crowd visit a server; return what was measured."""
    loop = asyncio.get_running_loop()
    rooms = [loop.create_future() for _ in range(games)]
    players = [asyncio.create_task(crowd.play(*each)) for each in enumerate(rooms)]
    names = await asyncio.gather(*rooms)
    watchers = [asyncio.create_task(crowd.watch(names[each % games])) for each in range(spectators)]
    measuring = asyncio.create_task(crowd.measure(house))
    loop.call_later(seconds, crowd.over.set)
    for stopped in (signal.SIGINT, signal.SIGTERM):  # then what was measured so far is told
        loop.add_signal_handler(stopped, crowd.over.set)
    await asyncio.wait(players, timeout=seconds + 2 * LATE)
    await asyncio.sleep(1)  # for what is still on its way
    gone = [task for task in watchers if task.done()]
    crowd.figures.errors += ["a spectator's socket was closed"] * len(gone)
    for task in (*players, *watchers, measuring):
        task.cancel()
    await asyncio.gather(*players, *watchers, measuring, return_exceptions=True)
    return crowd.figures


def main() -> None:
    """Measure and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--thinking", type=float, nargs=2, default=(1.0, 3.0), metavar="SECONDS")
    parser.add_argument(
        "--hour", action="store_true", help="all turns of an hour, without thinking"
    )
    parser.add_argument("--level", default=LEVEL, help="of the computer")
    parser.add_argument("--address", help="of a server that is there; else one is started")
    parser.add_argument("--database", default="", help="a URL; else a new SQLite file")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    seconds, thinking, turns = 60 * chosen.minutes, tuple(chosen.thinking), None
    if chosen.hour:
        turns = int(chosen.games * 3600 / statistics.mean(thinking))
        seconds, thinking = 3600.0, (0.0, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        house = None
        if chosen.address is None:
            house = House(Path(folder), database=chosen.database).start()
        try:
            address = chosen.address or house.address
            asyncio.run(warm(address))
            before = use_of(house)
            begin = now()
            crowd = Crowd(address, thinking, turns, chosen.level)
            figures = asyncio.run(visit(crowd, chosen.games, chosen.spectators, seconds, house))
            took = now() - begin
            used = {name: (value - before[name]) / took for name, value in use_of(house).items()}
            if house is not None and house.complaints():
                figures.errors.append(house.complaints())
        finally:
            if house is not None:
                house.stop()
    found = summary(figures, took, used)
    print(json.dumps(found, indent=1)) if chosen.json else show(found)
    late = found["times"]["turn confirmed"]["95 %"] > 1000 * GOAL
    sys.exit(bool(figures.errors or late))


if __name__ == "__main__":
    main()
