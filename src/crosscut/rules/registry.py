"""Finding and making games: those in `crosscut.rules.games`, and a user's own files."""

import dataclasses
import hashlib
import importlib
import importlib.util
import os.path
import pkgutil
import sys
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from crosscut.core.errors import BadOption, UnknownGame
from crosscut.core.user_code import FILE_MODULE, noting_place
from crosscut.rules import games
from crosscut.rules.boards.board import Board
from crosscut.rules.game import Facts, Game
from crosscut.rules.state_schema import layout

own_files: dict[str, Path] = {}
"""Game files of the user's own that were added in this process, by their names."""


@cache
def built_in() -> tuple[str, ...]:
    """Return the names of the games in this folder, sorted."""
    return tuple(
        sorted(
            module.name
            for module in pkgutil.iter_modules(games.__path__)
            if not module.name.startswith("_")
        )
    )


def ids() -> tuple[str, ...]:
    """Return the names of all games: those in this folder, then the user's own."""
    return built_in() + tuple(name for name in own_files if name not in built_in())


def add_file(path: Path) -> None:
    """Let a game file of the user's own be known by its name."""
    load_file(path)
    own_files[plain(path.stem)] = path


def plain(name: str) -> str:
    """Return a name as games are known by: small letters, and underscores for gaps."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def added() -> str | None:
    """Return the game file that was added last."""
    return str(next(reversed(own_files.values()))) if own_files else None


def game_class(name: str | Path) -> type[Game]:
    """Return the class of a game by its name, or from a file of the user's own."""
    if not isinstance(name, str | Path):
        raise UnknownGame(f"a game is known by its name or its .py file, not by {name!r}")
    name = str(name)
    if name.endswith(".py"):
        return load_file(Path(name))
    known = plain(name)
    if known in own_files:
        return load_file(own_files[known])
    if known not in ids():
        if os.path.isdir(name):
            raise UnknownGame(f"{name} is a folder; name the .py file of a game")
        raise no_game(name)
    return find_class(importlib.import_module(f"{games.__name__}.{known}"))


def no_game(name: str) -> UnknownGame:
    """Say that there is no game of this name, and which is near or which there are."""
    near = get_close_matches(plain(name), ids(), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(ids())}"
    return UnknownGame(f"there is no game {name!r}; {hint}")


def load_file(path: Path) -> type[Game]:
    """Return the game that a file defines; after an edit of the file, the edited one."""
    if path.suffix != ".py":
        raise UnknownGame(f"{path} is no game file; its name would end in .py")
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UnknownGame(f"cannot read the game file {path}: {error.strerror}") from error
    digest = hashlib.sha256(bytes(path.resolve()) + source).hexdigest()[:16]
    name = f"{FILE_MODULE}{path.stem}_{digest}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # compiled code finds the module again by this name
        try:
            spec.loader.exec_module(module)
        except SyntaxError as error:
            del sys.modules[name]
            raise UnknownGame(f"{path}, line {error.lineno}: {error.msg}") from error
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise UnknownGame(f"the game file {path} does not run: {error!r}") from error
    return checked(find_class(sys.modules[name]), path)


def load_game(
    name: str | Path | Game,
    size: int | None = None,
    variant: str | None = None,
    pie: bool | None = None,
) -> Game:
    """Return a game by its name, or from a ``.py`` file, with its defaults where none are given.

    From a game, its own choices hold where none are given.

    >>> import crosscut
    >>> crosscut.game("slither", size=8, variant="advanced").pie
    True
    """
    if isinstance(name, Game):
        cls = type(name)
        size = name.size if size is None else size
        variant = name.variant if variant is None else variant
        pie = name.pie if pie is None else pie
    else:
        cls = game_class(name)
    facts = cls.facts
    variant = next(iter(facts.variants)) if variant is None else variant
    size = facts.size if size is None else size
    with noting_place():
        made = cls(size, variant, facts.has_pie(variant) if pie is None else pie)
        if not isinstance(made.board, Board):
            raise BadOption(f"the board of {facts.title} is {made.board!r}, which is no board")
    return made


def remade(source: type[Game] | str, options: tuple) -> Game:
    """Return a game that was pickled: of a class, or of one that a user's file defines."""
    cls = load_file(Path(source)) if isinstance(source, str) else source
    return cls(*options)


REQUIRED = ("board", "start", "legal", "play")


def checked(cls: type[Game], path: Path) -> type[Game]:
    """Return a game class if it defines what every game has to."""
    required = (*REQUIRED, "skip") if cls.stuck == "pass" else REQUIRED
    missing = [name for name in required if getattr(cls, name) is getattr(Game, name)]
    if not isinstance(getattr(cls, "facts", None), Facts) or not cls.facts.variants:
        missing.append("facts, which are a Facts(...) with at least one variant")
    if missing:
        raise UnknownGame(f"{cls.__name__} in {path} does not define {', '.join(missing)}")
    if not dataclasses.is_dataclass(cls) or not cls.__dataclass_params__.frozen:
        raise UnknownGame(f"{cls.__name__} in {path} must be a dataclass(frozen=True)")
    layout(cls)
    return cls


def find_class(module) -> type[Game]:
    """Return the game class that a module defines; of several, the last."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game)
        if value.__module__ == module.__name__
    ]
    if not found:
        raise UnknownGame(f"the file {module.__file__} defines no subclass of Game")
    return found[-1]


def describe(game: Game) -> dict:
    """Return what identifies a game, for machines."""
    return {
        "game": game.id,
        "size": game.size,
        "variant": game.variant,
        "pie": game.pie,
    }


def title(game: Game) -> str:
    """Return what identifies a game, for people."""
    pie = ", pie rule" if game.pie else ""
    return f"{game.facts.title} {game.board.dimensions}, {game.variant}{pie}"
