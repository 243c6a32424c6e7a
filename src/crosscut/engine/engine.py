"""The engine as a player: it thinks, plays whole turns, and keeps its tree between them."""

from collections.abc import Callable

from crosscut.engine.limits import Limits
from crosscut.engine.options import Options
from crosscut.engine.search import Search
from crosscut.engine.thought import Choice, Thought
from crosscut.play.position import Position
from crosscut.rng import draw, seeded

Tick = Callable[[float], bool]
"""What hears the share of the limits that is used up, and may say stop."""
AGAIN = 0.25
"""The share of the limits for the rest of a turn that was not thought through."""


def on_and_on(share: float) -> bool:
    """Never say stop."""
    return False


class Engine:
    """A player with a memory for one game at a time."""

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
        """Think and play a whole turn; return the position after it and what was thought first."""
        thought = self.think(position, limits, tick)
        line = self.pick(thought).line
        here = position
        while True:
            here = here.tap(line[0])
            if here.over or not here.mid_turn:
                return here, thought
            line = line[1:] or self.pick(self.think(here, limits.part(AGAIN), tick)).line

    def pick(self, thought: Thought) -> Choice:
        """Return the choice to play: the best, or one that an unsure judge may take for it."""
        if self.options.noise == 0 or thought.proven is not None:
            return thought.best
        open_to_doubt = [choice for choice in thought.choices if choice.visits] or [thought.best]
        rng = seeded(self.seed, sum(thought.visits.values()) + thought.action)

        def judged(choice: Choice) -> float:
            return choice.win_chance + self.options.noise * normal(rng)

        return max(open_to_doubt, key=judged)


def normal(rng) -> float:
    """Draw from a normal distribution, near enough: the sum of twelve uniform numbers."""
    return sum(draw(rng) / 2**64 for _ in range(12)) - 6
