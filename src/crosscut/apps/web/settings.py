"""What can be chosen when the server is started."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from crosscut.core.private_files import make_private_folder

CHECKOUT = Path(__file__).parents[4]


@dataclass(frozen=True)
class Limits:
    """How much one visitor or one address may ask for; 0 is without limit.

    Who sits at the machine itself may think and keep as much as he likes.
    """

    requests_per_second: float = 100.0
    """Requests of an address, in the long run."""
    burst_seconds: float = 6.0
    """For how many seconds' worth of them may come at once."""
    requests_at_once: int = 10
    """Requests of an address that are worked at; the others wait for them."""
    sockets_per_address: int = 200
    """WebSockets that are open at once."""
    visitors_per_address: int = 10
    """How many visitors' thinking an address may have, for that many may share it."""
    thinking_minutes: float = 30.0
    """Minutes within an hour that the engine thinks for a visitor."""
    jobs: int = 24
    """Jobs for the engine that a visitor has waiting and under way."""
    kept_games: int = 1000
    """Games that a visitor keeps, and that are begun to be kept from an address in an hour."""
    rooms_open: int = 30
    """Rooms of a visitor that are open at once."""
    words_per_minute: int = 20
    """Messages of one seat to the other."""


@dataclass(frozen=True)
class Settings:
    """Where games are kept, who thinks, and which files of the user's own are played."""

    database: str = ""
    """URL of the database; else the one of ``DATABASE_URL``, else a file in the state folder."""
    workers: int = 0
    """Processes for the engine; 0 chooses by the number of cores."""
    files: tuple[Path, ...] = ()
    """Game files of the user's own."""
    reload: bool = False
    """Whether these files are watched, and pages told when they change."""
    hosts: tuple[str, ...] = ("*",)
    """Names by which the server is asked for; others are refused, so that no page of another site
    can pretend to be one of ours."""
    limits: Limits = field(default_factory=Limits)
    """How much everybody may ask for."""
    metrics_for: tuple[str, ...] = ()
    """Addresses and networks that may read the metrics, beside this machine."""
    log: bool = False
    """Whether each request is told on stderr."""
    log_addresses: bool = False
    """Whether that says where it came from."""
    reports: Path = field(default=CHECKOUT / "docs" / "reports")
    """The folder with a report for each game, ``NAME.html``."""

    @property
    def database_url(self) -> str:
        """The database to use."""
        chosen = self.database or os.environ.get("DATABASE_URL")
        return chosen or f"sqlite:///{state_folder() / 'games.sqlite'}"


def state_folder() -> Path:
    """Return the folder in which games are kept, for their owner alone; made if it is not there."""
    folder = Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser() / "crosscut"
    make_private_folder(folder)
    return folder
