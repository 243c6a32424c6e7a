"""The folder for compiled code, named after a hash of the package so that it is never stale.

Numba notices an edit only in the file of the compiled function itself. Here any edit in the package
leads to a new folder; what depends on a user's file has its hash in its type
(`crosscut.core.static`).
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from crosscut.core.errors import BadCache

PACKAGE = Path(__file__).resolve().parents[2]
PREFIX = "crosscut-"
KEPT_DAYS = 30
"""How long a folder that no process has used stays."""


@cache
def package_hash() -> str:
    """Return a short hash of all sources of the package."""
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def base_folder() -> Path:
    """Return the folder below which compiled code is kept; NUMBA_CACHE_DIR has the first say."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "crosscut"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/crosscut").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "crosscut"


def current_folder() -> Path:
    """Return the folder for what this version of the package compiles to."""
    return base_folder() / f"{PREFIX}{package_hash()}"


def choose_folder() -> Path:
    """Tell Numba where to keep compiled code, after making sure that it can."""
    base = Path("~")
    try:
        base = base_folder()
        folder = current_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except (OSError, RuntimeError) as error:
        raise BadCache(
            f"cannot keep compiled code in {base} ({getattr(error, 'strerror', error)}); set "
            "NUMBA_CACHE_DIR to a folder that can be written, or CROSSCUT_INTERPRET=1 to do "
            "without compiling"
        ) from error
    remove_old(base, folder)
    import numba

    numba.config.CACHE_DIR = str(folder)
    return folder


def forget(name: str) -> None:
    """Throw away what is kept of one compiled function."""
    for path in current_folder().rglob(f"*.{name}-*.nb?"):
        path.unlink(missing_ok=True)


def remove_old(base: Path, current: Path) -> None:
    """Delete folders of earlier versions that nobody has used for a while."""
    for folder in base.glob(f"{PREFIX}{'[0-9a-f]' * 16}"):
        try:
            if folder != current and time.time() - folder.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process was faster
