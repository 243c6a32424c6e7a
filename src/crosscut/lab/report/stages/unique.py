"""The tree of the game from its start: distinct positions by depth, until they are too many."""

from collections.abc import Iterator
from itertools import islice

from crosscut.core.errors import BadOption
from crosscut.lab.report.plan import Plan
from crosscut.lab.report.recorded_games import Key, Logs
from crosscut.play.position import Position
from crosscut.search.perft import Tick, Walk, deeper, deeper_like_aiai, perft

TITLE = "positions"
NEEDS = ("positions",)

MEAGRE = 10_000
"""New positions that a slice of a walk should bring; where it is far less, counting ends, too."""
FEWEST = 30
"""Slices that a walk may take at least; some only make room."""
MEMORY = 2 * 2**30
"""Bytes that known positions may take."""


class Enough(Exception):
    """Say that there are more positions than are to be counted."""


def items(plan: Plan, logs: Logs) -> dict[Key, None]:
    """Return the one thing there is to do, if it has not been done."""
    return {} if (0,) in logs["unique"] else {(0,): None}


def do(plan: Plan, key: Key, given: None) -> dict:
    """Count positions from the start, by moves; where the start is dealt, from one."""
    start, most = start_of(plan), plan.effort.unique
    found, complete = by_depth(deeper(start, True, until(most), MEMORY), most)
    depths = len(found) if complete else None
    like, _ = by_depth(islice(deeper_like_aiai(start, until(most), MEMORY), depths), most)
    return {
        "distinct": [positions for positions, _ in found],
        "over": [over for _, over in found],
        "complete": complete,
        "like_aiai": [positions for positions, _ in like],
        "sequences": sequences(start, most),
    }


def start_of(plan: Plan) -> Position:
    """Return the first position, or where that varies the one dealt by the plan's seed."""
    return plan.rules.position(seed=plan.seed if plan.rules.has_deal else None)


def until(most: int) -> Tick:
    """Return what stops a walk when it has found too many positions, or takes too long.

    Long is measured in slices, which are the same on every machine.
    """
    slices = 0

    def tick(found: int) -> None:
        nonlocal slices
        slices += 1
        if found > most or slices > FEWEST + most // MEAGRE:
            raise Enough

    return tick


def by_depth(walks: Iterator[Walk], most: int) -> tuple[list[tuple[int, int]], bool]:
    """Return for each depth the positions found and those that end the game; and if that is all."""
    found: list[tuple[int, int]] = []
    try:
        for walk in walks:
            if walk.found > most:
                break
            if found and walk.found == found[-1][0]:
                return found, True
            found.append((walk.found, walk.over()))
    except (Enough, BadOption):  # the latter says that memory is full
        pass
    return found, False


def sequences(start: Position, most: int) -> list[int]:
    """Return how many sequences of 1, 2, ... turns there are, as far as that is quick to count."""
    counts: list[int] = []
    try:
        while not counts or counts[-1] > 0:
            further = perft(start, len(counts) + 1, tick=until(most))
            if further[-1] > most:
                break
            counts = further
    except (Enough, BadOption):
        pass
    return [count for count in counts if count]
