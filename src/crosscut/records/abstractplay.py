"""Games of AbstractPlay: its reports in JSON, and lists of moves as it shows them.

Its names of points are ours, except that in Hex rows are numbered from the bottom; once they were
from the top, as ours, and a game that was played to its end shows which it is. A report does not
list the swap among the moves; it says that the pie rule was invoked, and names the players in the
order in which they sat in the end.
"""

import json
import re
from typing import Any

from crosscut.errors import BadRecord
from crosscut.game import Game
from crosscut.games.hex import Hex
from crosscut.records.movelist import follow, read_moves
from crosscut.records.naming import find_game
from crosscut.records.tree import LETTERS, Check, GameTree, clean, shortened

SIZES = {"slither": 9, "hex": 13, "havannah": 8, "crossway": 19, "gonnect": 13}
"""The games whose notation is known, with the size of the board where no variant names one."""
BOARD = re.compile(
    r"(?:default )?(?:size[ -](\d{1,3})|(\d{1,3})x\2|board \((\d{1,3})x\3\))(?: board)?"
)
"""How a variant names the board: size-11, Size-11 board, 13x13 board, Board (25x25)."""
RULES = {
    "slither": {
        "default movement rules": "advanced",
        "classic movement rules": "classic",
        "classic": "classic",
    }
}
"""The other variants that are known, by game, with what they are called here."""
FACTS = {"event": "event", "round": "round", "date-end": "date"}
LEAVING = {"resign", "timeout", "abandoned", "drawagreed"}
POINT = re.compile(r"\b([a-z]{1,2})(\d{1,2})\b")


def read_abstractplay(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that a report or a list of moves tells."""
    if text.lstrip()[:1] != "{":
        found = read_moves(text, game, check, as_ours)
        refuse_unknown(found.game.id)
        return found
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is no JSON: {error}") from error
    header = field(data, "header", dict)
    rules = game_of(field(header, "game", dict), game)
    moves = moves_of(field(data, "moves", list))
    if moves and (header.get("pied") is True or header.get("pie-invoked") is True):
        moves.insert(1, "swap")
    left = moves.pop().lower() if moves and moves[-1].lower() in LEAVING else ""
    tree = played(rules, [as_ours(rules, move) for move in moves], check)
    if isinstance(rules, Hex) and not left and not tree.main_line().over:
        early = played(rules, moves, check)
        tree = early if early.main_line().over else tree
    read_header(tree, header, left)
    return tree


def played(game: Game, moves: list[str], check: Check | None) -> GameTree:
    """Return the game in which these moves were made."""
    tree = GameTree(game, check=check)
    follow(tree, moves)
    return tree


def field(data: Any, name: str, kind: type) -> Any:
    """Return a field of a report."""
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, kind):
        raise BadRecord(f"this is no report of AbstractPlay: its {name} is missing or broken")
    return value


def game_of(told: dict, given: Game | None) -> Game:
    """Return the game that a report names, in the variant and on the board it says."""
    title = field(told, "name", str)
    variants = told.get("variants") or []
    if not isinstance(variants, list) or not all(isinstance(each, str) for each in variants):
        raise BadRecord("its variants are no list of texts")
    name = title.lower().removeprefix("advanced ").strip()
    refuse_unknown(name)
    size, variant = SIZES[name], "advanced" if name == "slither" else None
    for each in variants:
        word = each.strip().lower()
        if board := BOARD.fullmatch(word):
            size = int(board[board.lastindex])
        elif word in RULES.get(name, {}):
            variant = RULES[name][word]
        else:
            raise BadRecord(f"AbstractPlay's variant {shortened(each)!r} of {name} is not read")
    return find_game(name, given, size, variant, True)


def refuse_unknown(name: str) -> None:
    """Refuse a game whose notation there is not known here."""
    if name not in SIZES:
        known = ", ".join(SIZES)
        raise BadRecord(f"AbstractPlay's {shortened(name)!r} is not read; its games here: {known}")


def moves_of(rounds: list) -> list[str]:
    """Return the moves of all rounds in the order in which they were made."""
    found = []
    for number, each in enumerate(rounds, start=1):
        if not isinstance(each, list):
            raise BadRecord(f"round {number} of its moves is no list")
        for move in each:
            move = move.get("move") if isinstance(move, dict) else move
            if isinstance(move, str):
                found.append(move)
            elif move is not None:
                raise BadRecord(f"round {number} has a move that is no text")
    return found


def as_ours(game: Game, move: str) -> str:
    """Return a move as we write it."""
    if not isinstance(game, Hex):
        return move
    return POINT.sub(lambda point: f"{point[1]}{game.size + 1 - int(point[2])}", move.lower())


def read_header(tree: GameTree, header: dict, left: str) -> None:
    """Take over who played, who won, and the other facts of a report."""
    players = header.get("players")
    if (
        isinstance(players, list)
        and len(players) == 2
        and all(isinstance(p, dict) for p in players)
    ):
        names = [clean(str(player.get("name", ""))) for player in players]
        tree.names = names[::-1] if tree.swapped else names
        results = [player.get("result") for player in players]
        if all(type(result) in (int, float) for result in results):
            tree.result = result_of(results, left)
    for key, name in FACTS.items():
        if isinstance(header.get(key), str):
            tree.info[name] = clean(header[key])
    site = header.get("site")
    if isinstance(site, dict):
        told = [str(site[key]) for key in ("name", "gameid") if key in site]
        tree.info["source"] = clean(" ".join(told))


def result_of(results: list[float], left: str) -> str:
    """Return who has won by the numbers of the players, and how if somebody left."""
    if results[0] == results[1]:
        return "0"
    how = {"resign": "Resign", "timeout": "Time", "abandoned": "Forfeit"}.get(left, "")
    return f"{LETTERS[results[1] > results[0]]}+{how}"
