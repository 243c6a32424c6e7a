"""OpenSpiel's tree search as a player, in the games that both have."""

from crosscut.core.errors import BadOption
from crosscut.lab.matches.player import Answer
from crosscut.lab.openspiel_bot import SAME, UCT_C, OpenSpiel, OpenSpielSearch
from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.search.limits import Limits

NO_LIMIT = 2**31 - 1


def their_action(game: Game, cell: int) -> int:
    """Return what OpenSpiel calls a cell.

    Their triangle of Y stands on its apex; at Connect Four an action is a column.
    """
    row, column = divmod(cell, game.size)
    if game.id == "y":
        return (game.size - 1 - row) * game.size + column
    return column if game.id == "connect_four" else cell


def refuse_others(game: Game) -> None:
    """Raise an error if OpenSpiel does not play this game."""
    if game.id not in SAME:
        raise BadOption(f"OpenSpiel has no {game.facts.title}; it has {', '.join(SAME)}")
    if game.pie:
        raise BadOption("OpenSpiel knows no pie rule; play with --no-pie")
    OpenSpiel(game.id, game.size)


class OpenSpielPlayer:
    """Their search, anew every turn, as their bot does it."""

    def __init__(self, game: Game, limits: Limits, uct_c: float = UCT_C):
        self.theirs = OpenSpielSearch(game.id, game.size, uct_c)
        self.limits = limits

    def warm(self, position: Position) -> None:
        """Do nothing: it is compiled."""

    def new_game(self, position: Position, seed: int) -> None:
        """Begin a game."""
        self.theirs.seed = seed % 2**31

    def turn(self, position: Position) -> Answer:
        """Let their bot think, and choose what it found best."""
        state = self.theirs.game.new_initial_state()
        for tap in position.taps_since(position.line[0]):
            state.apply_action(their_action(position.game, tap))
        best, simulations = self.search(state)
        cells = {their_action(position.game, tap): tap for tap in position.actions()}
        chance = (1 + best.total_reward / max(1, best.explore_count)) / 2
        return Answer(position.tap(cells[best.action]), simulations, chance)

    def search(self, state):
        """Return the best child of the root, and how many simulations were made."""
        clock = {}
        if self.limits.seconds is not None:
            clock["max_wall_clock_time"] = self.limits.seconds
        try:
            root = self.theirs.search(state, self.limits.simulations or NO_LIMIT, **clock)
        except TypeError:
            raise BadOption("this OpenSpiel has no clock; limit its simulations instead") from None
        return root.best_child(), root.explore_count

    def close(self) -> None:
        """Do nothing: nothing is kept."""
