"""Texts of taps, moves and turns: ``e5``, ``d4-e5``, ``d4-e5/c3``, ``swap``."""

import re
from difflib import get_close_matches

from crosscut.errors import BadNotation
from crosscut.game import Game

BETWEEN_TAPS, BETWEEN_MOVES = "-", "/"
LONGEST = 2000
"""Longer texts are refused unread: no turn of any game comes near."""


def tap_text(game: Game, action: int) -> str:
    """Return the text of one action."""
    if action < game.width:
        return game.board.name(action)
    return game.extra_names[action - game.width]


def move_text(game: Game, taps: list[int]) -> str:
    """Return the text of a move."""
    return BETWEEN_TAPS.join(tap_text(game, tap) for tap in taps)


def turn_text(game: Game, moves: list[list[int]]) -> str:
    """Return the text of a turn, or of the moves so far of one."""
    return BETWEEN_MOVES.join(move_text(game, taps) for taps in moves)


def read_taps(game: Game, text: str) -> list[int]:
    """Return the taps that a text names; which separators stand between them does not matter."""
    if not isinstance(text, str):
        raise BadNotation(f"a move is written as text, not as {text!r}")
    if len(text) > LONGEST:
        raise BadNotation(f"a move of {len(text)} characters is too long to be one")
    words = [word for word in re.split(r"[-/,\s]+", text.strip().lower()) if word]
    if not words:
        raise BadNotation(f"that is no move; {example(game)}")
    return [read_tap(game, word) for word in words]


def read_tap(game: Game, word: str) -> int:
    """Return the action that one word names."""
    names = [name.lower() for name in game.extra_names]
    if word in names:
        return game.width + names.index(word)
    if word in game.board.names:
        return game.board.names[word]
    near = get_close_matches(word, [*names, *game.board.names], n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else example(game)
    shown = word if len(word) <= 20 else word[:20] + "..."
    first, last = game.board.name(game.board.cells[0]), game.board.name(game.board.cells[-1])
    raise BadNotation(f"{shown!r} is no point of this board ({first} to {last}); {hint}")


def example(game: Game) -> str:
    """Say how moves are written."""
    first = game.board.name(game.board.cells[0])
    return f"moves are written so: {game.facts.notation or first}"
