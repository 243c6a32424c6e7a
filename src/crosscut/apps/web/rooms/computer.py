"""The computer's seats in rooms: it thinks when it is to move, and plays like anybody else."""

import asyncio
import sys
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from crosscut.apps.web.clients import Owner
from crosscut.apps.web.jobs import Handle, Pool
from crosscut.apps.web.jobs.events import (
    COMPILED,
    COMPILING,
    DONE,
    ERROR,
    NOTICE,
    QUEUED,
    STARTED,
)
from crosscut.apps.web.jobs.requests import Think
from crosscut.apps.web.middleware.access_log import fault
from crosscut.apps.web.positions import Moment
from crosscut.apps.web.rate_limits import Gate
from crosscut.apps.web.responses import words_for
from crosscut.apps.web.rooms.errors import NotNow
from crosscut.core.errors import CrosscutError

if TYPE_CHECKING:
    from crosscut.apps.web.rooms.hall import Hall

TOLD = frozenset({QUEUED, COMPILING, COMPILED, STARTED, NOTICE})
"""What all who follow a room hear while it thinks."""
SOON = 0.3
"""Seconds after which that is told."""
ATTEMPTS = 3
PAUSE = 5.0
"""Seconds before it is tried again, if something went wrong."""


class Computer:
    """Thinks in the rooms in which the computer is to move."""

    def __init__(self, hall: "Hall", pool: Pool, gate: Gate):
        self.hall = hall
        self.pool = pool
        self.gate = gate
        self.tasks: dict[str, asyncio.Task] = {}
        self.thoughts: dict[str, tuple[Handle, Moment]] = {}
        """What it thinks about in a room."""
        self.wanted: set[str] = set()
        """Rooms in which it was asked to think since it last looked whether it has to."""
        self.saying: dict[str, dict] = {}
        """What is soon to be told of how it goes in a room, if it is still true then."""

    async def close(self) -> None:
        """Think no longer."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def think(self, name: str, moment: Moment | None) -> None:
        """Think about where the game of a room is, and no longer about where it was."""
        handle, about = self.thoughts.get(name, (None, None))
        if handle is not None and about != moment:
            handle.stop()
        if moment is None:
            return
        self.wanted.add(name)
        if name not in self.tasks:
            self.tasks[name] = asyncio.create_task(self.play(name))

    async def play(self, name: str) -> None:
        """Play as long as the computer is to move; after some failures wait for another time."""
        failures = 0
        try:
            while failures < ATTEMPTS:
                try:
                    self.wanted.discard(name)
                    waiting = await asyncio.to_thread(self.hall.waiting_for_computer, name)
                    if waiting is not None:
                        await self.play_once(name, *waiting)
                    elif name not in self.wanted:
                        return
                    failures = 0
                except Exception as error:
                    failures += 1
                    self.say(name, {"event": ERROR, "message": told(error)})
                    await asyncio.sleep(PAUSE)
        finally:
            self.wanted.discard(name)
            del self.tasks[name]

    async def play_once(self, name: str, moment: Moment, level: str, owner: Owner) -> None:
        """Find a turn and play it."""
        self.gate.check_thinking(owner)
        job = Think(moment=moment, level=level, seed=seed_of(name))
        handle = self.pool.submit(job, owner, name)
        handle.on_use = lambda seconds: self.gate.thought(owner, seconds) or handle.now()
        self.thoughts[name] = handle, moment
        try:
            async for event in handle:
                if event["event"] == DONE:
                    await asyncio.to_thread(
                        self.hall.play_for_computer,
                        name,
                        moment,
                        event["turn"],
                        event["weaker"],
                    )
                elif event["event"] == ERROR:
                    raise NotNow(event["message"])
                elif event["event"] in TOLD:
                    self.say_soon(name, event)
        finally:
            handle.stop()
            del self.thoughts[name]
            self.saying.pop(name, None)

    def say(self, name: str, message: dict) -> None:
        """Tell all who follow a room how it goes."""
        self.hall.listeners.tell(name, {"room": name, "event": "thinking", "how": message})

    def say_soon(self, name: str, message: dict) -> None:
        """Tell how it goes unless it has gone on by then; a weak level is mostly done before."""
        if name not in self.saying:
            asyncio.get_running_loop().call_later(SOON, self.say_latest, name)
        self.saying[name] = message

    def say_latest(self, name: str) -> None:
        """Tell how it goes in a room."""
        message = self.saying.pop(name, None)
        if message is not None:
            self.say(name, message)


def told(error: Exception) -> str:
    """Say what went wrong; what nobody foresaw is for who runs the server."""
    if isinstance(error, (CrosscutError, SQLAlchemyError)):
        return words_for(error)
    print(fault(error), file=sys.stderr, flush=True)
    return "the server made a mistake; its log says more"


def seed_of(name: str) -> int:
    """Return a number for a room, so that no two games with the same level are alike."""
    return sum(ord(sign) * 31**place for place, sign in enumerate(name)) % 2**31
