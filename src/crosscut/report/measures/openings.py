"""How games begin alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from crosscut.match.statistics import wilson
from crosscut.play.position import Position
from crosscut.report.measure import NO_GAMES, Line, Measure, Table
from crosscut.report.sample import Played, Sample
from crosscut.report.statistics import counted

MOST = 12
"""How many openings are shown."""
Moves = tuple[int, ...]
"""A number for the start, then the key of every move."""


class Opening(NamedTuple):
    """The first moves of several games, after which they part."""

    moves: int
    games: list[Played]

    @property
    def end(self) -> Position:
        """The position to which it leads."""
        here, left, taps = self.games[0].start, self.moves, iter(self.games[0].taps)
        while left:
            here = here.tap(next(taps))
            left -= not here.mid_move
        return here

    @property
    def points(self) -> float:
        """What the first seat got in these games."""
        return sum(game.points for game in self.games)


def compute(sample: Sample) -> Measure:
    """Find the longest beginnings that games have in common."""
    about = {
        "title": "Openings",
        "formula": (
            "An opening is a row of moves by which at least two games begin and after which two of "
            "them part or end: a longest common beginning of two games. Longer ones come first, "
            f"then those of more games; at most {MOST} are shown. The score is that of the first "
            "seat in these games (a win 1, no winner 1/2), with Wilson's interval at 95 %. Boards "
            "are not turned or mirrored."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    lines = keyed(sample.games)
    found = common_beginnings(lines)
    chosen = [
        Opening(
            len(prefix) - 1,
            [g for g, line in zip(sample.games, lines, strict=True) if begins(line, prefix)],
        )
        for prefix in found[:MOST]
    ]
    ends = [opening.end for opening in chosen]
    rows = [
        (
            ", ".join(end.history()),
            opening.moves,
            len(opening.games),
            opening.points / len(opening.games),
            *wilson(opening.points, len(opening.games)),
        )
        for opening, end in zip(chosen, ends, strict=True)
    ]
    n = len(sample.games)
    columns = ("turns", "moves", "games", "first seat", "from", "to")
    return Measure(
        **about,
        figures=[
            counted("longest opening", max((each.moves for each in chosen), default=0), "moves", n),
            counted("openings", len(found), n=n),
            counted("distinct first moves", len({line[:2] for line in lines}), n=n),
            counted("distinct games", len(set(lines)), n=n),
        ],
        exhibits=[
            *(
                Line(", ".join(end.history()), end, told(opening), end.turn_number)
                for opening, end in zip(chosen, ends, strict=True)
            ),
            *([Table("Openings", columns, rows)] if rows else []),
        ],
        summary="" if chosen else "No two games began alike.",
    )


def keyed(games: Sequence[Played]) -> list[Moves]:
    """Return the moves of every game after a number that tells starts apart."""
    starts: dict[Position, int] = {}
    return [
        (starts.setdefault(game.start, len(starts)), *game.story.moves.tolist()) for game in games
    ]


def common_beginnings(lines: Sequence[Moves]) -> list[Moves]:
    """Return the longest common beginning of every two lines, longest and most frequent first.

    Between neighbours in sorted order all of them are found.
    """
    found = {shared(one, other) for one, other in pairwise(sorted(lines))}
    deepest = max(map(len, found), default=0)
    count = Counter(
        line[:length] for line in lines for length in range(2, 1 + min(deepest, len(line)))
    )
    return sorted(found & count.keys(), key=lambda prefix: (-len(prefix), -count[prefix], prefix))


def shared(one: Moves, other: Moves) -> Moves:
    """Return the common beginning of two lines."""
    length = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        length += 1
    return one[:length]


def begins(line: Moves, prefix: Moves) -> bool:
    """Tell whether a line begins with a prefix."""
    return line[: len(prefix)] == prefix


def told(opening: Opening) -> str:
    """Say how many games began so and how they went."""
    n = len(opening.games)
    low, high = wilson(opening.points, n)
    return (
        f"{n} games began so; the first seat scored {100 * opening.points / n:.0f} % "
        f"(95 %: {100 * low:.0f} to {100 * high:.0f})."
    )
