"""The WebSocket ``/ws``: pages ask for the engine's work and hear how it goes."""

import asyncio
import json
import sys
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from crosscut.apps.web.clients import known_visitor, owner_of
from crosscut.apps.web.jobs.events import ERROR
from crosscut.apps.web.jobs.handle import Handle
from crosscut.apps.web.jobs.requests import JOBS
from crosscut.apps.web.middleware.access_log import fault
from crosscut.apps.web.middleware.security import same_site
from crosscut.apps.web.responses import MISTAKE, words_for
from crosscut.apps.web.user_games import words_of_file
from crosscut.core.errors import BadOption, CrosscutError

LARGEST = 256 * 1024
"""Characters of a message."""
LONGEST_NAME = 80
MOST_JOBS = 8
"""Jobs that a connection may have waiting and under way."""
PONG = "pong"
"""What a page hears that wants to know whether the server is there."""
REFUSED, LATER = 1008, 1013
"""The codes by which a socket is closed: to strangers, and to who may try again later."""

router = APIRouter()
tables = count(1)
"""Numbers for connections, each of which has a board."""


@router.websocket("/ws")
async def talk(websocket: WebSocket) -> None:
    """Do what a page asks for, until it leaves."""
    if not same_site(websocket.headers):
        await websocket.close(REFUSED)
        return
    await websocket.accept()
    connection = Connection(websocket)
    with connection.gate.socket(connection.owner.address) as admitted:
        if not admitted:
            await connection.turn_away()
            return
        with websocket.app.state.news.subscribe() as news:
            connection.keep(connection.hand_on(news))
            try:
                while True:
                    await connection.hear(await websocket.receive())
            except WebSocketDisconnect:
                pass
            finally:
                connection.leave()


class Connection:
    """One connection of a visitor, and the jobs that it has asked for."""

    def __init__(self, websocket: WebSocket):
        self.websocket = websocket
        self.pool = websocket.app.state.pool
        self.gate = websocket.app.state.gate
        self.owner = owner_of(websocket)
        self.table = next(tables)
        self.jobs: dict[str, Handle] = {}
        self.tasks: set[asyncio.Task] = set()
        self.sending = asyncio.Lock()
        self.watching: asyncio.Task | None = None

    async def turn_away(self) -> None:
        """Say that too many are here already."""
        most = self.gate.limits.sockets_per_address
        words = f"{most} pages are open from your address, as many as may be; close some of them"
        await self.send({"job": None, "event": ERROR, "message": words})
        await self.close(LATER)

    def keep(self, work: Coroutine) -> asyncio.Task:
        """Do something beside, until it is done or the page leaves."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def leave(self) -> None:
        """Stop all that was asked for."""
        for handle in list(self.jobs.values()):
            handle.stop()
        for task in self.tasks:
            task.cancel()

    # What the server says.

    async def send(self, message: dict) -> None:
        """Send a message."""
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        """Send a text, if the page is still there; that it left is heard elsewhere."""
        async with self.sending:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.websocket.send_text(text)

    async def close(self, code: int) -> None:
        """Close the socket, if the page is still there."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.websocket.close(code)

    async def hand_on(self, news: asyncio.Queue[dict]) -> None:
        """Send what everybody is told."""
        while True:
            await self.send(await news.get())

    async def follow(self, name: str, handle: Handle) -> None:
        """Send the events of a job."""
        async for event in handle:
            if handle.over and not handle.events:  # from now on its name is free
                self.jobs.pop(name, None)
            await self.send({"job": name, **event})

    def watch(self, room: str) -> None:
        """Follow a room, and no other any longer."""
        if self.watching is not None:
            self.watching.cancel()
        self.watching = self.keep(self.follow_room(room))

    async def follow_room(self, name: str) -> None:
        """Send a room as it is, and then what happens there."""
        hall, visitor = self.websocket.app.state.hall, known_visitor(self.websocket)
        try:
            seats = await asyncio.to_thread(hall.seats_of, name, visitor)
            with hall.listeners.follow(name, seats) as listener:
                snapshot = await asyncio.to_thread(hall.snapshot, name, visitor)
                presence = hall.listeners.presence(name)
                await self.send({**snapshot, "event": "snapshot", "presence": presence})
                while (text := await listener.waiting.get()) is not None:
                    await self.send_text(text)
                await self.close(LATER)
        except CrosscutError as error:
            await self.tell_fault(name, str(error))
        except SQLAlchemyError as error:
            await self.tell_fault(name, words_for(error))
            await self.close(LATER)  # then the page comes again, and follows the room again
        except Exception as error:  # in a game file of somebody's own, or a mistake of ours
            print(fault(error), file=sys.stderr, flush=True)
            await self.tell_fault(name, words_of_file(error) or MISTAKE)

    async def tell_fault(self, room: str, words: str) -> None:
        """Say why a room cannot be followed."""
        await self.send({"room": room, "event": ERROR, "message": words})

    # What the page says.

    async def hear(self, received: dict) -> None:
        """Do what a message asks for; if it cannot be understood, say why."""
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        await self.have_patience()
        name = None
        try:
            message = read(received.get("text"))
            if message.get("do") == "watch":
                self.watch(named(message, "room"))
                return
            if message.get("do") == "ping":
                await self.send({"event": PONG})
                return
            name = named(message)
            if message.get("do") in ("now", "stop"):
                self.interfere(name, message["do"])
            else:
                self.ask(name, message)
        except BadOption as error:
            # an error under the name of a job would end the one that is under way
            unused = name if name not in self.jobs else None
            await self.send({"job": unused, "event": ERROR, "message": str(error)})

    async def have_patience(self) -> None:
        """Let who says too much wait until he is heard; meanwhile nothing more is read."""
        requests, address = self.gate.requests, self.owner.address
        await asyncio.sleep(requests.wait(address))
        requests.spend(address, 1.0)

    def interfere(self, name: str, do: str) -> None:
        """Hurry or stop a job; one that is over by now needs neither."""
        handle = self.jobs.get(name)
        if handle is not None:
            handle.now() if do == "now" else handle.stop()

    def ask(self, name: str, message: dict) -> None:
        """Begin a job."""
        try:
            job = JOBS.validate_python({**message, "do": message.get("do")})
        except ValidationError as error:
            raise BadOption(f"this message is not understood: {words_in(error)}") from error
        if name in self.jobs:
            raise BadOption(f"there is a job {name!r} already; choose another name")
        if len(self.jobs) >= MOST_JOBS:
            raise BadOption(f"{MOST_JOBS} jobs are under way or waiting; stop one of them first")
        if not self.owner.home:
            self.check_limits()
        handle = self.jobs[name] = self.pool.submit(job, self.owner, self.table)
        handle.on_use = lambda seconds: self.charge(handle, seconds)
        self.keep(self.follow(name, handle))

    def check_limits(self) -> None:
        """See that this visitor, and all at his address, have not asked for too much."""
        limits, owners = self.gate.limits, self.pool.owners
        there = sum(owner.address == self.owner.address for owner in owners)
        full = there >= limits.jobs * limits.visitors_per_address
        if limits.jobs and (full or owners.count(self.owner) >= limits.jobs):
            raise BadOption(
                f"{limits.jobs} jobs of yours are under way or waiting, in all your windows; "
                "stop one of them first"
            )
        self.gate.check_thinking(self.owner)

    def charge(self, handle: Handle, seconds: float) -> None:
        """Note how long the engine has thought; when that is enough, it ends with what it has."""
        if not self.gate.thought(self.owner, seconds):
            handle.now()


def read(text: str | None) -> dict[str, Any]:
    """Return the content of a message."""
    if text is None:
        raise BadOption("a message is text, not bytes")
    if len(text) > LARGEST:
        raise BadOption(f"a message of {len(text)} characters is too large; {LARGEST} are read")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"this message is no JSON: {error}") from error
    if not isinstance(message, dict):
        raise BadOption("a message is an object with the fields job and do")
    return message


def named(message: dict, what: str = "job") -> str:
    """Return the name of the job, or the room, that a message is about."""
    name = message.get(what)
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadOption(f"a message names its {what}, in at most {LONGEST_NAME} characters")
    return name


def words_in(error: ValidationError) -> str:
    """Say what the first thing is that is wrong with a message."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
