"""Turns drawn at random, uniform over the legal moves, and the player who makes them."""

from crosscut.core.jit import plain
from crosscut.core.rng import seeded
from crosscut.lab.matches.player import Answer
from crosscut.play.position import Position
from crosscut.rules.move_code import STUCK, TAP_BITS, TAP_MASK
from crosscut.rules.workspace_shape import search_work
from crosscut.search.playout import random_move, random_tap


def random_turn(position: Position, rng: list[int]) -> Position:
    """Return the position after a turn drawn at random, move by move."""
    here = random_step(position, rng)
    while here.mid_turn and not here.over:
        here = random_step(here, rng)
    return here


def random_step(position: Position, rng: list[int]) -> Position:
    """Return the position after a move drawn at random, or after a tap of it."""
    game, actions = position.game, position.actions()
    if len(actions) == 1:
        return position.tap(actions[0])
    work = plain(search_work(game, position.keys))
    # what a game draws itself may repeat an earlier position; the list of all moves does not
    drawing = random_tap if game._forbids_repeats else random_move
    move, here = drawing(game, position.table, rng, work), position
    if move == STUCK:
        return position.tap(game.pass_action)
    while True:
        here = here.tap(move & TAP_MASK)
        move >>= TAP_BITS
        if move == 0:
            return here
        move -= 1


class RandomPlayer:
    """The player by whom all others are measured."""

    def __init__(self):
        self.rng = seeded(0)

    def warm(self, position: Position) -> None:
        """Do nothing: there is nothing to load."""

    def new_game(self, position: Position, seed: int) -> None:
        """Begin a game."""
        self.rng = seeded(seed)

    def turn(self, position: Position) -> Answer:
        """Draw a turn."""
        return Answer(random_turn(position, self.rng))

    def close(self) -> None:
        """Do nothing: nothing was taken."""
