"""The outermost of the application: it counts and tells what is asked, and what goes wrong."""

import asyncio
import sys
import time
import traceback
from contextlib import suppress
from urllib.parse import quote

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crosscut.apps.web.metrics import Metrics
from crosscut.apps.web.responses import BROKEN, MISTAKE, UNABLE, answer
from crosscut.apps.web.settings import Settings

SECRET = 16
"""Characters from which on a part of an address may be somebody's key."""
NOWHERE = "none"
"""The route of what is no address of ours."""
SOCKET = "WEBSOCKET"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", SOCKET)
"""Those that are counted by their names."""
WRONG = 1011
"""The code by which a socket is closed when the server made a mistake."""


class Journal:
    """Counts requests, tells them if that is asked for, and answers what nobody foresaw.

    Nothing that a visitor sent is told: of an error, where it was, and of an address, no secrets.
    """

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics):
        self.app = app
        self.settings = settings
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        status, open_at = 0, None
        begin = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status, open_at
            if message["type"].endswith("http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status, open_at = 101, self.metrics.sockets.labels(route_of(scope))
                open_at.inc()
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except asyncio.CancelledError:  # the server is ending, and this has not come to its end
            if scope["type"] == "http" and not status:
                words = "the server is being stopped; try again in a minute"
                await answer(Request(scope), UNABLE, words)(scope, receive, noted)
        except Exception as error:
            print(fault(error), file=sys.stderr, flush=True)
            with suppress(RuntimeError):  # it was closed already
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": WRONG})
                elif not status:
                    await answer(Request(scope), BROKEN, MISTAKE)(scope, receive, noted)
        finally:
            if open_at is not None:
                open_at.dec()
            self.note(scope, status, time.perf_counter() - begin)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that is over, and tell it if that is asked for."""
        method, route = scope.get("method", SOCKET), route_of(scope)
        self.metrics.requests.labels(method if method in METHODS else "other", route, status).inc()
        if scope["type"] == "http":
            self.metrics.seconds.labels(route).observe(seconds)
        if self.settings.log:
            client = scope.get("client") if self.settings.log_addresses else None
            parts = [client[0]] if client else []
            parts += [method, shown(scope["path"]), str(status), f"{1000 * seconds:.0f} ms"]
            print(*parts, file=sys.stderr, flush=True)


def route_of(scope: Scope) -> str:
    """Return the pattern of addresses that a request matched."""
    if "route" in scope:
        return scope["route"].path
    return "/static" if scope["path"].startswith("/static/") else NOWHERE


def shown(path: str) -> str:
    """Return a path as it may be told: long parts left out, for they may be keys."""
    if path.startswith("/static/"):
        return quote(path)
    return "/".join("..." if len(part) >= SECRET else quote(part) for part in path.split("/"))


def fault(error: BaseException) -> str:
    """Return where an error arose and of which kind it is; its words may have a visitor's."""
    parts = []
    chain: BaseException | None = error
    while chain is not None:
        places = "".join(traceback.format_tb(chain.__traceback__))
        parts.append(f"{places}{type(chain).__module__}.{type(chain).__qualname__}")
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)
    return "a mistake in the server, innermost cause last:\n" + "\ncaused by\n".join(parts)
