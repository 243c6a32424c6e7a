"""Who plays against the seat that learns."""

from collections.abc import Callable
from typing import Protocol

from crosscut.core.arrays import new_rng
from crosscut.core.errors import BadOption
from crosscut.core.jit import entry
from crosscut.core.rng import stream_state
from crosscut.lab.envs.state import Moment
from crosscut.play.position import Position
from crosscut.rules import state_packing as rows
from crosscut.rules.game import Game
from crosscut.rules.workspace_shape import search_work
from crosscut.search.playout import random_tap


class Opponent(Protocol):
    """Somebody who answers in game after game."""

    draws: bool
    """Whether actions are drawn, so that games from the same start may differ."""

    def new_game(self, first: Moment, seed: int) -> None:
        """Begin a game; whatever is drawn in it comes from the seed."""

    def answer(self, moment: Moment) -> Moment:
        """Return the moment after one or more of their actions."""

    def close(self) -> None:
        """Give back what was taken."""


def find_opponent(wanted: str | Callable[[Position], int], game: Game) -> Opponent:
    """Return an opponent by the text of a player, or by what chooses its actions."""
    if callable(wanted):
        return Chooser(wanted)
    if not isinstance(wanted, str):
        raise BadOption(
            f"an opponent is a player such as 'random' or 'beginner', or a function, not {wanted!r}"
        )
    if wanted == "random":
        return RandomOpponent(game)
    from crosscut.lab.matches.player_spec import read_spec

    spec = read_spec(wanted)
    spec.check(game)
    return PlayerOpponent(spec.make(game))


class Chooser:
    """A function that returns an action for a position."""

    draws = False

    def __init__(self, choose: Callable[[Position], int]):
        self.choose = choose

    def new_game(self, first: Moment, seed: int) -> None:
        """Do nothing: what is random in it is its own affair."""

    def answer(self, moment: Moment) -> Moment:
        """Ask for one action."""
        return moment.after(self.choose(moment.position))

    def close(self) -> None:
        """Do nothing: nothing was taken."""


class PlayerOpponent:
    """A player as matches know them: the engine at some level, or another program."""

    draws = False

    def __init__(self, player):
        self.player = player

    def new_game(self, first: Moment, seed: int) -> None:
        """Tell the player that a game begins."""
        self.player.new_game(first.position, seed)

    def answer(self, moment: Moment) -> Moment:
        """Let the player choose a turn, and make its actions."""
        for action in self.player.turn(moment.position).after.taps_since(moment.position):
            moment = moment.after(action)
        return moment

    def close(self) -> None:
        """Let the player go."""
        self.player.close()


@entry
def draw_tap(game, row, rng, work):
    """Draw an action so that, action by action, every legal move has the same chance."""
    return random_tap(game, rows.unpack(game, row), rng, work)


class RandomOpponent:
    """Moves drawn uniformly from all legal ones, in compiled code."""

    draws = True

    def __init__(self, game: Game):
        self.game = game
        self.rng = new_rng()

    def new_game(self, first: Moment, seed: int) -> None:
        """Draw from the seed from now on."""
        self.rng[0] = stream_state(seed, 0)

    def answer(self, moment: Moment) -> Moment:
        """Draw one action."""
        if len(moment.legal) == 1:
            return moment.after(moment.legal[0])
        work = search_work(self.game, moment.keys.tolist())
        return moment.after(int(draw_tap(self.game, moment.row, self.rng, work)))

    def close(self) -> None:
        """Do nothing: nothing was taken."""
