"""A game tree as SGF: every game, without loss."""

from crosscut.core.version import __version__
from crosscut.play.diagram import write_rows
from crosscut.play.position import Position
from crosscut.play.records.game_tree import GameTree, Node, clean
from crosscut.play.records.sgf.grammar import Raw, escaped, whole, written
from crosscut.play.records.sgf.properties import (
    CLOCKS,
    DIAGRAM,
    FACT,
    HEX,
    INFO,
    MOVER,
    MOVES,
    PLAYERS,
    RULES,
    SEED,
    TAPS,
    UNLISTED,
    rules_text,
    seconds_text,
)
from crosscut.play.records.swaps import SIDES
from crosscut.rules.boards import members


def write_sgf(tree: GameTree) -> str:
    """Return a game with all its variations as SGF."""
    raws = {}
    for node in tree.root.all():
        raw = raws[node] = Raw(0)
        if node.parent is None:
            raw.properties |= root_properties(tree)
        else:
            raws[node.parent].children.append(raw)
            raw.properties |= turn_property(tree, node)
        raw.properties |= node_properties(tree, node)
    return written(raws[tree.root])


def simple(text: str) -> list[str]:
    """Return a text as the only value of a property."""
    return [escaped(clean(text))]


def root_properties(tree: GameTree) -> dict[str, list[str]]:
    """Return what stands at the head of a file: the file, the game, the players, the set-up."""
    game, info = tree.game, tree.info
    found = {"FF": ["4"], "CA": ["UTF-8"], "AP": [f"Crosscut:{__version__}"]}
    found["GM"] = [HEX if game.id == "hex" else UNLISTED]
    found["SZ"] = [str(game.size)]
    found["GN"] = simple(info.get("name", game.facts.title))
    found["RU"] = simple(info.get("rules", rules_text(game)))
    if "rules" in info:
        found[RULES] = simple(rules_text(game))
    names = tree.names[::-1] if tree.swapped else tree.names  # of who has the colours in the end
    found |= {key: simple(name) for key, name in zip(PLAYERS, names, strict=True) if name}
    if tree.result:
        found["RE"] = simple(tree.result)
    found |= {key: simple(info[name]) for name, key in INFO.items() if name in info}
    facts = [(name, text) for name, text in info.items() if name not in INFO]
    if facts:
        found[FACT] = [f"{escaped(clean(a), True)}:{escaped(clean(b), True)}" for a, b in facts]
    return found | start_properties(tree)


def start_properties(tree: GameTree) -> dict[str, list[str]]:
    """Return how a game started, where it did not start with its usual position."""
    game, start = tree.game, tree.start()
    if "seed" in tree.origin:
        return {SEED: [str(tree.origin["seed"])]}
    if start == game.position():
        return {}
    pieces, diagram = game.pieces(start.state), tree.origin.get("diagram")
    shown, mover = write_rows(game, pieces), game.kinds[start.colour][0]
    if len(pieces) == 2 and start == Position.start(game, shown, mover):
        stones = [[game.board.name(cell) for cell in members(kind)] for kind in pieces]
        set_up = {key: names for key, names in zip(("AB", "AW"), stones, strict=True) if names}
        return {
            **(set_up or {"AE": [game.board.name(game.board.cells[0])]}),
            "PL": [MOVES[start.colour]],
        }
    said = tree.origin.get("to_play")
    found = {DIAGRAM: simple(diagram if diagram is not None else shown)}
    return found if diagram is not None and said is None else found | {MOVER: simple(said or mover)}


def turn_property(tree: GameTree, node: Node) -> dict[str, list[str]]:
    """Return the turn that led to a node, as a move of the colour that made it."""
    mover = tree.position_at(node.parent).colour
    sides = tree.game.id == "hex" and node.turn == "swap"  # elsewhere in Hex, stones may change
    return {MOVES[mover]: [SIDES] if sides else simple(node.turn)}


def node_properties(tree: GameTree, node: Node) -> dict[str, list[str]]:
    """Return what else there is at a node: clocks, a comment, a turn begun, and the unknown."""
    found = {
        key: [seconds_text(seconds)]
        for key, seconds in zip(CLOCKS, node.clock, strict=True)
        if seconds is not None
    }
    if node.comment:
        found["C"] = simple(node.comment)
    if tree.taps and node is tree.at:
        found[TAPS] = [escaped(tap) for tap in tree.taps]
    for name, values in node.others.items():
        found[name] = [value if whole(value) else escaped(value) for value in values]
    return found
