"""How games begin alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from crosscut.lab.report.estimates import counted, share_ends, share_interval
from crosscut.lab.report.measure import NO_GAMES, Line, Measure, Table
from crosscut.lab.report.sample import Played, Sample
from crosscut.lab.report.symmetry_classes import EXPLAINED, canonical, ways
from crosscut.play.position import Position
from crosscut.rules.game import Game

MOST = 12
"""How many openings are shown."""
Moves = tuple[int | tuple[int, ...], ...]
"""A number for the start, then the taps of every move, turned to the least line of its orbit."""


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
            "seat in these games (a win 1, no winner 1/2), with Wilson's interval at 95 %. "
            f"{EXPLAINED}; the line that is shown is that of the first of these games."
        ),
    }
    if not sample.games:
        return Measure(**about, missing=NO_GAMES)
    lines = keyed(sample.game, sample.games)
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
            *share_ends(opening.points, len(opening.games)),
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


def keyed(rules: Game, games: Sequence[Played]) -> list[Moves]:
    """Return the moves of every game after a number that tells starts apart."""
    starts: dict[Position, int] = {}
    images = ways(rules)
    return [
        (
            starts.setdefault(game.start, len(starts)),
            *canonical(game.taps, game.story.move_ends.tolist(), images),
        )
        for game in games
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
    text = f"{n} games began so; the first seat scored {100 * opening.points / n:.0f} %"
    interval = share_interval(opening.points, n)
    if interval is None:
        return f"{text}, which is too few to tell more."
    return f"{text} (95 %: {100 * interval[0]:.0f} to {100 * interval[1]:.0f})."
