"""Games that come from elsewhere: records, whole trees and lists of moves, read and checked.

What is read becomes a document as pages keep it: how the game started, who plays, the positions as
a list in which each has the place of the one before, the turn that led there and perhaps a comment.
"""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

import crosscut
from crosscut.engine.levels import LEVELS
from crosscut.errors import BadOption, BadRecord, CrosscutError, IllegalMove, UnknownGame
from crosscut.games import game_class, ids
from crosscut.play.position import Position
from crosscut.play.record import FORMAT
from crosscut.web.moment import MOST_TURNS, BadTurn, Moment, Start, position_of
from crosscut.web.patience import Patience
from crosscut.web.views import turn_begin

PERSON = "person"
SEATS = {PERSON, *(level.name for level in LEVELS)}
LONGEST = 500_000
"""Characters of a text that are read."""
JOINED = 3
"""Moves that a list may have apart though they are one turn."""
FIELDS = ("game", "size", "variant", "pie", "seed", "diagram", "to_play")
HEADER = re.compile(r"[A-Za-z][A-Za-z ]{2,}")
NUMBER = re.compile(r"(?:^|(?<=[\s,;]))\d+(?:\s*[.):]+|(?=[\s,;]|$))|\n")


class Brought(BaseModel):
    """A text that tells a game, and the game that was open, which it may be about."""

    model_config = ConfigDict(extra="forbid")

    start: Start
    text: Annotated[str, Field(max_length=LONGEST)]


def opened(brought: Brought) -> dict:
    """Return the document of the game that a text tells; errors say what is wrong, and where."""
    text = brought.text.strip("\ufeff \t\r\n")
    if not text:
        raise BadRecord("there is nothing to read")
    if text[0] in "{[":
        return from_json(text)
    return from_list(brought.start, text)


# Records and trees.


def from_json(text: str) -> dict:
    """Return the document that JSON holds: a record, a record with a tree, or a document."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise BadRecord("this is no game: it is nested too deeply") from error
    except ValueError as error:
        raise BadRecord(f"this is no JSON: {error}") from error
    if not isinstance(data, dict) or data.get("crosscut") != FORMAT:
        raise BadRecord(f'this JSON is no game of Crosscut: it lacks "crosscut": {FORMAT}')
    fields = data.get("start", data)
    if not isinstance(fields, dict):
        raise BadRecord("its start is no object")
    start = Start.model_validate({name: fields[name] for name in FIELDS if name in fields})
    tree = data.get("tree", data)
    if isinstance(tree, dict) and "nodes" in tree:
        return from_tree(start, tree)
    turns = data.get("turns")
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        raise BadRecord("it has neither a tree nor a list of turns")
    return document(follow(first(start), turns), start)


def from_tree(start: Start, tree: dict[str, Any]) -> dict:
    """Return the document of a tree, all its turns played and written as the game writes them."""
    nodes = tree["nodes"]
    if not isinstance(nodes, list) or not nodes:
        raise BadRecord("its tree has no positions")
    if len(nodes) > MOST_TURNS:
        raise BadRecord(f"its tree has {len(nodes):,} positions; {MOST_TURNS:,} are read")
    places, written = [first(start)], [[-1, "", *comment_of(nodes[0], 0)]]
    patience = Patience()
    for number, node in enumerate(nodes[1:], start=1):
        patience.check()
        comment = comment_of(node, number)
        parent, turn = node[:2]
        if type(parent) is not int or not 0 <= parent < number or not isinstance(turn, str):
            raise BadRecord(f"position {number} of its tree does not follow an earlier one")
        before = places[parent]
        places.append(whole_turn(before, turn))
        written.append([parent, spelled(before, places[-1]), *comment])
    at = tree.get("at")
    at = at if type(at) is int and 0 <= at < len(nodes) else 0
    seats = tree.get("seats")
    known = isinstance(seats, list) and len(seats) == 2 and all(
        isinstance(seat, str) and seat in SEATS for seat in seats
    )  # fmt: skip
    taps = taps_from(start, places[at], tree.get("taps", []))
    return packed(start, written, at, taps, seats if known else [PERSON, PERSON])


def comment_of(node: Any, number: int) -> list[str]:
    """Return the comment of a position of a tree, in a list, or nothing."""
    if not isinstance(node, list) or not 2 <= len(node) <= 3:
        raise BadRecord(f"position {number} of its tree is no list of parent, turn and comment")
    if not all(isinstance(part, str) for part in node[2:]):
        raise BadRecord(f"the comment of position {number} of its tree is no text")
    return node[2:]


def whole_turn(before: Position, turn: str) -> Position:
    """Return the position after a turn that has to be whole."""
    try:
        after = before.play(turn)
        if after.mid_turn:
            raise IllegalMove("the turn is not finished")
    except CrosscutError as error:
        raise BadTurn(before.turn_number + 1, shortened(turn), error) from error
    return after


def taps_from(start: Start, here: Position, taps: Any) -> list[str]:
    """Return the taps of a turn that has begun; those that cannot be made are left out."""
    try:
        position_of(Moment(start=start, turns=here.history(), taps=taps))
    except (CrosscutError, ValueError):
        return []
    return taps


# Lists of moves.


def from_list(start: Start, text: str) -> dict:
    """Return the document of a list of moves; what stands above it may name the game."""
    headers, rest = {}, []
    for line in text.splitlines():
        line = " ".join(line.split())  # patterns must not have to look through long blanks
        name, colon, value = line.partition(":")
        if colon and HEADER.fullmatch(name.strip()):
            headers[name.strip().lower()] = value.strip()
        elif line:
            rest.append(line)
    start = named_start(start, headers)
    here = first(start)
    for chunk in NUMBER.split("\n".join(rest)):
        chunk = re.sub(r" ?([-/]) ?", r"\1", chunk.strip(" \t,;.…"))
        if chunk:
            here = play_chunk(here, chunk)
    return document(here, start)


def named_start(start: Start, headers: dict[str, str]) -> Start:
    """Return how a game started by what a list says; the open game fills in the rest."""
    name = headers.get("game")
    same = name is None or name_of_game(name) == start.game
    pie = headers.get("pie rule", headers.get("pie"))
    given = {
        "size": whole_number(headers["size"], "size") if "size" in headers else None,
        "variant": headers.get("variant"),
        "pie": None if pie is None else yes(pie),
    }
    open_one = {field: getattr(start, field) if same else None for field in given}
    chosen = {field: open_one[field] if value is None else value for field, value in given.items()}
    game = crosscut.game(start.game if same else name_of_game(name), **chosen)
    origin = {
        "diagram": headers.get("diagram"),
        "to_play": headers.get("to move"),
        "seed": whole_number(headers["seed"], "seed") if "seed" in headers else None,
    }
    return Start(game=game.id, size=game.size, variant=game.variant, pie=game.pie, **origin)


def name_of_game(text: str) -> str:
    """Return the name of the game that is called so, by its name or its title."""
    plain = re.sub(r"[\s_-]+", "_", text.strip().lower())
    for name in ids():
        if plain in (name, game_class(name).facts.title.lower().replace(" ", "_")):
            return name
    raise UnknownGame(f"{shortened(text)!r} is no game of ours")


def whole_number(text: str, what: str) -> int:
    """Return the number that a header gives."""
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise BadOption(f"{shortened(text)!r} is no {what}; it is a whole number")
    return int(text)


def yes(text: str) -> bool:
    """Tell whether a header says yes."""
    if text.lower() not in ("yes", "no"):
        raise BadOption(f"the pie rule is yes or no, not {shortened(text)!r}")
    return text.lower() == "yes"


def play_chunk(here: Position, chunk: str) -> Position:
    """Return the position after a piece of a list: one turn, or several in a row.

    What stands between turns also stands within those of some games, so the largest parts come
    first. The error is that of the parts with which one comes furthest.
    """
    errors = []
    for parts in ([chunk], chunk.split(), re.split(r"[,;\s]+", chunk)):
        try:
            return follow(here, parts)
        except BadTurn as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.number)


def follow(here: Position, parts: list[str]) -> Position:
    """Return the position after turns, or after moves of one turn that stand apart."""
    if len(parts) > JOINED * MOST_TURNS:
        raise BadRecord(f"it has more than {MOST_TURNS:,} turns")
    at, patience = 0, Patience()
    while at < len(parts):
        patience.check()
        reason = None
        for joined in range(1, min(JOINED, len(parts) - at) + 1):
            try:
                here = here.play("/".join(parts[at : at + joined]))
                at += joined
                break
            except CrosscutError as error:
                reason = reason or error
        else:
            raise BadTurn(here.turn_number + 1, shortened(parts[at]), reason) from reason
    return here


# What they become.


def first(start: Start) -> Position:
    """Return the first position of a game."""
    return position_of(Moment(start=start))


def document(end: Position, start: Start) -> dict:
    """Return the document of a line without variations, at its end."""
    begin = turn_begin(end)
    nodes = [[-1, ""], *([place, turn] for place, turn in enumerate(begin.history()))]
    taps = [end.game.tap_text(tap) for tap in end.taps_since(begin)]
    return packed(start, nodes, len(nodes) - 1, taps, [PERSON, PERSON])


def packed(start: Start, nodes: list[list], at: int, taps: list[str], seats: list[str]) -> dict:
    """Return a document of its parts."""
    return {
        "crosscut": FORMAT,
        "start": start.model_dump(exclude_none=True),
        "seats": seats,
        "nodes": nodes,
        "at": at,
        "taps": taps,
    }


def spelled(before: Position, after: Position) -> str:
    """Return the turn between two positions as the game writes it."""
    game, moves, last = before.game, [], before
    for here in between(before, after):
        if not here.mid_move:
            moves.append(game.spell(last.state, here.taps_since(last)))
            last = here
    return game.spell_turn(before.state, moves)


def between(before: Position, after: Position) -> Iterator[Position]:
    """Yield the positions after one up to another, tap by tap."""
    found = []
    while after is not before:
        found.append(after)
        after = after.parent
    yield from reversed(found)


def shortened(text: str) -> str:
    """Return a text short enough to be repeated in a message."""
    return text if len(text) <= 40 else f"{text[:40]}..."
