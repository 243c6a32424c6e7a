"""The engine as a player: it thinks, plays whole turns, and keeps its tree between them."""

from collections.abc import Callable
from dataclasses import replace
from math import log

from crosscut.core.rng import draw, seeded
from crosscut.play.position import Position
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options
from crosscut.search.results import Choice, Thought

Tick = Callable[[float], bool]
"""What hears the share of the limits that is used up, and may say stop."""
AGAIN = 0.25
"""The share of the limits for the rest of a turn that was not thought through."""


def on_and_on(share: float) -> bool:
    """Never say stop."""
    return False


class Engine:
    """A player with a memory for one game at a time.

    >>> import crosscut
    >>> from crosscut.search.limits import Limits
    >>> start = crosscut.game("hex", size=3, pie=False).position()
    >>> after, thought = Engine(seed=1).choose_turn(start, Limits(simulations=500))
    >>> after.turn_number, thought.proven  # the first seat wins, whatever the other does
    (1, 0)
    """

    def __init__(self, options: Options | None = None, seed: int = 0):
        self.options = options or Options()
        self.seed = seed
        self.search: Search | None = None

    def search_at(self, position: Position) -> Search:
        """Return the search of a position, with what is left of the one before."""
        if self.search is None or self.search.position.game != position.game:
            self.search = Search(position, self.options, self.seed)
        else:
            self.search.move_to(position)
        return self.search

    def think(self, position: Position, limits: Limits, tick: Tick = on_and_on) -> Thought:
        """Think about a position up to the limits."""
        search = self.search_at(position)
        for share in search.slices(limits):
            if tick(share):
                break
        return search.thought()

    def choose_turn(
        self, position: Position, limits: Limits, tick: Tick = on_and_on
    ) -> tuple[Position, Thought]:
        """Think and play a whole turn; return the position after it and what was thought first.

        What is played comes first among the choices of the thought, be it the best or not.
        """
        thought = self.think(position, limits, tick)
        chosen = self.pick(thought)
        others = [choice for choice in thought.choices if choice is not chosen]
        thought, line = replace(thought, choices=[chosen, *others]), chosen.line
        here = position
        while True:
            here = here.tap(line[0])
            if here.over or not here.mid_turn:
                return here, thought
            line = line[1:] or self.pick(self.think(here, limits.part(AGAIN), tick)).line

    def pick(self, thought: Thought) -> Choice:
        """Return the choice to play: the best, or with noise one that was thought about less.

        The chance of a choice grows with its visits to the power 1 / noise: the way of people, who
        overlook something, and not of dice.
        """
        tried = [choice for choice in thought.choices if choice.visits and choice.proven is None]
        if self.options.noise == 0 or thought.proven is not None or not tried:
            return thought.best
        rng = seeded(self.seed, sum(thought.visits.values()) + thought.action)

        def appeal(choice: Choice) -> float:
            return log(choice.visits) - self.options.noise * log(exponential(rng))

        return max(tried, key=appeal)


def exponential(rng) -> float:
    """Draw from the exponential distribution with mean 1; the smallest of several is fair."""
    return -log((draw(rng) + 1) / (2**64 + 1))
