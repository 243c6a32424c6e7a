"""Games that come from elsewhere and go there: trees of records as documents, and back.

A document is what pages keep: how the game started, who plays, the positions as a list in which
each has the place of the one before and the turn that led there, and what is told about the game.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field

from crosscut.apps.web.deadline import Patience
from crosscut.apps.web.positions import (
    LONGEST_DIAGRAM,
    LONGEST_NAME,
    MOST_TURNS,
    Start,
    game_of,
)
from crosscut.apps.web.schemas.bounds import EXACT, Sent, Whole
from crosscut.apps.web.schemas.documents import (
    LONGEST_WORDS,
    MOST_FACTS,
    MOST_NOTES,
    MOST_PROPERTIES,
    MOST_VALUES,
    Document,
)
from crosscut.core.errors import BadRecord
from crosscut.play.record import FORMAT
from crosscut.play.records import GameTree, read, write
from crosscut.play.records.game_tree import Check, result_text, shortened
from crosscut.play.records.json_format import PERSON, checksum, from_data, tree_data
from crosscut.rules.game import Game
from crosscut.rules.registry import ids, plain
from crosscut.search.levels import LEVELS

SEATS = {PERSON, *(level.name for level in LEVELS)}
LONGEST = 500_000
"""Characters of a text that are read."""
MOST_SEMICOLONS = 100_000
"""Semicolons of a text, which begin the nodes of SGF: each takes memory before it is looked at."""


class Open(Start):
    """The game that was open; what is not said of it is as usual."""

    size: Whole | None = None
    variant: Annotated[str, Field(max_length=80)] | None = None
    pie: bool | None = None


class Brought(Sent):
    """A text that tells a game, and the game that was open, which it may be about."""

    start: Open
    text: Annotated[str, Field(max_length=LONGEST)]


def opened(brought: Brought) -> dict:
    """Return the document of the game that a text tells; errors say what is wrong, and where."""
    if brought.text.count(";") > MOST_SEMICOLONS:
        raise BadRecord(f"it has more than {MOST_SEMICOLONS:,} nodes")
    return document(read(brought.text, game_of(brought.start), check=patient()))


class Wanted(Sent):
    """A game that is to be taken away, and the format in which."""

    document: Document
    format: Annotated[str, Field(max_length=40)]


def taken_away(wanted: Wanted) -> str:
    """Return a game as text of a format."""
    data = wanted.document.model_dump(mode="json", exclude_none=True)
    tree = from_data(data, game_of(wanted.document.start), patient())
    end = tree.main_line()
    if end.over and tree.result[:1] != result_text(end.result)[:1]:  # it was played on here
        tree.result = result_text(end.result)
    return write(tree, wanted.format)


def patient() -> Check:
    """Return what bounds the time and the positions that one request may take."""
    patience = Patience()

    def check(positions: int) -> None:
        patience.check()
        if positions > MOST_TURNS:
            raise BadRecord(f"it has {positions:,} positions or more; {MOST_TURNS:,} are read")

    return check


def document(tree: GameTree) -> dict:
    """Return a game as pages keep it; what cannot be kept is refused at once."""
    for what, text, most in texts_of(tree):
        if len(text) > most:
            raise BadRecord(f"{what} has {len(text):,} characters; {most:,} are kept")
    for what, number, most in counts_of(tree):
        if number > most:
            raise BadRecord(f"it has {number:,} {what}; {most:,} are kept")
    if tree.origin.get("seed", 0) >= EXACT:
        raise BadRecord(f"its seed is too large; those below {EXACT:,} are kept")
    told = tree_data(tree)
    if tree.result:
        told["line"] = checksum(tree)
    if tree.notes:
        told["notes"] = tree.notes
    if all(name in SEATS or not name for name in tree.names):
        told.pop("names", None)
    return {
        "crosscut": FORMAT,
        "start": start_of(tree).model_dump(exclude_none=True),
        "seats": [name if name in SEATS else PERSON for name in tree.names],
        **told,
    }


def texts_of(tree: GameTree) -> Iterator[tuple[str, str, int]]:
    """Yield every text of a game: what it is, the text, and how long it may be."""
    for key, most in (("diagram", LONGEST_DIAGRAM), ("to_play", LONGEST_NAME)):
        yield f"its {key.replace('_', ' ')}", tree.origin.get(key, ""), most
    for name in tree.names:
        yield "the name of a player", name, LONGEST_WORDS
    yield "its result", tree.result, LONGEST_WORDS
    for name, text in tree.info.items():
        yield "the name of a fact", name, LONGEST_WORDS
        yield f"its {shortened(name)}", text, LONGEST_WORDS
    for note in tree.notes:
        yield "a note on its reading", note, LONGEST_WORDS
    for node in tree.root.all():
        yield "a comment", node.comment, LONGEST_WORDS
        for name, values in node.others.items():
            yield "the name of a property", name, LONGEST_WORDS
            for value in values:
                yield f"a value of {shortened(name)}", value, LONGEST_WORDS


def counts_of(tree: GameTree) -> Iterator[tuple[str, int, int]]:
    """Yield of what a game has any number: what it is, the number, and how many there may be."""
    yield "facts", len(tree.info), MOST_FACTS
    yield "notes on its reading", len(tree.notes), MOST_NOTES
    for node in tree.root.all():
        yield "properties at a position", len(node.others), MOST_PROPERTIES
        for name, values in node.others.items():
            yield f"values of {shortened(name)}", len(values), MOST_VALUES


def start_of(tree: GameTree) -> Start:
    """Return how a game started."""
    game = tree.game
    origin = {name: tree.origin.get(name) for name in ("seed", "diagram", "to_play")}
    return Start(game=known_as(game), size=game.size, variant=game.variant, pie=game.pie, **origin)


def known_as(game: Game) -> str:
    """Return the name by which pages know a game, also one that a user's own file defines."""
    return game.id if game.id in ids() else plain(Path(game.id).stem)
