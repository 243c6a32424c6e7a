"""Which moves are good whenever they are there, for each colour."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from crosscut.lab.report.estimates import counted, ratio, share_ends
from crosscut.lab.report.measure import NO_GAMES, Cell, Figure, Measure, Table
from crosscut.lab.report.measures.branching import totals
from crosscut.lab.report.sample import Sample
from crosscut.lab.report.significance import FALSE_DISCOVERIES, LEVEL, corrected
from crosscut.lab.stats import wilson
from crosscut.rules.game import Game

KILLER = 0.5
"""A killer is chosen more often than this share of the times it is there."""
SHOWN = 12
"""How many of the best moves are named, and how many of the worst."""
FORMULA = (
    "A distinct move is what is written down, such as e4 or d4-e5, wherever it occurs. Its share "
    "is how often it was chosen divided by how often it was legal, over all games of the engine; "
    "the same move of the other colour is another one, and both are also counted together. It is a "
    f"killer above {100 * KILLER:.0f} %, good above the average and bad below it, the average "
    "being all choices of the colour divided by all its legal moves; killers are among the good. "
    "Whether a move is above or below is tested by the binomial distribution, as if choices at "
    f"different turns were independent, and as there are many moves {FALSE_DISCOVERIES}. "
    "The intervals of the figures count the moves of which that can be claimed, and those of which "
    "the contrary cannot. The best moves are those of the highest lower end of Wilson's interval, "
    "the worst those of the lowest upper end."
)


@dataclass(frozen=True)
class Moves:
    """Moves of a colour, or of both, with how often each was there and was chosen."""

    owner: str
    """Whose moves they are, as figures name it: nothing, or " of Black"."""
    taps: list[tuple[int, ...]]
    available: np.ndarray
    chosen: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """How often each was chosen when it was there."""
        return self.chosen / self.available

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The share above which a move is a killer, and the average."""
        return KILLER, float(self.chosen.sum() / self.available.sum())

    def tests(self) -> np.ndarray:
        """Return the p of each move not being above, and not below, each of the bounds.

        Shape: bounds, above and below, moves.
        """
        from scipy import stats

        return np.array(
            [
                (
                    stats.binom.sf(self.chosen - 1, self.available, bound),
                    stats.binom.cdf(self.chosen, self.available, bound),
                )
                for bound in self.bounds
            ]
        )


@dataclass(frozen=True)
class Classes:
    """Moves and what can be claimed of them, chance alone being ruled out."""

    moves: Moves
    above: np.ndarray
    """Whether each move is above each of the bounds; shape: bounds, moves."""
    below: np.ndarray

    def figures(self) -> list[Figure]:
        """Return how many killers, good and bad moves there are."""
        killer, average = self.moves.bounds
        shares = self.moves.shares
        return [
            self.count("killer moves", shares > killer, self.above[0], self.below[0]),
            self.count("good moves", shares > average, self.above[1], self.below[1]),
            self.count("bad moves", shares < average, self.below[1], self.above[1]),
        ]

    def count(self, name: str, found: np.ndarray, sure: np.ndarray, not_so: np.ndarray) -> Figure:
        """Return how many moves are of a kind: found, surely so, and possibly so."""
        interval = int(sure.sum()), len(not_so) - int(not_so.sum())
        name += self.moves.owner
        return Figure(name, int(found.sum()), "moves", interval, len(found), "distinct moves")

    def named(self, at: int) -> str:
        """Return what can be claimed of a move."""
        if self.above[0, at]:
            return "killer"
        return "good" if self.above[1, at] else "bad" if self.below[1, at] else "not shown"


def compute(sample: Sample) -> Measure:
    """Count the distinct moves and sort them by how often they are chosen when available."""
    about = {"title": "Move classification", "unit": "moves", "formula": FORMULA}
    if not any(sample.moves.counts):
        return Measure(**about, missing=NO_GAMES)
    both, *colours = classified(kinds_of(sample))
    lengths = [(moves, choices) for choices, moves in totals(sample.games)]
    return Measure(
        **about,
        figures=[
            counted("distinct moves", len(both.moves.taps), n=len(sample.games)),
            *both.figures(),
            *(figure for each in colours for figure in each.figures()),
            ratio("average share", lengths, "%", digits=3),
        ],
        exhibits=[table for each in colours for table in best_and_worst(sample.game, each)],
        summary=killers(sample.game, colours),
    )


def kinds_of(sample: Sample) -> list[Moves]:
    """Return the moves of both colours together, and of each."""
    game, by_colour = sample.game, sample.moves.counts
    together: dict[tuple[int, ...], Counter] = {}
    for moves in by_colour:
        for taps, counts in moves.items():
            together.setdefault(taps, Counter()).update(dict(enumerate(counts)))
    both = {taps: (counts[0], counts[1]) for taps, counts in sorted(together.items())}
    owners = [f" of {game.player(game.start(), colour)}" for colour in (0, 1)]
    kinds = [("", both), *zip(owners, by_colour, strict=True)]
    return [moves_of(owner, counts) for owner, counts in kinds if counts]


def moves_of(owner: str, counts: Mapping[tuple[int, ...], tuple[int, int]]) -> Moves:
    """Return moves from how often each was available and chosen."""
    available, chosen = np.array(list(counts.values())).T
    return Moves(owner, list(counts), available, chosen)


def classified(kinds: Sequence[Moves]) -> list[Classes]:
    """Return what can be claimed of all moves, each claim being corrected over all of them."""
    tests = np.concatenate([moves.tests() for moves in kinds], axis=-1)
    claims = [[np.array(corrected(side)) < LEVEL for side in bound] for bound in tests]
    ends = np.cumsum([len(moves.taps) for moves in kinds])[:-1]
    parts = np.split(np.array(claims), ends, axis=-1)
    return [
        Classes(moves, part[:, 0], part[:, 1]) for moves, part in zip(kinds, parts, strict=True)
    ]


def killers(game: Game, colours: Sequence[Classes]) -> str:
    """Name the moves that are shown to be killers."""
    found = [
        f"{text(game, each.moves.taps[at])}{each.moves.owner}"
        for each in colours
        for at in order(each.moves)
        if each.above[0, at]
    ]
    if not found:
        return "No move can be shown to be chosen more often than not when it is there."
    return f"Killers: {', '.join(found[:SHOWN])}{' and others' if len(found) > SHOWN else ''}."


def order(moves: Moves, best: bool = True) -> list[int]:
    """Return the numbers of moves from the best, or the worst, by what is sure of their shares."""
    ends = [wilson(int(k), int(n)) for k, n in zip(moves.chosen, moves.available, strict=True)]
    keys = [-low if best else high for low, high in ends]
    return sorted(range(len(keys)), key=lambda at: (keys[at], moves.taps[at]))


def best_and_worst(game: Game, classes: Classes) -> list[Table]:
    """Return a table of the best moves of a colour and one of the worst."""
    columns = ("move", "chosen", "available", "share", "from", "to", "shown to be")
    return [
        Table(
            f"{name} moves{classes.moves.owner}",
            columns,
            [row(game, classes, at) for at in order(classes.moves, name == "Best")[:SHOWN]],
        )
        for name in ("Best", "Worst")
    ]


def row(game: Game, classes: Classes, at: int) -> list[Cell]:
    """Return a move as the cells of a table."""
    moves = classes.moves
    chosen, available = int(moves.chosen[at]), int(moves.available[at])
    ends = share_ends(chosen, available)
    named = text(game, moves.taps[at])
    return [named, chosen, available, chosen / available, *ends, classes.named(at)]


def text(game: Game, taps: tuple[int, ...]) -> str:
    """Return a move as it is written; of one with very many taps nothing is known but a number."""
    if max(taps) >= game.actions:
        return "a long move"
    return game.spell(game.start(), list(taps))
