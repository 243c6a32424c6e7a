"""Who asks: a browser that is known again by a cookie, and the address that it asks from."""

import hashlib
import re
import secrets
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from fastapi import Request, Response
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

PLAINLY, SECURELY = "visitor", "__Host-visitor"
"""The name of the cookie: the second where there is https, for then no other host can plant it."""
NAME = re.compile(r"[A-Za-z0-9_-]{16,40}")
YEAR = 365 * 24 * 3600
HOME = ("127.0.0.1", "localhost", "::1")
"""By which a server is asked for from its own machine."""
HOUSEHOLD = 64
"""Leading bits of an IPv6 address that one household has; it may choose all others at will."""


class Owner(NamedTuple):
    """For whom something is done: the visitor, or the address where he shows no cookie."""

    name: str
    address: str
    home: bool = False
    """Whether he sits at this machine, and may have as much as he likes."""


def visitor_of(request: Request, response: Response) -> str:
    """Return by what a browser is known again; a new one gets a name in a cookie.

    Whoever looks at something keeps his name for another year.
    """
    known = known_visitor(request)
    name = known or secrets.token_urlsafe(18)
    if not known or request.method == "GET":
        response.set_cookie(
            cookie_name(request), name, max_age=YEAR, httponly=True, samesite="lax",
            secure=by_https(request),
        )  # fmt: skip
    return name


def known_visitor(connection: HTTPConnection) -> str | None:
    """Return by what a browser is known, if it has shown that."""
    name = connection.cookies.get(cookie_name(connection), "")
    return name if NAME.fullmatch(name) else None


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of the cookie by which a browser is known."""
    return SECURELY if by_https(connection) else PLAINLY


def by_https(connection: HTTPConnection) -> bool:
    """Tell whether nobody on the way can read what is sent."""
    return connection.scope["scheme"] in ("https", "wss")


def digest(secret: str) -> str:
    """Return what is kept of a secret: by it somebody is known again, but nobody can be him."""
    return hashlib.sha256(secret.encode()).hexdigest()


def owner_of(connection: HTTPConnection) -> Owner:
    """Return who asks."""
    address, known = address_of(connection.scope), known_visitor(connection)
    return Owner(digest(known) if known else address, address, at_home(connection.scope))


def address_of(scope: Scope) -> str:
    """Return the address that somebody asks from, all of a household being one."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ip_network((found, HOUSEHOLD), strict=False))
    return str(found)


def at_home(scope: Scope) -> bool:
    """Tell whether somebody sits at this machine: no proxy asks for him, by no other name."""
    client = scope.get("client")
    try:
        local = ip_address(client[0] if client else "").is_loopback
    except ValueError:
        return False
    return local and host_of(Headers(scope=scope)) in HOME


def host_of(headers: Headers) -> str:
    """Return the name by which the server was asked for, without the port."""
    name = headers.get("host", "").lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0]
