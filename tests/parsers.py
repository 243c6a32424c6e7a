"""Everything that reads what other people wrote, with texts that it reads: what the fuzzer feeds.

A parser is a function of a text, and texts that are right, from which wrong ones are made. Whatever
it is given, it either reads it or raises a `CrosscutError`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import crosscut
from crosscut import records
from crosscut.records.sgf import decoded, read_all
from tests import gtp_lines
from tests.random_trees import games, random_tree

EXAMPLES = 40
REPORT = (
    '{"header": {"game": {"name": "Hex", "variants": ["Size 5"]}, "players": [{"name": "a", '
    '"result": 1}, {"name": "b", "result": 0}], "pied": true}, "moves": [["a1", "b2"], ["c3"]]}'
)
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.in.1]PB[b]PW[w]SZ[5]RE[B]SO[http://www.littlegolem.com];W[ba];B[swap];W[cd])"
)


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


PARSERS = {
    "any record": Parser(
        lambda text: records.read(text, crosscut.game("hex", 5)), lambda: [REPORT, LITTLE_GOLEM]
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
    "hexworld": Parser(
        reader("hexworld"), lambda: ["https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3:rb"]
    ),
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
    "gtp": Parser(gtp_lines.answer_commands, gtp_lines.commands),
    "analysis query": Parser(gtp_lines.answer_queries, gtp_lines.queries),
}
"""By name; more may be added by tests of what else reads texts."""
