"""Files with games: read as a whole, in whatever format and character set they are."""

import sys
from pathlib import Path

from crosscut.errors import BadOption, BadRecord, CrosscutError
from crosscut.game import Game
from crosscut.play import record
from crosscut.records.formats import HEAD, guess, read
from crosscut.records.littlegolem import game_for
from crosscut.records.sgf import decoded, read_all, read_sgf
from crosscut.records.sgf.grammar import GAME, LARGEST
from crosscut.records.tree import GameTree

STANDARD_INPUT = "-"
COLLECTIONS = ("sgf", "littlegolem")
"""The formats that hold several games in a file."""


def text_of(path: Path) -> str:
    """Return what a file holds as text; ``-`` is the standard input."""
    try:
        if str(path) == STANDARD_INPUT:
            data = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""  # it may be closed
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise BadRecord(f"{called(path)} has more than {LARGEST:,} bytes, which are read")
    return decoded(data)


def games_in(
    path: Path, game: Game | None = None, format: str | None = None, number: int | None = None
) -> list[GameTree]:
    """Return the games of a file, or the one of a number, counted from 1."""
    text = text_of(path)
    try:
        known = format or guess(text)
        if known not in COLLECTIONS:
            if number not in (None, 1):
                raise BadOption(f"there is no game number {number}; the file has 1")
            return [read(text, game, known)]
        game = game_for(text, game) if known == "littlegolem" else game
        return read_all(text, game) if number is None else [read_sgf(text, game, number=number)]
    except CrosscutError as error:
        raise BadRecord(f"{called(path)}: {error}") from error


def called(path: Path) -> str:
    """Return what messages call a file."""
    return "the input" if str(path) == STANDARD_INPUT else str(path)


def the_game(path: Path, game: Game | None = None, number: int | None = None) -> GameTree:
    """Return the only game of a file, or the one of a number."""
    found = games_in(path, game, number=number)
    if len(found) > 1:
        raise BadOption(f"{called(path)} has {len(found)} games; choose one by its number")
    return found[0]


def may_replace(path: Path) -> bool:
    """Tell whether writing a game to a file destroys nothing but another game, ours or in SGF."""
    if not path.is_file():
        return not path.exists()
    try:
        begin = beginning(path)
        return not begin or bool(GAME.match(decoded(begin))) or record.may_replace(path)
    except OSError:
        return False


def beginning(path: Path) -> bytes:
    """Return the first bytes of a file, without marks and blanks before them."""
    with path.open("rb") as file:
        return file.read(HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
