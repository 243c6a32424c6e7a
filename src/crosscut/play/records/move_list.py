"""Lists of moves as people write them: numbered or not, a turn a line or all in one.

Lines above the list may say which game it is: ``Game: Hex``, ``Size: 11``, and in the same way the
variant, the pie rule, the seed, the diagram, who is to move, who has which colour in the end, and
the result; what else stands there is kept as it is.
"""

import re
from difflib import get_close_matches

from crosscut.core.errors import BadOption, BadRecord, CrosscutError
from crosscut.play.diagram import status
from crosscut.play.position import Position
from crosscut.play.records.conventions import find_game, name_of, titled, whole_number
from crosscut.play.records.game_tree import (
    LEAVES,
    BadTurn,
    Check,
    GameTree,
    clean,
    exchanged,
    left_by,
    quoted,
    result_text,
    shortened,
)
from crosscut.play.records.sgf.properties import INFO
from crosscut.play.records.swaps import IN_MIRROR, MIRRORED, PIECES, SIDES, mirrored, swaps_pieces
from crosscut.rules.game import Game

LONGEST = 500_000
"""Characters of a list that are read."""
MOST_HEADERS = 100
JOINED = 3
"""Moves that a list may have apart though they are one turn."""
HEADER = re.compile(r"([A-Za-z][A-Za-z ]{2,}):(?!//)(.*)")
UNDERSTOOD = ("game", "size", "variant", "pie rule", "pie", "seed", "diagram", "to move", "to play")
RESULT, UNFINISHED = "result", "not finished"
USUAL = {*INFO, "site"}
"""What others write above their lists; it may look like a misspelt word of ours."""
ALIKE = 0.75
"""How alike two words are if one is the other misspelt."""
SWAP = re.compile(r"\bswap\b", re.IGNORECASE)
SWAP_SIDES = re.compile(rf"\b{SIDES}\b", re.IGNORECASE)
SWAP_PIECES = re.compile(rf"\b{PIECES}\b", re.IGNORECASE)
POINT = re.compile(r"\b[a-z]{1,2}\d{1,2}\b", re.IGNORECASE)
LEFT = re.compile(rf"(?:^|[\s,;.:)])({'|'.join(LEAVES)})[\s,;.]*$", re.IGNORECASE)
NUMBER = re.compile(r"(?:^|(?<=[\s,;]))\d+(?:\s*[.):]+|(?=[\s,;]|$))|\n")
AGAIN = ".."
"""What follows a number that stands again, before the second turn of a pair: 1. a1 1... b2."""
MOVER = re.compile(r"black|white|red|blue|first|second", re.IGNORECASE)
"""Who may stand before a turn, and before a name."""
A_MOVE = re.compile(
    rf"(?:{POINT.pattern}[-/, ]*)+|swap|{SIDES}|{PIECES}|pass|{'|'.join(LEAVES)}", re.IGNORECASE
)


def read_moves(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that a list of moves tells; what stands above it may name the game."""
    if len(text) > LONGEST:
        raise BadRecord(f"a list of {len(text):,} characters is too long; {LONGEST:,} are read")
    headers, moves = parted(text)
    refuse_gaps(moves)
    tree = GameTree(
        game_of(headers, game, bool(SWAP.search(moves))), origin_of(headers), check=check
    )
    left = LEFT.search(moves)
    rest = moves[: left.start()] if left else moves
    before, *after = SWAP_PIECES.split(SWAP_SIDES.sub("swap", rest), 1)
    play_part(tree, before)
    for part in after:
        play_chunk(tree, "swap")
        play_part(tree, part, swaps_pieces(tree.game))
    nothing = tree.at is tree.root and not tree.taps
    if nothing and (rest or "game" not in headers):
        raise BadRecord("there is no move in it")
    read_facts(tree, headers, seated=bool(after), left=left[1] if left else "")
    return tree


def parted(text: str) -> tuple[dict[str, str], str]:
    """Return the lines that say what a list is about, by name, and the list."""
    headers, rest, turns = {}, [], []
    for line in text.splitlines():
        line = " ".join(line.split())  # patterns must not have to look through long blanks
        found = HEADER.fullmatch(line)
        if found:
            name, value = found[1].strip(), found[2].strip()
            headers[name.lower()] = value
            if MOVER.fullmatch(name) and A_MOVE.fullmatch(value):
                turns.append(value)
        elif line:
            rest.append(line)
    if turns and not rest:  # where there is no other list, these are no names of players
        return {name: told for name, told in headers.items() if told not in turns}, "\n".join(turns)
    if len(headers) > MOST_HEADERS:
        raise BadRecord(f"{len(headers):,} lines say what it is about; {MOST_HEADERS} are read")
    return headers, "\n".join(rest)


def refuse_gaps(moves: str) -> None:
    """Refuse a list whose numbers, of turns or of pairs of turns, do not rise by one."""
    before = None
    for found in NUMBER.finditer(moves):
        if not (label := found[0].strip()):
            continue
        number = int(re.match(r"\d{1,9}", label)[0])
        again = label.endswith(AGAIN) and number == before
        if before is not None and number != before + 1 and not again:
            what = "a turn is missing" if number > before else "they are not in order"
            raise BadRecord(f"number {number} follows number {before}: {what}")
        before = number


def read_facts(tree: GameTree, headers: dict[str, str], seated: bool, left: str) -> None:
    """Take over who played, the result, and all else that is told above a list or to be told.

    ``seated`` says that the players have kept the names of their colours when one swapped; ``left``
    is the word by which one left in the end, if one did.
    """
    colours, end = [name.lower() for name, _ in tree.game.kinds[:2]], tree.main_line()
    names = [clean(headers.get(colour, "")) for colour in colours]
    tree.names = names[::-1] if tree.swapped and not seated else names
    if seated and swaps_pieces(tree.game):
        tree.notes.append(MIRRORED)
    result = clean(headers.get(RESULT, ""))
    if end.over and result == status(end):
        result = result_text(end.result)
    elif result == UNFINISHED:
        result = ""
    tree.result = exchanged(result) if seated else result
    if left and not (tree.result or end.over):
        tree.result = left_by(tree.here().colour, left)
    known = {*UNDERSTOOD, *colours, RESULT}
    for name in headers.keys() - known:
        meant = get_close_matches(name, known, 1, ALIKE)
        if meant and name not in USUAL:
            raise BadRecord(f"{shortened(name)!r} is not understood; is it {meant[0]!r}?")
        tree.info[name] = clean(headers[name])


def play_part(tree: GameTree, moves: str, in_mirror: bool = False) -> None:
    """Add a part of a list, turns numbered or not."""
    for chunk in NUMBER.split(moves):
        chunk = re.sub(r" ?([-/]) ?", r"\1", chunk.strip(" \t,;.…"))
        if chunk:
            (play_in_mirror if in_mirror else play_chunk)(tree, chunk)


def play_in_mirror(tree: GameTree, chunk: str) -> None:
    """Add a piece of a list that comes after the stone was mirrored."""

    def seen(text: str) -> str:
        return POINT.sub(lambda point: mirrored(tree.game, point[0]), text)

    try:
        play_chunk(tree, seen(chunk))
    except BadTurn as error:
        raise error.quoting(quoted(seen(error.turn), error.turn, IN_MIRROR)) from error


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
        "to_play": headers.get("to move", headers.get("to play")),
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
    """Return the lines above a list: which game it is, how it started, who played, who won."""
    game, origin = tree.game, tree.origin
    plain = end.over and tree.result in ("", result_text(end.result))
    names = tree.names[::-1] if tree.swapped else tree.names
    told = {
        "Game": game.facts.title if name_of(game) == game.id else name_of(game),
        "Size": game.size,
        "Variant": game.variant,
        "Pie rule": "yes" if game.pie else "no",
        "Diagram": re.sub(r"\s*\n\s*", "/", origin["diagram"]) if "diagram" in origin else None,
        "To move": origin.get("to_play"),
        "Seed": origin.get("seed"),
        **{kind: name or None for (kind, _), name in zip(game.kinds, names, strict=False)},
        RESULT.capitalize(): status(end) if plain else tree.result or UNFINISHED,
    }
    known = {name: value for name, value in told.items() if value is not None}
    return [f"{name}: {' '.join(str(value).split())}" for name, value in known.items()]


def numbered(end: Position) -> list[str]:
    """Return the turns up to a position, each with its number."""
    return [f"{number}. {turn}" for number, turn in enumerate(end.history(), start=1)]
