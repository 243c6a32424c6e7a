"""What every answer carries and what no request may do, whatever it is about."""

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from crosscut.apps.web.clients import host_of
from crosscut.apps.web.responses import answer, plain_answer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Scripts and styles from here alone; connections as well, WebSockets among them."""
NEEDLESS = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation",
    "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
"""What a browser could do for a page, and ours never asks for."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a link may be the key to a seat
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NEEDLESS),
    "Content-Security-Policy": POLICY,
}
SECURELY = "max-age=31536000"
"""For a year a browser asks by https alone, once it did."""
READING = ("GET", "HEAD", "OPTIONS")
OURS = ("same-origin", "none")
"""Where a browser says that a request comes from, if it is a page of ours or the user himself."""
ANY = "*"
MOST_BYTES = 1 << 20
"""The largest body that is read."""
LONGEST_PATH = 2000
TRICKS = re.compile(r"[\x00-\x1f\x7f\\]|(^|/)\.{1,2}(/|$)")
"""What no address of ours has in its path: control characters, and ways to other folders."""
BAD, FOREIGN, TOO_LARGE = 400, 403, 413
LARGE = f"a request may have {MOST_BYTES:,} bytes at most"


class Guards:
    """Refuse what comes from other sites, under other names or too large; add headers to answers.

    ``hosts`` are the names by which the server may be asked for, ``*`` is any.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (ANY,)):
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        read = 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:  # somebody who did not say how much it is
                raise HTTPException(TOO_LARGE, LARGE)
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                dress(scope, MutableHeaders(scope=message))
            await send(message)

        refusal = objection(scope, self.hosts)
        if scope["type"] == "websocket":
            if refusal:
                denial = plain_answer(*refusal)
                await WebSocket(scope, receive, send).send_denial_response(denial)
            else:
                await self.app(scope, receive, send)
        elif refusal:
            await answer(Request(scope), *refusal)(scope, receive, dressed)
        else:
            await self.app(scope, limited, dressed)


def dress(scope: Scope, headers: MutableHeaders) -> None:
    """Add to an answer what every one has, where it does not say something else."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", SECURELY)
    if scope["path"].startswith("/static"):
        headers.setdefault("Cache-Control", "no-cache")
    elif scope["path"].startswith("/api"):
        headers.setdefault("Cache-Control", "no-store")


def objection(scope: Scope, hosts: Collection[str]) -> tuple[int, str] | None:
    """Return the status and the words by which a request is refused, if it is."""
    headers = Headers(scope=scope)
    if ANY not in hosts and host_of(headers) not in hosts:
        return BAD, (
            f"this server is not known by the name {host_of(headers)!r}; "
            "who runs it can add that by --name"
        )
    if len(scope["path"]) > LONGEST_PATH or TRICKS.search(scope["path"]):
        return BAD, "that is no address of a page"
    if scope.get("method", "GET") not in READING and not same_site(headers):
        return FOREIGN, "this request comes from another site"
    length = headers.get("content-length", "0")
    if not length.isdecimal() or not length.isascii() or len(length) > 18:
        return BAD, "that is no length of a request"
    if int(length) > MOST_BYTES:
        return TOO_LARGE, LARGE
    return None


def same_site(headers: Headers) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    if headers.get("sec-fetch-site", "none") not in OURS:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")
