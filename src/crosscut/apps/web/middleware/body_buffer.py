"""Requests are worked at when they have come whole, so who sends slowly keeps nobody waiting."""

import asyncio
from collections import Counter

from fastapi import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crosscut.apps.web.clients import address_of
from crosscut.apps.web.responses import TOO_MANY, TOO_SLOW, answer

COMES_WITHIN = 20.0
"""Seconds in which a request has to come."""
MOST_HELD = 16 << 20
"""Bytes of requests of an address that are here at once."""
HANG_UP = {"Connection": "close"}


class Bodies:
    """Take in what a request says before anything else is done about it."""

    def __init__(self, app: ASGIApp):
        self.app = app
        self.held: Counter[str] = Counter()
        """Bytes that are here from an address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address, body = address_of(scope), bytearray()
        try:
            await self.take_in(receive, address, body)
        except HTTPException as error:
            refusal = answer(Request(scope), error.status_code, str(error.detail), HANG_UP)
            await refusal(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody is there to be answered
        else:
            await self.app(scope, given(bytes(body), receive), send)
        finally:
            self.held[address] -= len(body)
            if not self.held[address]:
                del self.held[address]

    async def take_in(self, receive: Receive, address: str, body: bytearray) -> None:
        """Read the body of a request; refuse what is too slow or too much."""
        try:
            async with asyncio.timeout(COMES_WITHIN):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientDisconnect
                    chunk, more = message.get("body", b""), message.get("more_body", False)
                    body += chunk
                    self.held[address] += len(chunk)
                    if self.held[address] > MOST_HELD:
                        raise HTTPException(TOO_MANY, "too much comes from your address at once")
        except TimeoutError:
            words = f"the request did not come within {COMES_WITHIN:.0f} seconds"
            raise HTTPException(TOO_SLOW, words) from None


def given(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that has come, and after it what comes else."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return first.pop() if first else await receive()

    return give
