"""From taps in a tree to texts of turns."""

from collections.abc import Iterator
from heapq import heappop, heappush

from crosscut.play.position import Position
from crosscut.search.mcts.search import Search
from crosscut.search.mcts.tree import NO_CHILDREN, ROOT

Taps = tuple[int, ...]

LONGEST = 12
"""Turns of a line that are shown."""
REMEMBERED = 20_000
"""Positions that are kept, so that the next look at the same tree is quick."""


class Lines:
    """The positions after one position, by the taps that lead there."""

    def __init__(self, position: Position):
        # without its past, so that the history of a later position is the line from here
        self.start = Position(position.game, position.table, position.keys, None, -1)
        self.known: dict[Taps, Position] = {(): self.start}

    def at(self, taps: Taps) -> Position:
        """Return the position after some legal taps."""
        if len(self.known) > REMEMBERED:
            self.known = {(): self.start}
        made = len(taps)
        while taps[:made] not in self.known:
            made -= 1
        here = self.known[taps[:made]]
        for number in range(made, len(taps)):
            here = here.tap(taps[number])
            self.known[taps[: number + 1]] = here
        return here

    def texts(self, taps: Taps) -> tuple[str, ...]:
        """Return the whole turns that some taps make."""
        here = self.at(taps)
        while here.mid_turn and here is not self.start:
            here = here.parent
        return tuple(here.history()[:LONGEST])

    def first_turn(self, taps: Taps) -> Taps:
        """Return the taps of the first whole turn, or none if the taps do not finish one."""
        for made in range(1, len(taps) + 1):
            if not self.at(taps[:made]).mid_turn:
                return taps[:made]
        return ()


def considered_turns(search: Search, lines: Lines) -> Iterator[tuple[Taps, int]]:
    """Yield the whole turns that a search has tried, with their nodes, the most visited first.

    A turn of several taps goes through nodes in which the same player goes on; no such node is
    visited less than those below it, so the first in the queue is always the next. Turns proven to
    win come before all others, for they may have been seen without a visit.
    """
    tree, seat = search.nursery.tree, search.position.to_play
    queue: list[tuple[bool, int, Taps, int]] = [(False, 0, (), ROOT)]
    while queue:
        _, _, taps, node = heappop(queue)
        if taps and not lines.at(taps).mid_turn:
            yield taps, node
            continue
        begin, count = int(tree.first[node]), int(tree.children[node])
        for child in range(begin, begin + count if begin != NO_CHILDREN else begin):
            visits, wins = int(tree.visits[child]), tree.status[child] == seat
            if visits or wins:
                tap = int(tree.action[child])
                heappush(queue, (not wins, -visits, (*taps, tap), child))


def best_taps(search: Search) -> Taps:
    """Return the taps that a search thinks best for both sides; none before it has begun."""
    if search.nursery.tree.first[ROOT] == NO_CHILDREN:
        return ()
    return tuple(search.line_from(search.ranked(ROOT)[0]))


def best_turn(search: Search, lines: Lines) -> tuple[Taps, Taps]:
    """Return the taps of the turn that a search thinks best, and of the line that begins with it.

    Where it has not thought to the end of its favourite turn, it is the whole turn tried most.
    """
    line = best_taps(search)
    turn = lines.first_turn(line)
    if turn:
        return turn, line
    for taps, node in considered_turns(search, lines):
        return taps, line_through(search, taps, node)
    return (), ()


def line_through(search: Search, taps: Taps, node: int | None) -> Taps:
    """Return the line that begins with some taps, which lead to a node of the tree."""
    return taps if node is None else (*taps, *search.line_from(node)[1:])
