"""``crosscut serve``: the board in the browser."""

import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from crosscut.apps.web.settings import Limits
from crosscut.core.errors import BadOption
from crosscut.lab.console import err, out
from crosscut.rules import registry as games

if TYPE_CHECKING:
    from uvicorn import Server

    from crosscut.apps.web.settings import Settings

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost", "::1")
"""By which the server is asked for on its own machine."""
LIMITS = Limits()
MOST_SAID = 1 << 20
"""Bytes of a message on a WebSocket that are read at all."""
INTERRUPTED = 130
PORT = 8734
GRACE = 3
"""Seconds that answers under way have, when the server ends."""
KEPT = 75
"""Seconds that an idle connection is kept: longer than proxies keep theirs, for a request that
comes at the moment of its end would be lost."""
TRIED = 20
"""Ports that are tried one after the other, if none was asked for."""


def command(
    game: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A game file of your own (.py); may be repeated."),
    ] = None,
    reload: Annotated[
        bool, typer.Option("--reload", help="Look after game files, and show what was saved.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="Address to listen at; 0.0.0.0 lets others in.")
    ] = LOOPBACK,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=f"Port; {PORT} or the next free one.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, max=64, help="Processes for the engine; 0 goes by the cores.")
    ] = 0,
    database: Annotated[
        str,
        typer.Option(
            help="URL of the database; else DATABASE_URL, else a file in the state folder."
        ),
    ] = "",
    reports: Annotated[
        Path | None, typer.Option(help="Folder with reports on games, NAME.html.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name it is asked for by, club.example; repeatable."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that says for whom it asks; repeatable."),
    ] = None,
    requests_per_second: Annotated[
        float, typer.Option(min=0, help="Requests of an address; 0 is without limit.")
    ] = LIMITS.requests_per_second,
    sockets_per_address: Annotated[
        int, typer.Option(min=0, help="Open pages of an address; 0 is without limit.")
    ] = LIMITS.sockets_per_address,
    thinking_minutes: Annotated[
        float,
        typer.Option(min=0, help="Engine time of a visitor in an hour; 0 is without limit."),
    ] = LIMITS.thinking_minutes,
    kept_games: Annotated[
        int, typer.Option(min=0, help="Games a visitor may keep; 0 is without limit.")
    ] = LIMITS.kept_games,
    rooms_open: Annotated[
        int, typer.Option(min=0, help="Open rooms of a visitor; 0 is without limit.")
    ] = LIMITS.rooms_open,
    metrics_for: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Who may read /metrics: address or network."),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell each request on stderr.")] = False,
    log_addresses: Annotated[
        bool, typer.Option("--log-addresses", help="Tell where requests come from, too.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page where there is a browser.")] = True,
) -> None:
    """Start the web page on which all games are played, explored and analysed.

    It listens on this machine alone unless told otherwise. Ctrl-C stops it.
    """
    import uvicorn

    from crosscut.apps.web.app import create_app
    from crosscut.apps.web.db.single_instance import sole
    from crosscut.apps.web.settings import Settings

    files = [*games.own_files.values(), *(game or [])]
    for file in files:
        note(file)
    given = {} if reports is None else {"reports": reports}
    if host in NAMES or name:
        given["hosts"] = (*NAMES, host, *(each.lower() for each in name or ()))
    settings = Settings(
        database,
        workers,
        tuple(files),
        reload,
        limits=replace(
            LIMITS,
            requests_per_second=requests_per_second,
            sockets_per_address=sockets_per_address,
            thinking_minutes=thinking_minutes,
            kept_games=kept_games,
            rooms_open=rooms_open,
        ),
        metrics_for=networks(metrics_for or [], "--metrics-for"),
        log=log or log_addresses,
        log_addresses=log_addresses,
        **given,
    )
    trusted = networks(trust_proxy or [], "--trust-proxy")
    with sole(settings.database_url, say=err.print):
        check_database(settings)
        listening = listen(host, port)
        address = f"http://{shown(host)}:{listening.getsockname()[1]}/"
        page = f"{address}play/{games.plain(files[-1].stem)}" if files else address
        out.print(f"Crosscut is at {page}", soft_wrap=True, highlight=False)
        err.print("Ctrl-C stops it")
        if browser and has_screen():
            threading.Timer(0.5, webbrowser.open, [page]).start()
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            access_log=False,  # it has the queries, and addresses
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=MOST_SAID,
            proxy_headers=True,
            forwarded_allow_ips=[LOOPBACK, "::1", *trusted],
            timeout_keep_alive=KEPT,
            timeout_graceful_shutdown=GRACE,
        )
        run(uvicorn.Server(config), listening)


def run(server: "Server", listening: socket.socket) -> NoReturn:
    """Serve until a signal comes; then the process ends, whatever is left of it."""
    # the server handles signals itself, and when it is done passes them on to who did before
    signal.signal(signal.SIGTERM, lambda *signed: None)
    code = 0
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        err.print("crosscut: stopped")
        code = INTERRUPTED
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # a rule of somebody's own may loop in a thread, which nothing else would end


def networks(given: list[str], option: str) -> tuple[str, ...]:
    """Return addresses and networks that were given, if they are some."""
    for each in given:
        try:
            ip_network(each, strict=False)
        except ValueError as error:
            raise BadOption(f"{option}: {each!r} is neither an address nor a network") from error
    return tuple(given)


def note(file: Path) -> None:
    """Let a game file be known by its name; errors in it are told on the page."""
    if not file.is_file():
        raise BadOption(f"cannot read the game file {file}: there is none")
    games.own_files[games.plain(file.stem)] = file


def check_database(settings: "Settings") -> None:
    """See that games can be kept, before anybody plays."""
    from crosscut.apps.web.db.connection import open_database

    open_database(settings.database_url).dispose()


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens at an address, at the next free port if none was asked for."""
    tries = range(PORT, PORT + TRIED) if port is None else [port]
    for each in tries:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # only of sockets that say TCP does asyncio know that answers must not be held back 40 ms
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, each))
            listening.listen()  # from now on who comes early only waits
            return listening
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
    raise BadOption(f"cannot listen at {host}, port {each}: {reason}; choose another by --port")


def shown(host: str) -> str:
    """Return a host as it stands in an address of this machine."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def has_screen() -> bool:
    """Tell whether there is likely to be a browser that somebody sees."""
    if os.name == "nt" or os.uname().sysname == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
