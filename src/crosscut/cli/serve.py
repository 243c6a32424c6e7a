"""``crosscut serve``: the board in the browser."""

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosscut import games
from crosscut.cli.console import err, out
from crosscut.errors import BadOption

if TYPE_CHECKING:
    from crosscut.web.settings import Settings

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")
"""By which the server is asked for, if it listens on this machine alone."""
PORT = 8734
GRACE = 2
"""Seconds that answers under way have, when the server ends."""
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
    browser: Annotated[bool, typer.Option(help="Open the page where there is a browser.")] = True,
) -> None:
    """Start the web page on which all games are played, explored and analysed.

    It listens on this machine alone unless told otherwise. Ctrl-C stops it.
    """
    import uvicorn

    from crosscut.web.app import create_app
    from crosscut.web.settings import Settings

    files = [*games.own_files.values(), *(game or [])]
    for file in files:
        note(file)
    given = {} if reports is None else {"reports": reports}
    if host in NAMES:
        given["hosts"] = NAMES
    settings = Settings(database, workers, tuple(files), reload, **given)
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
        ws="websockets-sansio",
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run(sockets=[listening])
    sys.stdout.flush()
    os._exit(0)  # a rule of somebody's own may loop in a thread, which nothing else would end


def note(file: Path) -> None:
    """Let a game file be known by its name; errors in it are told on the page."""
    if not file.is_file():
        raise BadOption(f"cannot read the game file {file}: there is none")
    games.own_files[games.plain(file.stem)] = file


def check_database(settings: "Settings") -> None:
    """See that games can be kept, before anybody plays."""
    from crosscut.web.database import open_database

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
