"""People who play in rooms, as their pages do it: each with a browser and an address of his own."""

import random
import secrets
from itertools import count
from typing import Any

import httpx2
from websockets.asyncio.client import connect

import crosscut
from crosscut.play.position import Position

PATIENCE = 30.0
"""Seconds after which no answer is expected any more."""
numbers = count(1)


class Person:
    """Somebody with a browser of his own; a proxy tells the server where he is."""

    def __init__(self, address: str):
        number = next(numbers)
        self.place = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.headers = {"X-Forwarded-For": self.place}
        self.client = httpx2.AsyncClient(
            base_url=address, headers=self.headers, timeout=PATIENCE, verify=False
        )

    async def close(self) -> None:
        """Close the browser."""
        await self.client.aclose()

    async def look(self, room: str) -> httpx2.Response:
        """Ask how a room is."""
        return await self.client.get(f"/api/rooms/{room}")

    async def post(self, path: str, body: dict) -> httpx2.Response:
        """Send something."""
        return await self.client.post(path, json=body)

    def socket(self) -> connect:
        """Return a WebSocket to the server, to be opened by ``async with``."""
        address = str(self.client.base_url).replace("http", "ws", 1).rstrip("/")
        headers = {**self.headers, "Cookie": self.cookie} if self.cookie else self.headers
        return connect(f"{address}/ws", additional_headers=headers, compression=None)

    @property
    def cookie(self) -> str:
        """By what the browser is known again, as a header has it."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())


def deed(do: str, **more: Any) -> dict:
    """Return a deed with a key of its own."""
    return {"do": do, "key": secrets.token_urlsafe(9), **more}


def start_of(name: str, size: int | None = None, **options: Any) -> dict:
    """Return how a game starts, as pages say it."""
    game = crosscut.game(name, size, **options)
    return {"game": game.id, "size": game.size, "variant": game.variant, "pie": game.pie}


def first_position(start: dict) -> Position:
    """Return the position in which a game starts, by our own rules."""
    rules = crosscut.game(start["game"], start["size"], start["variant"], start["pie"])
    return rules.position()


def random_turn(position: Position, chance: random.Random) -> Position:
    """Return the position after a turn of random taps; ``turn_text`` spells it."""
    here = position.step(chance.choice(position.actions()))
    while here.mid_turn:
        here = here.step(chance.choice(here.actions()))
    return here
