"""Texts of taps, moves and turns: ``e5``, ``d4-e5``, ``d4-e5/c3``, ``swap``."""

import re
from difflib import get_close_matches

from crosscut.core.errors import BadNotation
from crosscut.rules.game import Game

LONGEST = 2000
"""Longer texts are refused unread: no turn of any game comes near."""


def read_taps(game: Game, state, text: str) -> list[int]:
    """Return the taps that a text names; which separators stand between them does not matter."""
    if not isinstance(text, str):
        raise BadNotation(f"a move is written as text, not as {text!r}")
    if len(text) > LONGEST:
        raise BadNotation(f"a move of {len(text)} characters is too long to be one")
    own = game.read_turn(state, text.strip())
    if own is not None:
        return own
    plain = re.sub(r"\b([a-z]+)\s+(\d+)\b", r"\1\2", text.strip().lower())  # d 4 is d4
    words = [word for word in re.split(r"[-/,\s]+", plain) if word]
    if words and plain[-1] in "-/,":
        raise BadNotation(f"{text.strip()}: that text ends in the middle of a move")
    if not words:
        raise BadNotation(f"that is no move; {example(game)}")
    return [read_tap(game, state, word) for word in words]


def read_tap(game: Game, state, word: str) -> int:
    """Return the action that one word names."""
    special = game.read_word(state, word)
    if special is not None:
        return special
    names = [name.lower() for name in game.extra_names]
    if word in names:
        return game.width + names.index(word)
    if word in game.board.names:
        return game.board.names[word]
    near = get_close_matches(word, [*names, *game.board.names], n=1, cutoff=0.75)
    hint = f"did you mean {near[0]}?" if near else example(game)
    shown = word if len(word) <= 20 else word[:20] + "..."
    first, last = game.board.name(game.board.cells[0]), game.board.name(game.board.cells[-1])
    raise BadNotation(f"{shown!r} is no point of this board ({first} to {last}); {hint}")


def tap_named(game: Game, state, name: str) -> int:
    """Return the action that a name means: a cell or an extra, or what the game reads in it."""
    word = name.strip().lower()
    names = {extra.lower(): game.width + number for number, extra in enumerate(game.extra_names)}
    found = game.board.names.get(word, names.get(word))
    return read_tap(game, state, word) if found is None else found


def example(game: Game) -> str:
    """Say how moves are written, by those that there are on this board."""
    shown = [
        each
        for each in game.facts.notation.split("; ")
        if each and all(point in game.board.names for point in re.findall(r"[a-z]\d+", each))
    ]
    return f"moves are written so: {'; '.join(shown) or game.board.name(game.board.cells[0])}"
