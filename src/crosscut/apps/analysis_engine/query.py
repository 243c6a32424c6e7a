"""One question about a game, read from a line of JSON: see docs/analysis-queries.md."""

import json
from dataclasses import dataclass, field
from typing import Any

from crosscut.apps.gtp.notation import Notation, Style
from crosscut.apps.gtp.protocol import LONGEST_LINE
from crosscut.core.arguments import SEEDS
from crosscut.core.errors import CrosscutError
from crosscut.play.diagram import read_colour, write_rows
from crosscut.play.position import Position
from crosscut.play.records.game_tree import shortened
from crosscut.play.vertices import COLOUR_WORDS
from crosscut.rules.game import Game
from crosscut.rules.registry import ids, load_game, no_game, plain
from crosscut.search.limits import Limits
from crosscut.search.options import Options

MOST = 10_000
"""Turns of a game, and answers to a query, at most."""
VIEWS = ("SIDETOMOVE", "BLACK", "WHITE")
BOTH_SIZES = ("boardXSize", "boardYSize")


class BadQuery(CrosscutError):
    """A query that cannot be answered: why, and which of its fields is to blame."""

    def __init__(self, reason: str, name: str | None = None):
        super().__init__(reason)
        self.field = name


@dataclass(frozen=True)
class Defaults:
    """What holds where a query says nothing."""

    game: Game | None
    limits: Limits
    options: Options = field(default_factory=Options)
    seed: int = 0
    style: Style = Style.own


@dataclass(frozen=True)
class Query:
    """What is asked: some positions of one game, and how thoroughly they are to be searched."""

    id: str
    positions: dict[int, Position]
    """By how many turns were played before."""
    priorities: dict[int, int]
    limits: Limits
    seed: int
    notation: Notation
    view: str = "SIDETOMOVE"
    every: float | None = None
    """Seconds between reports during the search."""
    policy: bool = False
    line_length: int = 12
    unknown: tuple[str, ...] = ()
    """Fields that mean nothing here."""


class Fields:
    """The fields of a query, each read once and checked."""

    def __init__(self, found: dict):
        self.found = found
        self.used = {"id"}

    def get(self, name: str, kinds: type | tuple[type, ...], wanted: str, default: Any = None):
        """Return a field, or a default where it is missing or null."""
        self.used.add(name)
        value = self.found.get(name)
        if value is None:
            return default
        whole = kinds if isinstance(kinds, tuple) else (kinds,)
        if not isinstance(value, whole) or (isinstance(value, bool) and bool not in whole):
            raise BadQuery(f"{name} is {wanted}", name)
        return value

    def number(self, name: str, least: float, most: float, default=None, whole: bool = True):
        """Return a number within bounds."""
        wanted = f"a {'whole ' if whole else ''}number from {least} to {most}"
        value = self.get(name, int if whole else (int, float), wanted, default)
        if value is not default and not least <= value <= most:
            raise BadQuery(f"{name} is {wanted}", name)
        return value

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return a text."""
        return self.get(name, str, "a text", default)

    def list(self, name: str, default=None):
        """Return a list that is not too long."""
        found = self.get(name, list, "a list", default)
        if found is not None and len(found) > MOST:
            raise BadQuery(f"{name} has more than {MOST} items", name)
        return found

    @property
    def unknown(self) -> tuple[str, ...]:
        """Fields that nobody asked for."""
        return tuple(name for name in self.found if name not in self.used)


def read_object(line: str) -> dict:
    """Return the object that a line holds."""
    if len(line) > LONGEST_LINE:
        raise BadQuery("this line is too long for a query")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadQuery(f"this line is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadQuery("a query is an object: {...}")
    return found


def read_query(found: dict, defaults: Defaults) -> Query:
    """Return what an object asks for."""
    fields = Fields(found)
    game = read_game(fields, defaults)
    style = fields.text("notation", defaults.style.value)
    if style not in (Style.own, Style.gtp):
        raise BadQuery("notation is own or gtp", "notation")
    notation = blamed("notation", Notation, game, Style(style))
    line = play_turns(read_start(fields, notation), fields.list("moves", []), notation)
    turns = read_turns(fields, len(line) - 1)
    view = fields.text("reportAnalysisWinratesAs", VIEWS[0]).upper()
    if view not in VIEWS:
        raise BadQuery(f"say {', '.join(VIEWS)}", "reportAnalysisWinratesAs")
    return Query(
        id=found["id"],
        positions={turn: line[turn] for turn in turns},
        priorities=read_priorities(fields, turns),
        limits=read_limits(fields, defaults.limits),
        seed=fields.number("searchSeed", 0, SEEDS, defaults.seed),
        notation=notation,
        view=view,
        every=fields.number("reportDuringSearchEvery", 0.02, 10**6, whole=False),
        policy=fields.get("includePolicy", bool, "true or false", False),
        line_length=fields.number("analysisPVLen", 1, 1000, Query.line_length),
        unknown=fields.unknown,
    )


def blamed(name: str, function, *args, **options):
    """Return what a function returns; what it complains of is the fault of a field."""
    try:
        return function(*args, **options)
    except CrosscutError as error:
        raise BadQuery(str(error), name) from error


def read_game(fields: Fields, defaults: Defaults) -> Game:
    """Return the game that is meant; game files of users' own can only be named by the user."""
    name, usual = fields.text("game"), defaults.game
    if name is not None and not (usual is not None and name == usual.id):
        if plain(name) not in ids():
            raise BadQuery(str(no_game(shortened(name))), "game")
        name = plain(name)
    if name is None and usual is None:
        raise BadQuery("which game?", "game")
    same = usual is not None and name in (None, usual.id)
    sizes = [fields.number(each, 1, 1000) for each in ("size", *BOTH_SIZES)]
    given = {size for size in sizes if size is not None}
    if len(given) > 1:
        raise BadQuery("boards have one size here; say size", "size")
    variant, pie = fields.text("variant"), fields.get("pie", bool, "true or false")
    if same:
        given = given or {usual.size}
        variant, pie = variant or usual.variant, usual.pie if pie is None else pie
    made = blamed("variant" if variant else "game", load_game, name or usual.id, None, variant, pie)
    return blamed("size", load_game, made.id, min(given, default=None), made.variant, made.pie)


def read_start(fields: Fields, notation: Notation) -> Position:
    """Return the position before the first turn."""
    game = notation.game
    stones, diagram = fields.list("initialStones"), fields.text("diagram")
    seed = fields.number("seed", 0, SEEDS)
    given = {"initialStones": stones or None, "diagram": diagram, "seed": seed}
    ways = [name for name, value in given.items() if value is not None]
    if len(ways) > 1:
        raise BadQuery("a game starts from initialStones, a diagram or a seed", "initialStones")
    mover, colour = read_mover(fields, game)
    if colour == 1 and seed is not None:
        raise BadQuery("who is to move first cannot be chosen where a seed deals", mover)
    if stones or (colour == 1 and diagram is None):
        diagram = blamed("initialStones", diagram_of_stones, stones or [], notation)
    to_play = None if colour is None or diagram is None else str(colour)
    name = ways[0] if ways else mover
    return blamed(name, game.position, diagram, to_play=to_play, seed=seed)


def read_mover(fields: Fields, game: Game) -> tuple[str, int | None]:
    """Return the field that says which colour moves first, and the colour; None if none does."""
    said = {name: fields.text(name) for name in ("toPlay", "initialPlayer")}
    for name, word in said.items():
        if word is not None:
            named = COLOUR_WORDS.get(word.lower())
            return name, blamed(name, read_colour, game, word) if named is None else named
    return "game", None


def diagram_of_stones(stones: list, notation: Notation) -> str:
    """Return the diagram with stones that are given as pairs of colour and point."""
    pieces = [0] * len(notation.game.kinds)
    for pair in stones:
        colour, point = read_pair(pair, "initialStones")
        cell = 1 << notation.cell(point)
        if pieces[1 - colour] & cell:
            raise BadQuery(f"stones of both colours stand on {point}", "initialStones")
        pieces[colour] |= cell
    return write_rows(notation.game, tuple(pieces))


def read_pair(pair, name: str) -> tuple[int, str]:
    """Return the colour and the text of a pair."""
    whole = isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
    if not whole or pair[0].lower() not in COLOUR_WORDS:
        raise BadQuery(f"{name} has pairs such as {['B', 'c3']}", name)
    return COLOUR_WORDS[pair[0].lower()], pair[1]


def play_turns(start: Position, turns: list, notation: Notation) -> list[Position]:
    """Return the positions from the first on, turn by turn."""
    line = [start]
    for number, turn in enumerate(turns):
        colour, text = (None, turn) if isinstance(turn, str) else read_pair(turn, "moves")
        here = line[-1]
        if colour not in (None, here.colour):
            raise BadQuery(f"moves[{number}]: it is {'BW'[here.colour]}'s turn", "moves")
        try:
            line.append(here.play(notation.read(text)))
        except CrosscutError as error:
            raise BadQuery(f"moves[{number}]: {error}", "moves") from error
    return line


def read_turns(fields: Fields, last: int) -> list[int]:
    """Return before which turns positions are asked for: the last, where nothing is said."""
    wanted = fields.list("analyzeTurns", [last])
    if not wanted or not all(is_whole(number, 0, last) for number in wanted):
        raise BadQuery(f"analyzeTurns has numbers from 0 to {last}, at least one", "analyzeTurns")
    return wanted


def read_priorities(fields: Fields, turns: list[int]) -> dict[int, int]:
    """Return how urgent each position is; of one that is asked for twice, the more urgent."""
    limit = 10**9
    one = fields.number("priority", -limit, limit, 0)
    several = fields.list("priorities", [one] * len(turns))
    if len(several) != len(turns) or not all(is_whole(each, -limit, limit) for each in several):
        raise BadQuery("priorities has a whole number for each of analyzeTurns", "priorities")
    return dict(sorted(zip(turns, several, strict=True)))  # the highest comes last, and stays


def is_whole(value, least: int, most: int) -> bool:
    """Tell whether something is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def read_limits(fields: Fields, usual: Limits) -> Limits:
    """Return the limits of each search."""
    visits = fields.number("maxVisits", 1, 2**31 - 1)
    seconds = fields.number("maxTime", 0.001, 10**6, whole=False)
    return usual if visits is None and seconds is None else Limits(visits, seconds)
