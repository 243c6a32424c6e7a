"""Our own records: JSON with the main line as `crosscut.play.record` has it, and the whole tree.

The tree is a list of positions, each with the place of the one before, the turn that led there, and
where there are any a comment and more: clocks, and properties that SGF files brought along.
"""

import json
import re
from typing import Any
from zlib import crc32

from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.record import FORMAT, to_record
from crosscut.play.records.conventions import LARGEST, find_game
from crosscut.play.records.game_tree import Check, GameTree, Node, clean
from crosscut.play.records.move_list import follow
from crosscut.play.records.sgf.properties import CLOCKS, OURS
from crosscut.rules.game import Game

FIELDS = {"game": str, "size": int, "variant": str, "pie": bool}
ORIGIN = {"seed": int, "diagram": str, "to_play": str}
KINDS = {str: "a text", int: "a whole number", bool: "true or false"}
PERSON = "person"
"""What a page calls a seat that no computer has."""
PROPERTY = re.compile(r"[A-Z]+")
TAKEN = {"B", "W", "C", "AB", "AW", "AE", "XT", "GM"}
"""Properties that a node can not have among its others, because they are understood."""
TAKEN_AT_ROOT = TAKEN | OURS - {*CLOCKS}
"""The same where a file begins; clocks that give no seconds are not understood."""


def read_json(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that JSON holds: a record, a record with a tree, or a page's document."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise BadRecord("this is no game: it is nested too deeply") from error
    except ValueError as error:
        raise BadRecord(f"this is no JSON: {error}") from error
    return from_data(data, game, check)


def from_data(data: Any, given: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that plain data holds."""
    if not isinstance(data, dict) or data.get("crosscut") != FORMAT:
        raise BadRecord(f'this JSON is no game of Crosscut: it lacks "crosscut": {FORMAT}')
    start = data.get("start", data)
    if not isinstance(start, dict):
        raise BadRecord("its start is no object")
    made = {name: typed(start, name, kind) for name, kind in FIELDS.items()}
    origin = {
        name: typed(start, name, kind)
        for name, kind in ORIGIN.items()
        if start.get(name) is not None
    }
    game = find_game(made.pop("game"), given, **made)
    tree = GameTree(game, origin, check=check)
    told = data.get("tree", data)
    if not isinstance(told, dict):
        raise BadRecord("its tree is no object")
    if "nodes" not in told:
        follow(tree, turns_of(data))
    else:
        read_nodes(tree, told)
        if "turns" in data:
            refuse_other_turns(tree, turns_of(data))
    read_facts(tree, told)
    return tree


def turns_of(data: dict) -> list[str]:
    """Return the turns of a record, which may lack them if it has a tree."""
    turns = data.get("turns")
    if not texts(turns):
        raise BadRecord("it has neither a tree nor a list of turns")
    return turns


def texts(value: Any) -> bool:
    """Tell whether something is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def refuse_other_turns(tree: GameTree, turns: list[str]) -> None:
    """Refuse a record whose turns are not the main line of its tree, however they are written."""
    if turns != main_turns(tree):
        told = GameTree(tree.game, tree.origin, check=tree.check)
        follow(told, turns)
        if main_turns(told) != main_turns(tree):
            raise BadRecord("its turns are not those of the main line of its tree")


def main_turns(tree: GameTree) -> list[str]:
    """Return the turns of the main line."""
    return [node.turn for node in tree.root.end.path[1:]]


def typed(start: dict, name: str, kind: type) -> Any:
    """Return a field of a game's start that has to be of a kind."""
    if name not in start:
        raise BadRecord(f"the record lacks {name!r}")
    if type(start[name]) is not kind:
        raise BadRecord(f"its {name} is not {KINDS[kind]}")
    if kind is int and abs(start[name]) >= LARGEST:
        raise BadRecord(f"its {name} is too large")
    return start[name]


# The tree.


def read_nodes(tree: GameTree, told: dict) -> None:
    """Add all positions of a tree, their turns played and written as the game writes them."""
    rows = told["nodes"]
    if not isinstance(rows, list) or not rows:
        raise BadRecord("its tree has no positions")
    tree.make_room(len(rows) - 1)
    nodes: list[Node] = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or not 2 <= len(row) <= 4:
            raise BadRecord(f"position {number} of its tree is no list of parent, turn and comment")
        parent, turn = row[:2]
        if number == 0:
            nodes.append(tree.root)
        elif type(parent) is not int or not 0 <= parent < number or not isinstance(turn, str):
            raise BadRecord(f"position {number} of its tree does not follow an earlier one")
        else:
            nodes.append(tree.add(nodes[parent], turn))
        annotate(nodes[number], row[2:], number)
    at = told.get("at", nodes.index(tree.root.end))
    if type(at) is not int or not 0 <= at < len(nodes):
        raise BadRecord("its at is no position of its tree")
    tree.at = nodes[at]
    read_taps(tree, told.get("taps", []))


def annotate(node: Node, row: list, number: int) -> None:
    """Give a position its comment, its clocks and its other properties."""
    if row and not isinstance(row[0], str):
        raise BadRecord(f"the comment of position {number} of its tree is no text")
    node.comment = clean(row[0]) if row else ""
    more = row[1] if len(row) > 1 else {}
    if not isinstance(more, dict):
        raise BadRecord(f"what else position {number} of its tree has is no object")
    clock, others = more.get("clock", [None, None]), more.get("others", {})
    times = isinstance(clock, list) and len(clock) == 2 and all(
        left is None or (type(left) in (int, float) and abs(left) < 10**12) for left in clock
    )  # fmt: skip
    if not times:
        raise BadRecord(f"the clock of position {number} of its tree is no pair of seconds")
    node.clock = tuple(None if left is None else float(left) for left in clock)
    known = isinstance(others, dict) and all(
        PROPERTY.fullmatch(name)
        and name not in (TAKEN if number else TAKEN_AT_ROOT)
        and texts(values)
        for name, values in others.items()
    )
    if not known:
        raise BadRecord(f"position {number} of its tree has properties that are none")
    node.others = {name: [clean(value) for value in values] for name, values in others.items()}


def read_taps(tree: GameTree, taps: Any) -> None:
    """Take over the taps of a turn that was begun."""
    if not texts(taps):
        raise BadRecord("its taps are no list of texts")
    tree.taps = taps
    try:
        begun = tree.here()
    except CrosscutError as error:
        raise BadRecord(f"its taps cannot be made: {error}") from error
    if taps and not begun.mid_turn:
        raise BadRecord("its taps are no turn that was begun")


def read_facts(tree: GameTree, told: dict) -> None:
    """Take over who played, the result and all that is told about a game."""
    for key in ("seats", "names"):  # a page knows the levels of the computer by their seats
        names = told.get(key, tree.names)
        if not texts(names) or len(names) != 2:
            raise BadRecord(f"its {key} are no pair of texts")
        tree.names = ["" if name == PERSON else clean(name) for name in names]
    result, info = told.get("result", ""), told.get("info", {})
    if not isinstance(result, str):
        raise BadRecord("its result is no text")
    if not isinstance(info, dict) or not texts(list(info.values())):
        raise BadRecord("its info has other things than texts")
    played_on = told.get("line", checksum(tree)) != checksum(tree)
    tree.result = "" if played_on else clean(result)
    tree.info = {clean(name): clean(text) for name, text in info.items()}


def checksum(tree: GameTree) -> int:
    """Return a number by which pages know the main line to which a result belongs."""
    return crc32("\n".join(main_turns(tree)).encode())


# Writing.


def write_json(tree: GameTree) -> str:
    """Return a game as a record."""
    return json.dumps(to_data(tree), indent=1, ensure_ascii=False) + "\n"


def to_data(tree: GameTree) -> dict:
    """Return a game as plain data: a record of its main line, and the tree."""
    end = tree.main_line()
    line = tree.here() if tree.taps and tree.at is tree.root.end else end
    return to_record(line) | {"tree": tree_data(tree)}


def tree_data(tree: GameTree) -> dict:
    """Return the tree of a game and what is told about it, without what is not known."""
    nodes = list(tree.root.all())
    place = {node: number for number, node in enumerate(nodes)}
    told = {"names": tree.names, "result": tree.result, "info": tree.info}
    empty = ["", ""], "", {}
    return {
        "nodes": [[place.get(node.parent, -1), node.turn, *notes(node)] for node in nodes],
        "at": place[tree.at],
        "taps": tree.taps,
    } | {name: value for name, value in told.items() if value not in empty}


def notes(node: Node) -> list:
    """Return the comment of a position and what else it has, as far as there is any."""
    more = {}
    if node.clock != (None, None):
        more["clock"] = list(node.clock)
    if node.others:
        more["others"] = node.others
    return [node.comment, more] if more else [node.comment] if node.comment else []
