"""What can be chosen when the server is started."""

import os
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]


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
    reports: Path = field(default=CHECKOUT / "docs" / "reports")
    """The folder with a report for each game, ``NAME.html``."""

    @property
    def database_url(self) -> str:
        """The database to use."""
        chosen = self.database or os.environ.get("DATABASE_URL")
        return chosen or f"sqlite:///{state_folder() / 'games.sqlite'}"


def state_folder() -> Path:
    """Return the folder in which games are kept, made if it is not there."""
    folder = Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser() / "crosscut"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
