"""A solution in the making as a file: a line about it, and the table of known positions."""

import json
import os
import zipfile
from pathlib import Path

import numpy as np

from crosscut.core.errors import BadRecord
from crosscut.core.process import interrupts_later

FORMAT = 1


def write_state(path: Path, about: dict, known: np.ndarray) -> None:
    """Write a file, or leave the old one as it is if that fails half-way."""
    places = np.flatnonzero(known[:, 1])
    text = json.dumps({"format": FORMAT, "places": len(known), **about})
    part = path.with_name(path.name + ".part")
    with interrupts_later():
        try:
            with open(part, "wb") as file:
                np.savez(file, about=np.array(text), places=places, known=known[places])
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def read_state(path: Path) -> tuple[dict, np.ndarray, np.ndarray]:
    """Return what a file says about itself, the places that are taken, and what stands there."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            places, known = file["places"], file["known"]
            if about["format"] != FORMAT:
                raise BadRecord(f"{path} was saved by another version of crosscut solve")
            if known.shape != (len(places), 2) or places.max(initial=-1) >= about["places"]:
                raise ValueError
    except (zipfile.BadZipFile, ValueError, KeyError, TypeError, EOFError) as error:
        raise BadRecord(f"{path} is no saved state of crosscut solve") from error
    return about, places, known
