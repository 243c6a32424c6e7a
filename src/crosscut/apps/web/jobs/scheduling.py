"""Whose job comes next."""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Protocol, TypeVar


class Waiting(Protocol):
    """What the order depends on."""

    rank: int
    owner: Hashable
    number: int


W = TypeVar("W", bound=Waiting)


def ordered(waiting: Iterable[W], busy: Iterable[Hashable] = ()) -> list[W]:
    """Return the jobs in the order in which they begin; ``busy`` are owners of those under way.

    What is urgent comes first. Among equals owners take turns, so who asks for many things waits
    for them longer, and not everybody else.
    """
    under_way = Counter(busy)
    asked: Counter = Counter()
    keys = []
    for each in sorted(waiting, key=lambda each: each.number):
        mine = (each.rank, each.owner)
        keys.append(((each.rank, asked[mine] + under_way[each.owner], each.number), each))
        asked[mine] += 1
    return [each for _, each in sorted(keys, key=lambda pair: pair[0])]
