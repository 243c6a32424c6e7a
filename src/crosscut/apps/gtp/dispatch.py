"""From a line to its answer: whatever comes in, an answer comes out."""

import sys
import traceback
from collections.abc import Iterator

from crosscut.apps.gtp import commands  # noqa: F401  (fills the table)
from crosscut.apps.gtp.protocol import LONGEST_LINE, failure, read_line, success
from crosscut.apps.gtp.registry import COMMANDS
from crosscut.apps.gtp.session import Session
from crosscut.core.errors import CrosscutError
from crosscut.search.engine import Engine


def answer(session: Session, line: str) -> str:
    """Return the whole answer to a line; nothing for one that asks nothing."""
    return "".join(parts(session, line))


def parts(session: Session, line: str) -> Iterator[str]:
    """Yield the answer to a line as it comes: streams of analysis come line by line."""
    too_long = len(line) > LONGEST_LINE
    request = read_line(line[:100] if too_long else line)
    if request is None:
        if too_long:
            yield failure("", "syntax error: this line is too long")
        return
    number, name, words = request
    if too_long:
        yield failure(number[:20], "syntax error: this line is too long")
        return
    if name not in COMMANDS:
        yield failure(number, "unknown command")
        return
    begun = False
    try:
        found = COMMANDS[name](session, words)
        if isinstance(found, str):
            yield success(number, found)
            return
        yield f"={number}\n"
        begun = True
        for each in filter(None, found):  # an empty line would end the answer
            yield each + "\n"
        yield "\n"
    except CrosscutError as error:
        yield "\n" if begun else failure(number, str(error))
    except MemoryError:
        session.engine = Engine(session.strength.options, session.seed)
        yield "\n" if begun else failure(number, "not enough memory")
    except Exception as error:  # a fault of ours must not cost the other side its game
        session.engine = Engine(session.strength.options, session.seed)
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename}, line {place.lineno}"
        print(f"crosscut: {type(error).__name__}: {error} ({where})", file=sys.stderr)
        yield "\n" if begun else failure(number, f"internal error: {type(error).__name__}")
