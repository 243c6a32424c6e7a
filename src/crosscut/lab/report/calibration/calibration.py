"""The engine's opinion against results: how good it is, and the curve that corrects it.

All chances are those of the first colour, not of whoever is to move: where one colour always wins,
a mover's chance of 1/2 comes true half the time, and would look right. Chances of exactly 0 or 1
are proofs, or as good as proven by every simulation; they are no opinion, and counted apart.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.optimize import isotonic_regression, minimize
from scipy.special import expit, logit, xlog1py, xlogy

from crosscut.lab.report.calibration.brier import (
    BINS,
    Interval,
    Pairs,
    Score,
    bins_of,
    scores,
    share_won,
)
from crosscut.lab.report.sample import Played
from crosscut.lab.stats import wilson
from crosscut.rules.game_state import swap_ahead
from crosscut.search.analysis.calibration import (
    BETTER,
    ISOTONIC,
    NO_BETTER,
    PLATT,
    TOO_FEW,
    Curve,
    of_first_colour,
)

PARTS = ("opening", "middle", "end")
"""Thirds of the turns of each game."""
IN_PART = {part: f"{'at' if part == 'end' else 'in'} the {part}" for part in PARTS}
LEAST = 30
"""Games below which nothing is said: with fewer the intervals cover less than they claim."""
ENOUGH = 100
"""Games from which on chances are corrected: each fold then leaves 80 to fit a curve to."""
FOLDS = 5
GRID = 1000
"""To one part of which chances are compared when a curve is fitted."""
PLATT_KNOTS = np.arange(-7, 7.5, 0.5)
"""The logits at which Platt's curve is written down."""


# From games to pairs.


def swap_turns(game: Played) -> int:
    """Return how many turns are made while a seat may still swap, and so has no colour."""
    here, turns = game.start, 0
    for tap in game.taps:
        if not swap_ahead(here.game, here.table):
            break
        here = here.tap(tap)
        turns += not here.mid_turn
    return turns


def swapped(game: Played) -> int:
    """Return 1 if the seats have exchanged colours in a game, and else 0."""
    return int(game.start is not None and game.start.game.swap_action in game.taps)


def result_of(game: Played) -> float:
    """Return what the first colour got: 1, 0, or for a draw 1/2."""
    return 1 - game.points if swapped(game) else game.points


Said = Iterable[tuple[int, float | None]]
"""Turns, counted from 0, with the chance of the seat that made each."""


def of_the_first_colour(game: Played, said: Said) -> Iterator[tuple[int, float, int]]:
    """Yield turns of a game, the chance of the first colour there, and the part of the game.

    Turns at which the swap is still open are left out: a chance there is that of a seat.
    """
    begin, exchanged, seats = swap_turns(game), swapped(game), game.turn_seats
    for turn, chance in said:
        if chance is not None and turn >= begin:
            first = of_first_colour(chance, seats[turn] ^ exchanged)
            yield turn, first, len(PARTS) * turn // len(seats)


def pairs_of(games: Iterable[tuple[Played, Said]]) -> Pairs:
    """Return chances and results of the first colour, of games that have a result."""
    return made_of(
        (chance, result_of(game), game.number, part)
        for game, said in games
        if game.finished
        for _, chance, part in of_the_first_colour(game, said)
    )


def made_of(rows: Iterable[tuple[float, float, int, int]]) -> Pairs:
    """Return pairs from chances, results, numbers of games and parts."""
    found = np.array(list(rows), float).reshape(-1, 4)
    return Pairs(found[:, 0], found[:, 1], found[:, 2].astype(int), found[:, 3].astype(int))


# Curves.


def counted(chances: np.ndarray, results: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the distinct chances to one part of `GRID`, their mean results and their numbers."""
    steps = np.clip(np.rint(chances * GRID), 1, GRID - 1).astype(int)
    numbers = np.bincount(steps, minlength=GRID)
    at = np.flatnonzero(numbers)
    return at / GRID, np.bincount(steps, results)[at] / numbers[at], numbers[at]


def platt(pairs: Pairs) -> Curve:
    """Return a logistic regression on the logit of the chance.

    Results count as a little less certain than they are, after Platt (1999), by games.
    """
    x, y, n = counted(pairs.chances, pairs.results)
    share, games = float((n * y).sum() / n.sum()), len(pairs.numbers)
    won, lost = share * games, (1 - share) * games
    y = (y * (won + 1) / (won + 2)) + (1 - y) / (lost + 2)
    z = logit(x)

    def loss(line: np.ndarray) -> tuple[float, np.ndarray]:
        p = expit(line[0] * z + line[1])
        wrong = n * (p - y) / n.sum()
        told = -(n * (xlogy(y, p) + xlog1py(1 - y, -p))).sum() / n.sum()
        return told, np.array([(wrong * z).sum(), wrong.sum()])

    slope, shift = minimize(loss, (1.0, 0.0), jac=True, method="BFGS").x
    if slope < 0:  # the loss is convex: of all that rise it is least where nothing is told apart
        slope, shift = 0.0, logit((n * y).sum() / n.sum())
    return curve(PLATT, expit(PLATT_KNOTS), expit(slope * PLATT_KNOTS + shift), games)


def isotonic(pairs: Pairs) -> Curve:
    """Return the monotone step function nearest to the results, with lines between its steps."""
    x, y, n = counted(pairs.chances, pairs.results)
    found = isotonic_regression(y, weights=n)
    begins, ends = found.blocks[:-1], found.blocks[1:] - 1
    at = np.unique(np.concatenate([begins, ends]))
    return curve(ISOTONIC, x[at], found.x[at], len(pairs.numbers))


def curve(method: str, xs: np.ndarray, ys: np.ndarray, games: int) -> Curve:
    """Return a curve through points, rounded.

    What was not certain does not become so: it stays as far from 0 and 1 as one game in all.
    """
    least = 1 / (games + 2)
    points = zip(np.round(xs, 5), np.round(np.clip(ys, least, 1 - least), 5), strict=True)
    return Curve(method, tuple((float(x), float(y)) for x, y in points))


def corrected(found: Curve, chances: np.ndarray) -> np.ndarray:
    """Return many chances as a curve with knots corrects them, none of them certain."""
    return np.interp(chances, *zip(*found.knots, strict=True))


def cross_fitted(pairs: Pairs, fit: Callable[[Pairs], Curve]) -> Pairs:
    """Return the pairs with each chance corrected by a curve that was fitted to other games."""
    names = pairs.numbers
    fold_of = np.random.default_rng(0).permutation(len(names)) % FOLDS
    folds = fold_of[np.searchsorted(names, pairs.games)]
    chances = pairs.chances.copy()
    for fold in range(FOLDS):
        here = folds == fold
        chances[here] = corrected(fit(pairs.where(~here)), pairs.chances[here])
    return pairs.with_chances(chances)


def gain(before: Pairs, after: Pairs) -> tuple[float, float]:
    """Return by how much other chances lower the Brier score, and the standard error over games."""
    squares = [(each.chances - each.results) ** 2 for each in (before, after)]
    at = np.searchsorted(before.numbers, before.games)
    lost = np.bincount(at, squares[0] - squares[1])
    turns = np.bincount(at)
    mean = lost.sum() / turns.sum()
    games = len(lost)
    rest = ((lost - mean * turns) ** 2).sum() * games / max(games - 1, 1)
    return float(mean), float(np.sqrt(rest) / turns.sum())


# What results say of an opinion.


@dataclass(frozen=True)
class Bin:
    """Turns with about the same chance."""

    chance: float
    """The mean."""
    won: float
    """The share of points that the first colour got."""
    interval: Interval | None
    """None with too few games."""
    games: int
    turns: int


@dataclass(frozen=True)
class Opinion:
    """An opinion on games, and what their results say of it."""

    given: Pairs
    """What was said of the first colour, what is certain among it."""

    @cached_property
    def pairs(self) -> Pairs:
        """What is not certain: the opinion proper."""
        return self.given.where((self.given.chances > 0) & (self.given.chances < 1))

    @property
    def games(self) -> int:
        """How many games it was tested on."""
        return len(self.pairs.numbers)

    @property
    def certain(self) -> Pairs:
        """What is 0 or 1, with 1 as the result where it came true, and else 0."""
        found = self.given.where((self.given.chances == 0) | (self.given.chances == 1))
        return replace(found, results=(found.chances == found.results).astype(float))

    @cached_property
    def scores(self) -> dict[str, Score]:
        """The Brier score with its parts, and the skill."""
        return scores(self.pairs)

    @cached_property
    def by_part(self) -> "dict[str, Opinion]":
        """The same by part of the game."""
        return {
            name: Opinion(self.given.where(self.given.parts == number))
            for number, name in enumerate(PARTS)
        }

    @property
    def skill(self) -> Score:
        """How much better it is than the share of wins, which has 0; 1 is perfect."""
        return self.scores["skill"]

    @cached_property
    def recalibrated(self) -> dict[str, Pairs]:
        """The same turns as corrected by either method, always by curves of other games."""
        fits = {PLATT: platt, ISOTONIC: isotonic}
        return {name: cross_fitted(self.pairs, fit) for name, fit in fits.items()}

    @cached_property
    def best_method(self) -> str:
        """The method of correction with the lower Brier score on games it was not fitted to."""
        gains = {name: gain(self.pairs, after)[0] for name, after in self.recalibrated.items()}
        return max(gains, key=gains.get)

    @cached_property
    def corrected_skill(self) -> Score:
        """The skill after the correction, cross-fitted."""
        return scores(self.recalibrated[self.best_method])["skill"]

    @cached_property
    def alike(self) -> bool:
        """Whether all games have the same result, so that nothing can be told apart."""
        return len(np.unique(self.pairs.results)) < 2

    @cached_property
    def verdict(self) -> str:
        """Whether it is better than chance: if its skill is above 0, plainly or corrected."""
        if self.games < LEAST:
            return TOO_FEW
        if self.alike:
            return NO_BETTER
        return BETTER if above_0(self.skill) or above_0(self.corrected_skill) else NO_BETTER

    @property
    def weak_parts(self) -> list[str]:
        """The parts of the game in which it is not shown to be better than chance."""
        return [name for name, part in self.by_part.items() if part.verdict == NO_BETTER]

    def reason(self, called: str) -> str:
        """Say what the verdict rests on."""
        if self.alike:
            return f"all {self.games:,} games have the same result"
        return f"the skill of {called} is {self.skill} over {self.games:,} games"

    @cached_property
    def fitted(self) -> Curve:
        """The correction that is better on other games by more than one standard error, or none."""
        if self.games < ENOUGH or self.alike:
            return Curve()
        better, error = gain(self.pairs, self.recalibrated[self.best_method])
        if better <= error:
            return Curve()
        return {PLATT: platt, ISOTONIC: isotonic}[self.best_method](self.pairs)

    @cached_property
    def curve(self) -> Curve:
        """One correction for all turns; none if the opinion is worth nothing."""
        return self.fitted if self.verdict == BETTER else Curve()

    @cached_property
    def part_curves(self) -> dict[str, Curve]:
        """The correction in each part of the game; where nothing is told apart, it is flat."""
        if self.verdict != BETTER:
            return dict.fromkeys(PARTS, Curve())
        return {name: part.fitted for name, part in self.by_part.items()}

    @property
    def corrects(self) -> bool:
        """Whether chances are corrected in some part of the game."""
        return any(each.knots for each in self.part_curves.values())

    def correct(self, chance: float, part: int) -> float:
        """Return a chance of the first colour as results bear it out in a part of the game."""
        return self.part_curves[PARTS[part]].correct(chance)

    @cached_property
    def used_skill(self) -> Score:
        """The skill of the chances as they are used: corrected, always by other games."""
        chances = self.pairs.chances.copy()
        for number, (name, part) in enumerate(self.by_part.items()):
            if self.part_curves[name].knots:
                chances[self.pairs.parts == number] = part.recalibrated[part.best_method].chances
        return scores(self.pairs.with_chances(chances))["skill"]

    @cached_property
    def bins(self) -> list[Bin]:
        """The turns by chance, without empty bins."""
        found, at = [], bins_of(self.pairs.chances)
        for number in range(BINS):
            here = self.pairs.where(at == number)
            if len(here):
                won, interval = share_won(here)
                mean = float(here.chances.mean())
                found.append(Bin(mean, won, interval, len(here.numbers), len(here)))
        return found

    @property
    def balance(self) -> tuple[float, float, Interval]:
        """The mean chance of the first colour, its share of the points, and the interval of that.

        Every game counts once.
        """
        at = np.searchsorted(self.pairs.numbers, self.pairs.games)
        turns = np.bincount(at)
        said = float((np.bincount(at, self.pairs.chances) / turns).mean())
        won = float((np.bincount(at, self.pairs.results) / turns).sum())
        return said, won / len(turns), wilson(won, len(turns))


def above_0(score: Score) -> bool:
    """Tell whether a score can be shown to be above 0."""
    return score.interval is not None and score.interval[0] > 0


def engine_opinion(games: Sequence[Played]) -> Opinion:
    """Return the engine's opinion in the games it played."""
    return Opinion(pairs_of((game, enumerate(game.chances)) for game in games))
