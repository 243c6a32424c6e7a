"""Game files of the user's own: tried when they are saved, their errors told on the page."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crosscut.apps.web.jobs import News
from crosscut.apps.web.responses import REFUSED, answer
from crosscut.core.user_code import place_in_file
from crosscut.rules.registry import plain

EVERY = 0.4
"""Seconds between two looks at a file."""
PATIENCE = 10.0
"""Seconds that the first turns of a game may take."""


class OwnFiles:
    """Game files, what is wrong with each, and the watch on them."""

    def __init__(self, files: Sequence[Path], news: News, reload: bool):
        self.files = files
        self.news = news
        self.reload = reload
        self.seen: dict[Path, tuple | None] = {}
        self.errors: dict[str, str] = {}
        """What is wrong with files that cannot be played, by the names of their games."""
        self.task: asyncio.Task | None = None

    async def start(self) -> None:
        """Try all files once, and go on looking at them if that was asked for."""
        for file in self.files:
            await self.look_at(file)
        if self.reload and self.files:
            self.task = asyncio.create_task(self.look())

    async def close(self) -> None:
        """Stop looking."""
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def look(self) -> None:
        """Tell all pages about every change of a file."""
        while True:
            await asyncio.sleep(EVERY)
            for file in self.files:
                if stamp(file) != self.seen[file]:
                    await self.look_at(file)
                    game = plain(file.stem)
                    error = self.errors.get(game)
                    await self.news.publish({"event": "reloaded", "game": game, "error": error})

    async def look_at(self, file: Path) -> None:
        """Try a file and note what is wrong with it."""
        self.seen[file] = stamp(file)
        error = await asyncio.to_thread(tried, file)
        self.errors.pop(plain(file.stem), None)
        if error:
            self.errors[plain(file.stem)] = error


def stamp(file: Path) -> tuple[int, int] | None:
    """Return what changes whenever a file is saved; None if it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def tried(file: Path) -> str:
    """Say why a game cannot be played, or nothing; a process of its own may run into anything."""
    command = [sys.executable, "-m", "crosscut.apps.web.smoke_test", str(file)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return (
            f"{file}: the first turns took more than {PATIENCE:.0f} s; does a rule loop for ever?"
        )
    lines = (done.stdout or done.stderr).strip().splitlines()
    if done.returncode == 0:
        return ""
    return lines[-1] if lines else f"{file}: trying it ended with code {done.returncode}"


def words_of_file(error: Exception) -> str:
    """Return what went wrong and where in a user's game file; nothing if it was not there."""
    place = place_in_file(error)
    return f"{place}: {type(error).__name__}: {error}" if place else ""


class OwnFaults:
    """Answer errors that arise in a user's game file with the line of the file."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:
            words = words_of_file(error)
            if not words or begun or scope["type"] != "http":
                raise
            await answer(Request(scope), REFUSED, words)(scope, receive, send)
