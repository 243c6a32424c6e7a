"""Our own engine as a player."""

from crosscut.lab.matches.player import Answer
from crosscut.play.position import Position
from crosscut.search.engine import Engine
from crosscut.search.limits import Limits
from crosscut.search.options import Options

WARM_TURNS = 3
WARM_SIMULATIONS = 8


class EnginePlayer:
    """The engine with some options, within some limits a turn."""

    def __init__(self, options: Options, limits: Limits):
        self.options = options
        self.limits = limits
        self.engine = None

    def warm(self, position: Position) -> None:
        """Think a little about some turns, which compiles whatever a game needs."""
        engine, here = Engine(self.options), position
        for _ in range(WARM_TURNS):
            if not here.over:
                here, _ = engine.choose_turn(here, Limits(simulations=WARM_SIMULATIONS))

    def new_game(self, position: Position, seed: int) -> None:
        """Begin a game, with nothing remembered from the last one."""
        self.engine = Engine(self.options, seed)

    def turn(self, position: Position) -> Answer:
        """Think and choose."""
        after, thought = self.engine.choose_turn(position, self.limits)
        return Answer(after, thought.simulations, thought.win_chance)

    def close(self) -> None:
        """Forget the tree."""
        self.engine = None
