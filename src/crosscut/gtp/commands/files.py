"""Commands about game records in SGF."""

from pathlib import Path

from crosscut.errors import BadRecord, CrosscutError
from crosscut.gtp.notation import Style
from crosscut.gtp.protocol import BadSyntax, Failure
from crosscut.gtp.session import Frame, Session
from crosscut.gtp.table import command
from crosscut.play.record import replace_file
from crosscut.records.sgf import read_sgf, write_sgf
from crosscut.records.tree import GameTree

LARGEST = 1 << 24
"""Bytes of a file; more is no record of a game."""


@command("loadsgf")
def loadsgf(session: Session, words: list[str]) -> str:
    """Go to the end of the game in a file, or to where the move of a number is to be made."""
    number = None
    if len(words) > 1 and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < 10:
        number = int(words.pop())
    frames = read_game(session, file_named(words, "loadsgf"))
    session.take_up(frames[: max(1, number)] if number is not None else frames)
    return ""


@command("printsgf")
def printsgf(session: Session, words: list[str]) -> str:
    """Return the game as SGF, or write it to a file."""
    position = session.position
    while position.mid_move:
        position = position.parent
    text = write_sgf(GameTree.of(position))
    if not words:
        return text
    try:
        replace_file(file_named(words, "printsgf"), text)
    except BadRecord as error:
        raise Failure(str(error)) from error
    return ""


def file_named(words: list[str], what: str) -> Path:
    """Return the file that the words of a command name; its name may have blanks in it."""
    name = " ".join(words).strip("\"'")
    if not name:
        raise BadSyntax(f"{what} takes the name of a file")
    return Path(name)


def read_game(session: Session, path: Path) -> list[Frame]:
    """Return the positions of the main line in a file, turn by turn."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise Failure(f"cannot load file: {path} is no file, or too large")
        last = read_sgf(path.read_text(errors="replace"), session.game).main_line()
    except (CrosscutError, OSError, ValueError) as error:
        reason = error if isinstance(error, Failure) else f"cannot load file: {error}"
        raise Failure(str(reason)) from error
    if last.game.id != session.game.id:
        ours, theirs = session.game.facts.title, last.game.facts.title
        raise Failure(f"cannot load file: it holds a game of {theirs}, and this is {ours}")
    ends = (here for here in last.line if not here.mid_turn or here is last)
    return [Frame(here, session.style is Style.htp and bool(here.table.swapped)) for here in ends]
