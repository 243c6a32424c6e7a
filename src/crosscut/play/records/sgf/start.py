"""Which game an SGF file is of, and how the game starts."""

import re
from collections.abc import Sequence

from crosscut.core.errors import BadRecord, CrosscutError
from crosscut.play.diagram import write_rows
from crosscut.play.position import Position
from crosscut.play.records.conventions import find_game, titled, whole_number
from crosscut.play.records.game_tree import shortened
from crosscut.play.records.sgf.grammar import Raw, escaped, unescaped
from crosscut.play.records.sgf.points import points, refuse_too_many
from crosscut.play.records.sgf.properties import (
    CLOCKS,
    DIAGRAM,
    FACT,
    HEX,
    MOVER,
    MOVES,
    ROOT_ONLY,
    RULES,
    SEED,
    SET_UP,
    TAPS,
    UNLISTED,
    read_rules,
)
from crosscut.play.records.swaps import SWAPS
from crosscut.rules.game import Game
from crosscut.rules.registry import game_class

STARTS = *SET_UP, SEED, DIAGRAM, MOVER, "PL"
"""Properties that say how a game starts."""
ONCE = {*CLOCKS, *ROOT_ONLY} - {*STARTS, FACT, "GC"}
"""Properties of which the last one counts at a set-up in mid-game; others are put together."""
LITTLE_GOLEM = re.compile(r"little\s*golem", re.IGNORECASE)
POINTS_OF = {r"[a-z]{2}": "hex", r"[A-Z]\d{1,2}": "havannah"}
"""How Little Golem writes points, and of which game they then are."""


def own(top: Raw) -> bool:
    """Tell whether we wrote a file."""
    return text_of(top.properties, "AP").startswith("Crosscut")


def old_hexgui(top: Raw) -> bool:
    """Tell whether HexGui up to 0.9 wrote a file."""
    return bool(re.match(r"hexgui\s*:\s*v?0\.\d(?!\d)", text_of(top.properties, "AP"), re.I))


def with_plain_root(top: Raw) -> Raw:
    """Return a first node without a move, which holds all that comes before the first move."""
    root = Raw(top.offset)
    root.earlier = earlier = []
    here = top
    while True:
        if here.properties.keys() & {*MOVES}:
            moves = Raw(here.offset)
            moves.children = here.children
            moves.properties = {
                key: here.properties[key] for key in MOVES if key in here.properties
            }
            root.children = [moves]
        if here.properties.keys() & {*SET_UP} and root.properties.keys() & {*SET_UP}:
            told = root.properties.keys() & {*SET_UP}
            earlier.append({key: root.properties.pop(key) for key in told})
        for key, values in here.properties.items():
            if key in (*CLOCKS, "PL"):
                root.properties[key] = [*values]
            elif key not in MOVES:
                root.properties.setdefault(key, []).extend(values)
        if root.children:
            return root
        if len(here.children) != 1 or here.children[0].properties.keys() & {*MOVES}:
            root.children = here.children
            return root
        here = here.children[0]


def first_mover(raw: Raw) -> int | None:
    """Return the letter, 0 or 1, that moves first after a node on its main line.

    Where the board is changed before, nobody does.
    """
    while raw.children:
        raw = raw.children[0]
        if any(key in raw.properties for key in SET_UP):
            return None
        for label, key in enumerate(MOVES):
            if key in raw.properties:
                return label
    return None


def last_move(top: Raw) -> Raw | None:
    """Return the last node of the main line that has a move."""
    found, here = None, top
    while here.children:
        here = here.children[0]
        found = here if here.properties.keys() & {*MOVES} else found
    return found


def mover_told(properties: dict[str, list[str]]) -> int | None:
    """Return the letter, 0 or 1, that moves first by PL."""
    letter = text_of(properties, "PL").strip().upper()[:1]
    return MOVES.index(letter) if letter in MOVES else None


def text_of(properties: dict[str, list[str]], key: str) -> str:
    """Return the text of a property; several values are several lines."""
    return "\n".join(unescaped(value) for value in properties.get(key, []))


def game_of(top: Raw, given: Game | None, notes: list[str]) -> Game:
    """Return the game that a file is of; the given one fills in what it does not say.

    A guess is told in the notes.
    """
    told = top.properties
    size = size_of(text_of(told, "SZ")) if "SZ" in told else None
    rules = read_rules(text_of(told, RULES if RULES in told else "RU"))
    if rules:
        name, variant, pie = rules
        return find_game(name, given, size, variant, pie)
    refuse_other_numbers(told)
    name = name_told(told)
    if name is None and given is None:
        name = guessed(top, notes)
    if name is None and given is None:
        raise BadRecord("it does not say which game it is of; name the game")
    name = given.id if name is None else name
    return find_game(name, given, size, None, True if swaps(top) else None)


def refuse_other_numbers(told: dict[str, list[str]]) -> None:
    """Refuse a file of another game, whatever game it is hoped to be of."""
    others = {number.strip() for number in told.get("GM", [])} - {HEX, UNLISTED}
    if others:
        number = shortened(min(others))
        raise BadRecord(
            f"GM[{number}] is no game of ours: 1 is Go, {HEX} is Hex, {UNLISTED} is not listed"
        )


def name_told(told: dict[str, list[str]]) -> str | None:
    """Return the name of a game by its number, its name or its event, if one of them tells."""
    if HEX in map(str.strip, told.get("GM", [])):
        return "hex"
    event = re.search(r"[a-z]+", text_of(told, "EV").lower())
    for text in (text_of(told, "GN"), event[0] if event else ""):
        name = " ".join(text[:200].split())  # patterns must not look through long blanks
        try:
            return titled(re.sub(r",? ?\d+( ?x ?\d+)?$", "", name))
        except CrosscutError:
            continue
    return None


def guessed(top: Raw, notes: list[str]) -> str | None:
    """Return the game of a file of Little Golem's whose event does not tell it, by its points."""
    if not LITTLE_GOLEM.search(text_of(top.properties, "SO")) or not top.children:
        return None
    moves = top.children[0].properties
    first = next((moves[key][0].strip() for key in MOVES if key in moves), "")
    for points_of, name in POINTS_OF.items():
        if re.fullmatch(points_of, first):
            title = game_class(name).facts.title
            notes.append(
                f"The file does not name its game. By its points ({first}) it is read as {title}."
            )
            return name
    return None


def size_of(text: str) -> int:
    """Return the size of a board that is as wide as high."""
    wide, _, high = text.strip().partition(":")
    if high and high != wide:
        raise BadRecord(f"its board has {wide[:9]} by {high[:9]} points; no game of ours has that")
    return whole_number(wide, "size of a board")


def swaps(top: Raw) -> bool:
    """Tell whether somebody swaps in a game."""
    waiting = [top]
    while waiting:
        here = waiting.pop()
        if any(here.properties.get(key, [""])[0].lower() in SWAPS for key in MOVES):
            return True
        waiting.extend(here.children)
    return False


def origin_of(game: Game, top: Raw) -> dict:
    """Return how a game started: from a seed, a diagram, or stones that were set up."""
    told = top.properties
    if SEED in told:
        return {"seed": whole_number(text_of(told, SEED), "seed")}
    if DIAGRAM in told:
        mover = {"to_play": text_of(told, MOVER)} if MOVER in told else {}
        return {"diagram": text_of(told, DIAGRAM), **mover}
    first = mover_told(told)
    if not told.keys() & {*SET_UP}:
        return {} if first is None or swaps(top) else begun_by(game, first)
    first = first_mover(top) or 0 if first is None else first
    set_ups = [*top.earlier, told]
    return {"diagram": after_set_ups(game, (0, 0), set_ups), "to_play": game.kinds[first][0]}


def after_set_ups(
    game: Game, pieces: tuple[int, ...], set_ups: Sequence[dict[str, list[str]]]
) -> str:
    """Return the diagram of a board with some pieces after set-ups, one after the other."""
    if len(game.kinds) != 2:
        raise BadRecord(f"{game.facts.title} is set up by {DIAGRAM}, not by AB and AW")
    for key in SET_UP:
        refuse_too_many(sum(len(told.get(key, [])) for told in set_ups))
    for told in set_ups:
        black, white, empty = (points(game, told.get(key, [])) for key in SET_UP)
        if black & white:
            raise BadRecord("AB and AW set stones on the same point")
        pieces = (pieces[0] & ~white | black) & ~empty, (pieces[1] & ~black | white) & ~empty
    return write_rows(game, pieces)


def line_to_set_up(top: Raw) -> list[Raw]:
    """Return the nodes of the main line after the first up to one that sets up stones, if any."""
    line, here = [], top
    while here.children:
        here = here.children[0]
        line.append(here)
        if any(key in here.properties for key in SET_UP):
            return line
    return []


def beginning(top: Raw, line: list[Raw]) -> Raw:
    """Return the first node of a game that has the moves of some nodes and nothing else."""
    first = here = Raw(top.offset)
    told = {*ROOT_ONLY, *SET_UP, "PL"}
    first.properties = {key: values for key, values in top.properties.items() if key in told}
    first.earlier = top.earlier
    for node in line:
        copy = Raw(node.offset)
        copy.properties = {key: node.properties[key] for key in MOVES if key in node.properties}
        here.children = [copy]
        here = copy
    return first


def with_set_up(game: Game, top: Raw, line: list[Raw], before: Position) -> Raw:
    """Return a first node with all that one tells, and the position after a later one's set-up.

    The later one ends a line; the clocks are the last ones that the line tells.
    """
    *left_out, node = line
    root, told = Raw(node.offset), node.properties
    moves = {key: told[key] for key in MOVES if key in told}
    following = Raw(node.offset)
    following.properties, following.children = moves, node.children
    root.children = [following] if moves else node.children
    movers = mover_told(told), first_mover(root), before.colour
    mover = next(colour for colour in movers if colour is not None)
    start = {
        "diagram": after_set_ups(game, game.pieces(before.state), [told]),
        "to_play": game.kinds[mover][0],
    }
    game.position(**start)  # so that a bad one is found now
    root.properties = top.properties  # which grow, for each node is read once
    for key in {*STARTS, TAPS} & top.properties.keys():
        del root.properties[key]
    for each in left_out:
        read_clocks(root.properties, each.properties)
    for key, values in told.items():
        if key in ONCE:
            root.properties[key] = [*values]
        elif key not in (*STARTS, *MOVES):
            root.properties.setdefault(key, []).extend(values)
    root.properties |= {DIAGRAM: [escaped(start["diagram"])], MOVER: [escaped(start["to_play"])]}
    return root


def read_clocks(clocks: dict[str, list[str]], told: dict[str, list[str]]) -> None:
    """Replace clocks by those that a node tells; a swap gives the colours to other players."""
    if any(text_of(told, key).strip().lower() in SWAPS for key in MOVES):
        for key in CLOCKS:
            clocks.pop(key, None)
    clocks |= {key: told[key] for key in CLOCKS if key in told}


def begun_by(game: Game, colour: int) -> dict:
    """Return how a game starts that a colour begins, which may be the usual one."""
    usual = game.position()
    if usual.colour == colour or len(game.kinds) != 2:
        return {}
    return {"diagram": write_rows(game, game.pieces(usual.state)), "to_play": game.kinds[colour][0]}
