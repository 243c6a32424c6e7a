"""What every answer carries and what no request may do, whatever it is about."""

from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": POLICY,
}
READING = ("GET", "HEAD", "OPTIONS")
MOST_BYTES = 1 << 20
"""The largest body that is read."""
TOO_LARGE, LARGE = 413, f"a request may have {MOST_BYTES:,} bytes at most"


class Guards:
    """Refuse requests from other sites and bodies that are too large; add headers to answers."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
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
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/static"):
                    headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refusal = objection(scope)
        if refusal:
            status, words = refusal
            await JSONResponse({"error": words}, status)(scope, receive, dressed)
        else:
            await self.app(scope, limited, dressed)


def objection(scope: Scope) -> tuple[int, str] | None:
    """Return the status and the words by which a request is refused, if it is."""
    headers = Headers(scope=scope)
    if scope["method"] not in READING and not same_site(headers):
        return 403, "this request comes from another site"
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BYTES:
        return TOO_LARGE, LARGE
    return None


def same_site(headers: Headers) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")
