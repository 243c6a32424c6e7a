"""The openings of a game: its first whole turns, those that a symmetry exchanges being one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from crosscut.play.position import Position
from crosscut.rules.game import Game
from crosscut.rules.game_state import Table
from crosscut.search.symmetry_check import turned

MOST_TURNS = 20_000
"""First turns of a game that are listed; of one with more there is no map."""


@dataclass(frozen=True)
class Opening:
    """A class of first turns that the declared symmetries exchange."""

    number: int
    text: str
    """The first of these turns as players write it."""
    turns: tuple[tuple[int, ...], ...]
    """The taps of each, in ascending order."""

    @property
    def taps(self) -> tuple[int, ...]:
        """The taps of the first of these turns, which stands for all."""
        return self.turns[0]

    def start(self, game: Game) -> Position:
        """Return the position after it."""
        here = game.position()
        for tap in self.taps:
            here = here.tap(tap)
        return here

    def cells(self, game: Game) -> tuple[int, ...]:
        """Return the cells of its turns, or none if they are not single cells."""
        single = all(len(taps) == 1 and taps[0] < game.width for taps in self.turns)
        return tuple(taps[0] for taps in self.turns) if single else ()


def no_openings(game: Game) -> str:
    """Say why the games of a game have no first turns in common, or nothing."""
    if game.has_deal:
        return "Every game starts from another deal, so no first turn is common to all games."
    start = game.position()
    if game.prelude(start.state):
        return "A player sets up the start, so what comes first is a set-up and no opening."
    if next(islice(start.next_turns(), MOST_TURNS, None), None):
        return f"There are more than {MOST_TURNS:,} first turns."
    return ""


@lru_cache(maxsize=4)
def openings_of(game: Game) -> tuple[Opening, ...]:
    """Return all openings by their numbers; a game for which `no_openings` says why has none."""
    if no_openings(game):
        return ()
    start = replace(game, pie=False).position()
    ways = [way for way in game.symmetries if turned(game, start.table, way) == start.table]
    numbers: dict[Table, int] = {}
    texts: list[str] = []
    turns: list[list[tuple[int, ...]]] = []
    for taps, text, table in sorted(
        (tuple(after.taps_since(start)), text, after.table) for text, after in start.next_turns()
    ):
        if table not in numbers:
            numbers |= {turned(game, table, way): len(texts) for way in ways}
            texts.append(text)
            turns.append([])
        turns[numbers[table]].append(taps)
    return tuple(Opening(number, text, tuple(turns[number])) for number, text in enumerate(texts))


@lru_cache(maxsize=4)
def numbers_by_taps(game: Game) -> dict[tuple[int, ...], int]:
    """Return the number of the opening of every first turn, by its taps."""
    return {taps: opening.number for opening in openings_of(game) for taps in opening.turns}


def opening_of(game: Game, taps: Sequence[int]) -> int | None:
    """Return the number of the opening of a game that was played, or None if it has none."""
    known = numbers_by_taps(game)
    lengths = range(1, 1 + max(map(len, known), default=0))
    beginnings = (tuple(taps[:length]) for length in lengths)
    return next((known[each] for each in beginnings if each in known), None)
