"""Games on disk: a small JSON file with the game, its options and the turns."""

import json
import os
import tempfile
from pathlib import Path

from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.position import Position
from crosscut.rules.registry import load_game

FORMAT = 1


def to_record(position: Position) -> dict:
    """Return a game as plain data: how it began and the turns played, in whole moves."""
    game = position.game
    while position.mid_move:  # half a move cannot be written down
        position = position.parent
    return {
        "crosscut": FORMAT,
        "game": game.id,
        "size": game.size,
        "variant": game.variant,
        "pie": game.pie,
        **position.line[0].origin,
        "turns": position.history(),
    }


def from_record(record: dict) -> Position:
    """Return the position that a record leads to."""
    if not isinstance(record, dict) or record.get("crosscut") != FORMAT:
        raise BadRecord(f"this is no record of format {FORMAT}")
    try:
        game = load_game(
            str(record["game"]), record["size"], str(record["variant"]), bool(record["pie"])
        )
        origin = {key: record[key] for key in ("diagram", "to_play", "seed") if key in record}
        here = game.position(**origin)
        turns = record["turns"]
        if not isinstance(turns, list):
            raise BadRecord("its turns are no list")
    except KeyError as error:
        raise BadRecord(f"the record lacks {error}") from error
    except (CrosscutError, ValueError, TypeError, ArithmeticError) as error:
        raise BadRecord(f"the record is broken: {error}") from error
    for number, turn in enumerate(turns, start=1):
        try:
            here = here.play(str(turn))
        except CrosscutError as error:
            raise BadRecord(f"turn {number} of the record, {turn!r}: {error}") from error
    return here


def save(position: Position, path: str | Path, **more) -> None:
    """Write a game to a file, with more fields if given."""
    replace_file(Path(path), json.dumps(to_record(position) | more, indent=1) + "\n")


def replace_file(path: Path, text: str) -> None:
    """Write a text to a file in UTF-8, replacing what is there only when all is written."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as beside:
            try:
                beside.write(text.encode())
                beside.close()
                os.chmod(beside.name, 0o666 & ~umask())
                os.replace(beside.name, path)
            except BaseException:
                os.unlink(beside.name)
                raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadRecord(f"cannot write {path}: {reason}") from error


def may_replace(path: Path) -> bool:
    """Tell whether writing a game to a file destroys nothing but another saved game."""
    try:
        return not path.exists() or read(path).get("crosscut") == FORMAT
    except (BadRecord, AttributeError):
        return False


def umask() -> int:
    """Return which permissions the user does not want new files to have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def autosave_path() -> Path:
    """Return the file in which the terminal keeps the game being played."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "crosscut" / "last-game.json"


def autosave(position: Position, **more) -> None:
    """Keep the game being played."""
    try:
        path = autosave_path()
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise BadRecord(f"there is no folder to keep it in ({error})") from error
    save(position, path, **more)


def read(path: str | Path) -> dict:
    """Return what a file with a game holds, not yet checked."""
    try:
        return json.loads(Path(path).read_text("utf-8-sig"))
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadRecord(f"{path} is no saved game: {error}") from error


def load(path: str | Path) -> Position:
    """Read a game from a file."""
    return restore(read(path), path)


def restore(record: dict, path: str | Path) -> Position:
    """Return the position that a record read from a file leads to."""
    try:
        return from_record(record)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error
