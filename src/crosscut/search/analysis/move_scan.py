"""The value of every legal move or turn, including those that a search soon leaves alone."""

from collections.abc import Iterator

from crosscut.play.position import Position
from crosscut.search.analysis.lines import Taps
from crosscut.search.analysis.values import Estimate, by_mean, ended
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options


class Sweep:
    """A small search after each move, the same number of simulations for all."""

    def __init__(self, position: Position, moves: dict[Taps, Position], each: int):
        self.position = position
        self.moves = moves
        self.limits = Limits(simulations=each)
        self.found: dict[Taps, Estimate] = {}

    def steps(self, options: Options, seed: int) -> Iterator[None]:
        """Search after every move not yet searched, giving control back every few ms."""
        search, seat = None, self.position.to_play
        for taps, after in self.moves.items():
            if taps in self.found:
                continue
            if after.over:
                self.found[taps] = ended(after, seat)
                continue
            if search is None:
                search = Search(after, options, seed)
            else:
                search.move_to(after)
            for _ in search.slices(self.limits):
                yield
            search.finish_pruning()
            self.found[taps] = by_mean(search, seat)
