"""Files with games: read as a whole, in whatever format and character set they are."""

import sys
from collections.abc import Iterator
from pathlib import Path

from crosscut.core.errors import BadOption, BadRecord, CrosscutError
from crosscut.play import record
from crosscut.play.records.formats import COLLECTIONS, HEAD, LIST, guess, read
from crosscut.play.records.game_tree import GameTree
from crosscut.play.records.littlegolem import refuse_slither
from crosscut.play.records.sgf import all_read, decoded, read_each
from crosscut.play.records.sgf.grammar import GAME, LARGEST
from crosscut.rules.game import Game

STANDARD_INPUT = "-"


ENDINGS = {".sgf": ["sgf"], ".json": ["json"], ".txt": ["moves", "aiai", "hexworld"]}
"""The formats that fit to the names of files, the usual one first."""


def text_of(path: Path | str) -> str:
    """Return what a file holds as text; ``-`` is the standard input, and a text is itself."""
    if isinstance(path, str):
        return path
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
    path: Path | str, game: Game | None = None, format: str | None = None, number: int | None = None
) -> list[GameTree]:
    """Return the games of a file, or the one of a number, counted from 1."""
    text = text_of(path)
    try:
        return all_read(each_game(text, game, format, number))
    except CrosscutError as error:
        raise BadRecord(f"{called(path)}: {error}") from error


def each_game(
    text: str, game: Game | None = None, format: str | None = None, number: int | None = None
) -> Iterator[GameTree | CrosscutError]:
    """Yield the games of a text, and what is wrong in place of those that cannot be read."""
    known = format.lower() if format else guess(text)
    if number is None and known in COLLECTIONS:
        if known == "littlegolem":
            refuse_slither(text)
        yield from read_each(text, game)
        return
    try:
        found = read(text, game, known, number=number)
    except CrosscutError as error:
        found = error
    yield found


def called(path: Path | str) -> str:
    """Return what messages call a file."""
    if isinstance(path, str):
        return "the text"
    return "the input" if str(path) == STANDARD_INPUT else str(path)


def format_for(path: Path, named: str | None = None) -> str:
    """Return the format to write to a file: the one that is named, or as the file's name ends."""
    fitting = ENDINGS.get(path.suffix.lower(), [])
    if named and fitting and named.lower() not in fitting:
        raise BadOption(f"{path} would hold {named}, but ends as {fitting[0]} does")
    if not (named or fitting):
        raise BadOption(f"{path} does not tell a format; names that do end in {', '.join(ENDINGS)}")
    return named.lower() if named else fitting[0]


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
        text = decoded(begin)
        ours = GAME.match(text) or LIST.match(text)
        return not begin or bool(ours) or record.may_replace(path)
    except OSError:
        return False


def beginning(path: Path) -> bytes:
    """Return the first bytes of a file, without marks and blanks before them."""
    with path.open("rb") as file:
        return file.read(HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
