"""Commands about the program itself."""

import time

from crosscut.apps.gtp.protocol import BadSyntax
from crosscut.apps.gtp.registry import COMMANDS, command, expect, no_words, read_number
from crosscut.apps.gtp.session import Session
from crosscut.core.version import __version__


@command("protocol_version")
def protocol_version(session: Session, words: list[str]) -> str:
    """Return the version of GTP."""
    no_words(words)
    return "2"


@command("name")
def name(session: Session, words: list[str]) -> str:
    """Return the name of the program."""
    no_words(words)
    return "Crosscut"


@command("version")
def version(session: Session, words: list[str]) -> str:
    """Return the version of the program."""
    no_words(words)
    return __version__


@command("known_command")
def known_command(session: Session, words: list[str]) -> str:
    """Tell whether there is a command of this name."""
    (name,) = expect(words, 1, "known_command takes the name of a command")
    return "true" if name in COMMANDS else "false"


@command("list_commands", "help")
def list_commands(session: Session, words: list[str]) -> str:
    """Return the names of all commands, one a line."""
    no_words(words)
    return "\n".join(sorted(COMMANDS))


@command("quit")
def quit_session(session: Session, words: list[str]) -> str:
    """End the session."""
    no_words(words)
    session.over = True
    return ""


@command("set_random_seed")
def set_random_seed(session: Session, words: list[str]) -> str:
    """Set the seed of this game and of all that follow, but not of a set-up that is dealt."""
    (word,) = expect(words, 1, "set_random_seed takes a whole number")
    session.reseed(read_number(word))
    return ""


@command("get_random_seed")
def get_random_seed(session: Session, words: list[str]) -> str:
    """Return the seed that brings this game back."""
    no_words(words)
    return str(session.seed)


@command("cputime")
def cputime(session: Session, words: list[str]) -> str:
    """Return the seconds of processors that the program has used."""
    no_words(words)
    return f"{time.process_time():.3f}"


@command("komi")
def komi(session: Session, words: list[str]) -> str:
    """Take a komi, which Go has and no game of ours."""
    (word,) = expect(words, 1, "komi takes a number")
    try:
        float(word)
    except ValueError:
        raise BadSyntax("komi takes a number") from None
    return ""
