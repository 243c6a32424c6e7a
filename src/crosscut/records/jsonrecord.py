"""Our own records: JSON with the main line as `crosscut.play.record` has it, and the whole tree.

The tree is a list of positions, each with the place of the one before, the turn that led there, and
where there are any a comment and more: clocks, and properties that SGF files brought along.
"""

import json
import re
from typing import Any

from crosscut.errors import BadRecord, CrosscutError
from crosscut.game import Game
from crosscut.play.record import FORMAT, to_record
from crosscut.records.movelist import follow
from crosscut.records.naming import find_game
from crosscut.records.tree import Check, GameTree, Node, clean

FIELDS = {"game": str, "size": int, "variant": str, "pie": bool}
ORIGIN = {"seed": int, "diagram": str, "to_play": str}
KINDS = {str: "a text", int: "a whole number", bool: "true or false"}
PERSON = "person"
"""What a page calls a seat that no computer has."""
PROPERTY = re.compile(r"[A-Z]{1,12}")
TAKEN = {"B", "W", "C", "AB", "AW", "AE", "XT"}
"""Properties that a node can not have among its others, because they are understood."""


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
    if isinstance(told, dict) and "nodes" in told:
        read_nodes(tree, told)
    else:
        turns = data.get("turns")
        if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
            raise BadRecord("it has neither a tree nor a list of turns")
        follow(tree, turns)
    read_facts(tree, told if isinstance(told, dict) else {})
    return tree


def typed(start: dict, name: str, kind: type) -> Any:
    """Return a field of a game's start that has to be of a kind."""
    if name not in start:
        raise BadRecord(f"the record lacks {name!r}")
    if type(start[name]) is not kind:
        raise BadRecord(f"its {name} is not {KINDS[kind]}")
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
    at = told.get("at")
    tree.at = nodes[at] if type(at) is int and 0 <= at < len(nodes) else tree.root
    tree.taps = possible_taps(tree, told.get("taps", []))


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
        and name not in TAKEN
        and isinstance(values, list)
        and all(isinstance(value, str) for value in values)
        for name, values in others.items()
    )
    if not known:
        raise BadRecord(f"position {number} of its tree has properties that are none")
    node.others = {name: [clean(value) for value in values] for name, values in others.items()}


def possible_taps(tree: GameTree, taps: Any) -> list[str]:
    """Return the taps of a turn that was begun; those that cannot be made are left out."""
    if not isinstance(taps, list) or not all(isinstance(tap, str) for tap in taps):
        return []
    tree.taps = taps
    try:
        begun = tree.here()
    except CrosscutError:
        return []
    return taps if begun.mid_turn else []


def read_facts(tree: GameTree, told: dict) -> None:
    """Take over who played, the result and all that is told about a game."""
    seats, result, info = told.get("seats"), told.get("result"), told.get("info")
    names = told.get("names", seats)  # of whom a page knows the levels of the computer alone
    if isinstance(names, list) and len(names) == 2 and all(isinstance(n, str) for n in names):
        tree.names = ["" if name == PERSON else clean(name) for name in names]
    if isinstance(result, str):
        tree.result = clean(result)
    if isinstance(info, dict) and all(isinstance(text, str) for text in info.values()):
        tree.info = {clean(name): clean(text) for name, text in info.items()}


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
