"""How the games of a match begin: each pair from the same position, drawn from the seed."""

from dataclasses import replace
from itertools import islice

from crosscut.core.rng import draw, seeded
from crosscut.lab.matches.random_player import random_turn
from crosscut.play.position import Position
from crosscut.rules.game import Game

LOOKED_AT = 500
"""Moves among which a win at once is looked for; a board with more is too large for one."""
TRIES = 50
"""Openings that are drawn before a shorter one has to do."""


def usual_turns(game: Game) -> int:
    """Return how many turns of an opening are drawn by default: one for each colour.

    With the pie rule it is the first turn only, so that the second player may swap; a game whose
    set-up is dealt varies enough by itself.
    """
    if game.has_deal:
        return 0
    return 1 if game.pie else 2


def opening(game: Game, turns: int, seed: int, pair: int) -> Position:
    """Return the position from which the games of a pair start.

    Nobody may be able to win at once there. Where a board is too small for that many turns, there
    are fewer.
    """
    rng = seeded(seed, 3 * pair)
    dealt = draw(rng) >> 1 if game.has_deal else None
    for length in range(turns, 0, -1):
        for _ in range(TRIES):
            found = drawn_turns(game, length, rng, dealt)
            if found is not None:
                start = game.position(seed=dealt)
                for turn in found:
                    start = start.play(turn)
                return start
    return game.position(seed=dealt)


def drawn_turns(game: Game, turns: int, rng: list[int], dealt: int | None) -> list[str] | None:
    """Return some turns drawn at random, without a swap, or None if they decide the game."""
    here = replace(game, pie=False).position(seed=dealt)
    for _ in range(turns):
        here = random_turn(here, rng)
        if here.over:
            return None
    if any(after.over for _, after in islice(here.next_moves(), LOOKED_AT)):
        return None
    return here.history()
