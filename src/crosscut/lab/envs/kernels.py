"""What a GPU's threads do to the games of an environment, one thread a game.

How games stand is kept as rows of words. Masks and images are written from these by a kernel of
its own, many threads a game, so that neighbours write to neighbouring bytes.
"""

from typing import Any, NamedTuple

from crosscut.core import packing
from crosscut.core.atomics import add
from crosscut.core.devices.kernel import Kernel
from crosscut.core.jit import entry, jitable
from crosscut.core.rng import stream_state
from crosscut.lab.envs.batch import (
    Batch,
    draw_action,
    draw_move,
    is_legal,
    nothing_won,
    reset_game,
    show_game,
    step_game,
)

ILLEGAL, OVER = 0, 1
"""What ``faults`` count: actions that are not legal, games that were over before they began."""
CHOICES = 1 << 40
"""The stream of a game from which its actions are drawn; its episodes never get that far."""

MORE = ("actions", "choice", "faults", "seed", "limit", "dealt")
Stage = NamedTuple("Stage", [(name, Any) for name in (*Batch._fields, *MORE)])
"""All that the kernels are given: the arrays of a `Batch`; the actions of a step; the state of each
game's random generator; what went wrong; and the seed, the limit and whether games are dealt."""


class Chosen(NamedTuple):
    """Actions of somebody else, and where they are needed."""

    source: Any
    actions: Any


@jitable
def take_one(game, thread, threads, given, rng, work):
    """Take over an action."""
    given.actions[thread] = given.source[thread]


@jitable
def reset_one(game, thread, threads, given, rng, work):
    """Begin a game from its first episode."""
    given.choice[thread] = stream_state(stream_state(given.seed, thread), CHOICES)
    if not reset_game(game, given, thread, given.dealt, given.seed, rng, work):
        add(given.faults, OVER, 1)


@jitable
def look_for_faults(game, thread, threads, given, rng, work):
    """Count an action that is not legal."""
    if not is_legal(game, given.legal[thread], given.actions[thread]):
        add(given.faults, ILLEGAL, 1)


@jitable
def step_one(game, thread, threads, given, rng, work):
    """Make an action in a game, unless one was found anywhere that is not legal.

    Where nobody has looked for such, a game with an illegal action stays as it is.
    """
    if given.faults[ILLEGAL] > 0:
        return
    action = given.actions[thread]
    if is_legal(game, given.legal[thread], action):
        if not step_game(
            game, given, thread, action, given.limit, given.dealt, given.seed, rng, work
        ):
            add(given.faults, OVER, 1)
    else:
        nothing_won(given, thread)


@jitable
def draw_one(game, thread, threads, given, rng, work):
    """Draw a legal action of a game, each with the same chance."""
    rng[0] = given.choice[thread]
    given.actions[thread] = draw_action(game, given.legal[thread], rng)
    given.choice[thread] = rng[0]


@jitable
def draw_one_move(game, thread, threads, given, rng, work):
    """Draw a tap of a game by which, tap by tap, every move has the same chance."""
    rng[0] = given.choice[thread]
    given.actions[thread] = draw_move(game, given, thread, rng, work)
    given.choice[thread] = rng[0]


@jitable
def step_at_random(game, thread, threads, given, rng, work):
    """Draw an action and make it, in one go."""
    draw_one(game, thread, threads, given, rng, work)
    step_one(game, thread, threads, given, rng, work)


@jitable
def show_part(game, thread, threads, given, rng, work):
    """Write a part of a game's mask and images: neighbours write neighbouring bytes."""
    show_game(game, given, thread // packing.PARTS, thread % packing.PARTS)


@entry
def show_here(game, first, last, threads, given, rng, work):
    """Write masks and images of whole games."""
    for thread in range(first, last):
        if thread % packing.PARTS == 0:  # on the CPU one thread writes all parts more quickly
            show_game(game, given, thread // packing.PARTS)


TAKE = Kernel(take_one)
RESET = Kernel(reset_one)
FAULTS = Kernel(look_for_faults)
STEP = Kernel(step_one)
DRAW = Kernel(draw_one)
DRAW_MOVE = Kernel(draw_one_move)
STEP_AT_RANDOM = Kernel(step_at_random)
SHOW = Kernel(show_part, instead=show_here)
ON_STAGE = (RESET, FAULTS, STEP, DRAW, DRAW_MOVE, STEP_AT_RANDOM, SHOW)
