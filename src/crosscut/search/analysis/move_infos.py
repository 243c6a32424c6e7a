"""What a search thinks of every turn that it has considered, as analysis programs want it."""

from dataclasses import dataclass
from itertools import islice

from crosscut.search.analysis.lines import Lines, best_turn, considered_turns, line_through
from crosscut.search.analysis.values import Estimate, at_node, by_choice, sampling_error
from crosscut.search.mcts.search import Search
from crosscut.search.mcts.tree import ROOT

MOST = 200
"""Turns that are listed at most."""
DOUBT = 1.96
"""Sampling errors between a win chance and its lower bound: 2.5 % are below."""


@dataclass(frozen=True)
class Info:
    """What is thought of one whole turn, from the view of the seat that makes it."""

    turn: str
    visits: int
    win_chance: float
    lower_bound: float
    share: float
    """Of the visits of the position, from 0 to 1."""
    proven: int | None
    """The seat that wins after it, `DRAW`, or None if that is not known."""
    line: tuple[str, ...]
    """The whole turns that are thought best for both sides, beginning with this one."""


def infos(search: Search, most: int = MOST) -> list[Info]:
    """Return what is thought of the turns that a search has tried, the best first."""
    search.finish_pruning()
    lines, seat = Lines(search.position), search.position.to_play
    favourite = best_turn(search, lines)[0]
    total = max(1, root_visits(search))
    found = []
    for taps, node in islice(considered_turns(search, lines), MOST):
        estimate = at_node(search, node)
        rank = (
            estimate.proven == seat,
            estimate.proven != 1 - seat,
            taps == favourite,
            estimate.visits,
        )
        found.append((rank, taps, node, estimate))
    found.sort(key=lambda each: each[0], reverse=True)
    return [
        info(lines, taps, line_through(search, taps, node), estimate, total)
        for _, taps, node, estimate in found[:most]
    ]


def info(lines: Lines, taps, line, estimate: Estimate, total: int) -> Info:
    """Return what is thought of one turn."""
    chance = 0.5 if estimate.win_chance is None else estimate.win_chance
    error = sampling_error(estimate) or 0.0
    return Info(
        turn=lines.texts(taps)[0],
        visits=estimate.visits,
        win_chance=chance,
        lower_bound=max(0.0, chance - DOUBT * error),
        share=estimate.visits / total,
        proven=estimate.proven,
        line=lines.texts(line),
    )


def root_visits(search: Search) -> int:
    """Return how many simulations stand behind a position, those of earlier searches too."""
    return int(search.nursery.tree.visits[ROOT])


def root_chance(search: Search) -> float:
    """Return the win chance of the seat to move."""
    chance = by_choice(search, search.position.to_play).win_chance
    return 0.5 if chance is None else chance
