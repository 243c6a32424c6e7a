"""Analysis of one position: run it for a while, look at it at any time, stop it at any time.

It has up to three stages: a small search after every move, if that is asked for; a search of the
position after doing nothing, if that is asked for; and then one search of the position itself,
which spends its time on the moves that matter.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event

from crosscut.core.errors import BadOption
from crosscut.play.position import Position
from crosscut.search.analysis.calibration import calibrated
from crosscut.search.analysis.lines import (
    Lines,
    Taps,
    best_taps,
    best_turn,
    considered_turns,
    line_through,
)
from crosscut.search.analysis.move_scan import Sweep
from crosscut.search.analysis.null_move import Nothing
from crosscut.search.analysis.values import (
    UNKNOWN,
    Estimate,
    Value,
    at_node,
    by_choice,
    result_name,
    rounded,
    value,
)
from crosscut.search.limits import Limits
from crosscut.search.mcts.search import Search
from crosscut.search.options import Options
from crosscut.search.results import best_result

INTERVAL = 0.2
"""Seconds between two snapshots."""
MOST_TURNS = 50
"""Turns that a snapshot shows, beside those that were all searched one by one."""
MOST_LINES = 20
"""Moves and turns that are shown with their lines; others are seldom thought through."""


@dataclass(frozen=True)
class Snapshot:
    """What is thought of a position at some moment, from the view of the seat to move."""

    seat: int
    win_chance: float | None
    """From 0 to 1; None as long as nothing is known."""
    proven: int | None
    """The seat that wins whatever the other does, `DRAW`, or None if that is not known."""
    simulations: int
    """Of the search of the position itself."""
    seconds: float
    moves: list[Value]
    """Every legal move, the best first."""
    turns: list[Value]
    """The whole turns that were considered, the best first."""
    nothing: Value | None
    """What doing nothing is worth; None if that was not asked for, or not yet, or cannot be."""
    no_nothing: str
    """Why it cannot be."""
    done: bool
    """Whether this is the last snapshot."""
    calibrated: dict | None = None
    """What results say of the win chance, see `crosscut.search.analysis.calibration`; None if
    nothing does."""

    def to_dict(self) -> dict:
        """Return it as plain data; docs/analysis.md tells the units."""
        return {
            "seat": self.seat,
            "win_chance": rounded(self.win_chance),
            "proven": result_name(self.proven),
            "calibrated": self.calibrated,
            "simulations": self.simulations,
            "seconds": round(self.seconds, 3),
            "moves": [each.to_dict() for each in self.moves],
            "turns": [each.to_dict() for each in self.turns],
            "nothing": None if self.nothing is None else self.nothing.to_dict(),
            "no_nothing": self.no_nothing,
            "done": self.done,
        }


class Analysis:
    """What is thought of one position, more and more of it; one thread runs it, any may stop it."""

    def __init__(
        self,
        position: Position,
        options: Options | None = None,
        seed: int = 0,
        each: int = 0,
        whole_turns: bool = False,
        nothing: Limits | None = None,
    ):
        """Prepare to search a position.

        ``each`` is the number of simulations for every move, or for every whole turn; ``nothing``
        are the limits of the search for the value of doing nothing.
        """
        if position.over:
            raise BadOption("the game is over: there is nothing to analyse")
        self.options = options or Options()
        self.small = replace(self.options, device="cpu")
        """For searches that are over before a GPU would be of use."""
        self.seed = seed
        self.asked = position
        """The position that was asked about, with its history."""
        self.lines = Lines(position)
        self.position = self.lines.start
        self.search = Search(self.position, self.options, seed)
        self.moves = self.texts_of(self.position.next_moves())
        swept = self.texts_of(self.position.next_turns()) if whole_turns else self.moves
        swept = swept if each else {}
        self.sweep = Sweep(self.position, {taps: self.lines.at(taps) for taps in swept}, each or 1)
        self.nothing = Nothing(self.position)
        self.nothing_limits = nothing
        self.stopping = Event()
        self.done = False

    def stop(self) -> None:
        """Make the run end within some milliseconds, from whichever thread."""
        self.stopping.set()

    def snapshots(
        self, limits: Limits | None = None, interval: float = INTERVAL
    ) -> Iterator[Snapshot]:
        """Run up to the limits of the last stage, or until stopped; yield what is thought so far.

        The last snapshot comes at the very end and says that it is done. Called again with higher
        limits, the search goes on where it was.
        """
        self.done = False
        shown = time.monotonic()
        for _ in self.steps(limits or Limits()):
            if self.stopping.is_set():
                break
            if time.monotonic() - shown >= interval:
                yield self.snapshot()
                shown = time.monotonic()
        self.stopping.clear()
        self.done = True
        yield self.snapshot()

    def run(self, limits: Limits) -> Snapshot:
        """Run up to the limits and return what is thought then."""
        *_, last = self.snapshots(limits, float("inf"))
        return last

    def steps(self, limits: Limits) -> Iterator[None]:
        """Run all stages that are not done yet, giving control back every few ms."""
        if len(self.sweep.found) < len(self.sweep.moves):
            yield from self.sweep.steps(self.small, self.seed)
        if self.nothing_limits is not None and self.nothing.value is None:
            for _ in self.nothing.steps(self.new_search, self.nothing_limits):
                yield
        for _ in self.search.slices(limits):
            yield

    def new_search(self, position: Position) -> Search:
        """Return a search of another position."""
        return Search(position, self.small, self.seed)

    # Looking.

    def snapshot(self) -> Snapshot:
        """Return what is thought so far; for the thread that runs the analysis."""
        self.search.finish_pruning()
        seat = self.position.to_play
        moves = self.values(self.moves, best_taps(self.search))
        _, chance, proven = by_choice(self.search, seat)
        if proven is None:
            proven = best_result([each.proven for each in moves], seat)
        if chance is None or proven is not None:
            chance = moves[0].win_chance
        return Snapshot(
            seat=seat,
            win_chance=chance,
            proven=proven,
            simulations=self.search.done,
            seconds=self.search.seconds,
            moves=moves,
            turns=self.values(self.turns(), best_turn(self.search, self.lines)[0]),
            nothing=self.nothing.value,
            no_nothing=self.nothing.reason,
            done=self.done,
            calibrated=calibrated(self.position, chance, proven, self.search.done),
        )

    @property
    def best(self) -> Value:
        """The move that is thought best so far."""
        return self.snapshot().moves[0]

    @property
    def win_chance(self) -> float | None:
        """The win chance of the seat to move, from 0 to 1; None as long as nothing is known."""
        return self.snapshot().win_chance

    def __repr__(self) -> str:
        return f"<Analysis of {self.asked!r}, {self.search.done:,} simulations>"

    def _repr_html_(self) -> str:
        from crosscut.search.analysis.html import show_analysis

        return show_analysis(self)

    def turns(self) -> dict[Taps, str]:
        """Return the texts of all whole turns to be shown, by their taps."""
        shown = [taps for taps in self.sweep.found if not self.lines.at(taps).mid_turn]
        tried = islice(considered_turns(self.search, self.lines), MOST_TURNS)
        shown += [taps for taps, _ in tried]
        return {taps: self.lines.at(taps).history()[0] for taps in shown}

    def values(self, texts: dict[Taps, str], favourite: Taps) -> list[Value]:
        """Return what some moves or turns are worth, the best first.

        The favourite of the search stands before others that are not proven to win; then come
        those which it tried much, by how often, and then those known from the sweep alone.
        """
        seat, found = self.position.to_play, []
        for taps in texts:
            node = self.search.nursery.descendant(taps)
            in_tree, in_sweep = at_node(self.search, node), self.sweep.found.get(taps, UNKNOWN)
            better = more_certain(in_tree, in_sweep)
            rank = (
                better.proven == seat,
                better.proven != 1 - seat,
                taps == favourite[: len(taps)],
                in_tree.visits if better is in_tree else 0,
                -1 if better.win_chance is None else better.win_chance,
            )
            found.append((rank, taps, node, better))
        found.sort(key=lambda each: each[0], reverse=True)
        values = []
        for number, (_, taps, node, better) in enumerate(found):
            line = line_through(self.search, taps, node) if number < MOST_LINES else taps
            values.append(value(texts[taps], better, self.lines.texts(line) or (texts[taps],)))
        return values

    def texts_of(self, found: Iterator[tuple[str, Position]]) -> dict[Taps, str]:
        """Return the texts of moves or turns by their taps."""
        texts = {}
        for text, after in found:
            taps = tuple(after.taps_since(self.position))
            texts[taps], self.lines.known[taps] = text, after
        return texts


def more_certain(one: Estimate, other: Estimate) -> Estimate:
    """Return which of two estimates of the same move counts: what is proven, or has more behind."""
    if (one.proven is None) != (other.proven is None):
        return other if one.proven is None else one
    return other if other.visits > one.visits else one
