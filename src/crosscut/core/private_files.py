"""Files and folders for their owner alone, whatever the umask is."""

import os
from contextlib import suppress
from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700
BESIDE = ("-wal", "-shm")
"""What SQLite may have beside a database."""


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read, or close one that is there to others.

    What cannot be done here is left to whoever uses the file, and has words for it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, FILE_MODE))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Let only its owner read a file, if it is there and ours."""
    with suppress(OSError):
        path.chmod(FILE_MODE)


def make_private_database(path: Path) -> None:
    """Create an empty SQLite file for its owner alone, or close one and what is beside it."""
    make_private(path)
    for each in BESIDE:  # new ones get the mode of the database
        close_to_others(Path(f"{path}{each}"))


def make_private_folder(folder: Path) -> None:
    """Create a folder that only its owner may enter, or close one that is there to others."""
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    with suppress(OSError):
        folder.chmod(FOLDER_MODE)
