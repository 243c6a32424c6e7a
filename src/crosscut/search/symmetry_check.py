"""Do the symmetries that a game declares hold? Found out by turning random games."""

import random

from crosscut.play.position import Position
from crosscut.rules import game_state as table
from crosscut.rules.game import NOBODY, Game
from crosscut.rules.game_state import Table, step_work
from crosscut.rules.symmetry import Symmetry
from crosscut.search.playout import playout_limit


def broken_symmetry(game: Game, games: int = 3, seed: int = 0) -> str:
    """Say which declared symmetry random games have shown to be wrong, or nothing.

    Each position is turned in one way, drawn at random.
    """
    source = random.Random(seed)
    for number in range(games):
        here, turns = game.position(seed=seed + number), 0
        while not here.over and turns < playout_limit(game):
            if game.symmetric_taps or not here.mid_turn:
                way = source.choice(game.symmetries)
                if not turns_with(here, way):
                    return f"{way} does not keep the rules at\n{here}"
            here = here.tap(source.choice(here.actions()))
            turns += not here.mid_turn
    return ""


def turns_with(position: Position, way: Symmetry) -> bool:
    """Tell whether what can happen next turns with the board."""
    game, here = position.game, position.table
    expected = {turned(game, after, way) for after in followers(game, here)}
    return expected == followers(game, turned(game, here, way))


def turned(game: Game, here: Table, way: Symmetry) -> Table:
    """Return where a symmetry takes a table."""
    winner = 1 - here.winner if way.exchange and here.winner in (0, 1) else here.winner
    return here._replace(state=way.state(game, here.state), winner=winner)


def followers(game: Game, here: Table) -> set[Table]:
    """Return what the next tap leads to, or where taps are not symmetric the whole turn."""
    found, begun, waiting, work = set(), set(), [here], step_work(game, [0, 0])
    while waiting:
        before = waiting.pop()
        cells, extras = table.choices(game, before, work)
        for action in range(game.actions):
            chosen = extras >> action - game.width if action >= game.width else cells >> action
            if chosen & 1:
                after = table.play(game, before, action, work)
                if game.symmetric_taps or after.taps == 0 or after.winner != NOBODY:
                    found.add(after)
                elif after not in begun:
                    begun.add(after)
                    waiting.append(after)
    return found
