"""Games of AbstractPlay: its reports in JSON, and lists of moves as it shows them.

Its names of points are ours. Only for some hours of 2024 it numbered the rows of Hex from the
bottom, and a game that was played to its end shows which it is. A report does not list the swap
among the moves; it says that the pie rule was invoked, and names the players in the order in which
they sat in the end.
"""

import json
import re
from typing import Any

from crosscut.core.errors import BadRecord, GameOver
from crosscut.play.records.conventions import find_game
from crosscut.play.records.game_tree import (
    LETTERS,
    BadTurn,
    Check,
    GameTree,
    clean,
    result_text,
    shortened,
)
from crosscut.play.records.move_list import follow, read_moves
from crosscut.rules.game import Game
from crosscut.rules.games.hex import Hex
from crosscut.rules.games.resolve import Resolve

SIZES = {
    "slither": 9,
    "hex": 13,
    "havannah": 8,
    "crossway": 19,
    "gonnect": 13,
    "y": 13,
    "resolve": 9,
    "shifty": 9,
}
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
    },
    "y": {"y standard rules": "standard", "triangular board": "standard"},
}
"""The other variants that are known, by game, with what they are called here."""
FACTS = {"event": "event", "round": "round", "date-end": "date"}
LEAVING = {
    "resign": "Resign",
    "timeout": "Time",
    "abandoned": "Forfeit",
    "draw": "",
    "drawagreed": "",
}
"""Last moves of games that did not end on the board, with how a result calls them."""
POINT = re.compile(r"\b([a-z]{1,2})(\d{1,2})\b")
FLIPPED = "2024-08-22T16:57", "2024-08-23T02:10"
"""From when to when (UTC) AbstractPlay numbered the rows of Hex from the bottom."""
FROM_BOTTOM = (
    "The rows of this game are counted from the bottom, as AbstractPlay did for some hours of "
    "2024-08-22: counted from the top, its moves do not lead to the result that it tells."
)
EITHER_WAY = (
    "The rows of this game are counted from the top. When it was under way, AbstractPlay counted "
    "them from the bottom for some hours, and its moves fit both ways."
)
NOT_OVER = "The report says that this game has ended, but by the rules here it goes on."
CONTRADICTED = "By the report the result is {}, but by the rules here the game ends with {}."
PAST_A_CHAIN = (
    "the stone travels on past a chain; here a chain ends the game at once, also in the middle of "
    "a turn: see Resolve 3 on the page of rulings"
)


def read_abstractplay(text: str, game: Game | None = None, check: Check | None = None) -> GameTree:
    """Return the game that a report or a list of moves tells."""
    if text.lstrip()[:1] != "{":
        found = read_moves(text, game, check)
        refuse_unknown(found.game.id)
        return found
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is no JSON: {error}") from error
    header = field(data, "header", dict)
    rules = game_of(field(header, "game", dict), game)
    moves = moves_of(field(data, "moves", list))
    left = moves.pop().lower() if moves and moves[-1].lower() in LEAVING else ""
    if moves and (header.get("pied") is True or header.get("pie-invoked") is True):
        moves.insert(1, "swap")
    result = result_told(header, left)
    if isinstance(rules, Hex):
        tree = played_either_way(rules, moves, result, left, under_way(header), check)
    else:
        tree = played(rules, moves, check)
    end = tree.main_line()
    if result and end.over and result[0] != result_text(end.result)[0]:
        tree.notes.append(CONTRADICTED.format(result, result_text(end.result)))
    elif result and not left and not end.over:
        tree.notes.append(NOT_OVER)
    tree.result = result
    read_header(tree, header)
    return tree


def played(game: Game, moves: list[str], check: Check | None) -> GameTree:
    """Return the game in which these moves were made."""
    tree = GameTree(game, check=check)
    try:
        follow(tree, moves)
    except BadTurn as error:
        path, reason = isinstance(game, Resolve) and "-" in error.turn, error.__cause__
        begun = str(reason).startswith(f"{error.turn}: ")  # one after the end is not quoted
        if path and begun and isinstance(reason, GameOver):
            raise BadTurn(error.number, error.turn, PAST_A_CHAIN) from error
        raise
    return tree


def played_either_way(
    game: Hex, moves: list[str], result: str, left: str, doubtful: bool, check: Check | None
) -> GameTree:
    """Return a game of Hex, its rows counted from the top, or from the bottom if only that fits.

    A reading fits if its moves are legal and lead to the result, unless somebody ``left`` before.
    ``doubtful`` says that the game may be of the time when rows were counted from the bottom.
    """

    def reading(moves: list[str]) -> GameTree | BadTurn:
        try:
            return played(game, moves, check)
        except BadTurn as error:
            return error

    def fits(found: GameTree | BadTurn) -> bool:
        if isinstance(found, BadTurn):
            return False
        end = found.main_line()
        return bool(left) or (end.over and result in ("", result_text(end.result)))

    top = reading(moves)
    if doubtful or not fits(top):
        bottom = reading([upside_down(game, move) for move in moves])
        if fits(bottom) and not fits(top):
            bottom.notes.append(FROM_BOTTOM)
            return bottom
        if fits(bottom):
            top.notes.append(EITHER_WAY)
    if isinstance(top, BadTurn):
        raise top
    return top


def upside_down(game: Hex, move: str) -> str:
    """Return a move with its row counted from the other side of the board."""
    return POINT.sub(lambda point: f"{point[1]}{game.size + 1 - int(point[2])}", move.lower())


def under_way(header: dict) -> bool:
    """Tell whether a game was played, in part at least, while rows were counted from the bottom.

    Where no beginning is told, only the end counts; a day without a time is the whole day.
    """
    end = str(header.get("date-end", "")).replace(" ", "T")
    begin = str(header.get("date-start") or end).replace(" ", "T")
    latest = f"{end}T24" if len(end) == len("2024-08-22") else end
    return begin <= FLIPPED[1] and latest >= FLIPPED[0]


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


def result_told(header: dict, left: str) -> str:
    """Return who has won by the numbers of the players, and how if somebody left."""
    numbers = [player.get("result") for player in players_of(header)]
    if not numbers or any(type(number) not in (int, float) for number in numbers):
        return ""
    if numbers[0] == numbers[1]:
        return "Void" if left == "abandoned" else "0"
    return f"{LETTERS[numbers[1] > numbers[0]]}+{LEAVING.get(left, '')}"


def players_of(header: dict) -> list[dict]:
    """Return both players of a report in the order in which they sat in the end, if it has them."""
    found = header.get("players")
    whole = isinstance(found, list) and len(found) == 2 and all(isinstance(p, dict) for p in found)
    return found if whole else []


def read_header(tree: GameTree, header: dict) -> None:
    """Take over who played, and the other facts of a report."""
    if players := players_of(header):
        names = [clean(str(player.get("name", ""))) for player in players]
        tree.names = names[::-1] if tree.swapped else names
    for key, name in FACTS.items():
        if isinstance(header.get(key), str):
            tree.info[name] = clean(header[key])
    site = header.get("site")
    if isinstance(site, dict):
        told = [str(site[key]) for key in ("name", "gameid") if key in site]
        tree.info["source"] = clean(" ".join(told))
