"""Positions as a page needs them: what stands where, what may be tapped and what that does."""

import re
from collections.abc import Iterable
from itertools import chain

from crosscut.apps.web.deadline import Patience
from crosscut.core.errors import BadOption, IllegalMove
from crosscut.play.cell_string import EMPTY, IN_HAND, Layers, changes, character, frame, layers
from crosscut.play.diagram import status
from crosscut.play.illegal import openers
from crosscut.play.notation import tap_named
from crosscut.play.piece_style import look
from crosscut.play.position import Position
from crosscut.play.status import (
    deciding_cells,
    deciding_links,
    goal,
    how_it_ended,
    players,
    removed_cells,
)
from crosscut.rules.boards import members
from crosscut.rules.game import Game
from crosscut.rules.game_state import PASS, SWAP

EXPLAINED = {
    PASS: "You have no legal turn, so you have to pass.",
    SWAP: "You take over the first stone: the players exchange colours and sides, and it stays.",
}
MOST_LOOKED = 20_000
"""Positions within a turn that are looked through for the cells it can reach."""
CELL_NAME = re.compile(r"\b[a-z]{1,2}\d{1,2}\b")


def view(position: Position) -> dict:
    """Return all that a board shows of a position to who may move there."""
    game, begun = position.game, turn_begin(position)
    turns = position.history()
    return {
        "turns": turns[: position.turn_number],
        "taps": [game.tap_text(tap) for tap in position.taps_since(begun)],
        "so_far": turns[-1] if position.mid_turn else "",
        "legal": names(game, members(position.choices[0])),
        "previews": previews(position),
        "choices": choices(position),
        "can_swap": bool(position.choices[1] >> SWAP & 1),
        **scene(position),
    }


def scene(position: Position) -> dict:
    """Return what everybody sees of a position: the board, whose turn it is, how it ended."""
    game = position.game
    return {
        "cells": frame(position),
        "last": names(game, position.last_cells()),
        "to_play": position.to_play,
        "colour": position.colour,
        "mid_turn": position.mid_turn,
        "mid_move": position.mid_move,
        "players": seats(position),
        "status": status(position),
        "task": game.task(position.state),
        "over": position.over,
        "winner": position.winner,
        "outcome": how_it_ended(position) if position.over else "",
        "chain": names(game, deciding_cells(position)),
        "links": [names(game, link) for link in deciding_links(position)],
        "removed": [*chain.from_iterable(removed_cells(position.before_turn(), position).values())],
    }


def glimpse(position: Position) -> dict:
    """Return what is shown of a position that a line leads through; nothing is tapped there."""
    return {
        "cells": frame(position),
        "last": names(position.game, position.last_cells()),
        "status": status(position),
        "over": position.over,
    }


def turn_begin(position: Position) -> Position:
    """Return the position in which the turn began that is being played, or is to be."""
    return position.before_turn() if position.mid_turn else position


def names(game: Game, cells: Iterable[int]) -> list[str]:
    """Return the names of some cells."""
    return [game.board.name(cell) for cell in cells]


def seats(position: Position) -> list[dict]:
    """Return for both seats what the player is called, colour, kind of piece and sides."""
    game, found = position.game, []
    kinds = [name for name, _ in game.kinds]
    for seat, name in enumerate(players(position)):
        colour = seat ^ position.table.swapped
        kind = kinds.index(name) if name in kinds else None
        style = look(game, colour if kind is None else kind)
        joins = goal(game, colour)
        who = {"name": name, "colour": colour, "kind": kind}
        found.append({**who, "look": style.name, "joins": joins})
    return found


def choices(position: Position) -> list[dict]:
    """Return what can be chosen beside the cells, with a sentence on each."""
    game, found = position.game, []
    for number in members(position.choices[1]):
        name = game.extra_names[number]
        words = EXPLAINED.get(number) or game.extras[game.extra_names[number]]
        found.append({"tap": name, "explain": words[0].upper() + words[1:].rstrip(".") + "."})
    return found


def previews(position: Position) -> dict[str, dict]:
    """Return for every cell that may be tapped what would change, and how to call that."""
    name, here, found = position.game.board.name, layers(position), {}
    for cell in members(position.choices[0]):
        after = position.step(cell)
        changed = changes(here, layers(after))
        found[name(cell)] = {
            "changes": {name(each): char for each, char in changed.items()},
            "ends": not after.mid_turn,
            "does": deed(here, cell, changed.get(cell)),
        }
    return found


def deed(here: Layers, cell: int, becomes: str | None) -> str:
    """Return how a tap is called: lift, move, place, flip, remove or choose."""
    *_, (_, held) = here
    if becomes is not None and becomes in IN_HAND:
        return "lift"
    if held:
        return "move"
    if becomes is None:
        return "choose"
    if character(cell, here) == EMPTY:
        return "place"
    return "remove" if becomes == EMPTY else "flip"


# What is not legal, and why.


def refusal(position: Position, tap: str, error: IllegalMove) -> dict:
    """Return why a tap is not legal, the cells concerned, and the moves that would allow it."""
    said = str(error).partition("; legal after ")[0]
    return {
        "error": str(error),
        "reason": said,
        "cells": [name for name in CELL_NAME.findall(said) if name in position.game.board.names],
        "openers": allowing(position, tap),
    }


def allowing(position: Position, tap: str) -> list[dict]:
    """Return the moves after which, in the same turn, a cell may be tapped, with their taps."""
    game = position.game
    action = tap_named(position.game, position.state, tap)
    if action >= game.width or position.over:
        return []
    found = sorted(openers(position, action), key=lambda opener: opener[0])
    return [
        {"text": text, "taps": [game.tap_text(each) for each in after.taps_since(position)]}
        for text, after in found
    ]


def closed_cells(position: Position) -> list[str]:
    """Return the empty cells that no tap of this turn can reach, whatever is tapped before."""
    game = position.game
    taken = sum(game.pieces(position.state)) | game.in_hand(position.state)
    reached, waiting, looked, patience = 0, [position], 0, Patience()
    while waiting:
        patience.check()
        here = waiting.pop()
        looked += 1
        if looked > MOST_LOOKED:
            raise BadOption("this turn can go on in too many ways to look through")
        reached |= here.choices[0]
        afters = (here.step(action) for action in here.actions())
        waiting += [after for after in afters if after.mid_turn]
    return names(game, members(game.board.full & ~taken & ~reached))
