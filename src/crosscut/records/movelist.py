"""Lists of moves as people write them: numbered or not, a turn a line or all in one.

Lines above the list may say which game it is: ``Game: Hex``, ``Size: 11``, and in the same way the
variant, the pie rule, the seed, the diagram and who is to move.
"""

import re
from collections.abc import Callable

from crosscut.errors import BadOption, BadRecord, CrosscutError
from crosscut.game import Game
from crosscut.play.diagram import status
from crosscut.play.position import Position
from crosscut.records.naming import find_game, name_of, titled, whole_number
from crosscut.records.tree import BadTurn, Check, GameTree, shortened

LONGEST = 500_000
"""Characters of a list that are read."""
JOINED = 3
"""Moves that a list may have apart though they are one turn."""
HEADER = re.compile(r"[A-Za-z][A-Za-z ]{2,}")
SWAP = re.compile(r"\bswap\b", re.IGNORECASE)
NUMBER = re.compile(r"(?:^|(?<=[\s,;]))\d+(?:\s*[.):]+|(?=[\s,;]|$))|\n")


Translate = Callable[[Game, str], str]


def read_moves(
    text: str,
    game: Game | None = None,
    check: Check | None = None,
    translate: Translate | None = None,
) -> GameTree:
    """Return the game that a list of moves tells; what stands above it may name the game.

    ``translate`` makes our notation of other people's.
    """
    if len(text) > LONGEST:
        raise BadRecord(f"a list of {len(text):,} characters is too long; {LONGEST:,} are read")
    headers, rest = {}, []
    for line in text.splitlines():
        line = " ".join(line.split())  # patterns must not have to look through long blanks
        name, colon, value = line.partition(":")
        if colon and HEADER.fullmatch(name.strip()):
            headers[name.strip().lower()] = value.strip()
        elif line:
            rest.append(line)
    swaps = any(SWAP.search(line) for line in rest)
    tree = GameTree(game_of(headers, game, swaps), origin_of(headers), check=check)
    for chunk in NUMBER.split("\n".join(rest)):
        chunk = re.sub(r" ?([-/]) ?", r"\1", chunk.strip(" \t,;.…"))
        if chunk:
            play_chunk(tree, translate(tree.game, chunk) if translate else chunk)
    return tree


def game_of(headers: dict[str, str], given: Game | None, swaps: bool) -> Game:
    """Return the game that a list names; the given one fills in the rest.

    Where somebody swaps there is the pie rule, unless the list says that there is none.
    """
    if "game" in headers:
        name = headers["game"]
        name = name if name.endswith(".py") else titled(name)
    elif given is None:
        raise BadRecord("the list does not say which game it is of; name the game")
    else:
        name = given.id
    pie = headers.get("pie rule", headers.get("pie"))
    return find_game(
        name,
        given,
        whole_number(headers["size"], "size") if "size" in headers else None,
        headers.get("variant"),
        (swaps or None) if pie is None else yes(pie),
    )


def origin_of(headers: dict[str, str]) -> dict:
    """Return how a game started by what a list says."""
    origin = {
        "diagram": headers.get("diagram"),
        "to_play": headers.get("to move"),
        "seed": whole_number(headers["seed"], "seed") if "seed" in headers else None,
    }
    return {name: value for name, value in origin.items() if value is not None}


def yes(text: str) -> bool:
    """Tell whether a header says yes."""
    if text.lower() not in ("yes", "no"):
        raise BadOption(f"the pie rule is yes or no, not {shortened(text)!r}")
    return text.lower() == "yes"


def play_chunk(tree: GameTree, chunk: str) -> None:
    """Add a piece of a list: one turn, or several in a row.

    What stands between turns also stands within those of some games, so the largest parts come
    first. The error is that of the parts with which one comes furthest.
    """
    errors = []
    for parts in ([chunk], chunk.split(), re.split(r"[,;\s]+", chunk)):
        try:
            return follow(tree, parts)
        except BadTurn as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.number)


def follow(tree: GameTree, parts: list[str]) -> None:
    """Add turns to the end of a line, or moves of turns that stand apart; none if one is bad."""
    tree.make_room(len(parts) // JOINED)
    here, at, ends = tree.here(), 0, []
    while at < len(parts):
        tree.make_room(len(ends))
        reason = None
        for joined in range(1, min(JOINED, len(parts) - at) + 1):
            try:
                here = here.play("/".join(parts[at : at + joined]))
                at += joined
                break
            except CrosscutError as error:
                reason = reason or error
        else:
            raise BadTurn(here.turn_number + 1, parts[at], reason) from reason
        ends.append(here)
    for end in ends:
        if not end.mid_turn:
            tree.at = tree.put(tree.at, end.turn_text(), end)
    begin = tree.position_at(tree.at)
    tree.taps = [tree.game.tap_text(tap) for tap in here.taps_since(begin)]


def write_moves(tree: GameTree) -> str:
    """Return the main line of a game as a list of moves, with the game above it."""
    end = tree.main_line()
    return "\n".join([*headers_of(tree, end), "", *numbered(end), ""])


def headers_of(tree: GameTree, end: Position) -> list[str]:
    """Return the lines above a list: which game it is, how it started and how it ended."""
    game, origin = tree.game, tree.origin
    told = {
        "Game": game.facts.title if name_of(game) == game.id else name_of(game),
        "Size": game.size,
        "Variant": game.variant,
        "Pie rule": "yes" if game.pie else "no",
        "Diagram": re.sub(r"\s*\n\s*", "/", origin["diagram"]) if "diagram" in origin else None,
        "To move": origin.get("to_play"),
        "Seed": origin.get("seed"),
        "Result": status(end) if end.over else "not finished",
    }
    return [f"{name}: {value}" for name, value in told.items() if value is not None]


def numbered(end: Position) -> list[str]:
    """Return the turns up to a position, each with its number."""
    return [f"{number}. {turn}" for number, turn in enumerate(end.history(), start=1)]
