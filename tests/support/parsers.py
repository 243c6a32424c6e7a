"""Everything that reads what other people wrote, with texts that it reads: what the fuzzer feeds.

A parser is a function of a text, and texts that are right, from which wrong ones are made. Whatever
it is given, it either reads it or raises a `CrosscutError`.
"""

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import ValidationError

import crosscut
from crosscut.apps.web.import_export import Brought, Wanted, document, opened, taken_away
from crosscut.apps.web.schemas.documents import Document
from crosscut.core.errors import BadRecord
from crosscut.play import records
from crosscut.play.record import from_record, to_record
from crosscut.play.records.files import games_in
from crosscut.play.records.json_format import from_data
from crosscut.play.records.sgf import decoded, read_all
from tests.support import gtp_inputs
from tests.support.page_links import Links
from tests.support.random_records import games, random_tree

EXAMPLES = 40
REPORT = (
    '{"header": {"game": {"name": "Hex", "variants": ["Size 5"]}, "players": [{"name": "a", '
    '"result": 1}, {"name": "b", "result": 0}], "pied": true}, "moves": [["a1", "b2"], ["c3"]]}'
)
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.in.1]PB[b]PW[w]SZ[5]RE[B]SO[http://www.littlegolem.com];W[ba];B[swap];W[cd])"
)
HEXWORLD = "https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3:rb"
SPEAKING_OF_LINKS = [
    f"(;GM[11]SZ[5]C[see {HEXWORLD} ];B[a1];W[b2])",
    f"Game: hex\nSize: 5\nSource: {HEXWORLD}\n1. a1 2. swap-pieces 3. b2 resigns",
    f'{{"crosscut": 1, "game": "hex", "size": 5, "variant": "standard", "pie": true, '
    f'"turns": ["a1"], "tree": {{"nodes": [[-1, "", "{HEXWORLD}"], [0, "a1"]]}}}}',
]
CHARSETS = ("utf-8", "utf-16", "latin-1")


@dataclass(frozen=True)
class Parser:
    """What reads a text, and texts that are right."""

    read: Callable[[str], object]
    texts: Callable[[], list[str]]


@cache
def trees():
    """Return some games with variations."""
    return [random_tree(seed) for seed in range(EXAMPLES)]


def written(format):
    """Return a function that returns games in a format."""
    return lambda: [records.write(tree, format) for tree in trees()]


def reader(format, *options):
    """Return a function that reads a format, for a game that fills in what a text lacks."""
    game = crosscut.game(*options) if options else None
    return lambda text: records.read(text, game, format)


def positions():
    """Return the last position of each game."""
    return [tree.main_line() for tree in trees()]


def first_that_reads(readers, text):
    """Let each of some functions read a text, up to the first that can."""
    for read in readers:
        try:
            read(text)
            return
        except crosscut.CrosscutError as error:
            last = error
    raise last


def read_diagrams(text):
    """Read a text as a diagram of boards of all kinds."""
    boards = [crosscut.game(name, 4) for name in ("slither", "hex", "havannah", "snaketrail")]
    first_that_reads([game.position for game in boards], text)


def read_turns(text):
    """Play a text as the first turn of every game."""
    first_that_reads([game.position().play for game in games()[::2]], text)


def any_records():
    """Return records of all formats, and some that speak of others."""
    ours = [text for format in ("sgf", "json", "moves") for text in written(format)()[:8]]
    return [*ours, REPORT, LITTLE_GOLEM, HEXWORLD, *SPEAKING_OF_LINKS]


def read_file(text):
    """Read a file with a text, in a character set that the text chooses."""
    charset = CHARSETS[len(text) % len(CHARSETS)]
    with tempfile.NamedTemporaryFile() as file:
        file.write(text.encode(charset, "replace"))
        file.flush()
        games_in(Path(file.name), crosscut.game("hex", 5))


def bring_in(text):
    """Let a page open a text; what it opens it has to keep, and take away in every format."""
    start = {"game": "hex", "size": 5, "variant": "standard", "pie": True}
    try:
        brought = Brought(start=start, text=text)
    except ValidationError as error:
        raise BadRecord("no page sends this") from error
    kept = Document.model_validate(opened(brought))
    for format in ("sgf", "json", "moves"):
        records.read(taken_away(Wanted(document=kept, format=format)), crosscut.game("hex", 5))


def take_away(text):
    """Let a page ask for its game, which may be none."""
    try:
        wanted = Wanted(document=json.loads(text), format="sgf")
    except (ValueError, RecursionError) as error:
        raise BadRecord("no page sends this") from error
    taken_away(wanted)


def read_record(text):
    """Read a record without a tree, as matches keep games."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("this is no JSON") from error
    from_record(data)


@cache
def links():
    """Return what makes and reads the links of pages."""
    return Links()


def read_link(text):
    """Read a link of a page."""
    from_data(links().read(text))


PARSERS = {
    "any record": Parser(lambda text: records.read(text, crosscut.game("hex", 5)), any_records),
    "file": Parser(read_file, any_records),
    "brought to a page": Parser(bring_in, any_records),
    "taken from a page": Parser(
        take_away, lambda: [json.dumps(document(tree)) for tree in trees()]
    ),
    "plain record": Parser(
        read_record, lambda: [json.dumps(to_record(position)) for position in positions()]
    ),
    "sgf": Parser(reader("sgf"), written("sgf")),
    "sgf collection": Parser(
        lambda text: read_all(decoded(text.encode("utf-8", "replace"))),
        lambda: ["".join(written("sgf")()[:3])],
    ),
    "json": Parser(reader("json"), written("json")),
    "moves": Parser(reader("moves"), written("moves")),
    "moves of a game": Parser(
        reader("moves", "slither", 5), lambda: ["1. d4 2. swap 3. d3 4. d4-e4/a1", "d4,c2,d4-e4,a1"]
    ),
    "aiai": Parser(reader("aiai", "slither", 8), lambda: ["d4,Swap,d5,d4-e5,e6,d5-e4,d4"]),
    "abstractplay": Parser(reader("abstractplay"), lambda: [REPORT]),
    "abstractplay list": Parser(reader("abstractplay", "hex", 5), lambda: ["1. a1 b2 2. c3 d4"]),
    "hexworld": Parser(reader("hexworld"), lambda: [HEXWORLD]),
    "littlegolem": Parser(
        reader("littlegolem"),
        lambda: [LITTLE_GOLEM, LITTLE_GOLEM.replace("hex", "havannah").replace("W[ba]", "W[B1]")],
    ),
    "diagram": Parser(read_diagrams, lambda: [str(position) for position in positions()]),
    "turn": Parser(
        read_turns,
        lambda: [turn for position in positions() for turn in position.history()[:3]],
    ),
    "set-up": Parser(
        lambda text: crosscut.game("snaketrail", 5).position(setup=text),
        lambda: ["W:d4,b2 R:f4,f2", "W:c3 R:e5"],
    ),
    "gtp": Parser(gtp_inputs.answer_commands, gtp_inputs.commands),
    "analysis query": Parser(gtp_inputs.answer_queries, gtp_inputs.queries),
}
"""By name; more may be added by tests of what else reads texts."""
if shutil.which("node"):  # which runs what pages run
    PARSERS["link of a page"] = Parser(
        read_link, lambda: [links().write(document(tree)) for tree in trees()]
    )
