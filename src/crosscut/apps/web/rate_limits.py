"""How much one address and one visitor may ask for, and what they hear when it is too much."""

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from weakref import WeakValueDictionary

from fastapi import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from crosscut.apps.web.clients import Owner, address_of, at_home
from crosscut.apps.web.responses import TOO_MANY, answer, plain_answer
from crosscut.apps.web.settings import Limits
from crosscut.core.errors import BadOption

FREE = ("/health", "/metrics")
"""What may always be asked."""
STATIC, STATIC_COST = "/static/", 0.1
"""Files that a page loads, dozens at once, and what one counts beside another request."""
QUICK, SECOND_COST = 1.0, 25.0
"""Seconds that an answer may take, and what each one more counts beside other requests."""
DEAREST = 100.0
"""The most that one answer counts, for it may have waited for others: for a room, or the disk."""
MOST_KEPT = 20_000
"""Addresses or visitors of which it is known what they have asked for."""
HOUR = 3600.0


class Buckets:
    """How much everybody may still have: so much at first, and so much more each second.

    Who has not asked for long has all of it again, so he can be forgotten.
    """

    def __init__(self, rate: float, capacity: float, most: int = MOST_KEPT):
        self.rate = rate
        """How much is added each second; with 0, nobody is limited."""
        self.capacity = capacity
        self.most = most
        self.levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """What was left to somebody, and when."""
        self.lock = Lock()

    def take(self, who: Hashable, amount: float = 1.0) -> float:
        """Take something; return 0, or if there is not enough the seconds until there will be."""
        wait = self.wait(who, amount)
        if not wait:
            self.spend(who, amount)
        return wait

    def wait(self, who: Hashable, amount: float = 1.0) -> float:
        """Return the seconds until somebody may take so much; 0 is now."""
        if not self.rate:
            return 0.0
        with self.lock:
            return max(0.0, amount - self.left(who)) / self.rate

    def spend(self, who: Hashable, amount: float) -> bool:
        """Take something that has been used already; return whether anything is left."""
        if not self.rate:
            return True
        with self.lock:
            left = self.left(who) - amount
            self.keep(who, left)
            return left > 0

    def left(self, who: Hashable) -> float:
        """Return how much somebody may have."""
        left, then = self.levels.get(who, (self.capacity, 0.0))
        return min(self.capacity, left + (time.monotonic() - then) * self.rate)

    def keep(self, who: Hashable, left: float) -> None:
        """Note how much is left to somebody, and forget who has not asked for longest."""
        self.levels[who] = left, time.monotonic()
        self.levels.move_to_end(who)
        if len(self.levels) > self.most:
            self.levels.popitem(last=False)


class Gate:
    """What everybody has asked for lately, against the limits.

    A visitor may throw his cookie away and be somebody else each time, so an address has limits
    too: those of several visitors, for that many may share it.
    """

    def __init__(self, limits: Limits):
        self.limits = limits
        crowd = limits.visitors_per_address
        often = limits.requests_per_second
        self.requests = Buckets(often, max(1.0, often * limits.burst_seconds))
        thinking = limits.thinking_minutes * 60
        self.thinking = Buckets(thinking / HOUR, thinking)
        self.thinking_there = Buckets(crowd * thinking / HOUR, crowd * thinking)
        self.games_begun = Buckets(limits.kept_games / HOUR, limits.kept_games)
        self.sockets: Counter[str] = Counter()
        self.slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def slot(self, address: str) -> asyncio.Semaphore:
        """Return what lets only so many requests of an address in at once; the others wait."""
        slot = self.slots.get(address)
        if slot is None:
            slot = self.slots[address] = asyncio.Semaphore(self.limits.requests_at_once)
        return slot

    def wait_to_think(self, owner: Owner) -> float:
        """Return after how many seconds somebody may let the engine think again; 0 is now."""
        if owner.home:
            return 0.0
        mine = self.thinking.wait(owner.name)
        return max(mine, self.thinking_there.wait(owner.address) if owner.address else 0.0)

    def check_thinking(self, owner: Owner) -> None:
        """Refuse to let the engine think for who has had his share."""
        wait = self.wait_to_think(owner)
        if wait:
            raise BadOption(
                f"the engine has thought {self.limits.thinking_minutes:g} minutes for you within "
                f"an hour, as long as it may; try again in {spoken(wait)}"
            )

    def begin_game(self, address: str) -> None:
        """Count a game that is to be kept, and refuse it if too many came from an address."""
        wait = self.games_begun.take(address)
        if wait:
            words = f"too many games were begun from your address; try again in {spoken(wait)}"
            raise HTTPException(TOO_MANY, words, retry_after(wait))

    def thought(self, owner: Owner, seconds: float) -> bool:
        """Note that the engine has thought for somebody; return whether it may go on."""
        if owner.home:
            return True
        there = not owner.address or self.thinking_there.spend(owner.address, seconds)
        return self.thinking.spend(owner.name, seconds) and there

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Count a socket while it is open; say whether that is not one too many."""
        self.sockets[address] += 1
        try:
            most = self.limits.sockets_per_address
            yield not most or self.sockets[address] <= most
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


class Throttle:
    """Refuse requests of an address that asks too often."""

    def __init__(self, app: ASGIApp, gate: Gate):
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] in FREE:
            await self.app(scope, receive, send)
            return
        address, static = address_of(scope), scope["path"].startswith(STATIC)
        wait = self.gate.requests.take(address, STATIC_COST if static else 1.0)
        if wait:
            await refuse(scope, receive, send, wait)
        elif static or not self.takes_slot(scope):
            await self.app(scope, receive, send)
        else:
            async with self.gate.slot(address):
                begin = time.monotonic()
                try:
                    await self.app(scope, receive, send)
                finally:
                    slow = max(0.0, time.monotonic() - begin - QUICK)
                    self.gate.requests.spend(address, min(DEAREST, slow * SECOND_COST))

    def takes_slot(self, scope: Scope) -> bool:
        """Tell whether a request may have to wait; not at home, where rules of one's own may loop.

        A socket is open for long, and has limits of its own.
        """
        limited = scope["type"] == "http" and self.gate.limits.requests_at_once > 0
        return limited and not at_home(scope)


async def refuse(scope: Scope, receive: Receive, send: Send, wait: float) -> None:
    """Say that somebody asks too often."""
    words = f"too many requests came from your address; try again in {spoken(wait)}"
    if scope["type"] == "http":
        refusal = answer(Request(scope), TOO_MANY, words, retry_after(wait))
        await refusal(scope, receive, send)
    else:
        denial = plain_answer(TOO_MANY, words, retry_after(wait))
        await WebSocket(scope, receive, send).send_denial_response(denial)


def retry_after(wait: float) -> dict[str, str]:
    """Return the header that tells programs how long to wait."""
    return {"Retry-After": str(math.ceil(wait))}


def spoken(seconds: float) -> str:
    """Return a time as people say it: 1 second, 40 seconds, 5 minutes."""
    number, unit = math.ceil(seconds), "second"
    if number >= 90:
        number, unit = math.ceil(seconds / 60), "minute"
    return f"{number} {unit}{'s' * (number > 1)}"
