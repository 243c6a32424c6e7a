"""Commands about game records in SGF."""

from pathlib import Path

from crosscut.apps.gtp.protocol import BadSyntax, Failure
from crosscut.apps.gtp.registry import command
from crosscut.apps.gtp.session import Session
from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.record import replace_file
from crosscut.play.records.files import games_in, may_replace
from crosscut.play.records.game_tree import GameTree, shortened
from crosscut.play.records.sgf import write_sgf


@command("loadsgf")
def loadsgf(session: Session, words: list[str]) -> str:
    """Go to the end of the game in a file, or to where the move of a number is to be made."""
    number = None
    if len(words) > 1 and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < 10:
        number = int(words.pop())
    path = file_named(words, "loadsgf")
    try:
        tree = read_game(session, path)
    except CrosscutError as error:
        raise Failure(f"cannot load file: {error}") from error
    session.take_up(tree, number)
    return ""


@command("printsgf")
def printsgf(session: Session, words: list[str]) -> str:
    """Return the game as SGF, or write it to a file."""
    text = write_sgf(session.record())
    if not words:
        return text
    path = file_named(words, "printsgf")
    if not may_replace(path):
        raise Failure(f"cannot write {path}: what is there is no game; choose another name")
    try:
        replace_file(path, text)
    except BadRecord as error:
        raise Failure(str(error)) from error
    return ""


def file_named(words: list[str], what: str) -> Path:
    """Return the file that the words of a command name; its name may have blanks in it."""
    name = " ".join(words).strip("\"'")
    if not name:
        raise BadSyntax(f"{what} takes the name of a file")
    return Path(name).absolute()  # a dash is a name like any other


def read_game(session: Session, path: Path) -> GameTree:
    """Return the only game of a file."""
    try:
        there = path.is_file()
    except OSError as error:  # its name is too long
        raise BadRecord(f"{shortened(str(path))}: {error.strerror}") from error
    if not there:
        raise BadRecord(f"{path} is no file")
    tree, *others = games_in(path, session.game)
    if others:
        count = 1 + len(others)
        raise BadRecord(f"{path} has {count} games; crosscut convert --number takes out one")
    if tree.game.id != session.game.id:
        ours, theirs = session.game.facts.title, tree.game.facts.title
        raise BadRecord(f"{path} holds a game of {theirs}, and this is {ours}")
    return tree
